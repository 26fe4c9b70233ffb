#!/usr/bin/env python3
"""Writes the first C++ program of a Markdown page into a file, with its main() as run_program().

usage: readme_program.py PAGE FILE
"""
import re
import sys
from pathlib import Path

if len(sys.argv) != 3:
    sys.exit(__doc__)
page, file = map(Path, sys.argv[1:])
found = re.search(r"^```cpp\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
if not found or "int main()" not in found[1]:
    sys.exit(f"{page} has no C++ program with a main()")
file.write_text("#pragma once\n\n" + found[1].replace("int main()", "int run_program()"), encoding="utf-8")

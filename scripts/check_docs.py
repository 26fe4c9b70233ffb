#!/usr/bin/env python3
"""Compiles the C++ examples in README.md and docs/. Each block with an #include is compiled as a file of its own. Blocks
without one are parts of a program, and are not compiled. Blocks that readme.py puts into a page are compiled as part of
their sample or test.

usage: check_docs.py COMPILER [OPTION...]      for example: check_docs.py c++ -std=c++20 -Iinclude
"""
import re
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent


def blocks(text):
    """For each block with an #include: the line where it begins, and its code."""
    for found in re.finditer(r"^```cpp\n(.*?)^```$", text, re.M | re.S):
        if "#include" in found[1]:
            yield text.count("\n", 0, found.start(1)) + 1, found[1]


def main(compiler):
    if not compiler or compiler[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if compiler else 2
    compiled = failures = 0
    for page in [root / "README.md", *sorted(root.glob("docs/**/*.md"))]:
        by_hand = page.with_name(page.name + ".in")
        shown = by_hand if by_hand.exists() else page
        for line, code in blocks(shown.read_text(encoding="utf-8")):
            compiled += 1
            located = f'#line {line} "{shown.relative_to(root)}"\n{code}'
            done = subprocess.run([*compiler, "-fsyntax-only", "-x", "c++", "-"], input=located, text=True, check=False)
            failures += done.returncode != 0
    print(f"check_docs: {compiled} blocks, {failures} do not compile")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Makes README.md of README.md.in and the part of samples/02_pods_by_node.cpp between its [readme] marks.

usage: readme.py [--check]     --check only says whether README.md is up to date
"""
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent
if sys.argv[1:] not in ([], ["--check"]):
    sys.exit(__doc__)
mark = "// [readme]\n"
code = (root / "samples/02_pods_by_node.cpp").read_text().split(mark)[1]
text = (root / "README.md.in").read_text().replace("@readme@\n", f"```cpp\n{code}```\n")
readme = root / "README.md"
if not sys.argv[1:]:
    readme.write_text(text)
elif not readme.exists() or readme.read_text() != text:
    sys.exit("README.md differs from README.md.in and its sample: run scripts/readme.py")

#!/usr/bin/env python3
"""Compiles a source file with a typical mistake in it, and checks the first line of the compiler's error.

usage: mistakes_test.py FILE COMPILER [OPTION...]

The file says in comments at its beginning which text the first error line contains ("// first error: TEXT"), and which
further options it is compiled with ("// options: OPTIONS").
"""
import os
import re
import subprocess
import sys


def comment(text, name):
    found = re.search(rf"^// {name}: (.*)$", text, re.MULTILINE)
    return found.group(1) if found else ""


def main():
    file, *compiler = sys.argv[1:]
    with open(file, encoding="utf-8") as source:
        text = source.read()
    expected = comment(text, "first error")
    if not expected:
        sys.exit(f"{file}: it has no comment \"// first error: TEXT\"")
    command = [*compiler, "-fsyntax-only", *comment(text, "options").split(), file]
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}, check=False)
    errors = [line for line in run.stderr.splitlines() if re.search(r"\b(fatal )?error: ", line)]
    if run.returncode == 0 or not errors:
        sys.exit(f"{file}: it compiles, though it has a mistake\n{run.stderr}")
    print(errors[0])
    if expected not in errors[0]:
        sys.exit(f"{file}: the first error line does not say: {expected}\n{run.stderr[:4000]}")


main()

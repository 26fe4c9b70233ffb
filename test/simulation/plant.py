#!/usr/bin/env python3
"""Plants the defects of mutants.toml in copies of the library's sources, each behind its own switch.

usage: plant.py MUTANTS SOURCE_ROOT OUT_DIR [--list]
       plant.py MUTANTS --table        prints "id TAB falls TAB name" of each that seeds find
It fails if the text of a defect is not in its file exactly once. Then the source has changed, and the defect has to be
updated so that it still applies. Comments, spaces and line breaks make no difference.
"""
import pathlib
import re
import sys
import tomllib


# The tokens that a compiler sees: texts in quotation marks, names and numbers, and single characters. White space and
# comments are skipped.
TOKEN = re.compile(r'''(?P<skip>\s+|//[^\n]*|/\*.*?\*/)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|\w+|.''', re.DOTALL)


def tokens(text):
    return [(m.group(), m.start(), m.end()) for m in TOKEN.finditer(text) if m.group("skip") is None]


def places(text, find):
    """Returns where `find` is in the source, as a list of (begin, end). Comments and line breaks make no difference, so
    that a defect still applies after a comment was rewritten or a line was formatted anew."""
    here, wanted = tokens(text), [t for t, _, _ in tokens(find)]
    if not wanted:
        return []  # nothing but a comment
    return [(here[i][1], here[i + len(wanted) - 1][2]) for i in range(len(here) - len(wanted) + 1)
            if here[i][0] == wanted[0] and [t for t, _, _ in here[i:i + len(wanted)]] == wanted]


def replaced(text, find, planted, mutant):
    found = places(text, find)
    if len(found) != 1:
        sys.exit(f"plant.py: mutant {mutant['id']} ({mutant['name']}): its text occurs {len(found)} times, not once, in "
                 f"{mutant['file']}:\n{find}")
    switch = f"coinformer::planted::is_on({mutant['id']})"
    begin, end = found[0]
    return text[:begin] + planted.strip().replace("PLANTED", switch) + text[end:]


def as_list(one_or_more):
    return one_or_more if isinstance(one_or_more, list) else [one_or_more]


def main():
    mutants = tomllib.loads(pathlib.Path(sys.argv[1]).read_text())["mutant"]
    if sys.argv[2] == "--table":
        for m in mutants:
            if not m.get("seldom"):
                print(m["id"], ",".join(m["falls"]), m["name"], sep="\t")
        return
    root, out = map(pathlib.Path, sys.argv[2:4])
    files = {}
    for m in mutants:
        text = files.get(m["file"]) or (root / m["file"]).read_text()
        text = replaced(text, m["find"], m["planted"], m)
        for find, planted in zip(as_list(m.get("also_find", [])), as_list(m.get("also_planted", [])), strict=True):
            text = replaced(text, find, planted, m)
        files[m["file"]] = text
    for name, text in files.items():
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        planted = f'#include "simulation/planted.hpp"\n#line 1 "{name}"\n{text}'
        if not target.exists() or target.read_text() != planted:
            target.write_text(planted)
    if "--list" in sys.argv:
        print(";".join(sorted(files)), end="")


if __name__ == "__main__":
    main()

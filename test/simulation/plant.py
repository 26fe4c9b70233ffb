#!/usr/bin/env python3
"""Plants the defects of mutants.toml in copies of the library's sources, each behind its own switch.

usage: plant.py MUTANTS SOURCE_ROOT OUT_DIR [--list]
       plant.py MUTANTS --table        prints "id TAB falls TAB name" of each that seeds find
Fails when a text to be changed is not there exactly once: then the source has moved on, and the mutant must follow.
"""
import pathlib
import sys
import tomllib


def replaced(text, find, planted, mutant):
    if text.count(find) != 1:
        sys.exit(f"plant.py: mutant {mutant['id']} ({mutant['name']}): its text is there {text.count(find)} times in "
                 f"{mutant['file']}:\n{find}")
    switch = f"coinformer::planted::is_on({mutant['id']})"
    return text.replace(find, planted.replace("PLANTED", switch))


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


main()

#!/usr/bin/env python3
"""usage: scripts/generate_proto_fields.py [--check]

Writes lib/api/proto_fields.inc: the field numbers of the built-in kinds, from the Go modules k8s.io/api and
k8s.io/apimachinery, which `go mod download` fetches. Only facts are taken: names, numbers and types.
  --check   writes and fetches nothing; status 1 when the file is not what would be written, 77 without the modules
  --fetch   fetches the modules only, for a later --check"""

import pathlib
import sys
import textwrap

import kubernetes_api as k8s

TARGET = pathlib.Path(__file__).resolve().parent.parent / "lib/api/proto_fields.inc"
ALWAYS = ["Status", "ListMeta", "PartialObjectMetadata"]
HEAD = f"""// Made by scripts/generate_proto_fields.py of Kubernetes {k8s.VERSION.replace("v0", "1", 1)}: proto_table.hpp tells how to read it.
R"(
"""


def section(name):
    """Of the messages of a Go package: the apiVersion that it is of, or what is in both."""
    package = name.rpartition(".")[0]
    return "meta" if package == k8s.META else package


def render(api):
    by_package = {}
    for kind in api.kinds:
        by_package[section(kind.message)] = kind.api_version
    plurals = {kind.message: kind.plural for kind in api.kinds}
    roots = [kind.message for kind in api.kinds] + [f"{k8s.META}.{name}" for name in ALWAYS]
    sections = {}
    for name in api.reachable(roots):
        sections.setdefault(by_package.get(section(name), section(name)), []).append(name)

    def reference(kind, here):
        if "." not in kind:
            return kind
        there = by_package.get(section(kind), section(kind))
        message = kind.rpartition(".")[2]
        return message if there == here else f"{there}:{message}"

    lines = []
    for where, names in sorted(sections.items()):
        lines.append(f"@{where}")
        for name in names:
            words = [name.rpartition(".")[2] + (" " + plurals[name] if name in plurals else "") + ":"]
            for f in api.messages[name]:
                mark = {"one": "", "list": "*", "map": "%", "inline": "^"}[f.count] + ("!" if f.keeps_zero else "")
                words.append(f"{f.number} {f.name} {mark}{reference(f.type, where)}")
            lines += textwrap.wrap(" ".join(words), 118, subsequent_indent=" ", break_on_hyphens=False,
                                   break_long_words=False)
    return HEAD + "\n".join(lines) + '\n)"\n'


def main(arguments):
    if arguments not in ([], ["--check"], ["--fetch"]):
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"]) else 2
    api = k8s.load(fetch=arguments != ["--check"])
    if not api:
        print("the Go modules cannot be had", file=sys.stderr)
        return 77 if arguments == ["--check"] else 1
    if arguments == ["--fetch"]:
        return 0
    text = render(api)
    if arguments:
        is_current = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        print(f"{TARGET.name} is {'current' if is_current else 'not what scripts/generate_proto_fields.py writes'}")
        return 0 if is_current else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


sys.exit(main(sys.argv[1:]))

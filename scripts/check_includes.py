#!/usr/bin/env python3
"""Checks who includes whom (docs/architecture.md): include arrows point one way, and heavy headers stay in few files.

usage: check_includes.py [CHECKOUT]      (default: the current directory)
"""
import re
import sys
from pathlib import Path

# a room may include what stands in its set; nobody but testing may include testing, nobody needs observe
ROOMS = {
    "core": {"core"},
    "transport": {"transport", "core"},
    "api": {"api", "transport", "core"},
    "types": {"types", "api", "core"},
    "groups": {"types", "cache", "api", "core"},  # types/<group>.hpp: the group's accessors of a factory
    "cache": {"cache", "api", "transport", "core"},
    "controller": {"controller", "cache", "api", "transport", "core"},
    "observe": {"observe", "core"},
}
ROOMS["testing"] = {"testing"}.union(*ROOMS.values())
ROOMS[""] = set(ROOMS) - {"testing"}  # coinformer.hpp, which includes all that users need

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# what would make every user's file slow to compile, or show a library that is ours to exchange
NOT_PUBLIC = re.compile(r"boost/beast|boost/asio\.hpp|boost/asio/ssl|boost/json(?!/fwd\.hpp)|yaml-cpp/|openssl/")
BEAST = re.compile(r"boost/beast")
# the sample is a user's own server
BEAST_ALLOWED = re.compile(r"lib/transport/http1_codec\.cpp$|lib/testing/|samples/\d+_http_lister\.cpp$")


def room_of(path):
    """The room of a file below include/coinformer or lib; None elsewhere."""
    parts = path.split("/")
    if parts[:2] == ["include", "coinformer"]:
        parts = parts[2:]
    elif parts[0] == "lib":
        parts = parts[1:]
    else:
        return None
    if parts[0] == "types" and len(parts) == 2 and path.startswith("include/"):
        return "groups"
    return parts[0] if len(parts) > 1 else ""


def target_room(bracket, name, room):
    """The room of what is included; None when it is none of ours."""
    parts = name.split("/")
    if parts[0] == "coinformer":
        return parts[1] if len(parts) > 2 else ""
    if bracket == "<":
        return None
    while parts[0] == "..":
        parts = parts[1:]
        if len(parts) == 1:
            return ""
    return parts[0] if len(parts) > 1 and parts[0] in ROOMS else room


def check(path, text):
    room, public = room_of(path), path.startswith("include/")
    for number, line in enumerate(text.split("\n"), 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        bracket, name = found.groups()
        if room is not None:
            target = target_room(bracket, name, room)
            if room not in ROOMS:
                yield number, f"{room} is no room of the architecture"
            elif target is not None and target not in ROOMS[room]:
                yield number, f"{room or 'the umbrella header'} may not include {target or 'the umbrella header'}: {name}"
        if public and NOT_PUBLIC.match(name):
            yield number, f"a public header may not include {name}"
        if BEAST.match(name) and not BEAST_ALLOWED.search(path):
            yield number, f"only lib/transport/http/http1_codec.cpp and lib/testing may include Beast: {name}"


def main(arguments):
    if "-h" in arguments or "--help" in arguments:
        print(__doc__)
        return 0
    root = Path(arguments[0] if arguments else ".")
    count = files = 0
    for top in ("include", "lib", "samples", "test"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".cpp", ".hpp"):
                files += 1
                name = path.relative_to(root).as_posix()
                for number, message in check(name, path.read_text(encoding="utf-8")):
                    print(f"{name}:{number}: {message}")
                    count += 1
    print(f"check_includes: {files} files, {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

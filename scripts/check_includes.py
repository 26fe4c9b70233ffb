#!/usr/bin/env python3
"""Checks the includes between rooms and folders: they go in one direction only (docs/architecture.md), and heavy headers
are included in few files. Checks also that the names of private headers are in a namespace detail, and that a header
includes the headers of the standard library that it needs: our own builds join many files into one, and so would not
notice that one is missing.

usage: check_includes.py [CHECKOUT]      (default: the current directory)
"""
import re
import sys
from pathlib import Path

# A room may include the rooms of its set. Nothing but testing may include testing.
ROOMS = {
    "core": {"core"},
    "transport": {"transport", "core"},
    "api": {"api", "transport", "core"},
    "types": {"types", "api", "core"},
    "groups": {"types", "cache", "api", "core"},  # types/<group>.hpp: the group's accessors of a factory
    "cache": {"cache", "api", "transport", "core"},
    "parts": {"parts", "cache", "api", "transport", "core"},
    "controller": {"controller", "cache", "api", "transport", "core"},
    "shard": {"shard", "controller", "cache", "api", "transport", "core"},
    "fleet": {"fleet", "controller", "cache", "api", "transport", "core"},
}
ROOMS["testing"] = {"testing"}.union(*ROOMS.values())
# Libraries of their own, which no other room includes.
ROOMS["prometheus"] = {"prometheus", "core"}
ROOMS["status_page"] = {"status_page", "controller", "cache", "api", "core"}

# The folders of a room in lib/. A folder may include itself and the folders of its set. "" stands for the files beside
# the folders.
FOLDERS = {
    "transport": {"process": set(), "config": {"process"}, "stream": {"config"}, "http": {"stream", "config"}},
    "api": {"object": set(), "json": {"object"}, "protobuf": {"json", "object"}, "stream": {"protobuf", "json", "object"},
            "image": {"protobuf", "json", "object"},
            "client": {"stream", "protobuf", "json", "object"},
            "source": {"client", "stream", "protobuf", "json", "object"}},
    "cache": {"store": set(), "metrics": set(), "warm": {"store", "metrics"}, "audit": {"store", "metrics"}, "recorder": {"store", "metrics", "warm"}, "reflector": {"store", "metrics", "warm"}, "handlers": {"store", "metrics"},
              "": {"handlers", "reflector", "store", "metrics", "warm", "audit", "recorder"}},
    "testing": {"formats": set(), "store": {"formats"}, "http": {"store", "formats"}, "tools": {"http", "store", "formats"}},
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# These would slow down the compilation of every user's file, or make a library visible that we may want to exchange.
NOT_PUBLIC = re.compile(r"boost/beast|boost/asio\.hpp|boost/asio/ssl|boost/json(?!/fwd\.hpp)|yaml-cpp/|openssl/")
BEAST = re.compile(r"boost/beast")
# The samples contain HTTP servers as users write them.
BEAST_ALLOWED = re.compile(r"lib/transport/http/http1_codec\.cpp$|lib/testing/|lib/status_page/loopback|samples/\d+_(http_lister|observed_service)\.cpp$")

# The rest of the library needs no prometheus-cpp.
PROMETHEUS_CPP = re.compile(r"prometheus/")

PUBLIC_NAMESPACE = re.compile(r"^namespace coinformer(::testing)? \{")
# These private headers define a class that a public header declares and does not define.
PUBLIC_NAMESPACE_ALLOWED = {"lib/api/client/client_impl.hpp", "lib/cache/informer_factory_impl.hpp",
                            "lib/testing/store/api_store.hpp"}


# The headers of some names of the standard library. The generated headers of types/ name few of them, and include what
# they need through one header.
STANDARD = {
    "array": "std::array<", "atomic": "std::atomic<", "cstdint": "std::uint64_t", "deque": "std::deque<",
    "functional": "std::function<", "map": "std::map<", "memory": r"std::(?:shared|unique|weak)_ptr<",
    "mutex": r"std::mutex\b", "optional": "std::optional<", "set": "std::set<", "span": "std::span<",
    "string_view": r"std::string_view\b", "unordered_map": "std::unordered_map<", "variant": "std::variant<",
    "vector": "std::vector<",
}
STANDARD = {header: re.compile(rf"^(?:(?!//).)*{names}", re.MULTILINE) for header, names in STANDARD.items()}


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
    """The room of an included file; None if the file is not part of the library."""
    parts = name.split("/")
    if parts[0] == "coinformer":
        return parts[1] if len(parts) > 2 else ""
    if bracket == "<":
        return None
    while parts[0] == "..":
        parts = parts[1:]
    return parts[0] if len(parts) > 1 and parts[0] in ROOMS else room


def folder_message(path, bracket, name, room):
    """The message about an include from one folder of a room to another that is not allowed; None if it is allowed."""
    parts, target = path.split("/")[2:], name.split("/")
    if room not in FOLDERS or not path.startswith("lib/") or bracket == "<" or target[0] != room:
        return None
    folder = parts[0] if len(parts) > 1 else ""
    other = target[1] if len(target) > 2 else ""
    if folder not in FOLDERS[room]:
        return f"lib/{room}/{folder} is no folder of the architecture" if folder else None
    if other != folder and other not in FOLDERS[room][folder]:
        return f"lib/{room}/{folder} may not include lib/{room}/{other}: {name}"
    return None


def missing_standard_headers(path, text):
    """The headers of STANDARD that this header needs and does not include."""
    if not path.endswith(".hpp") or path.split("/")[0] not in ("include", "lib") or "/types/" in path:
        return []
    return [h for h, names in STANDARD.items() if names.search(text) and f"#include <{h}>" not in text]


def check(path, text):
    for header in missing_standard_headers(path, text):
        yield 1, f"this header needs #include <{header}>"
    room, public = room_of(path), path.startswith("include/")
    private_header = path.startswith("lib/") and path.endswith(".hpp")
    for number, line in enumerate(text.split("\n"), 1):
        if private_header and PUBLIC_NAMESPACE.match(line) and path not in PUBLIC_NAMESPACE_ALLOWED:
            yield number, "the names of a private header are in coinformer::detail, coinformer::parts::detail or coinformer::testing::detail"
        found = INCLUDE.match(line)
        if not found:
            continue
        bracket, name = found.groups()
        if room is not None:
            target = target_room(bracket, name, room)
            if room not in ROOMS:
                yield number, f"{room or 'the top of include/ or lib/'} is no room of the architecture"
            elif target is not None and target not in ROOMS[room]:
                yield number, f"{room} may not include {target}: {name}"
            elif (message := folder_message(path, bracket, name, room)) is not None:
                yield number, message
        if public and NOT_PUBLIC.match(name):
            yield number, f"a public header may not include {name}"
        if bracket == "<" and PROMETHEUS_CPP.match(name) and room not in (None, "prometheus"):
            yield number, f"only the room prometheus may include prometheus-cpp: {name}"
        if BEAST.match(name) and not BEAST_ALLOWED.search(path):
            yield number, f"only lib/transport/http/http1_codec.cpp, lib/testing and the server of lib/status_page may include Beast: {name}"


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

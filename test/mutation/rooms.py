"""Which part of the library a source file belongs to; mutation scores and branch coverage are reported by these rooms."""

import fnmatch

ROOMS = {
    "core": ["lib/core/*", "include/coinformer/core/*"],
    "cache": ["lib/cache/*", "include/coinformer/cache/*"],
    "transport": ["lib/transport/*", "include/coinformer/transport/*"],
    "decoders": ["lib/api/" + name for name in (
        "json_*", "proto_*", "object_builder*", "object_reader*", "object_scanner*", "scalar*", "scanned_object*",
        "utf8*", "byte_window*", "schema*", "tape*", "status*", "key_sets*", "list_decoder*", "watch_decoder*")],
    "client": ["lib/api/*", "include/coinformer/api/*"],  # what is no decoder
    "controller": ["lib/controller/*", "include/coinformer/controller/*"],
}


def room_of(name):
    """The room of a file, given relative to the root of the repository; None if it is not the library's."""
    for room, patterns in ROOMS.items():
        if any(fnmatch.fnmatch(name, p) for p in patterns) and name.endswith((".cpp", ".hpp")):
            return room
    return None

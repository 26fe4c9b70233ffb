"""Says to which room of the library a source file belongs. Mutation scores and branch coverage are reported by room."""

import fnmatch

ROOMS = {
    "core": ["lib/core/*", "include/coinformer/core/*"],
    "cache": ["lib/cache/*", "include/coinformer/cache/*"],
    "transport": ["lib/transport/*", "include/coinformer/transport/*"],
    "decoders": ["lib/api/" + folder + "/*" for folder in ("object", "json", "protobuf", "stream")],
    "client": ["lib/api/client/*", "include/coinformer/api/*"],
    "controller": ["lib/controller/*", "include/coinformer/controller/*"],
}


def room_of(name):
    """Returns the room of a file, given relative to the root of the repository, or None if it is not the library's."""
    for room, patterns in ROOMS.items():
        if any(fnmatch.fnmatch(name, p) for p in patterns) and name.endswith((".cpp", ".hpp")):
            return room
    return None

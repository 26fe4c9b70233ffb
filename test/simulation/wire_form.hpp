#pragma once

#include "wire_log.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simulation {

// What the oracle reads from the bytes of an answer, in JSON and in protobuf. It shares no code with the library.

/// An event of a watch, without the time at which it came.
struct told_event {
    line is;
    int error_code = 0;        ///< of an ERROR
    bool ends_initial = false; ///< the bookmark that ends the initial events
};
told_event read_json_event(std::string_view text);
/// Takes a whole event from the front of `bytes`; nullopt: none is whole yet.
std::optional<told_event> cut_proto_event(std::string& bytes);

struct told_page {
    struct item {
        key of;
        state is;
        bool decodes = true;
    };
    version at = 0;
    std::string token;
    std::optional<std::uint64_t> remaining;
    std::vector<item> items;
};
/// nullopt: it is no whole list.
std::optional<told_page> read_json_page(std::string_view body);
std::optional<told_page> read_proto_page(std::string_view body);

/// A list of ConfigMaps in protobuf that no client may take: the length of the list is too great (0), that of an object
/// (1), or the list ends before its last object does (2). It has objects that never were.
std::string lying_list(std::int64_t how, std::string const& version);

/// As JSON has the bytes of a Secret.
std::string base64(std::string_view bytes);

} // namespace simulation

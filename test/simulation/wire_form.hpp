#pragma once

#include "wire_log.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simulation {

// The oracle's own reader of answers in JSON and in protobuf. It shares no code with the library.

/// An event of a watch, without the time at which it arrived.
struct told_event {
    line is;
    int error_code = 0;        ///< the code of an ERROR event
    bool ends_initial = false; ///< it is the bookmark that ends the initial events
};
told_event read_json_event(std::string_view text);
/// Takes a whole event from the front of `bytes`. Returns nullopt if `bytes` holds no whole event.
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
/// returns nullopt if `body` is no whole list
std::optional<told_page> read_json_page(std::string_view body);
std::optional<told_page> read_proto_page(std::string_view body);

/// Makes a list of ConfigMaps in protobuf that every client must refuse. `how` says what is wrong: the length
/// of the list is too great (0), the length of an object is too great (1), or the list ends before its last
/// object does (2). Its objects never existed.
std::string lying_list(std::int64_t how, std::string const& version);

/// Encodes bytes in the way in which JSON carries the data of a Secret.
std::string base64(std::string_view bytes);

} // namespace simulation

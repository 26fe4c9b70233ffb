#pragma once

#include "api/protobuf/names.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Messages within messages, each of which takes some stack. In the table of Kubernetes 1.37 none contains itself, and
/// the deepest has some 20 levels; a server chooses the bytes, and a later table may be another.
inline constexpr unsigned most_nested_messages = 200;

/// The JSON of a message, as the server writes it but for the order of members.
/// Errors: api_error(errc::malformed_protobuf), also if messages are nested more than `most_nested` levels deep.
std::string proto_json(proto_names const& names, std::string_view message, unsigned most_nested = most_nested_messages);

/// What a pointer leads to in it. A string comes without quotes when `plain`. nullopt: nothing. Errors: the same;
/// errc::bad_request for what is no pointer.
std::optional<std::string> proto_value_at(proto_names const& names, std::string_view message, std::string_view pointer,
                                          bool plain);

} // namespace coinformer::detail

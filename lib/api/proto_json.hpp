#pragma once

#include "api/proto_names.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// The JSON of a message, as the server writes it but for the order of members.
/// Errors: api_error(errc::malformed_protobuf).
std::string proto_json(proto_names const& names, std::string_view message);

/// What a pointer leads to in it. A string comes without quotes when `plain`. nullopt: nothing. Errors: the same;
/// errc::bad_request for what is no pointer.
std::optional<std::string> proto_value_at(proto_names const& names, std::string_view message, std::string_view pointer,
                                          bool plain);

} // namespace coinformer::detail

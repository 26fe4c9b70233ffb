#pragma once

#include "api/stream/status.hpp"

#include <optional>
#include <string_view>

namespace coinformer::detail {

// Reads a Status while it is being parsed, without building its values: time and memory are in proportion to
// the body, whatever it holds, and at most status_limits::causes causes are kept. Returns nullopt if it is no
// Status.

std::optional<status_answer> read_json_status(std::string_view body);
/// The same in protobuf. `body` begins with proto_magic.
std::optional<status_answer> read_proto_status(std::string_view body);

} // namespace coinformer::detail

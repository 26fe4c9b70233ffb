#pragma once

#include "api/stream/status.hpp"

#include <optional>
#include <string_view>

namespace coinformer::detail {

// Read a Status while it is parsed, without a tree of its values: whatever stands in the body, the work and the memory
// are in proportion to its size, and no more causes are kept than status_limits::causes. nullopt if it is no Status.

std::optional<status_answer> read_json_status(std::string_view body);
/// `body` begins with proto_magic.
std::optional<status_answer> read_proto_status(std::string_view body);

} // namespace coinformer::detail

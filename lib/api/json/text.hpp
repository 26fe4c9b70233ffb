#pragma once

#include "transport/config/base64.hpp"

#include <cstdint>
#include <string>
#include <string_view>

// Values that the JSON of Kubernetes writes as strings, and protobuf does not.

namespace coinformer::detail {

/// Returns a time such as "2024-05-01T12:00:00Z". `seconds` counts from 1970; the year is from 1 to 9999.
std::string rfc3339(std::int64_t seconds);
/// Returns the same with microseconds, such as "2024-05-01T12:00:00.000000Z".
std::string rfc3339_micro(std::int64_t seconds, std::int64_t microseconds);

} // namespace coinformer::detail

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// What Kubernetes' JSON writes as a string, and protobuf does not.

namespace coinformer::detail {

std::string base64(std::string_view bytes);

/// Seconds since 1970, of the years 1 to 9999: "2024-05-01T12:00:00Z".
std::string rfc3339(std::int64_t seconds);
/// "2024-05-01T12:00:00.000000Z"
std::string rfc3339_micro(std::int64_t seconds, std::int64_t microseconds);

} // namespace coinformer::detail

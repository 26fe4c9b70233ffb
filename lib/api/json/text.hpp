#pragma once

#include "transport/config/base64.hpp"

#include <cstdint>
#include <string>
#include <string_view>

// Values that the JSON of Kubernetes writes as strings, and protobuf does not.

namespace coinformer::detail {

/// True if rfc3339() can say a time: the seconds are those of the years 1 to 9999.
constexpr bool is_in_rfc3339(std::int64_t seconds, std::int64_t nanoseconds = 0) noexcept
{
    constexpr std::int64_t first = -62'135'596'800; // 0001-01-01T00:00:00Z
    constexpr std::int64_t last = 253'402'300'799;  // 9999-12-31T23:59:59Z
    return seconds >= first && seconds <= last && nanoseconds >= 0 && nanoseconds <= 999'999'999;
}

/// Returns a time such as "2024-05-01T12:00:00Z". `seconds` counts from 1970, and is_in_rfc3339().
std::string rfc3339(std::int64_t seconds);
/// Returns the same with microseconds, such as "2024-05-01T12:00:00.000000Z".
std::string rfc3339_micro(std::int64_t seconds, std::int64_t microseconds);

} // namespace coinformer::detail

#pragma once

#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// Returns a time in UTC, to the second: "2026-11-21T15:04:05Z".
std::string rfc3339(wall_time at);

/// A time of the years 0 to 9999, which wall_time cannot hold: "9999-12-31T23:59:59Z" often means "never".
using text_time = std::chrono::sys_time<std::chrono::microseconds>;

/// Reads a time of any zone; of a fraction of a second, six digits count. Returns nullopt if the text is not
/// such a time.
std::optional<text_time> parse_rfc3339(std::string_view text);

/// Returns how long something has lasted, as kubectl shows it: "90s", "5m30s", "3d4h".
std::string short_duration(std::chrono::milliseconds d);
/// Returns short_duration() of the time since `then`. Fractions of a second do not count.
std::string short_age(text_time then, wall_time now);

} // namespace coinformer::testing::detail

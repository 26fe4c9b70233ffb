#pragma once

#include <coinformer/core/time_source.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// Returns a time in UTC, to the second: "2026-11-21T15:04:05Z".
std::string rfc3339(wall_time at);

/// Reads a time of any zone; a fraction of a second is dropped. Returns nullopt if the text is not such a
/// time.
std::optional<wall_time> parse_rfc3339(std::string_view text);

/// Returns how long something has lasted, as kubectl shows it: "90s", "5m30s", "3d4h".
std::string short_duration(duration d);

} // namespace coinformer::testing::detail

#pragma once

#include <coinformer/core/time_source.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::testing {

/// In UTC, to the second: "2026-11-21T15:04:05Z".
std::string rfc3339(wall_time at);

/// Of any zone, a fraction is left out. None for what is no such time.
std::optional<wall_time> parse_rfc3339(std::string_view text);

/// How long something has been, as kubectl says it: "90s", "5m30s", "3d4h".
std::string short_duration(duration d);

} // namespace coinformer::testing

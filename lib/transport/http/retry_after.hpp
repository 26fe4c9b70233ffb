#pragma once

#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <optional>
#include <string_view>

namespace coinformer::detail {

/// Reads a date as HTTP writes it (RFC 9110, IMF-fixdate): "Sun, 06 Nov 1994 08:49:37 GMT". Returns nullopt
/// for everything else, including the two obsolete forms. The result is in seconds, because the years that
/// can be written do not fit into the nanoseconds of wall_time.
std::optional<std::chrono::sys_seconds> parse_http_date(std::string_view text);

/// Returns how long a server asks to wait in the header Retry-After, which holds a number of seconds or a
/// date; nullopt if it does not ask. The result is between zero and status_limits::retry_after.
///
/// A date is compared with the header Date of the same answer, because both come from the server's clock;
/// without that header it is compared with `now`. A date that has passed means zero.
std::optional<std::chrono::seconds> parse_retry_after(std::string_view retry_after, std::string_view date,
                                                      wall_time now);

} // namespace coinformer::detail

#pragma once

#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <optional>
#include <string_view>

namespace coinformer {

/// A date as HTTP writes it (RFC 9110, IMF-fixdate): "Sun, 06 Nov 1994 08:49:37 GMT". In seconds, because the years
/// that can be written do not fit into the nanoseconds of wall_time. nullopt if it is none; the two obsolete forms are
/// none.
std::optional<std::chrono::sys_seconds> parse_http_date(std::string_view text);

/// How long a server asks to wait in the header Retry-After, a number of seconds or a date; nullopt if it does not say.
///
/// A date is compared with the answer's own header `Date`, since both are of the server's clock, and with `now` if
/// there is none. A date that has passed means zero. Result     between zero and status_limits::retry_after.
std::optional<std::chrono::seconds> parse_retry_after(std::string_view retry_after, std::string_view date,
                                                      wall_time now);

} // namespace coinformer

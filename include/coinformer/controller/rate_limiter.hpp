#pragma once

#include <coinformer/core/token_bucket.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace coinformer {

/// Returns how long a failed key waits before it is tried again. The arguments are the number of earlier
/// failures since the key's last success, and the present time. A limiter does not know the key; if it has
/// state, such as the tokens of a bucket, the state is shared by all keys.
///
/// You may pass a lambda of your own. A work queue calls it while it holds its lock, so it must be quick and
/// must not call the queue. If it throws, the queue logs that and uses the delay of exponential_limiter()
/// instead.
using rate_limiter = std::function<duration(std::uint32_t failures, time_point now)>;

/// Returns `first` for the first failure and doubles the delay with each further one, up to `cap`.
rate_limiter exponential_limiter(duration first = std::chrono::milliseconds(5),
                                 duration cap = std::chrono::seconds(1000));

/// Returns `fast` for the first `tries` failures, then `slow`.
rate_limiter fast_slow_limiter(duration fast, duration slow, std::uint32_t tries);

/// Limits retries of all keys together to `per_second`, after an initial burst of `burst`.
///
/// No key waits longer than `longest`. A key that would have to wait longer takes no token, and is scheduled
/// in the second half of `longest`, evenly spread. So the rate may be exceeded if very many keys fail
/// together.
///
/// Errors     errc::bad_request if `per_second` or `burst` is not positive, or the burst takes more than a
///            century to come back.
rate_limiter bucket_limiter(double per_second = 10, std::size_t burst = 100,
                            duration longest = std::chrono::seconds(30));

/// Returns the longer of the two delays. Both limiters are called each time.
rate_limiter max_of(rate_limiter a, rate_limiter b);

/// Returns the delay of `inner`, but at most `longest`.
rate_limiter capped(rate_limiter inner, duration longest);

/// Returns max_of(exponential_limiter(), bucket_limiter()): each key backs off by itself. If many keys fail
/// together, up to 400 of them are retried at ten per second, and the others are spread over half a minute.
rate_limiter default_rate_limiter();

} // namespace coinformer

#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace coinformer {

/// How long a key waits before it is tried again: asked with how often it has failed before since its last success, and
/// with the time. A value without a clock and without keys; what it keeps (a bucket's tokens) is for all keys together.
/// A lambda of one's own is one, too: a work queue calls it under its lock, so it is quick and calls nobody. When it
/// throws, the queue takes the delay of exponential_limiter().
using rate_limiter = std::function<duration(std::uint32_t failures, time_point now)>;

/// `first`, then twice as long each time, up to `cap`.
rate_limiter exponential_limiter(duration first = std::chrono::milliseconds(5),
                                 duration cap = std::chrono::seconds(1000));

/// `fast` for the first `tries` failures, then `slow`.
rate_limiter fast_slow_limiter(duration fast, duration slow, std::uint32_t tries);

/// So many a second over all keys, after a burst of so many. No key waits longer than `longest` for that: for what
/// would have to, there is no token, and it comes some time in the second half of `longest`, one after the other. So of
/// a great many keys that fail together more than so many a second come again.
rate_limiter bucket_limiter(double per_second = 10, std::size_t burst = 100,
                            duration longest = std::chrono::seconds(30));

/// The longer of the two delays. Both are asked each time.
rate_limiter max_of(rate_limiter a, rate_limiter b);

/// No longer than `longest`.
rate_limiter capped(rate_limiter inner, duration longest);

/// max_of(exponential_limiter(), bucket_limiter()): each key backs off by itself, up to 400 keys together come at ten a
/// second, and more than that spread over half a minute.
rate_limiter default_rate_limiter();

/// A bucket that holds up to `burst` tokens and gets so many a second. A value; it begins full.
class token_bucket {
public:
    /// Errors: errc::bad_request for a rate or a burst that is not positive.
    token_bucket(double per_second, std::size_t burst);

    /// Takes a token, perhaps one that is yet to come. Result: how long until it is there. One that is further away
    /// than `longest` is not taken, and `longest` is the result.
    duration take(time_point now, duration longest) noexcept;
    /// Takes a token if there is one.
    bool try_take(time_point now) noexcept;
    /// Waits for a token, after who waits already. Cancel: at any time; the token is there for others.
    [[nodiscard]] task<> wait(time_source& time) &;

private:
    duration interval_;
    duration depth_;                         // what the bucket holds, as time
    time_point full_at_ = time_point::min(); // when it would be full again
};

} // namespace coinformer

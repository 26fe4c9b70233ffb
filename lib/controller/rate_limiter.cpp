#include <coinformer/controller/rate_limiter.hpp>
#include <coinformer/core/error.hpp>

#include <algorithm>
#include <limits>

namespace coinformer {

rate_limiter exponential_limiter(duration first, duration cap)
{
    return [first, cap](std::uint32_t failures, time_point) {
        auto const doublings =
            std::min<std::uint32_t>(failures, std::numeric_limits<duration::rep>::digits - 1);
        if (first.count() > cap.count() >> doublings) return cap; // the shift below would overflow
        return duration(first.count() << doublings);
    };
}

rate_limiter fast_slow_limiter(duration fast, duration slow, std::uint32_t tries)
{
    return [=](std::uint32_t failures, time_point) { return failures < tries ? fast : slow; };
}

rate_limiter bucket_limiter(double per_second, std::size_t burst, duration longest)
{
    auto const half = longest / 2;
    // Steps of the golden section spread any number of points evenly over an interval.
    auto const step = std::chrono::duration_cast<duration>(half * 0.618);
    return [bucket = token_bucket(per_second, burst), longest, half, step,
            sooner = duration::zero()](std::uint32_t, time_point now) mutable {
        auto const wait = bucket.take(now, longest);
        if (wait < longest || half <= duration::zero()) return wait;
        sooner = (sooner + step) % half;
        return longest - sooner;
    };
}

rate_limiter max_of(rate_limiter a, rate_limiter b)
{
    return [a = std::move(a), b = std::move(b)](std::uint32_t failures, time_point now) {
        auto const one = a(failures, now);
        return std::max(one, b(failures, now));
    };
}

rate_limiter capped(rate_limiter inner, duration longest)
{
    return [inner = std::move(inner), longest](std::uint32_t failures, time_point now) {
        return std::min(inner(failures, now), longest);
    };
}

rate_limiter default_rate_limiter()
{
    return max_of(exponential_limiter(), bucket_limiter());
}

token_bucket::token_bucket(double per_second, std::size_t burst)
{
    double const interval = 1e9 / per_second;
    double const depth = interval * static_cast<double>(burst);
    if (!(per_second > 0) || burst == 0 || depth > 4e18)
        throw api_error(errc::bad_request, "token_bucket",
                        "the rate and the burst must be positive, and the bucket must fill within a century");
    interval_ = std::chrono::duration_cast<duration>(std::chrono::duration<double, std::nano>(interval));
    depth_ = std::chrono::duration_cast<duration>(std::chrono::duration<double, std::nano>(depth));
}

// The bucket is one number: the time when it would be full again. Taking a token moves that time by one
// interval, and the token is there as soon as the bucket would be full within `depth_`. So nothing has to be
// counted while time passes.
duration token_bucket::take(time_point now, duration longest) noexcept
{
    auto const full_at = std::max(full_at_, now) + interval_;
    auto const wait = full_at - now - depth_;
    if (wait > longest) return longest;
    full_at_ = full_at;
    return std::max(wait, duration::zero());
}

bool token_bucket::try_take(time_point now) noexcept
{
    auto const full_at = std::max(full_at_, now) + interval_;
    if (full_at - now > depth_) return false;
    full_at_ = full_at;
    return true;
}

task<> token_bucket::wait(time_source& time) &
{
    auto const delay = take(time.now(), duration::max());
    try {
        co_await time.sleep_for(delay);
    } catch (...) {
        full_at_ -= interval_; // returns the token
        throw;
    }
}

} // namespace coinformer

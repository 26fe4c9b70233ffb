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

} // namespace coinformer

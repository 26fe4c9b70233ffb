#include <coinformer/core/error.hpp>
#include <coinformer/core/token_bucket.hpp>

#include <algorithm>

namespace coinformer {

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

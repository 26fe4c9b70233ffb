#include "limits.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

limits::limits(dice& d, bool with_bucket)
{
    doubling_ = d.chance(70);
    first_ = std::chrono::milliseconds(d.range(1, 2000));
    longest_ = std::chrono::seconds(d.range(1, 60));
    tries_ = static_cast<std::uint32_t>(d.below(5));
    bucket_ = d.chance(40) && with_bucket;
    a_second_ = d.pick(std::vector<std::int64_t>{1, 2, 5, 10});
    burst_ = d.range(1, 5);
    longest_wait_ = std::chrono::seconds(d.range(1, 10));
    capped_ = d.chance(30);
    cap_ = std::chrono::milliseconds(d.range(500, 20'000));
    credit_ = burst_ * (duration(1s) / a_second_);
}

rate_limiter limits::tested() const
{
    auto l = doubling_ ? exponential_limiter(first_, longest_) : fast_slow_limiter(first_, longest_, tries_);
    if (bucket_)
        l = max_of(std::move(l), bucket_limiter(static_cast<double>(a_second_),
                                                static_cast<std::size_t>(burst_), longest_wait_));
    return capped_ ? capped(std::move(l), cap_) : l;
}

duration limits::delay(std::uint32_t failures, time_point now)
{
    auto wait = first_;
    if (!doubling_ && failures >= tries_) wait = longest_;
    for (std::uint32_t i = 0; doubling_ && i != failures && wait < longest_; ++i) wait *= 2;
    if (doubling_) wait = std::min(wait, longest_);
    if (bucket_) { // credit_ is the bucket's content as time; a negative one is promised to earlier callers
        auto const token = duration(1s) / a_second_;
        credit_ = std::min<duration>(burst_ * token, credit_ + (now - counted_));
        counted_ = now;
        auto const left = credit_ - token;
        if (-left <= longest_wait_) credit_ = left;
        auto token_in = std::min(-left, longest_wait_);
        if (token_in == longest_wait_) { // there is no token in time: spread over the second half
            auto const half = longest_wait_ / 2;
            sooner_ = (sooner_ + std::chrono::duration_cast<duration>(half * 0.618)) % half;
            token_in -= sooner_;
        }
        wait = std::max(wait, token_in);
    }
    return capped_ ? std::min(wait, cap_) : wait;
}

std::string limits::text() const
{
    auto const ms = [](duration d) { return std::to_string(d / 1ms) + " ms"; };
    auto text = (doubling_ ? "from " + ms(first_) + " to " + ms(longest_)
                           : ms(first_) + ", and " + ms(longest_) + " after " + std::to_string(tries_));
    if (bucket_)
        text += ", " + std::to_string(a_second_) + " a second and " + std::to_string(burst_) +
                " at once, within " + ms(longest_wait_);
    if (capped_) text += ", at most " + ms(cap_);
    return text;
}

} // namespace simulation

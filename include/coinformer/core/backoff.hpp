#pragma once

#include <coinformer/core/random.hpp>
#include <coinformer/core/time_source.hpp>

namespace coinformer {

/// How long to wait between attempts.
struct backoff_options {
    duration first = std::chrono::milliseconds(800); ///< base of the first delay
    duration cap = std::chrono::seconds(30);         ///< bases grow up to this
    unsigned factor = 2;                             ///< each base is the last one times this
    unsigned jitter_percent = 100;                   ///< a delay is uniform in [base, base + jitter)

    /// 0 < first <= cap <= a day, and a jitter of at most 1000 percent: no attempt follows the other at once, nor
    /// never.
    bool is_valid() const noexcept
    {
        return first > duration::zero() && first <= cap && cap <= std::chrono::hours(24) && jitter_percent <= 1000;
    }
};

/// Exponential back-off as a value: no clock, no I/O. client-go's figures are the default; unlike client-go it
/// starts anew only on reset(), that is after success, not because time has passed.
class backoff {
public:
    backoff(backoff_options options, random_source random) noexcept
        : options_(options), random_(random), base_(options.first)
    {
    }

    duration next() noexcept
    {
        auto const room = static_cast<std::uint64_t>(base_.count()) / 100 * options_.jitter_percent;
        auto const extra = random_.below(room);
        auto const delay = base_ + duration(static_cast<duration::rep>(extra));
        auto const factor = options_.factor == 0 ? 1 : options_.factor;
        base_ = base_ > options_.cap / factor ? options_.cap : base_ * factor;
        return delay;
    }

    void reset() noexcept { base_ = options_.first; }

private:
    backoff_options options_;
    random_source random_;
    duration base_;
};

} // namespace coinformer

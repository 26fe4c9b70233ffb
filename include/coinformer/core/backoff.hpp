#pragma once

#include <coinformer/core/random.hpp>
#include <coinformer/core/time_source.hpp>

#include <cstdint>

namespace coinformer {

/// The delays between attempts. Each delay is a base plus random jitter; the base grows with each attempt.
struct backoff_options {
    duration first = std::chrono::milliseconds(800); ///< base of the first delay
    duration cap = std::chrono::seconds(30);         ///< the largest base
    unsigned factor = 2;                             ///< each base is the one before, multiplied by this
    unsigned jitter_percent = 100;                   ///< a delay is in [base, base + jitter), uniformly

    /// True if 0 < first <= cap <= 24 h and the jitter is at most 1000 percent. So no attempt follows another
    /// without a pause, and no pause is practically endless.
    bool is_valid() const noexcept
    {
        return first > duration::zero() && first <= cap && cap <= std::chrono::hours(24) &&
               jitter_percent <= 1000;
    }
};

/// Exponential back-off as a plain value, without a clock and without I/O. The defaults are client-go's.
/// Unlike client-go's, it returns to the first delay only on reset(), that is after a success, and not
/// because time has passed.
class backoff {
public:
    backoff(backoff_options options, random_source random) noexcept
        : options_(options), random_(random), base_(options.first)
    {
    }

    /// Returns the next delay, and makes the following one longer.
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
    duration first() const noexcept { return options_.first; } ///< the base of the first delay

private:
    backoff_options options_;
    random_source random_;
    duration base_;
};

} // namespace coinformer

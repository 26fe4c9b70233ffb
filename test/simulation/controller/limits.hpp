#pragma once

#include "simulation/dice.hpp"

#include <coinformer/controller/rate_limiter.hpp>

#include <string>

namespace simulation {

/// A seed's rate limiter: the library's own, and beside it the expected delays, computed in another way.
class limits {
public:
    /// `with_bucket` allows a bucket. Then the order in which keys fail matters, so that a test has to know
    /// that order.
    limits(dice& d, bool with_bucket);

    coinformer::rate_limiter tested() const;
    coinformer::duration delay(std::uint32_t failures, coinformer::time_point now);
    std::string text() const;

private:
    bool doubling_, bucket_, capped_;
    coinformer::duration first_, longest_; ///< for a fast-slow limiter, its two delays
    std::uint32_t tries_;
    std::int64_t a_second_, burst_;
    coinformer::duration longest_wait_, cap_;
    coinformer::duration credit_, sooner_{};
    coinformer::time_point counted_{};
};

} // namespace simulation

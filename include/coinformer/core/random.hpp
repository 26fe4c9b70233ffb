#pragma once

#include <coinformer/core/requirements.hpp>

#include <cstdint>

namespace coinformer {

/// A seeded generator (splitmix64): the same seed gives the same numbers with every compiler.
class random_source {
public:
    explicit constexpr random_source(std::uint64_t seed) noexcept : state_(seed) {}

    constexpr std::uint64_t next() noexcept
    {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

    /// Returns a number that is uniform in [0, bound); 0 if the bound is 0.
    constexpr std::uint64_t below(std::uint64_t bound) noexcept
    {
        if (bound == 0) return 0;
        std::uint64_t const limit = bound * (UINT64_MAX / bound); // a multiple of the bound: no bias
        std::uint64_t draw = next();
        while (draw >= limit) draw = next();
        return draw % bound;
    }

    /// Returns an independent generator for a part of the program: draws from one do not change the other's
    /// numbers.
    constexpr random_source fork() noexcept { return random_source(next()); }

private:
    std::uint64_t state_;
};

} // namespace coinformer

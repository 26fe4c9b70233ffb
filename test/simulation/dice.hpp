#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace simulation {

/// Chance, the same with every compiler: integers only, nothing of <random>. One draw a statement, as the order of
/// evaluation differs between compilers.
class dice {
public:
    explicit dice(std::uint64_t seed) noexcept : state_(seed) {}
    /// A stream of its own for each purpose: one more draw here moves nothing there.
    dice(std::uint64_t seed, std::string_view purpose) noexcept : state_(seed)
    {
        for (char const c : purpose) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
        next();
    }

    std::uint64_t next() noexcept
    {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// In [0, bound); the bias is below 2^-32 for what is asked here.
    std::uint64_t below(std::uint64_t bound) noexcept { return bound == 0 ? 0 : next() % bound; }
    /// In [least, most].
    std::int64_t range(std::int64_t least, std::int64_t most) noexcept
    {
        return least + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(most - least) + 1));
    }
    bool chance(unsigned percent) noexcept { return below(100) < percent; }
    /// Mostly small, seldom near `most`: most * u^3.
    std::int64_t tail(std::int64_t most) noexcept
    {
        auto const u = below(1000);
        auto const cube = u * u * u / 1000 / 1000; // in [0, 1000)
        return most / 1000 * static_cast<std::int64_t>(cube);
    }
    template <class T>
    T const& pick(std::vector<T> const& from) noexcept
    {
        return from[static_cast<std::size_t>(below(from.size()))];
    }

private:
    std::uint64_t state_;
};

} // namespace simulation

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace simulation {

/// A random generator that draws the same numbers with every compiler: it computes with integers only and
/// uses nothing from <random>. Draw once per statement, because compilers evaluate the operands of one
/// expression in different orders.
class dice {
public:
    explicit dice(std::uint64_t seed) noexcept : state_(seed) {}
    /// Each purpose has a stream of its own, so that one more draw here changes no draw elsewhere.
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
    /// Returns a number in [0, bound). The bias is below 2^-32 for the bounds that the simulation uses.
    std::uint64_t below(std::uint64_t bound) noexcept { return bound == 0 ? 0 : next() % bound; }
    /// Returns a number in [least, most].
    std::int64_t range(std::int64_t least, std::int64_t most) noexcept
    {
        return least + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(most - least) + 1));
    }
    bool chance(unsigned percent) noexcept { return below(100) < percent; }
    /// Returns most * u^3 for a uniform u in [0, 1): mostly small numbers, seldom one near `most`.
    std::int64_t tail(std::int64_t most) noexcept
    {
        auto const u = below(1000);
        auto const cube = u * u * u / 1000 / 1000; // u^3 in [0, 1000)
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

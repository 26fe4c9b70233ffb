#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace coinformer {

/// A hash of a short text, spread over all its bits: a multiplication for each 8 bytes, and one. The same in every
/// process, so that a run can be repeated: who may choose texts can choose those of one hash.
inline std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0) noexcept
{
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15, other = 0xc2b2ae3d27d4eb4f;
    auto const fold = [](std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
        __extension__ using wide = unsigned __int128;
        auto const product = static_cast<wide>(a) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
        auto const product = a * b;
        return product ^ std::rotr(a, 32) * (b >> 32 | 1);
#endif
    };
    auto const load = [](char const* from, auto into) {
        std::memcpy(&into, from, sizeof into);
        return into;
    };
    auto const* p = text.data();
    auto const* const end = p + text.size();
    auto hash = seed ^ (text.size() * odd);
    for (; end - p > 8; p += 8) hash = fold(hash ^ load(p, std::uint64_t()), other);
    std::uint64_t last = 0; // up to 8 bytes; in a longer text some of them again
    if (text.size() >= 8)
        last = load(end - 8, std::uint64_t());
    else if (text.size() >= 4)
        last = load(p, std::uint32_t()) | static_cast<std::uint64_t>(load(end - 4, std::uint32_t())) << 32;
    else if (!text.empty())
        last = static_cast<unsigned char>(p[0]) | static_cast<std::uint64_t>(static_cast<unsigned char>(end[-1])) << 8 |
               static_cast<std::uint64_t>(static_cast<unsigned char>(p[text.size() / 2])) << 16;
    return fold(fold(hash ^ last ^ odd, other), odd);
}

} // namespace coinformer

#pragma once

#include <cstdint>

namespace test {

#if defined(__has_feature)
#define COINFORMER_HAS_FEATURE(x) __has_feature(x)
#else
#define COINFORMER_HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || COINFORMER_HAS_FEATURE(thread_sanitizer)
#define COINFORMER_THREAD_SANITIZER        // for tests that it excludes
inline constexpr std::uint64_t share = 16; // what repeats something at random uses one thread
#elif defined(__SANITIZE_ADDRESS__) || COINFORMER_HAS_FEATURE(address_sanitizer)
inline constexpr std::uint64_t share = 4;
#else
inline constexpr std::uint64_t share = 1;
#endif
#undef COINFORMER_HAS_FEATURE

/// How often a test repeats something random: `all` times, and a part of that under a sanitizer, which is ten times
/// slower. The fuzz targets repeat the same comparisons under sanitizers for as long as one likes.
constexpr std::uint64_t rounds(std::uint64_t all)
{
    return all / share;
}

} // namespace test

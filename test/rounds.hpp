#pragma once

#include <cstdint>

namespace test {

#if defined(__has_feature)
#define COINFORMER_HAS_FEATURE(x) __has_feature(x)
#else
#define COINFORMER_HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || COINFORMER_HAS_FEATURE(thread_sanitizer)
#define COINFORMER_THREAD_SANITIZER        // defined for tests that cannot run under it
inline constexpr std::uint64_t share = 16; // random repetitions use one thread only
#elif defined(__SANITIZE_ADDRESS__) || COINFORMER_HAS_FEATURE(address_sanitizer)
inline constexpr std::uint64_t share = 4;
#else
inline constexpr std::uint64_t share = 1;
#endif
#undef COINFORMER_HAS_FEATURE

/// Returns how often a test repeats something random: `all` times, or a part of that under a sanitizer, which
/// is about ten times slower. The fuzz targets repeat the same comparisons under sanitizers without a limit.
constexpr std::uint64_t rounds(std::uint64_t all)
{
    return all / share;
}

} // namespace test

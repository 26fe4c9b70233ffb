#pragma once

#include <cstdint>

namespace test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool under_sanitizer = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool under_sanitizer = true;
#else
inline constexpr bool under_sanitizer = false;
#endif
#else
inline constexpr bool under_sanitizer = false;
#endif

/// How often a test repeats something random: `all` times, and a quarter of that under a sanitizer, which is ten times
/// slower. The fuzz targets repeat the same comparisons under sanitizers for as long as one likes.
constexpr std::uint64_t rounds(std::uint64_t all)
{
    return under_sanitizer ? all / 4 : all;
}

} // namespace test

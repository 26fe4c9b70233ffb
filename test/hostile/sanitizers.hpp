#pragma once

namespace hostile {

// Says which sanitizers the program was built with: they make it slower, and one of them brings its own
// operators new.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HOSTILE_THREAD_SANITIZER
#endif
#if __has_feature(address_sanitizer)
#define HOSTILE_ADDRESS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define HOSTILE_THREAD_SANITIZER
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HOSTILE_ADDRESS_SANITIZER
#endif

#if defined(HOSTILE_THREAD_SANITIZER) || defined(HOSTILE_ADDRESS_SANITIZER)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

} // namespace hostile

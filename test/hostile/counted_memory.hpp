#pragma once

#include <cstddef>

/// What this thread of the program has allocated with `new`, and OpenSSL for it. The program replaces the operators for
/// that, except under the thread sanitizer, whose own operators cannot be replaced: there all counts are 0, and bounds
/// on memory hold.
struct counted_memory {
    std::size_t held = 0;    ///< bytes that are allocated now
    std::size_t highest = 0; ///< the most bytes that were allocated at once since forget_highest()

    static counted_memory now() noexcept;
    static void forget_highest() noexcept;
};

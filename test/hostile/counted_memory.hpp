#pragma once

#include <cstddef>

/// The memory that this thread of the program has allocated with `new`, and that OpenSSL has allocated for
/// it. The program replaces the operators for that. Under the thread sanitizer they cannot be replaced: there
/// all counts are 0, so that each bound on memory holds.
struct counted_memory {
    std::size_t held = 0;    ///< bytes that are allocated now
    std::size_t highest = 0; ///< the most bytes that were allocated at once since forget_highest()

    static counted_memory now() noexcept;
    static void forget_highest() noexcept;
};

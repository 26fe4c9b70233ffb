#pragma once

#include <cstddef>
#include <functional>

/// The memory that this thread of the test program has allocated with `new`, whose operators allocated.cpp
/// replaces. Tests use it to see how much memory something holds. It also tells how much work something does,
/// because whoever looks at a whole collection allocates a table of its size for that.
struct allocated {
    std::size_t all = 0;  ///< bytes that were allocated so far, those that have been freed included
    std::size_t held = 0; ///< bytes that are allocated now
    /// What the allocator takes for these: with the header of each block, and rounded up. The address
    /// sanitizer has an allocator of its own, and then this is what glibc's would take.
    std::size_t taken = 0;
};
allocated allocated_so_far() noexcept;

/// Runs `f` with this number of allocations. All later ones fail, including those of its clean-up. Returns
/// true if `f` has not thrown.
bool with_allocations(std::size_t count, std::function<void()> const& f);

/// How long there is no memory: for one allocation, or to the end of what runs.
enum class memory_shortage { passes, lasts };

/// Runs `f` with this number of allocations. After that one allocation fails, or all of them do. Returns true
/// if one has failed, whether `f` has thrown std::bad_alloc or not.
bool meets_shortage(std::size_t count, memory_shortage how, std::function<void()> const& f);

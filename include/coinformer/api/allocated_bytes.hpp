#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

namespace coinformer::detail {

/// Returns what glibc's allocator takes for a block of `n` bytes: 8 bytes in front of the block, all of it
/// rounded up to 16, and 32 at least. No allocation takes nothing. This is computed, and not asked of the
/// allocator (malloc_usable_size), because a program may have an operator new of its own. jemalloc, tcmalloc
/// and mimalloc round to size classes that are at most an eighth larger than what is asked for.
constexpr std::size_t allocated_bytes(std::size_t n) noexcept
{
    return n == 0 ? 0 : std::max<std::size_t>((n + 8 + 15) / 16 * 16, 32);
}

/// A node of a std::map has three pointers and a colour beside its value; this is their size.
inline constexpr std::size_t tree_links = 4 * sizeof(void*);

/// Returns what a string allocates: nothing if its characters fit into the string itself.
inline std::size_t heap_bytes(std::string const& s) noexcept
{
    auto const inside = std::string().capacity();
    return s.capacity() > inside ? allocated_bytes(s.capacity() + 1) : 0;
}

} // namespace coinformer::detail

// Replaces the operators of new and delete, for tests of what memory something takes, and of what happens if
// there is none.

#include "allocated.hpp"

#include <coinformer/api/allocated_bytes.hpp>

#include <malloc.h>

#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
thread_local std::size_t allocations_left = no_limit, allocations_failed = 0;
thread_local bool fails_once = false;
thread_local allocated so_far;

/// Returns true if this allocation has to fail.
bool is_refused() noexcept
{
    if (allocations_left == no_limit) return false;
    if (allocations_left != 0) return --allocations_left, false;
    ++allocations_failed;
    if (fails_once) allocations_left = no_limit;
    return true;
}

std::size_t taken_for(std::size_t usable) noexcept
{
#ifdef __SANITIZE_ADDRESS__
    return coinformer::detail::allocated_bytes(usable);
#else
    return usable + sizeof(std::size_t);
#endif
}

void* counted(void* block) noexcept
{
    if (!block) return block;
    auto const size = malloc_usable_size(block);
    so_far.all += size;
    so_far.held += size;
    so_far.taken += taken_for(size);
    return block;
}

void release(void* block) noexcept
{
    if (!block) return;
    auto const size = malloc_usable_size(block);
    so_far.held -= size;
    so_far.taken -= taken_for(size);
    std::free(block);
}

} // namespace

allocated allocated_so_far() noexcept
{
    return so_far;
}

void* operator new(std::size_t size)
{
    if (is_refused()) throw std::bad_alloc();
    if (auto* const block = counted(std::malloc(size))) return block;
    throw std::bad_alloc();
}

// The form that does not throw is replaced as well. If it were not, its memory would come from the
// sanitizer's own `new`, and the `delete` below would give that to `free`, which AddressSanitizer rightly
// refuses. Catch allocates its tests in this way.
void* operator new(std::size_t size, std::nothrow_t const&) noexcept
{
    if (is_refused()) return nullptr;
    return counted(std::malloc(size));
}

void operator delete(void* block) noexcept
{
    release(block);
}

void operator delete(void* block, std::nothrow_t const&) noexcept
{
    release(block);
}

void operator delete(void* block, std::size_t) noexcept
{
    release(block);
}

bool with_allocations(std::size_t count, std::function<void()> const& f)
{
    allocations_left = count;
    try {
        f();
    } catch (std::bad_alloc const&) {
        allocations_left = no_limit;
        return false;
    } catch (...) {
        allocations_left = no_limit;
        throw;
    }
    allocations_left = no_limit;
    return true;
}

bool meets_shortage(std::size_t count, memory_shortage how, std::function<void()> const& f)
{
    fails_once = how == memory_shortage::passes;
    allocations_failed = 0;
    with_allocations(count, f);
    fails_once = false;
    return allocations_failed != 0;
}

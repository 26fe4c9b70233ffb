#include "counted_memory.hpp"

#include "sanitizers.hpp"

#include <algorithm>
#include <cstdlib>
#include <malloc.h>
#include <new>
#include <openssl/crypto.h>

namespace {

thread_local counted_memory so_far;

} // namespace

counted_memory counted_memory::now() noexcept
{
    return so_far;
}

void counted_memory::forget_highest() noexcept
{
    so_far.highest = so_far.held;
}

#ifndef HOSTILE_THREAD_SANITIZER

namespace {

void* counted(void* block) noexcept
{
    so_far.held += block ? malloc_usable_size(block) : 0;
    so_far.highest = std::max(so_far.highest, so_far.held);
    return block;
}

void release(void* block) noexcept
{
    // another thread may have allocated it
    if (block) so_far.held -= std::min(so_far.held, malloc_usable_size(block));
    std::free(block);
}

void* openssl_malloc(std::size_t size, char const*, int)
{
    return counted(std::malloc(size));
}

void openssl_free(void* block, char const*, int)
{
    release(block);
}

void* openssl_realloc(void* block, std::size_t size, char const*, int)
{
    auto const before = block ? malloc_usable_size(block) : 0;
    auto* const larger = std::realloc(block, size);
    if (!larger) return nullptr;
    so_far.held -= std::min(so_far.held, before);
    return counted(larger);
}

// OpenSSL demands to be told before it allocates anything, and so before the objects of namespace scope are
// made.
[[gnu::constructor(101)]] void count_openssl()
{
    if (CRYPTO_set_mem_functions(&openssl_malloc, &openssl_realloc, &openssl_free) != 1) std::abort();
}

} // namespace

void* operator new(std::size_t size)
{
    if (auto* const block = counted(std::malloc(size))) return block;
    throw std::bad_alloc();
}

// This operator is replaced as well, because otherwise the delete below would get memory that the sanitizer
// allocated.
void* operator new(std::size_t size, std::nothrow_t const&) noexcept
{
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

#endif

#pragma once

#include <coinformer/api/allocated_bytes.hpp>
#include <coinformer/cache/memory_account.hpp>

#include <atomic>
#include <cstddef>
#include <memory>

namespace coinformer::detail {

/// A number of bytes that are in use.
///
/// Threads    value() on any thread; the other functions say who may call them.
class byte_count {
public:
    /// Adds what has been allocated, or (below zero) what has been freed. Threads: any.
    void add(std::ptrdiff_t bytes) noexcept
    {
        value_.fetch_add(static_cast<std::size_t>(bytes), std::memory_order_relaxed);
    }
    /// The same for a count that only one thread at a time changes: without a locked instruction, which takes
    /// 5 ns, because this is called for each event.
    void add_alone(std::ptrdiff_t bytes) noexcept { set(value() + static_cast<std::size_t>(bytes)); }
    /// Called by the only thread that changes this count.
    void set(std::size_t bytes) noexcept { value_.store(bytes, std::memory_order_relaxed); }
    std::size_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::size_t> value_{0};
};

/// Returns by how much a number of bytes has grown.
constexpr std::ptrdiff_t growth(std::size_t from, std::size_t to) noexcept
{
    return static_cast<std::ptrdiff_t>(to - from);
}

/// The running totals of an informer's memory. Each part of the informer that holds objects or tables keeps
/// its own total up to date, so that nobody ever has to walk through a collection to learn its size:
///
/// - `objects` and `indices`: the store sets them after each step, from the totals in its state;
/// - `arriving`: delta_fifo and the listings of the reflectors, with what they hold for the store;
/// - `queued`: delta_fifo sets the number of the deltas in it, which is no memory, but is asked for likewise;
/// - `waiting`: change_log and the backlogs of handlers, with what they hold for handlers, and fan_out with
///   the rest of a batch that it distributes.
///
/// Threads    `waiting` is changed on any thread; the others by the client's strand alone. Any thread reads.
/// Lifetime   shared by these parts, and by the gauges that show the numbers.
struct memory_counts {
    byte_count objects, indices, arriving;
    std::atomic<std::size_t> queued{0};
    alignas(64) byte_count waiting; // in a cache line of its own, because other threads change it

    memory_account account() const noexcept
    {
        return {.objects = objects.value(),
                .indices = indices.value(),
                .backlogs = arriving.value() + waiting.value()};
    }
};

using memory_counts_ptr = std::shared_ptr<memory_counts>;

/// Allocates as std::allocator does, and adds to a count what it has allocated. The count outlives the
/// container.
template <class T>
class counting_allocator {
public:
    using value_type = T;

    explicit counting_allocator(byte_count& count) noexcept : count_(&count) {}
    template <class U>
    counting_allocator(counting_allocator<U> const& o) noexcept : count_(&o.count())
    {
    }

    T* allocate(std::size_t n)
    {
        auto* const block = std::allocator<T>().allocate(n);
        count_->add(growth(0, allocated_bytes(n * sizeof(T))));
        return block;
    }
    void deallocate(T* block, std::size_t n) noexcept
    {
        count_->add(growth(allocated_bytes(n * sizeof(T)), 0));
        std::allocator<T>().deallocate(block, n);
    }
    byte_count& count() const noexcept { return *count_; }
    template <class U>
    friend bool operator==(counting_allocator const& a, counting_allocator<U> const& b) noexcept
    {
        return &a.count() == &b.count();
    }

private:
    byte_count* count_;
};

} // namespace coinformer::detail

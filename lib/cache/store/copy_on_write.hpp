#pragma once

#include "core/process_wide.hpp"

#include <coinformer/api/allocated_bytes.hpp>

#include <atomic>
#include <cstddef>
#include <utility>

namespace coinformer::detail {

/// A value that is copied on write. Copies of a `cow` share the value; the writer changes the value in place
/// if nobody else holds it, and changes a copy of it otherwise.
///
/// Threads    Copies may be held, read and destroyed on any thread. A copy may be made only while the writer
///            does not write: the store's lock sees to that.
template <class T>
class cow {
public:
    /// Makes an empty value without an allocation, because all empty ones share one value.
    cow() : cow(empty()) {}
    cow(cow const& o) noexcept : node_(o.node_) { node_->references.fetch_add(1, std::memory_order_relaxed); }
    cow(cow&& o) noexcept : node_(std::exchange(o.node_, nullptr)) {}
    cow& operator=(cow o) noexcept
    {
        std::swap(node_, o.node_);
        return *this;
    }
    ~cow()
    {
        if (node_ && node_->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete node_;
    }

    T const& operator*() const noexcept { return node_->value; }
    T const* operator->() const noexcept { return &node_->value; }

    /// Returns the value for writing. The load acquires, so that everything which the last reader did has
    /// happened before the first write. Errors: those of copying T; then nothing has changed.
    T& write()
    {
        if (node_->references.load(std::memory_order_acquire) != 1) *this = cow(new node(node_->value));
        return node_->value;
    }

    /// Returns what the allocator gives for a value that was written to, without what the value allocates.
    static constexpr std::size_t node_bytes() noexcept { return allocated_bytes(sizeof(node)); }

private:
    struct node {
        node() = default;
        explicit node(T const& v) : value(v) {}
        T value;
        std::atomic<unsigned> references{1};
    };
    struct shared_empty {
        cow value{new node};
    };
    explicit cow(node* n) noexcept : node_(n) {}
    static cow const& empty()
    {
        static auto const& nothing = process_wide<shared_empty>();
        return nothing.value;
    }

    node* node_;
};

} // namespace coinformer::detail

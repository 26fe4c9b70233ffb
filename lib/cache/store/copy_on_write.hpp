#pragma once

#include <atomic>
#include <utility>

namespace coinformer::detail {

/// Copy-on-write: one writer changes the value in place as long as nobody else holds it, else a copy of it.
/// Copies may be held, read and dropped on any thread; new ones are made only while the writer stands still.
template <class T>
class cow {
public:
    /// Empty, and no allocation: all that are empty hold one value.
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

    /// The value to write to. Acquire: what the last reader did has happened before.
    T& write()
    {
        if (node_->references.load(std::memory_order_acquire) != 1) *this = cow(new node(node_->value));
        return node_->value;
    }

private:
    struct node {
        node() = default;
        explicit node(T const& v) : value(v) {}
        T value;
        std::atomic<unsigned> references{1};
    };
    explicit cow(node* n) noexcept : node_(n) {}
    static cow const& empty()
    {
        static auto const& nothing = *new cow(new node); // never destroyed: there may be holders until the very end
        return nothing;
    }

    node* node_;
};

} // namespace coinformer::detail

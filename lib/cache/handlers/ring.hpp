#pragma once

#include <utility>

namespace coinformer::detail {

/// The links of an object that can be in a ring, and in one ring at a time.
template <class T>
struct ring_link {
    ring_link* next = nullptr;
    ring_link* previous = nullptr;
};

/// A list of objects that contain their own links: nothing is allocated, and every operation but for_each()
/// is O(1), including splice_back(), which moves all objects from one ring to another.
///
/// Threads    none of its own: the owner's lock guards it.
template <class T>
class ring {
public:
    ring() noexcept { clear(); }
    ring(ring const&) = delete;

    bool empty() const noexcept { return ends_.next == &ends_; }
    T& front() const noexcept { return static_cast<T&>(*ends_.next); }
    void push_back(ring_link<T>& it) noexcept
    {
        it.next = &ends_;
        it.previous = std::exchange(ends_.previous, &it);
        it.previous->next = &it;
    }
    T& pop_front() noexcept
    {
        T& first = front();
        unlink(first);
        return first;
    }
    /// Takes the object out of the ring that it is in.
    static void unlink(ring_link<T>& it) noexcept
    {
        it.previous->next = it.next;
        it.next->previous = it.previous;
    }
    /// Moves all objects of another ring to the end of this one.
    void splice_back(ring& o) noexcept
    {
        if (o.empty()) return;
        o.ends_.next->previous = ends_.previous;
        ends_.previous->next = o.ends_.next;
        o.ends_.previous->next = &ends_;
        ends_.previous = o.ends_.previous;
        o.clear();
    }
    template <class F>
    void for_each(F f) const
    {
        for (auto* at = ends_.next; at != &ends_; at = at->next) f(static_cast<T&>(*at));
    }

private:
    void clear() noexcept { ends_.next = ends_.previous = &ends_; }
    ring_link<T> ends_;
};

} // namespace coinformer::detail

#pragma once

#include "cache/store/key_table.hpp"
#include "cache/store/memory_counts.hpp"
#include <coinformer/cache/delta.hpp>

#include <coinformer/cache/informer_options.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/circular_buffer.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// The queue between the reflectors and the store_updater of an informer.
///
/// With queue_order::by_arrival it keeps the deltas in the order of their arrival, across all keys, so that
/// the store's version always says exactly what is in the store. With queue_order::by_key a change takes the
/// place of the queued change of the same object. A bookmark with the new change's version is queued at the
/// end, so that the store's version reaches it only when everything before it has been applied.
///
/// States     Open, and closed: pop() hands out what is queued, and then returns nothing.
/// Threads    the client's strand.
/// Bound      push() never waits. A reflector that has pushed awaits wait_for_room() before it reads more.
class delta_fifo {
public:
    /// How a waiting pop() goes on when there is something for it.
    enum class hand_over {
        at_once, ///< inside of try_hand_over(), which saves a lone event a turn of the executor
        later, ///< in a turn of its own, for code of the user's whose exceptions must not reach the reflector
    };
    explicit delta_fifo(std::size_t capacity, queue_order order = queue_order::by_arrival,
                        hand_over how = hand_over::at_once,
                        memory_counts_ptr counts = std::make_shared<memory_counts>())
        : counts_(std::move(counts)), capacity_(std::max<std::size_t>(capacity, 1)), order_(order), how_(how)
    {
    }

    /// Queues a delta, unless the queue is closed. `ns` is the namespace of the watch that brought it; empty
    /// for all namespaces. A waiting pop() is not woken, so that it gets all events which have arrived
    /// together in one go. Errors: std::bad_alloc; then the queue is as it was.
    void push(delta d, std::string_view ns = {});
    /// Runs a waiting pop() at once, with everything that is queued. Returns true if a pop() was waiting.
    bool try_hand_over();
    /// Waits until there is a delta, and returns the next ones, at most `most`: either deltas about single
    /// objects, up to the first key that would come twice, or one other delta. Returns nothing if the queue
    /// is closed and empty.
    ///
    /// Cancel     at any time; nothing is lost.
    [[nodiscard]] task<std::vector<delta>> pop(std::size_t most) &;
    /// Wakes a waiting pop(), and then lets others on the executor have a turn. Waits until fewer than
    /// `capacity` deltas are queued.
    ///
    /// Cancel     at any time.
    [[nodiscard]] task<> wait_for_room() &;

    /// Lets a waiting pop() go on, in a later turn of the executor.
    void wake() { pushed_.notify(); }
    void close();

    /// Calls `f` with each delta that is queued, in order.
    template <class F>
    void for_each(F f) const
    {
        for (auto const& d : queue_) f(d);
    }
    std::size_t size() const noexcept { return queue_.size(); }
    /// Returns the number of deltas that were ever queued, which is the position behind the last one.
    std::uint64_t pushed() const noexcept { return handed_out_ + queue_.size(); }
    /// Returns the number of deltas that pop() has ever handed out, which is the position of the first one.
    std::uint64_t handed_out() const noexcept { return handed_out_; }

private:
    template <class T>
    using allocator = counting_allocator<T>;
    using last_changes = std::unordered_map<object_key, std::uint64_t, key_hash, std::equal_to<>,
                                            allocator<std::pair<object_key const, std::uint64_t>>>;
    void push_other(delta d);
    void push_by_key(delta d, std::string_view ns);
    void move_entry(last_changes::const_iterator known, object_key key, std::uint64_t place);

    memory_counts_ptr const counts_; // declared first: the containers count there until their end
    // wait_for_room() bounds the queue, not the buffer's capacity
    boost::circular_buffer_space_optimized<delta, allocator<delta>> queue_{
        std::size_t(1) << 30, allocator<delta>(counts_->arriving)};
    std::size_t capacity_;
    queue_order order_;
    hand_over how_;
    std::uint64_t handed_out_ = 0; // number of deltas that were in front of the first one
    // Used with queue_order::by_key: the position of the last queued change of each object. The keys refer to
    // the objects in the queue.
    last_changes last_{allocator<last_changes::value_type>(counts_->arriving)};
    bool closed_ = false;
    wakeup pushed_, popped_;
};

} // namespace coinformer::detail

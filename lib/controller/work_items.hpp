#pragma once

#include "controller/ready_queues.hpp"

#include <coinformer/controller/rate_limiter.hpp>
#include <coinformer/controller/work_queue_status.hpp>

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <vector>

namespace coinformer::detail {

/// The state machine of a work queue: decides which items are to be worked on, when, and in which order. A
/// plain value without keys, lock, clock and waiting; work_queue_core adds these, and calls it under its
/// lock.
///
/// States     An item is in one or more of these states, but never queued and working at once: queued (it can
///            be popped), delayed (it will be queued at a later time), working (it was popped and is not
///            finished), and working with `requested_again` (it will be queued when the work on it is
///            finished). An item in none of these states is idle. An idle item that has failed is remembered
///            for its count of failures; any other idle item is released, and its number may be given to
///            another key.
class work_items {
public:
    work_items(rate_limiter limiter, duration ageing, std::size_t remembered, work_groups groups = {});

    /// Queues an item. Returns true if it was not waiting yet. Returns false if it was, in which case its
    /// priority is raised to `p` if that is higher, and after shut_down().
    bool add(item_id id, priority p, time_point now);
    /// Adds an item when `delay` has passed. If an item is delayed several times, the earliest time and the
    /// highest priority count. A delay that is not positive is an add().
    void add_after(item_id id, duration delay, priority p, time_point now);
    /// Counts a failure, and adds the item after the limiter's delay. Returns that delay; nullopt after
    /// shut_down().
    std::optional<duration> add_rate_limited(item_id id, priority p, time_point now,
                                             duration at_least = duration::zero());
    void forget(item_id id);
    /// Reports that the work on an item has succeeded: forgets its failures, unless add_rate_limited() was
    /// called during this work, and so the work has failed in the way of client-go. mark_done() has to
    /// follow.
    void note_success(item_id id);
    /// Reports that the work on an item has failed: as add_rate_limited(), unless that was called during
    /// this work. Then the failure is not counted again, and the time stays. Returns how long it takes
    /// until the item is queued again; nullopt after shut_down(). mark_done() has to follow.
    std::optional<duration> note_failure(item_id id, time_point now, duration at_least);
    std::uint32_t failures(item_id id) const noexcept;

    /// Returns the next item, or nullopt if none is queued. The item is in transit to its worker until
    /// mark_arrived(), put_back() or mark_done(): until then the worker may give it back, so that the queue
    /// has not ended.
    std::optional<item_id> pop(time_point now);
    /// Returns how long the item had been queued; nullopt if it had arrived before.
    std::optional<duration> mark_arrived(item_id id);
    /// Undoes a pop(): the item gets its old place in the queue.
    void put_back(item_id id);
    /// Ends the work on an item, and queues it again if that was requested. Returns how long it was worked
    /// on.
    duration mark_done(item_id id, time_point now);
    /// Ends the work on an item, for want of memory for another report. The item gets its old place in the
    /// queue, unless it is delayed already.
    void give_up(item_id id) noexcept;
    priority priority_of(item_id id) const noexcept { return items_[id].current_priority; }

    /// Stops accepting items, and drops the delayed ones; with pending::drop, the queued ones as well.
    void shut_down(pending p, time_point now);
    /// Ends a shut-down, and forgets all failures. Call it only if no item is worked on.
    void reopen();
    bool has_ready(time_point now); ///< true if an item can be popped
    bool is_ended() const noexcept  ///< true if no item can be popped any more
    {
        return shut_down_ && depth() == 0 && counts_.again == 0 && counts_.in_transit == 0;
    }
    bool is_drained() const noexcept { return is_ended() && working_.empty(); }
    std::optional<time_point> next_due() const noexcept; ///< when the earliest delayed item is due

    work_queue_status status(time_point now);
    /// Returns the items that are worked on or queued, those first that have been so for longest; at most
    /// `most` of each of the two.
    std::vector<std::pair<item_id, key_age>> oldest(time_point now, std::size_t most) const;
    std::uint64_t add_count() const noexcept { return counts_.adds; }
    std::uint64_t retry_count() const noexcept { return counts_.retries; }
    /// Returns the items that were released since the last call. Their numbers may be given to other keys.
    std::vector<item_id> take_released() noexcept { return std::exchange(released_, {}); }

private:
    using place = work_schedule::key_type; // the serial number orders items of the same time
    using schedule = work_schedule;

    struct item {
        priority current_priority = priority::normal; // while it is queued or worked on
        priority again_priority = priority::normal;   // for requested_again
        priority delayed_priority = priority::normal; // while it is delayed
        std::uint32_t failures = 0;
        std::uint64_t serial = 0; // with `since`, its place in the queue
        time_point since{};       // when it was queued
        time_point again_since{}; // when requested_again was set
        time_point started{};     // when it was popped
        std::optional<schedule::iterator> queued, delayed;
        std::optional<std::list<item_id>::iterator> idle; // if it is idle and has failed
        bool working = false, in_transit = false, requested_again = false;
        bool held_back = false;  // it is queued, but its group has no room: `queued` is in groups_
        bool has_failed = false; // add_rate_limited() was called during the present work
        std::uint64_t group = 0; // while it is queued or worked on
    };

    item& item_of(item_id id);
    bool try_enqueue(item_id id, priority p, time_point now);
    void insert_into_queue(item_id id, priority p, time_point since, std::uint64_t serial);
    schedule& schedule_of(item const& i);
    schedule::iterator file(item_id id, schedule& to, place at);
    schedule::node_type take_out_of_queue(item_id id);
    void raise(item_id id, priority p);
    schedule::node_type& begin_work(item_id id, time_point now);
    void end_work(item_id id);
    void hold_back(item_id id);
    void leave_group(item_id id);
    void enqueue_due(time_point now);
    std::size_t depth() const noexcept { return queues_.size() + groups_.held_back_count(); }
    bool drops_queued() const noexcept { return shut_down_ == pending::drop; }
    void release_if_idle(item_id id) noexcept;

    rate_limiter limiter_;
    std::vector<item> items_; // by number
    ready_queues queues_;     // without the items that are held back
    work_groups groups_;
    schedule delayed_;
    // by when they were popped, each with its former entry in a schedule, which file() may use
    std::map<std::pair<time_point, item_id>, schedule::node_type> working_;
    std::list<item_id> idle_; // the longest idle first
    std::size_t most_idle_;
    std::vector<item_id> released_;
    std::uint64_t next_serial_ = 0;
    struct {
        std::size_t again = 0;      // items with requested_again
        std::size_t in_transit = 0; // items that are in transit
        std::uint64_t adds = 0, retries = 0;
    } counts_;
    std::optional<pending> shut_down_; // what becomes of the queued items, after shut_down()
};

} // namespace coinformer::detail

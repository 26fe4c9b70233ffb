#pragma once

#include <coinformer/controller/rate_limiter.hpp>
#include <coinformer/controller/work_queue_status.hpp>

#include <array>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace coinformer::detail {

using item_id = std::uint32_t; // of a key; small, and used again

/// What is to be worked on, when, and in which order: a work queue without keys, lock, clock or waiting.
///
/// An item is queued, or later (delayed), or both; or it is being worked on, and perhaps `again` after that, and
/// perhaps later. Never queued and worked on. What is none of these and has not failed is nothing: it is released.
class work_items {
public:
    work_items(rate_limiter limiter, duration ageing, std::size_t remembered);

    /// Result: false when it waits already (it is raised to the priority then), and after shut_down().
    bool add(item_id id, priority p, time_point now);
    /// The earliest wins, and the highest priority. Not later than now: add().
    void add_after(item_id id, duration delay, priority p, time_point now);
    /// add_after() what the limiter says. Result: that; none after shut_down().
    std::optional<duration> add_rate_limited(item_id id, priority p, time_point now);
    void forget(item_id id);
    std::uint32_t failures(item_id id) const noexcept;

    struct popped {
        item_id id;
        duration waited;
    };
    /// It is on its way until it has arrived, is put back, or is done.
    std::optional<popped> pop(time_point now);
    void mark_arrived(item_id id);
    /// As if it had not been popped: it has its old place.
    void put_back(item_id id);
    /// It is not worked on any more. Result: how long it was.
    duration mark_done(item_id id, time_point now);
    priority priority_of(item_id id) const noexcept { return items_[id].current_priority; }

    /// What comes from now on, and what is later, is dropped; with pending::drop what is queued, too.
    void shut_down(pending p, time_point now);
    /// After shut_down(), when nothing is worked on: as new.
    void reopen();
    bool has_ready(time_point now); ///< something can be popped
    bool is_ended() const noexcept  ///< nothing can be popped any more
    {
        return is_shut_down_ && depth() == 0 && again_count_ == 0 && in_transit_count_ == 0;
    }
    bool is_drained() const noexcept { return is_ended() && working_.empty(); }
    std::optional<time_point> next_due() const noexcept; ///< of what is later

    work_queue_status status(time_point now);
    std::uint64_t add_count() const noexcept { return add_count_; }
    std::uint64_t retry_count() const noexcept { return retry_count_; }
    /// Items that are nothing now: their numbers may be given to others.
    std::vector<item_id> take_released() noexcept { return std::exchange(released_, {}); }

private:
    using place = std::pair<time_point, std::uint64_t>; // equal times in the order they came
    using schedule = std::map<place, item_id>;

    struct item {
        priority current_priority = priority::normal; // of what is queued, or worked on
        priority again_priority = priority::normal;   // of what is to follow that
        priority delayed_priority = priority::normal;
        std::uint32_t failures = 0;
        std::uint64_t serial = 0;
        time_point since{};       // queued
        time_point again_since{}; // `again`
        time_point started{};     // worked on
        std::optional<schedule::iterator> queued, delayed;
        std::optional<std::list<item_id>::iterator> idle; // failed, and nothing else
        bool working = false, in_transit = false, requested_again = false;
    };

    item& item_of(item_id id);
    bool try_enqueue(item_id id, priority p, time_point now);
    void insert_into_queue(item_id id, priority p, time_point since, std::uint64_t serial);
    void enqueue_due(time_point now);
    schedule* choose_queue(time_point now);
    schedule& queue_of(priority p) { return queues_[static_cast<std::size_t>(p)]; }
    std::size_t depth() const noexcept { return queues_[0].size() + queues_[1].size() + queues_[2].size(); }
    void release_if_idle(item_id id);

    rate_limiter limiter_;
    duration ageing_;
    std::size_t max_remembered_;
    std::vector<item> items_;
    std::array<schedule, 3> queues_; // low, normal, high
    schedule delayed_;
    unsigned overtaking_pops_ = 0;
    std::set<std::pair<time_point, item_id>> working_; // by when they were begun
    std::list<item_id> idle_;                          // the one that failed longest ago first
    std::vector<item_id> released_;
    std::uint64_t next_serial_ = 0;
    std::size_t again_count_ = 0, in_transit_count_ = 0;
    std::uint64_t add_count_ = 0, retry_count_ = 0;
    bool is_shut_down_ = false, drops_queued_ = false;
};

} // namespace coinformer::detail

#pragma once

#include "controller/queue_metrics.hpp"
#include "controller/work_items.hpp"

#include <coinformer/controller/work_queue.hpp>
#include <coinformer/core/wakeup.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

namespace coinformer::detail {

/// The part of a work queue that is the same for all types of keys. It adds to the state machine (work_items)
/// a lock, the clock, and the waiting.
///
/// Coroutines wait in pop() and drained() on the queue's own strand, so that one wakeup can serve them. Any
/// thread may change the queue; publish_change() then posts one turn to the strand, however many changes
/// there are, and only if somebody waits for such a change. While somebody waits and there are delayed keys,
/// one timer runs for the earliest of them. So an idle queue has neither a timer nor a pending turn, and does
/// not keep an io_context running.
///
/// Threads    pop() and drained() run on the strand, and so does arm_alarm(), under `lock_`. The other public
///            members may be called on any thread. Members marked "locked" are used under `lock_` only.
/// Lifetime   Leases and waiting coroutines keep the core alive.
class work_queue_core : public std::enable_shared_from_this<work_queue_core> {
public:
    work_queue_core(environment env, work_queue_options options, std::unique_ptr<work_keys> keys);

    bool add(void const* key, priority p);
    void add_after(void const* key, duration delay, priority p);
    void add_rate_limited(void const* key, priority p);
    void forget(void const* key);
    std::uint32_t failures(void const* key) const;
    void shut_down(pending p);
    void reopen();
    work_queue_status status();
    void visit_oldest(std::size_t most, work_queue_handle::visit_key const& visit) const;
    void count_as(std::string_view name); ///< not called by two threads at once

    [[nodiscard]] task<work_lease> pop();
    [[nodiscard]] task<> drained();
    executor const& strand() const noexcept { return env_.ex; }

    // Reports about a popped key, called by its work_lease: mark_arrived() at most once, then one of the
    // others, and publish_report(). A report that throws std::bad_alloc was not made, and another one has to
    // follow.
    void mark_arrived(item_id id);
    void mark_done(item_id id);
    void mark_done_and_add_after(item_id id, duration delay);
    std::optional<duration> mark_failed(item_id id, duration at_least);
    void put_back(item_id id);
    void give_up(item_id id) noexcept; ///< a report without a limiter, which needs no memory
    void publish_report();

private:
    using held_lock = std::lock_guard<std::mutex>;
    class waiter_registration;

    void arm_alarm();
    std::optional<work_lease> try_take();
    time_point now() const noexcept { return env_.time->now(); }
    void publish_change();
    void finish_work(item_id id);
    void free_released() noexcept;
    void update_counters();

    environment env_; ///< its executor is the queue's strand
    mutable std::mutex lock_;
    std::unique_ptr<work_keys> keys_;                      // locked
    work_items items_;                                     // locked; asks keys_ for groups
    std::size_t waiter_count_ = 0;                         // locked
    bool is_wakeup_posted_ = false;                        // locked; a turn to wake the waiters is pending
    std::optional<time_point> alarm_due_;                  // locked; when the alarm fires, if it is armed
    queue_metrics counts_;                                 // locked
    std::uint64_t counted_adds_ = 0, counted_retries_ = 0; // locked; how many of them are in counts_
    wakeup progressed_;                                    // strand only
    std::unique_ptr<timer> alarm_;
};

} // namespace coinformer::detail

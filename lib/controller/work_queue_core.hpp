#pragma once

#include "controller/work_items.hpp"

#include <coinformer/controller/work_queue.hpp>
#include <coinformer/core/wakeup.hpp>

#include <mutex>

namespace coinformer::detail {

/// A work queue of any keys: the state machine, a lock, and a strand on which one waits. While somebody waits there is
/// one timer for what is to come later, and none when there is no such thing.
///
/// Threads    the public members from any; the waiting is done on the strand.
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

    [[nodiscard]] task<work_lease> pop();
    [[nodiscard]] task<> drain();

    // what becomes of a lease: it arrives, and ends with one of the others
    void mark_arrived(item_id id);
    void mark_done(item_id id);
    void mark_done_and_add_after(item_id id, duration delay);
    std::optional<duration> mark_failed(item_id id);
    void put_back(item_id id);

private:
    using held_lock = std::unique_lock<std::mutex>;
    class waiter_registration;

    [[nodiscard]] task<work_lease> pop_on_strand(std::shared_ptr<work_queue_core> self);
    [[nodiscard]] task<> drain_on_strand(std::shared_ptr<work_queue_core> self);
    [[nodiscard]] task<> wait_for_change();
    void arm_alarm();
    std::optional<work_lease> try_take();
    time_point now() const noexcept { return env_.time->now(); }
    void publish_change(held_lock hold);
    void finish_work(item_id id, held_lock hold);

    environment env_; ///< its executor is the strand
    work_queue_metrics* metrics_;
    mutable std::mutex lock_;
    work_items items_;                                       // locked
    std::unique_ptr<work_keys> keys_;                        // locked
    std::size_t waiter_count_ = 0;                           // locked
    bool is_wakeup_posted_ = false;                          // locked: a turn of the strand is on its way
    std::optional<time_point> alarm_due_;                    // locked, and written on the strand
    std::uint64_t reported_adds_ = 0, reported_retries_ = 0; // locked: what the metrics know of
    wakeup progressed_;
    std::unique_ptr<timer> alarm_;
};

} // namespace coinformer::detail

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
    void arrived(item_id id);
    void done(item_id id);
    void done_again_after(item_id id, duration delay);
    std::optional<duration> failed(item_id id);
    void put_back(item_id id);

private:
    using held = std::unique_lock<std::mutex>;
    class waiter;

    [[nodiscard]] task<work_lease> pop_here(std::shared_ptr<work_queue_core> self);
    [[nodiscard]] task<> drain_here(std::shared_ptr<work_queue_core> self);
    [[nodiscard]] task<> wait();
    void arm();
    std::optional<work_lease> take();
    time_point now() const noexcept { return env_.time->now(); }
    void changed(held hold);
    void finish(item_id id, held hold);

    environment env_; ///< its executor is the strand
    work_queue_metrics* metrics_;
    mutable std::mutex lock_;
    work_items items_;                               // locked
    std::unique_ptr<work_keys> keys_;                // locked
    std::size_t waiting_ = 0;                        // locked
    bool woken_ = false;                             // locked: a turn of the strand is on its way
    std::optional<time_point> armed_;                // locked, and written on the strand
    std::uint64_t told_adds_ = 0, told_retries_ = 0; // locked: what the metrics know of
    wakeup turned_;
    std::unique_ptr<timer> alarm_;
};

} // namespace coinformer::detail

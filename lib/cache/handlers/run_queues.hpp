#pragma once

#include "cache/handlers/run_queue.hpp"

#include <vector>

namespace coinformer::detail {

/// The run_queue of each distinct executor and call form of one informer's handlers. A queue is made when a
/// handler needs it, and destroyed with its last handler.
///
/// Threads    functions that take a held_lock with the lock of the handlers, start_runners() without it.
class run_queues {
public:
    /// Handlers that are given no executor run on `default_executor`, which may outlive its execution
    /// context.
    run_queues(strand_hub& hub, executor default_executor) : hub_(hub), default_(std::move(default_executor))
    {
    }
    run_queues(run_queues const&) = delete;

    /// Returns the queue of the executor that the user gave; that of the default executor if `given` is
    /// empty.
    run_queue& find_or_make(held_lock const& held, executor const& given, call_form form);
    /// Takes a strand out of its queue for good. Returns the strand's reference to the queue, which the
    /// caller drops without the lock; null if the strand has no queue.
    [[nodiscard]] boost::intrusive_ptr<run_queue> leave(held_lock const& held, handler_strand& s);

    /// The log has grown: all idle strands are ready.
    void wake_idle(held_lock const& held) noexcept
    {
        for (auto const& q : queues_) q->wake_idle(held);
    }
    /// Posts a runner for each queue that needs one. Called without the lock.
    void start_runners();

    template <class F>
    void for_each_busy(held_lock const& held, F f) const
    {
        for (auto const& q : queues_) q->for_each_busy(held, f);
    }
    template <class F>
    void for_each_idle(held_lock const& held, F f) const
    {
        for (auto const& q : queues_) q->for_each_idle(held, f);
    }
    /// Takes the strands that are not running out of all queues.
    std::vector<handler_strand*> take_all(held_lock const& held);

    std::size_t size(held_lock const&) const noexcept { return queues_.size(); }

private:
    strand_hub& hub_;
    executor const default_;
    std::vector<boost::intrusive_ptr<run_queue>> queues_;
};

} // namespace coinformer::detail

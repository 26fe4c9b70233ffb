#pragma once

#include "cache/handlers/change_log.hpp"
#include "cache/handlers/held_lock.hpp"
#include "cache/handlers/ring.hpp"

#include <coinformer/cache/callback.hpp>
#include <coinformer/core/task.hpp>

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>

namespace coinformer::detail {

class run_queue;

/// The changes that a runner goes through for one handler. It exists while the handler is being called, so
/// that an idle handler needs no room for it.
struct handler_work {
    change_span const* span = nullptr;
    std::shared_ptr<change_span const> kept = {}; ///< if set, it keeps `span` alive; if not, the log does
    std::uint64_t log_begin = 0; ///< where `span` begins in the log; 0 if it is from the handler's own queue
    std::atomic<std::size_t> handled{0}; ///< how many of the changes have been handled
    time_point began = {};               ///< when the handler was given them; set if somebody counts

    /// Only the runner's thread calls this, and other threads only read the number. So a load and a store
    /// suffice, which cost less than an atomic increment.
    void count_handled() noexcept
    {
        handled.store(handled.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
};

/// Each handler has a strand of its own, and a strand costs nothing while it is idle.
///
/// A strand makes sure that the calls of one handler never overlap, that they come in the order of the
/// changes, and that each call sees what the one before has written, on whichever thread. It is not an
/// asio::strand, which would cost an allocation and a list entry for each handler. These promises follow from
/// two rules instead: a strand is in one place at a time, and it changes places under the lock of the
/// informer's handlers.
///
///     parked ──▶ queued ──▶ running ──▶ queued, or returned ──▶ queued
///
/// A strand is parked until its handler is admitted. Then it is queued at the `run_queue` of its executor:
/// among the idle strands as long as there is no work, among the ready ones when there is. A runner takes it
/// from there and calls the handler. Afterwards it is queued again, or returned to the informer's strand
/// (which is the client's) if that has to review the handler. It is outside, at none of these places, while
/// the informer's strand moves it, and after its handler's end. An idle strand holds no coroutine, no timer
/// and no turn of the executor.
///
/// The virtual functions are the handler's side. Those with a held_lock are called under the lock; the calls
/// themselves are made without it, by one runner at a time.
class handler_strand : public ring_link<handler_strand> {
public:
    enum class place : std::uint8_t { outside, parked, queued, running, returned };

    handler_strand() = default;
    handler_strand(handler_strand const&) = delete;

    place where(held_lock const&) const noexcept { return place_; }
    bool is_running(held_lock const&) const noexcept { return place_ == place::running; }
    /// The work of the runner that calls the handler; null if the handler is not being called.
    handler_work const* work(held_lock const&) const noexcept { return work_; }
    run_queue* queue(held_lock const&) const noexcept { return queue_.get(); }

    /// Lets the informer's strand review the handler after its present or next work.
    void request_review(held_lock const&) noexcept { needs_review_ = true; }
    void clear_review(held_lock const&) noexcept { needs_review_ = false; }
    bool needs_review(held_lock const&) const noexcept { return needs_review_; }

    /// No call begins from now on.
    void request_stop(held_lock const&) noexcept { stop_requested_ = true; }
    bool is_stop_requested() const noexcept { return stop_requested_.load(std::memory_order_relaxed); }
    /// Returns true if the execution context of the strand's executor was destroyed: no call will ever come.
    bool has_lost_context(held_lock const&) const noexcept { return has_lost_context_; }

    // ---- the handler's side, which run_queue calls

    /// Returns true if there are changes that the handler has not been given.
    virtual bool has_work(held_lock const&) const noexcept = 0;
    /// Fills in the next work. Called only if there is some.
    virtual void claim_work(held_lock const&, handler_work& work) = 0;
    /// Takes the work back, finished or not. What `work.kept` holds afterwards is destroyed without the lock.
    virtual void give_back_work(held_lock const&, handler_work& work) = 0;
    /// Returns true if the informer's strand has to review the handler before it can get more work.
    virtual bool wants_review(held_lock const&) const noexcept = 0;

    /// Calls the handler for all changes of the work, or until a stop is requested. For callables that return
    /// nothing.
    virtual void run_calls(handler_work& work) noexcept = 0;
    /// Calls the handler for one change. The result is not valid if there is nothing to await.
    virtual task<> start_call(change const& c, borrowed_objects& objects) = 0;
    virtual void note_failure(change const& c, std::exception_ptr failure) noexcept = 0;

    /// Destroys the callables. Called without the lock, because they are the user's.
    virtual void destroy_callables() noexcept = 0;
    /// A strand in a queue, or in the hands of a runner, holds a reference to itself. After drop_reference()
    /// this object may be destroyed.
    virtual void add_reference() noexcept = 0;
    virtual void drop_reference() noexcept = 0;

protected:
    ~handler_strand() = default;

    /// While the handler is being called: its span is not in the log any more, and `span` keeps it alive.
    void keep_work(held_lock const&, std::shared_ptr<change_span const> span) noexcept
    {
        work_->kept = std::move(span);
        work_->log_begin = 0;
    }

private:
    friend class run_queue;
    friend class strand_hub;

    boost::intrusive_ptr<run_queue> queue_; ///< null before the handler is submitted, and after its end
    handler_work* work_ = nullptr;
    place place_ = place::outside;
    bool needs_review_ = false;
    bool has_lost_context_ = false;
    std::atomic<bool> stop_requested_{false};
};

/// What the strands of one informer's handlers share: the lock, and the strands that wait for a review by the
/// informer's strand because they stopped, are behind, or somebody waits for them.
///
/// Threads    hold() from any thread, the rest with the lock that it returns. Lifetime: as long as any
///            strand.
class strand_hub : public boost::intrusive_ref_counter<strand_hub> {
public:
    strand_hub() = default;
    strand_hub(strand_hub const&) = delete;
    virtual ~strand_hub() = default;

    held_lock hold() const { return held_lock(mutex_); }

    void return_for_review(held_lock const&, handler_strand& s) noexcept
    {
        s.place_ = handler_strand::place::returned;
        returned_.push_back(s);
    }
    /// Returns true if a review is needed and has not been posted: then the caller posts it, without the
    /// lock.
    bool claim_review(held_lock const&) noexcept
    {
        return !returned_.empty() && !std::exchange(review_posted_, true);
    }
    /// Errors: std::bad_alloc; call unclaim_review() then.
    virtual void post_review() = 0;
    void unclaim_review(held_lock const&) noexcept { review_posted_ = false; }
    /// As post_review(), but without memory the next change posts the review.
    void try_post_review() noexcept
    {
        try {
            post_review();
        } catch (...) {
            unclaim_review(hold());
        }
    }
    /// Returns the next strand to review; null if there is none.
    handler_strand* take_returned(held_lock const&) noexcept
    {
        if (returned_.empty()) {
            review_posted_ = false;
            return nullptr;
        }
        auto& s = returned_.pop_front();
        s.place_ = handler_strand::place::outside;
        return &s;
    }
    template <class F>
    void for_each_returned(held_lock const&, F f) const
    {
        returned_.for_each(f);
    }

    /// The informer was destroyed. From now on, a runner that gives a strand back has to destroy the
    /// callables of its handler.
    void close(held_lock const&) noexcept { closed_ = true; }
    bool is_closed(held_lock const&) const noexcept { return closed_; }

private:
    mutable std::mutex mutex_;
    ring<handler_strand> returned_;
    bool review_posted_ = false;
    bool closed_ = false;
};

} // namespace coinformer::detail

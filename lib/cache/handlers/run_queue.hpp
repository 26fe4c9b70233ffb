#pragma once

#include "cache/handlers/handler_strand.hpp"
#include "core/context_member.hpp"

#include <memory>
#include <vector>

namespace coinformer::detail {

/// How the callables of a handler are called.
enum class call_form : std::uint8_t {
    plain,   ///< none of them returns a task
    awaited, ///< at least one of them returns a task, which is awaited
};

/// The handler strands of one executor and one call form, and the runners that call their handlers.
///
/// A strand without work is in the ring of the idle ones. When the log grows, this ring is appended to the
/// ring of ready strands in one step, however many strands there are: 100,000 idle handlers cost as much here
/// as one. A runner is one turn on the executor. It takes one ready strand at a time, calls the handler, and
/// puts the strand back. A runner that leaves other strands ready posts its successor before it calls, so
/// that a handler which blocks its thread, or a task which waits, holds up no other handler.
///
/// An awaited runner is a coroutine on an asio::strand of its own, and awaits one task after the other. While
/// one of these tasks waits, no other handler uses that strand.
///
/// Threads    the functions that take a held_lock with the lock, the others without it. When the execution
///            context is destroyed, the thread that does so calls context_ends().
/// Lifetime   as long as one of its strands or runners.
class run_queue final : public boost::intrusive_ref_counter<run_queue>, private context_member {
public:
    /// `given` is the executor as the user gave it, which is compared with others; empty for the client's
    /// executor. `where` is the same executor, wrapped so that it may be kept after its execution context was
    /// destroyed.
    run_queue(boost::intrusive_ptr<strand_hub> hub, executor given, executor where, call_form form);

    /// Returns true if handlers that are given this executor, and have this form, belong here.
    bool serves(held_lock const&, executor const& given, call_form form) const noexcept
    {
        return form_ == form && given_ == given && !context_ended_;
    }

    /// A strand joins the queue, and is parked until take_out(). It holds a reference to itself from now on.
    void join(held_lock const&, handler_strand& s) noexcept;
    /// Puts a strand among the idle ones or, if it has work, among the ready ones.
    void put(held_lock const&, handler_strand& s) noexcept;
    /// Takes a strand that is not running out of the ring that it is in.
    void take_out(held_lock const&, handler_strand& s) noexcept;
    /// A strand leaves the queue at its end. Returns its reference to the queue, to be dropped without the
    /// lock.
    [[nodiscard]] boost::intrusive_ptr<run_queue> leave(held_lock const&, handler_strand& s) noexcept;
    bool is_unused(held_lock const&) const noexcept { return strands_ == 0; }

    /// The log has grown: the idle strands are ready.
    void wake_idle(held_lock const&) noexcept { ready_.splice_back(idle_); }
    /// Returns true if a runner is needed: then the caller calls post_runner(), without the lock.
    bool claim_runner(held_lock const&) noexcept
    {
        return !ready_.empty() && !std::exchange(runner_posted_, true);
    }
    void post_runner();

    /// Cancels the task that the strand runs, in a turn of its executor. Does nothing for plain callables.
    void cancel_call(held_lock const&, handler_strand& s);
    /// Returns true if the strand runs a task on this executor.
    bool runs_on(held_lock const&, handler_strand const& s, executor const& where) const;

    /// Calls `f` with the strands that run or are ready.
    template <class F>
    void for_each_busy(held_lock const&, F f) const
    {
        ready_.for_each(f);
        runners_.for_each([&](runner const& r) {
            if (r.strand) f(*r.strand);
        });
    }
    template <class F>
    void for_each_idle(held_lock const&, F f) const
    {
        idle_.for_each(f);
    }
    /// Takes out all strands that are not running.
    std::vector<handler_strand*> take_all(held_lock const&);

private:
    /// One turn on the executor, which calls handlers one after the other.
    struct runner : handler_work, ring_link<runner> {
        handler_strand* strand = nullptr; // the strand of the handler that is being called
        std::size_t calls = 0;            // number of calls in this turn
        bool is_cancelled = false; // everything that its coroutine awaits from now on would be cancelled
    };
    struct awaited_runner;
    class turn;
    using self = boost::intrusive_ptr<run_queue>;

    void context_ends() noexcept override;
    void run_plain();
    void spawn_awaited();
    bool try_post_runner() noexcept;
    void unclaim_runner();
    static task<> run_awaited(self q, std::shared_ptr<awaited_runner> r);
    bool next(runner& r);
    void claim(held_lock const& held, runner& r, handler_strand& s);
    handler_strand& give_back(held_lock const& held, runner& r);
    void lose_context(held_lock const& held, handler_strand& s) noexcept;
    void interrupt(runner& r) noexcept;

    boost::intrusive_ptr<strand_hub> const hub_;
    call_form const form_;
    executor given_; // empty after the end of its context, because a user's executor may not outlive it
    executor const where_;
    executor const posting_; // its execute() posts to `where_`; made once, because making it allocates memory
    ring<handler_strand> parked_, idle_, ready_;
    ring<runner> runners_;
    std::size_t strands_ = 0;
    bool runner_posted_ = false; // a runner was posted and has not begun
    bool context_ended_ = false;
};

} // namespace coinformer::detail

#pragma once

#include "cache/handlers/listener.hpp"
#include "core/repeated_failure.hpp"

#include <coinformer/core/environment.hpp>

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/require.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace coinformer::detail {

class processor;

/// One turn of the handlers' executor, which runs listeners that are ready, one at a time.
struct runner : ring_link<runner> {
    listener* at = nullptr;
    stretch const* work = nullptr;
    bool of_log = false;                 ///< `work` is a segment of the log
    std::uint64_t begin = 0;             ///< ... and its place
    std::size_t calls = 0;               ///< in this turn
    std::atomic<std::size_t> handled{0}; ///< of `work`

    void has_handled_one() noexcept
    {
        handled.store(handled.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); // nobody else writes it
    }
};

/// A runner that is a coroutine, on a strand of its own.
struct task_runner : runner, std::enable_shared_from_this<task_runner> {
    explicit task_runner(executor on) : strand(std::move(on)) {}

    executor const strand;
    boost::asio::cancellation_signal stop;
    bool cancelled = false;
};

/// What a processor's listeners share: the log, and who runs them. The idle ones are in one ring, which becomes that of
/// the ready ones when the log grows. Runners on the handlers' executor take from that, one at a time; one that sees
/// that there is more posts the next one first, so that a handler that takes its time holds up no other where there are
/// threads. Only who needs it comes back to the informer's strand.
///
/// Threads    append() and cancel() on the informer's strand, without the lock. The rest of what is not const with it.
/// Lifetime   as long as any of its listeners. Those that it has rings for it keeps, until the processor's end.
class dispatcher : public boost::intrusive_ref_counter<dispatcher> {
public:
    using lock = std::unique_lock<std::mutex>;

    /// `of_resource` names the resource in the log.
    dispatcher(environment of_informer, executor handlers, std::string of_resource)
        : env(std::move(of_informer)), of(std::move(of_resource)), handlers_(std::move(handlers)),
          queued_(boost::asio::require(handlers_, boost::asio::execution::blocking.never))
    {
    }

    [[nodiscard]] lock hold() const { return lock(mutex_); }

    /// Counts and logs that a handler threw `why` when it was called for this change: one line for each cause, however
    /// many changes it fails for. Threads: any, without the lock.
    void report_failure(change const& c, std::string const& why);

    /// To the log; who is idle is ready then.
    void append(std::vector<change> changes, std::string version);
    /// To where it belongs: among the idle ones, or those that are ready.
    void put(listener& l);
    /// Posts runners when there is somebody to run. Not under the lock.
    void start();
    /// Ends the task that a listener runs, in a turn of its strand.
    void cancel(listener& l);
    /// Whether the listener's task runs on this strand.
    bool runs_on(listener const& l, executor const& strand) const;

    /// Those who have run and are to be looked at; null when there is none.
    listener* take_returned() noexcept;
    template <class F>
    void for_each_busy(F f) const
    {
        for (auto const& q : queues_) q.ready.for_each(f);
        runners_.for_each([&](runner const& r) {
            if (r.at) f(*r.at);
        });
        returned_.for_each(f);
    }
    template <class F>
    void for_each(F f) const
    {
        for (auto const& q : queues_) q.idle.for_each(f);
        for_each_busy(f);
    }
    /// The processor is gone: nobody is called any more. Result: those that nobody runs.
    std::vector<listener_ptr> close();

    environment const env;
    std::string const of;
    std::weak_ptr<processor> owner; // set before there is a listener
    change_log log;
    std::size_t readers = 0; ///< of what comes to the log
    std::atomic<std::size_t> failures{0};

private:
    struct queue {
        ring<listener> idle, ready;
        bool pending = false; // a runner was posted, and has yet to begin
    };
    enum kind : std::size_t { plain, tasks, kinds };
    class turn;
    using self = boost::intrusive_ptr<dispatcher>;

    queue& queue_of(listener const& l) noexcept { return queues_[l.awaitable() ? tasks : plain]; }
    bool needs_runner(queue& q) noexcept;
    void post_runner(kind k);
    void run_plain();
    void spawn_runner();
    static task<> run_tasks(self d, std::shared_ptr<task_runner> r);
    bool next(runner& r, kind k);
    static listener& take_from(runner& r) noexcept;
    static listener_ptr let_go_of(runner& r) noexcept;
    void put_back(runner& r);
    void claim(runner& r, listener& l);
    void post_visit();

    executor const handlers_;
    executor const queued_; // its execute() is a post to `handlers_`, without the allocations of making it each time
    mutable std::mutex mutex_;
    std::mutex log_lock_;
    repeated_failure failing_handlers_{*env.log, *env.time}; // with log_lock_
    queue queues_[kinds];
    ring<runner> runners_;
    ring<listener> returned_;
    bool visit_pending_ = false;
    bool closed_ = false;
};

} // namespace coinformer::detail

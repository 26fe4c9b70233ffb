#pragma once

#include <coinformer/core/task.hpp>

#include <memory>

namespace coinformer {

/// Owner of child tasks. The first child that fails stops its siblings; join() rethrows that failure.
///
///     coinformer::nursery work(co_await boost::asio::this_coro::executor);
///     work.start(factory.run());
///     work.start(serve(factory));
///     co_await work.join();
///
/// Start the children and join() them in one stretch, with nothing between that may throw or wait: what you
/// want to do beside them is a child, too. A nursery that is destroyed before join() has ended drops the
/// children that have not begun, and stops the others.
///
/// Threads    The executor has to be serial: a strand, or an io_context that one thread runs. All calls are
///            made on it. A program whose context has several threads makes a strand for each nursery, by
///            boost::asio::make_strand; children that are to run beside each other get strands of their own,
///            by start_on(). If coinformer itself was compiled without NDEBUG, the process is aborted, with a
///            message, when two threads are found to use a nursery at the same time.
/// Lifetime   The nursery may be destroyed after its execution context.
class nursery {
public:
    /// Errors: errc::bad_request if the executor is known not to be serial, because it is that of an
    /// asio::thread_pool with several threads or asio::system_executor: use
    /// boost::asio::make_strand(executor) then. The same if the executor never runs a function inline.
    explicit nursery(executor const& ex);
    nursery(nursery const&) = delete;
    nursery& operator=(nursery const&) = delete;
    ~nursery();

    /// Starts a child on the nursery's executor, never inline. After request_stop() the child is dropped.
    void start(task<> child);

    /// Starts a child that runs on `where`, for example on a strand that a session has for itself. In all
    /// else it is a child as any other: the nursery joins it, cancels it and rethrows its failure. The
    /// cancellation is delivered in a turn of `where`, so that it may come at any time, also while the child
    /// ends. (A plain asio::co_spawn() on another executor is not safe there:
    /// docs/decisions/009-executors-that-run-inline.md.)
    ///
    /// Errors     errc::bad_request if `where` is known not to be serial, or if it never runs a function
    ///            inline.
    /// Lifetime   The execution context of `where` may be destroyed before or after the nursery and its
    ///            context; the child is destroyed with it. If that context is stopped and kept, the child
    ///            cannot end: join() waits.
    void start_on(executor const& where, task<> child);

    /// Cancels every child, in a later turn of its executor. Returns at once; join() waits for the children's
    /// end.
    void request_stop();
    bool stopping() const noexcept;

    /// Waits until every child has ended, then rethrows the first failure, if any. A child that ends by being
    /// cancelled after request_stop() is not a failure.
    ///
    /// Cancel     stops the children, still waits for all of them, then throws condition::cancelled; or the
    ///            first failure, if a child throws anything else while it is being stopped.
    [[nodiscard]] task<> join() &;

private:
    struct state;
    std::shared_ptr<state> state_; // children that are stopped after the nursery's death still report to it
};

} // namespace coinformer

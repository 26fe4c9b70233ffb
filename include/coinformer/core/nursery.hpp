#pragma once

#include <coinformer/core/task.hpp>

#include <memory>

namespace coinformer {

/// Owner of child tasks. The first child that fails stops its siblings; join() rethrows that failure.
///
/// Start the children and join() them in one stretch, with nothing between that may throw or wait: what you want to do
/// beside them is a child, too. A nursery that dies unjoined drops the children that have not begun and stops the rest.
///
/// Threads    the executor is serial: a strand, or an io_context that one thread runs. All calls are made on it.
class nursery {
public:
    explicit nursery(executor ex);
    nursery(nursery const&) = delete;
    nursery& operator=(nursery const&) = delete;
    ~nursery();

    /// Starts a child on the nursery's executor, never inline. After request_stop() it is dropped.
    void start(task<> child);

    /// Cancels every child, in a later turn of the executor. Returns at once; join() waits.
    void request_stop();
    bool stopping() const noexcept;

    /// Waits until every child has ended, then rethrows the first failure, if any. A child that ends by being
    /// cancelled after request_stop() is no failure.
    ///
    /// Cancel     stops the children, still waits for all of them, then throws condition::cancelled.
    [[nodiscard]] task<> join() &;

private:
    struct state;
    std::shared_ptr<state> state_; // children that are stopped after the nursery's death still report to it
};

} // namespace coinformer

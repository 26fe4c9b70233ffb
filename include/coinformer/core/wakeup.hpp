#pragma once

#include <coinformer/core/task.hpp>

#include <memory>

namespace coinformer {

/// A condition variable for coroutines on one serial executor: wait in a loop that looks at the condition.
class wakeup {
public:
    wakeup();
    wakeup(wakeup&&) noexcept;
    /// Who still waits is told so: wait() throws condition::cancelled.
    ~wakeup();

    /// Ends at the next notify() or run_waiters(), perhaps also for nothing. Resumes on the waiter's own executor.
    ///
    /// Cancel     at any time, throws condition::cancelled; nothing is lost.
    [[nodiscard]] task<> wait();

    /// Wakes all that wait now. They run later, never inline.
    void notify() noexcept;

    /// Wakes all that wait now. Those whose executor is the caller's run at once, until they wait again: for the end of
    /// a turn, when nothing of the caller's is half done. Nobody who runs may destroy this, and what their completion
    /// handlers throw comes out here. Result: whether somebody waited.
    bool run_waiters();

private:
    struct waiter;
    struct waiters;
    std::unique_ptr<waiters> waiters_;
};

} // namespace coinformer

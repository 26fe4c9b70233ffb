#pragma once

#include <coinformer/core/task.hpp>

#include <memory>

namespace coinformer {

/// A condition variable for coroutines on one serial executor. Wait in a loop that checks the condition.
class wakeup {
public:
    wakeup();
    wakeup(wakeup&&) noexcept;
    /// Ends the remaining waits: wait() throws condition::cancelled.
    ~wakeup();

    /// Waits for the next notify() or run_waiters(); it may also return without any. Resumes on the waiter's
    /// own executor.
    ///
    /// Cancel     At any time; throws condition::cancelled, and nothing is lost.
    [[nodiscard]] task<> wait();

    /// Wakes all present waiters. They run later, never inside of this call.
    void notify() noexcept;

    /// Wakes all present waiters. Those on the caller's executor run inside of this call, until they wait
    /// again. So call it at the end of a turn, when the caller's own state is consistent. A waiter must not
    /// destroy this object, and exceptions of the waiters' completion handlers leave this function. Returns
    /// true if anybody has waited.
    bool run_waiters();

private:
    struct waiter;
    struct waiters;
    std::unique_ptr<waiters> waiters_;
};

} // namespace coinformer

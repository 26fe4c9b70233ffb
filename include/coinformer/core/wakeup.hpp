#pragma once

#include <coinformer/core/task.hpp>

#include <memory>

namespace coinformer {

/// A condition variable for coroutines on one serial executor: wait in a loop that looks at the condition.
class wakeup {
public:
    wakeup();
    wakeup(wakeup&&) noexcept;
    ~wakeup(); ///< asserts that nobody waits

    /// Ends at the next notify(), perhaps also for nothing. Resumes on the waiter's own executor, never inline.
    ///
    /// Cancel     at any time, throws condition::cancelled; nothing is lost.
    [[nodiscard]] task<> wait();

    /// Wakes all that wait now.
    void notify() noexcept;

private:
    struct waiters;
    std::unique_ptr<waiters> waiters_;
};

} // namespace coinformer

#pragma once

#include <coinformer/core/time_source.hpp>
#include <coinformer/core/wakeup.hpp>

#include <memory>

namespace coinformer {

/// A condition variable with a time limit: a coroutine waits in a loop that looks at its condition and at the clock.
/// All waiters share one timer.
///
/// Threads    one serial executor.
class timed_wakeup {
public:
    timed_wakeup(time_source& time, executor ex) : time_(time), ex_(std::move(ex)) {}

    /// Ends at the next notify() or at `when`, and sometimes for no reason.
    /// Cancel     at any time, throws condition::cancelled; nothing is lost.
    [[nodiscard]] task<> wait_until(time_point when) &
    {
        if (when < armed_for_) {
            if (!alarm_) alarm_ = time_.make_timer(ex_);
            armed_for_ = when;
            alarm_->start(when, [this] { notify(); });
        }
        co_await changed_.wait();
    }

    /// Wakes all waiters. They run later, never inline.
    void notify()
    {
        if (alarm_) alarm_->cancel(); // whoever goes on waiting starts it again
        armed_for_ = time_point::max();
        changed_.notify();
    }

private:
    time_source& time_;
    executor ex_;
    std::unique_ptr<timer> alarm_; // made when it is first needed
    time_point armed_for_ = time_point::max();
    wakeup changed_;
};

} // namespace coinformer

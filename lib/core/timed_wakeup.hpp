#pragma once

#include <coinformer/core/time_source.hpp>
#include <coinformer/core/wakeup.hpp>

#include <cstddef>
#include <memory>

namespace coinformer::detail {

/// A condition variable with a time limit. A coroutine waits in a loop that checks its condition and the
/// clock. All waiters share one timer.
///
/// Threads    one serial executor.
class timed_wakeup {
public:
    timed_wakeup(time_source& time, executor ex) : time_(time), ex_(std::move(ex)) {}

    /// Waits for the next notify(), but at most until `when`; it may also return without any reason.
    ///
    /// Cancel     At any time; throws condition::cancelled, and nothing is lost.
    [[nodiscard]] task<> wait_until(time_point when) &
    {
        waiting const me(*this);
        if (when < armed_for_) {
            if (!alarm_) alarm_ = time_.make_timer(ex_);
            start_alarm(when);
        }
        co_await changed_.wait();
    }

    /// Wakes all waiters. They run later, never inline.
    void notify()
    {
        disarm(); // a waiter that waits again starts the timer again
        changed_.notify();
    }

private:
    /// The last waiter that leaves disarms the timer, because an armed timer would keep an io_context
    /// running.
    struct waiting {
        explicit waiting(timed_wakeup& owner) noexcept : of(owner) { ++of.waiters_; }
        waiting(waiting const&) = delete;
        ~waiting()
        {
            if (--of.waiters_ == 0) of.disarm();
        }
        timed_wakeup& of;
    };

    // The alarm before is gone if this one cannot be started; then all look at the clock again.
    void start_alarm(time_point when)
    {
        try {
            alarm_->start(when, [this] { notify(); });
        } catch (...) {
            notify();
            throw;
        }
        armed_for_ = when;
    }

    void disarm() noexcept
    {
        if (alarm_) alarm_->cancel();
        armed_for_ = time_point::max();
    }

    time_source& time_;
    executor ex_;
    std::unique_ptr<timer> alarm_; // made when it is first needed
    time_point armed_for_ = time_point::max();
    std::size_t waiters_ = 0;
    wakeup changed_;
};

} // namespace coinformer::detail

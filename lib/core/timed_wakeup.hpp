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
            auto earlier = time_.make_timer(ex_); // the alarm before stays if this one cannot be started
            earlier->start(when, [this] { notify(); });
            alarm_ = std::move(earlier);
            armed_for_ = when;
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

#pragma once

#include <coinformer/core/task.hpp>

#include <chrono>
#include <functional>
#include <memory>

namespace coinformer {

using duration = std::chrono::steady_clock::duration;
using time_point = std::chrono::steady_clock::time_point;
using wall_time = std::chrono::system_clock::time_point;

/// A one-shot timer on one executor. Not safe from several threads at once.
class timer {
public:
    virtual ~timer() = default;

    /// Calls `fire` on the timer's executor at `when`, never inline. Replaces an earlier start.
    virtual void start(time_point when, std::function<void()> fire) = 0;

    /// Stops the timer. If called on the timer's executor, `fire` is not called after this function has
    /// returned.
    virtual void cancel() noexcept = 0;
};

/// The clock of the library: it gets every time from here, and waits with no other timers, so that a test can
/// replace the time. now() never goes back, and may count from any moment.
///
/// Threads    now(), wall_now() and make_timer() may be called on any thread; a timer is used on its
///            executor.
/// Lifetime   The clock outlives everything that was given it, the io_context included, unless it overrides
///            shared().
class time_source {
public:
    virtual ~time_source() = default;

    virtual time_point now() const noexcept = 0;
    virtual wall_time wall_now() const noexcept = 0;
    virtual std::unique_ptr<timer> make_timer(executor ex) = 0;

    /// Returns what the library's objects keep of this clock: by default a plain pointer. A clock that
    /// overrides this function may be destroyed before the objects that were given it; they continue with the
    /// returned one.
    virtual std::shared_ptr<time_source> shared() { return {std::shared_ptr<void>(), this}; }

    /// Waits until `when`.
    ///
    /// Cancel     At any time; throws condition::cancelled.
    [[nodiscard]] task<> sleep_until(time_point when);
    /// Waits for this long; duration::max() is for ever.
    [[nodiscard]] task<> sleep_for(duration d) { return sleep_until(after(d)); }
    /// Returns the time that is this long from now, or the last time that can be told if that is sooner.
    time_point after(duration d) const noexcept
    {
        auto const from = now();
        return d > duration::zero() && from > time_point::max() - d ? time_point::max() : from + d;
    }
};

/// Holds a clock in an environment. It is made from a pointer to a time_source, and used like one.
class time_ref {
public:
    time_ref(time_source* clock) : clock_(clock->shared()) {}

    time_source* operator->() const noexcept { return clock_.get(); }
    time_source& operator*() const noexcept { return *clock_; }
    operator time_source*() const noexcept { return clock_.get(); }

private:
    std::shared_ptr<time_source> clock_;
};

/// Returns the machine's clocks; one object serves the whole process.
///
/// now() goes on while the machine is suspended, unlike std::chrono::steady_clock on Linux. After a suspend
/// an overdue timer may fire late: when the next timer of its executor fires, but at most after five minutes.
time_source& system_time();

} // namespace coinformer

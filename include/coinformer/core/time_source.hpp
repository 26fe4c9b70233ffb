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

    /// After it returns, `fire` of an earlier start is not called (when called on the timer's executor).
    virtual void cancel() noexcept = 0;
};

/// Where the library gets the time from, and the only thing it waits on for time to pass. now() never goes back; what
/// it counts from is its own affair.
///
/// Threads    now() and wall_now() from any; make_timer() from any; the timer from its executor.
/// Lifetime   outlives everything that was given it, the io_context included, unless it overrides shared().
class time_source {
public:
    virtual ~time_source() = default;

    virtual time_point now() const noexcept = 0;
    virtual wall_time wall_now() const noexcept = 0;
    virtual std::unique_ptr<timer> make_timer(executor ex) = 0;

    /// What the library keeps of this clock. A clock that overrides this function may be destroyed before the objects
    /// that were given it: they go on with what it returns. Otherwise they keep a plain pointer to the clock.
    virtual std::shared_ptr<time_source> shared() { return {std::shared_ptr<void>(), this}; }

    /// Waits until `when`. Cancel: at any time, throws condition::cancelled.
    [[nodiscard]] task<> sleep_until(time_point when);
    [[nodiscard]] task<> sleep_for(duration d) { return sleep_until(now() + d); }
};

/// A clock as an environment holds it: made of a pointer to a time_source, and used like one.
class time_ref {
public:
    time_ref(time_source* clock) : clock_(clock->shared()) {}

    time_source* operator->() const noexcept { return clock_.get(); }
    time_source& operator*() const noexcept { return *clock_; }
    operator time_source*() const noexcept { return clock_.get(); }

private:
    std::shared_ptr<time_source> clock_;
};

/// The machine's clocks. One object serves the whole process. now() counts the time of a suspend, too, so it is not
/// std::chrono::steady_clock's on Linux; a timer that was due meanwhile fires after the machine has been awake for as
/// long as was left of some timer of the same executor, five minutes at most.
time_source& system_time();

} // namespace coinformer

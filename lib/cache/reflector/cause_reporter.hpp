#pragma once

#include <coinformer/core/time_source.hpp>

#include <exception>
#include <functional>
#include <memory>

namespace coinformer::detail {

/// Tells waiters why the store is not catching up. A cause that time may cure is told once the trouble has lasted for
/// `after`, any other cause at once. A cause is told again after each further `after`, so that a wait which begins
/// later ends as well, however long the next attempt is away.
///
/// Threads    one strand. Lifetime: nothing is told after end().
class cause_reporter {
public:
    /// Takes the cause, or a null pointer when there is hope again. Returns true if a waiter has received it.
    using report_to = std::function<bool(std::exception_ptr)>;

    cause_reporter(time_source& time, executor strand, duration after, report_to report)
        : time_(time), strand_(std::move(strand)), after_(after), report_(std::move(report))
    {
    }

    enum class urgency { at_once, when_it_lasts };

    /// Replaces the cause. The trouble began at `since`. Returns true if a waiter has received the cause now.
    bool report(std::exception_ptr cause, time_point since, urgency when);
    void clear();
    /// The cause stands, and is not told again.
    void end() noexcept { reminder_.reset(); }

private:
    void remind_at(time_point when);
    bool tell();

    time_source& time_;
    executor strand_;
    duration after_;
    report_to report_;
    std::exception_ptr cause_;
    time_point since_{};
    std::unique_ptr<timer> reminder_; // while there is a cause
};

} // namespace coinformer::detail

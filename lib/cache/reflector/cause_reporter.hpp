#pragma once

#include <coinformer/core/time_source.hpp>

#include <exception>
#include <functional>
#include <memory>

namespace coinformer::detail {

/// Decides when waiters learn why the store is not up to date. A cause that may pass by itself is reported
/// once the trouble has lasted for `after`; any other cause is reported at once. Both are reported again
/// after each further period of `after`, so that a wait that begins later learns the cause as well, even if
/// the next attempt is far away.
///
/// States     No cause; a cause that has not been reported yet; a cause that has been reported. The timer
///            runs while there is a cause.
/// Threads    the client's strand. The reflector calls it.
/// Lifetime   After end() nothing is reported. The time source outlives it.
class cause_reporter {
public:
    /// Called with the cause, or with a null pointer when the cause is over. Returns true if a waiter
    /// receives it.
    using report_to = std::function<bool(std::exception_ptr)>;

    cause_reporter(time_source& time, executor strand, duration after, report_to report)
        : time_(time), strand_(std::move(strand)), after_(after), report_(std::move(report))
    {
    }

    enum class urgency {
        at_once,       ///< the cause will not pass by itself
        when_it_lasts, ///< the cause may pass by itself: report it once it has lasted for `after`
    };

    /// Replaces the cause. The trouble began at `since`. Returns true if a waiter receives the cause now.
    bool report(std::exception_ptr cause, time_point since, urgency when);
    /// The cause is over.
    void clear();
    /// The reflector has ended: a cause that was reported still stands, and is not reported again.
    void end() noexcept { reminder_.reset(); }

private:
    void remind_at(time_point when);
    bool report_now();

    time_source& time_;
    executor strand_;
    duration after_;
    report_to report_;
    std::exception_ptr cause_;
    time_point since_{};
    std::unique_ptr<timer> reminder_; // set while there is a cause
};

} // namespace coinformer::detail

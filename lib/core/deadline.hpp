#pragma once

#include <coinformer/core/time_source.hpp>

#include <algorithm>
#include <functional>

namespace coinformer::detail {

/// A time limit that can be extended. The work under guard() is cancelled when extend() was not called for
/// `limit`, or for the time that the newest extend() has named. Extending only stores a number and does not
/// restart a timer: when the timer fires, it checks that number, and is started again if the time is not
/// over.
///
/// Threads    one serial executor.
class deadline {
public:
    /// `expired` is called when the limit has passed. If it calls extend(), the work goes on; otherwise the
    /// work is cancelled.
    deadline(time_source& time, duration limit, std::function<void()> expired = nullptr)
        : time_(time), limit_(std::min(limit, longest)), expired_(std::move(expired))
    {
    }

    void extend() { extend(limit_); }
    void extend(duration by)
    {
        expires_at_ = time_.now() + std::min(by, longest);
        if (expires_at_ < alarm_due_ && recheck_) recheck_();
    }
    /// Removes the limit until the next extend(), for a time in which the work is allowed to make no
    /// progress.
    void suspend() noexcept { expires_at_ = time_point::max(); }

    /// Runs `body`. Returns false if the deadline has passed first; `body` was cancelled then, and has ended.
    ///
    /// Errors     exceptions of `body`; those of `expired`, and std::bad_alloc if there is no memory for the
    ///            timer. `body` was cancelled for these as well, and has ended.
    /// Cancel     Cancels `body` and waits until it has ended.
    [[nodiscard]] task<bool> guard(task<> body) &;

private:
    static constexpr duration longest = std::chrono::hours(100 * 365 * 24); // a longer one could overflow

    time_source& time_;
    duration limit_;
    std::function<void()> expired_;
    time_point expires_at_ = time_point::max();
    time_point alarm_due_ = time_point::max(); // when the timer of guard() fires
    std::function<void()> recheck_;            // restarts that timer for an earlier time; set by guard()
};

} // namespace coinformer::detail

#pragma once

#include <coinformer/core/time_source.hpp>

#include <functional>

namespace coinformer {

/// A time limit that moves: work under guard() is cancelled when nobody has called extend() for `limit`, or for as long
/// as the last extend() said.
/// Extending costs a store, not a timer.
class deadline {
public:
    /// `expired` is called when the limit has passed. If it calls extend(), the work goes on; else the work is
    /// cancelled.
    deadline(time_source& time, duration limit, std::function<void()> expired = nullptr)
        : time_(time), limit_(limit), expired_(std::move(expired))
    {
    }

    void extend() { extend(limit_); }
    void extend(duration by)
    {
        expires_at_ = time_.now() + by;
        if (expires_at_ < alarm_due_ && recheck_) recheck_();
    }
    /// No limit until the next extend(): what happens now is not what the limit is for.
    void suspend() noexcept { expires_at_ = time_point::max(); }

    /// Runs `body`; false when the deadline passed first: then `body` was cancelled, and has ended.
    /// Errors     what `body` throws, at once. Cancel: cancels `body` and waits for its end.
    [[nodiscard]] task<bool> guard(task<> body) &;

private:
    time_source& time_;
    duration limit_;
    std::function<void()> expired_;
    time_point expires_at_ = time_point::max();
    time_point alarm_due_ = time_point::max(); // when the alarm of guard() goes off, to look
    std::function<void()> recheck_;
};

} // namespace coinformer

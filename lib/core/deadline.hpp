#pragma once

#include <coinformer/core/time_source.hpp>

#include <memory>

namespace coinformer {

/// A time limit that moves: work under guard() is cancelled when nobody has called extend() for `limit`.
/// Extending costs a store, not a timer.
class deadline {
public:
    deadline(time_source& time, duration limit) : time_(time), limit_(limit), at_(time.now() + limit) {}

    void extend() noexcept { at_ = time_.now() + limit_; }
    /// No limit until the next extend(): what happens now is not what the limit is for.
    void suspend() noexcept { at_ = time_point::max(); }

    /// Runs `body`; false when the deadline passed first: then `body` was cancelled, and has ended.
    /// Errors     what `body` throws, at once. Cancel: cancels `body` and waits for its end.
    [[nodiscard]] task<bool> guard(task<> body) &;

private:
    time_source& time_;
    duration limit_;
    time_point at_;
};

} // namespace coinformer

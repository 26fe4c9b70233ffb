#pragma once

#include <coinformer/core/task.hpp>
#include <coinformer/core/time_source.hpp>

#include <cstddef>

namespace coinformer {

/// A bucket that holds up to `burst` tokens and receives `per_second` new ones per second. It starts full. It
/// is a plain value: it has no clock, and a copy has tokens of its own, for which nobody waits yet.
///
/// Threads    one at a time.
/// Lifetime   The end of the bucket cancels the callers that wait for its tokens.
class token_bucket {
public:
    /// Errors     errc::bad_request if the rate or the burst is not positive, or filling the bucket takes a
    ///            century.
    token_bucket(double per_second, std::size_t burst);

    /// Takes a token, which may be one that has yet to arrive, and returns how long it takes to arrive. If
    /// that would be longer than `longest`, takes no token and returns `longest`. Callers of wait() that wait
    /// now get their tokens later.
    duration take(time_point now, duration longest) noexcept;
    /// Takes a token and returns true if the bucket holds one now for which nobody waits; otherwise returns
    /// false.
    bool try_take(time_point now) noexcept;
    /// Waits for a token, behind the callers that already wait. All of them are on one execution context.
    ///
    /// Cancel     At any time. The caller takes no token, and those behind it move up.
    [[nodiscard]] task<> wait(time_source& time) &;

private:
    class place; // the place of a caller that waits

    /// The callers that wait, in order. They belong to one bucket, so that a copy has none.
    struct line {
        line() = default;
        line(line const&) noexcept {}
        line& operator=(line const&) noexcept { return *this; }
        ~line();
        place* first = nullptr;
        place* last = nullptr;
    };

    time_point next_token(time_point now) const noexcept;

    duration interval_;                      // between two tokens
    duration depth_;                         // the time in which an empty bucket fills
    time_point full_at_ = time_point::min(); // when the bucket is full if nobody takes another token
    line line_;
};

} // namespace coinformer

#include "core/timed_wakeup.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/token_bucket.hpp>

#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <utility>

namespace coinformer {

/// The place of a caller in the line, which lives in the frame of its wait(). Only the first caller waits for
/// a time; the others wait until they are the first.
///
/// A frame that is destroyed together with its execution context only unlinks its place: waking the next
/// caller would destroy that one's frame inside of this destructor, and so on through the whole line.
class token_bucket::place {
public:
    place(line& all, time_source& time, executor ex)
        : line_(&all), before_(all.last), woken_(time, std::move(ex))
    {
        (before_ ? before_->behind_ : all.first) = this;
        all.last = this;
    }
    place(place const&) = delete;
    ~place() { unlink(); }

    bool is_first() const noexcept { return line_->first == this; }
    /// Waits until `when`, or until this place may be the first one. Throws if the bucket has ended.
    [[nodiscard]] task<> wait_until(time_point when) &
    {
        co_await woken_.wait_until(when);
        if (!line_) throw api_error(errc::cancelled, "token_bucket", "it was destroyed");
    }
    /// Takes the caller out of the line, so that the one behind it moves up.
    void leave()
    {
        auto* const next = line_ && is_first() ? behind_ : nullptr;
        unlink();
        if (next) next->woken_.notify();
    }
    /// The bucket ends.
    void end()
    {
        unlink();
        woken_.notify();
    }

private:
    void unlink() noexcept
    {
        if (!line_) return;
        (before_ ? before_->behind_ : line_->first) = behind_;
        (behind_ ? behind_->before_ : line_->last) = before_;
        line_ = nullptr;
    }

    line* line_; // null outside of the line
    place* before_;
    place* behind_ = nullptr;
    detail::timed_wakeup woken_;
};

token_bucket::line::~line()
{
    while (first) first->end();
}

token_bucket::token_bucket(double per_second, std::size_t burst)
{
    double const interval = 1e9 / per_second;
    double const depth = interval * static_cast<double>(burst);
    if (!(per_second > 0) || burst == 0 || depth > 4e18)
        throw api_error(errc::bad_request, "token_bucket",
                        "the rate and the burst must be positive, and the bucket must fill within a century");
    interval_ = std::chrono::duration_cast<duration>(std::chrono::duration<double, std::nano>(interval));
    depth_ = std::chrono::duration_cast<duration>(std::chrono::duration<double, std::nano>(depth));
}

// The bucket is one number: the time when it would be full again. Taking a token moves that time by one
// interval, and the token is there as soon as the bucket would be full within `depth_`. So nothing has to be
// counted while time passes.
duration token_bucket::take(time_point now, duration longest) noexcept
{
    auto const full_at = std::max(full_at_, now) + interval_;
    auto const wait = full_at - now - depth_;
    if (wait > longest) return longest;
    full_at_ = full_at;
    return std::max(wait, duration::zero());
}

bool token_bucket::try_take(time_point now) noexcept
{
    auto const full_at = std::max(full_at_, now) + interval_;
    if (line_.first || full_at - now > depth_) return false;
    full_at_ = full_at;
    return true;
}

time_point token_bucket::next_token(time_point now) const noexcept
{
    return full_at_ <= now ? now : full_at_ - (depth_ - interval_);
}

// A token is taken only when it is there and its caller is the first of the line. So callers that give up
// leave the tokens to those behind them, in whatever order they do that.
task<> token_bucket::wait(time_source& time) &
{
    if (try_take(time.now())) co_return;
    executor const ex = co_await boost::asio::this_coro::executor;
    place mine(line_, time, ex);
    try {
        for (;;) {
            auto const now = time.now();
            auto const due = mine.is_first() ? next_token(now) : time_point::max();
            if (now >= due) break;
            co_await mine.wait_until(due);
        }
        take(time.now(), duration::max());
    } catch (...) {
        mine.leave();
        throw;
    }
    mine.leave();
}

} // namespace coinformer

#include "core/deadline.hpp"
#include "core/forward_cancellation.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <exception>

namespace coinformer::detail {

namespace asio = boost::asio;

task<bool> deadline::guard(task<> body) &
{
    extend();
    executor const here = co_await asio::this_coro::executor;
    executor const ex = able_to_run_inline(here); // a stop that was queued could come after the end of `stop`
    auto const state = co_await asio::this_coro::cancellation_state;
    asio::cancellation_signal stop;
    bool expired = false, completed = false;
    std::exception_ptr failed; // an exception of `expired_`, or of the timer
    auto const alarm = time_.make_timer(ex);
    std::function<void()> check = [&] {
        auto const now = time_.now();
        alarm_due_ = time_point::min(); // so that extend(), called by expired_, does not call this function
        try {
            if (now >= expires_at_ && expired_) expired_();
            if (now < expires_at_) { // extended since the timer was started, or by expired_()
                auto const due = std::min(expires_at_, now + limit_);
                alarm->start(due, check);
                alarm_due_ = due;
                return;
            }
            expired = true;
        } catch (...) { // without memory for the timer, the work would have no limit any more
            failed = std::current_exception();
        }
        stop.emit(asio::cancellation_type::terminal);
    };
    alarm_due_ = expires_at_;
    alarm->start(alarm_due_, check);
    recheck_ = [&] { check(); };
    struct disarm { // `recheck_` refers to locals of this coroutine
        deadline& self;
        ~disarm() { self.recheck_ = nullptr; }
    } const at_end{*this};
    forward_cancellation const forward(state.slot(),
                                       [&stop](asio::cancellation_type type) { stop.emit(type); });
    auto child = asio::bind_cancellation_slot(stop.slot(), asio::use_awaitable);
    try {
        co_await asio::co_spawn(ex, std::move(body), child);
        completed = true; // even if the time was up in the same turn
    } catch (boost::system::system_error const& e) {
        if ((!expired && !failed) || e.code() != condition::cancelled) throw;
    }
    if (failed && !completed) std::rethrow_exception(failed);
    co_return completed;
}

task<bool> finished_in_time(time_source& time, duration limit, task<> body, std::function<void()> expired)
{
    deadline d(time, limit, std::move(expired));
    auto const in_time = co_await d.guard(std::move(body));
    co_return in_time;
}

void throw_timed_out(duration limit)
{
    auto const ms = std::chrono::duration_cast<std::chrono::milliseconds>(limit).count();
    throw api_error(errc::timed_out, "after " + std::to_string(ms) + " ms");
}

} // namespace coinformer::detail

namespace coinformer {

task<> with_timeout(time_source& time, duration limit, task<> body)
{
    auto const in_time = co_await detail::finished_in_time(time, limit, std::move(body));
    if (!in_time) detail::throw_timed_out(limit);
}

} // namespace coinformer

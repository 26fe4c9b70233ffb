#include <coinformer/core/error.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace coinformer {

namespace asio = boost::asio;

namespace {

class system_timer final : public timer {
public:
    explicit system_timer(executor ex) : timer_(std::move(ex)) {}

    ~system_timer() override { cancel(); }

    void start(time_point when, std::function<void()> fire) override
    {
        cancel();
        timer_.expires_at(when);
        armed_ = std::make_shared<bool>(true);
        timer_.async_wait([armed = armed_, fire = std::move(fire)](error_code) {
            if (*armed) fire();
        });
    }

    void cancel() noexcept override
    {
        if (!armed_) return;
        *armed_ = false; // also holds back a completion that is queued already
        armed_.reset();
        timer_.cancel();
    }

private:
    asio::steady_timer timer_;
    std::shared_ptr<bool> armed_;
};

class system_time_source final : public time_source {
public:
    time_point now() const noexcept override { return std::chrono::steady_clock::now(); }
    wall_time wall_now() const noexcept override { return std::chrono::system_clock::now(); }
    std::unique_ptr<timer> make_timer(executor ex) override { return std::make_unique<system_timer>(std::move(ex)); }
};

// Hands a cancellation of the awaiting coroutine on to the child that it waits for.
class forward_cancellation {
public:
    forward_cancellation(asio::cancellation_slot from, asio::cancellation_signal& to) : from_(from)
    {
        if (from_.is_connected()) from_.assign([&to](asio::cancellation_type type) { to.emit(type); });
    }
    forward_cancellation(forward_cancellation const&) = delete;
    forward_cancellation& operator=(forward_cancellation const&) = delete;
    ~forward_cancellation()
    {
        if (from_.is_connected()) from_.clear();
    }

private:
    asio::cancellation_slot from_;
};

} // namespace

time_source& system_time()
{
    static system_time_source source;
    return source;
}

task<> time_source::sleep_until(time_point when)
{
    executor const ex = co_await asio::this_coro::executor;
    wakeup due;
    bool over = false;
    auto alarm = make_timer(ex);
    alarm->start(when, [&due, &over] {
        over = true;
        due.notify();
    });
    while (!over) co_await due.wait();
}

namespace detail {

task<bool> finished_in_time(time_source& time, duration limit, task<> body)
{
    executor const ex = co_await asio::this_coro::executor;
    auto const state = co_await asio::this_coro::cancellation_state;
    asio::cancellation_signal stop;
    bool expired = false;
    auto alarm = time.make_timer(ex);
    alarm->start(time.now() + limit, [&stop, &expired] {
        expired = true;
        stop.emit(asio::cancellation_type::terminal);
    });
    forward_cancellation const forward(state.slot(), stop);
    auto child = asio::bind_cancellation_slot(stop.slot(), asio::use_awaitable);
    std::exception_ptr failure;
    try {
        co_await asio::co_spawn(ex, std::move(body), child);
    } catch (boost::system::system_error const& e) {
        if (!expired || e.code() != condition::cancelled) failure = std::current_exception();
    } catch (...) {
        failure = std::current_exception();
    }
    alarm->cancel();
    if (failure) std::rethrow_exception(failure);
    co_return !expired;
}

void throw_timed_out(duration limit)
{
    auto const ms = std::chrono::duration_cast<std::chrono::milliseconds>(limit).count();
    throw api_error(errc::timed_out, "after " + std::to_string(ms) + " ms");
}

} // namespace detail

task<> with_timeout(time_source& time, duration limit, task<> body)
{
    auto const in_time = co_await detail::finished_in_time(time, limit, std::move(body));
    if (!in_time) detail::throw_timed_out(limit);
}

} // namespace coinformer

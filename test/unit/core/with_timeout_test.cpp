#include <coinformer/core/error.hpp>
#include <coinformer/core/with_timeout.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

task<std::string> answer_after(time_source& time, duration d)
{
    co_await time.sleep_for(d);
    co_return "a string that is longer than what fits in place";
}

task<std::string> fail_after(time_source& time, duration d)
{
    co_await time.sleep_for(d);
    throw api_error(errc::forbidden, "test");
}

struct outcome {
    std::string value;
    error_code code;
    bool done = false;
};

void spawn_with_outcome(executor const& ex, task<std::string> body, outcome& out,
                        asio::cancellation_signal& stop)
{
    asio::co_spawn(
        ex, std::move(body),
        asio::bind_cancellation_slot(stop.slot(), [&out](std::exception_ptr failure, std::string value) {
            out.done = true;
            out.value = std::move(value);
            try {
                if (failure) std::rethrow_exception(failure);
            } catch (boost::system::system_error const& e) {
                out.code = e.code();
            }
        }));
}

} // namespace

TEST_CASE("a result that comes in time is returned, and no timer is left")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    asio::cancellation_signal stop;
    outcome out;
    spawn_with_outcome(io.get_executor(), with_timeout(time, 2s, answer_after(time, 1s)), out, stop);

    time.run_for(1s);

    CHECK(out.value == "a string that is longer than what fits in place");
    CHECK(time.armed() == 0);
}

TEST_CASE("a body that takes too long is cancelled at the limit")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    asio::cancellation_signal stop;
    outcome out;
    spawn_with_outcome(io.get_executor(), with_timeout(time, 2s, answer_after(time, 1h)), out, stop);

    time.run_for(1999ms);
    CHECK_FALSE(out.done);
    time.run_for(1ms);

    CHECK(out.code == errc::timed_out);
    CHECK(time.armed() == 0);
}

TEST_CASE("a limit may be as long as a duration can be")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    time.run_for(1h);
    asio::cancellation_signal stop;
    outcome out;
    spawn_with_outcome(io.get_executor(), with_timeout(time, duration::max(), answer_after(time, 24h)), out,
                       stop);

    time.run_for(24h);

    CHECK(out.value == "a string that is longer than what fits in place");
}

TEST_CASE("a failure of the body is thrown at once")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    asio::cancellation_signal stop;
    outcome out;
    spawn_with_outcome(io.get_executor(), with_timeout(time, 1h, fail_after(time, 1s)), out, stop);

    time.run_for(1s);

    CHECK(out.code == condition::forbidden);
}

TEST_CASE("cancelling the wait cancels the body")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    asio::cancellation_signal stop;
    outcome out;
    spawn_with_outcome(io.get_executor(), with_timeout(time, 1h, answer_after(time, 1h)), out, stop);
    time.run_for(1s);

    stop.emit(asio::cancellation_type::terminal);
    time.settle();

    CHECK(out.done);
    CHECK(out.code == condition::cancelled);
    CHECK(time.armed() == 0);
}

TEST_CASE("a sleep ends at its time, and not before")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    asio::cancellation_signal stop;
    outcome out;
    spawn_with_outcome(io.get_executor(), answer_after(time, 5s), out, stop);

    time.run_for(4999ms);
    CHECK_FALSE(out.done);
    time.run_for(1ms);
    CHECK(out.done);
}

TEST_CASE("on an executor that only posts, a limit may pass in the turn in which its body ends")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    executor const posting = asio::require(io.get_executor(), asio::execution::blocking.never);
    asio::cancellation_signal stop;
    outcome out;
    spawn_with_outcome(posting, with_timeout(time, 1s, answer_after(time, 1s)), out, stop);
    time.run_for(1s);
    CHECK(out.done);
    CHECK(time.armed() == 0);
}

#include <coinformer/testing/run.hpp>

#include <coinformer/core/error.hpp>
#include <coinformer/core/wakeup.hpp>

#include "catch.hpp"

#include <boost/asio/post.hpp>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

task<int> later(time_source& time, duration d, int result)
{
    co_await time.sleep_for(d);
    co_return result;
}

task<> failing()
{
    throw std::runtime_error("as expected");
    co_return;
}

task<> wait_for(wakeup& event, bool& has_ended)
{
    try {
        co_await event.wait();
    } catch (...) {
        has_ended = true;
        throw;
    }
}

std::string message_of_endless(std::function<void()> run_it)
{
    try {
        run_it();
    } catch (api_error const& e) {
        CHECK(e.code() == make_error_code(errc::timed_out));
        return e.what();
    }
    return "it has not thrown";
}

} // namespace

TEST_CASE("run() returns a task's result, or throws its exception")
{
    boost::asio::io_context io;

    CHECK(coinformer::testing::run(io, later(system_time(), 0s, 7)) == 7);
    CHECK(coinformer::testing::run(io, later(system_time(), 1ms, 8)) == 8);
    CHECK_THROWS_AS(coinformer::testing::run(io, failing()), std::runtime_error);
}

TEST_CASE("run() in virtual time lets only as much time pass as the task needs")
{
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time(io);
    auto const start = time.now();

    CHECK(coinformer::testing::run(io, time, later(time, 10min, 7)) == 7);

    CHECK(time.now() == start + 10min);
}

TEST_CASE("run() in virtual time ends a task that takes too long")
{
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time(io);

    try {
        coinformer::testing::run(io, time, later(time, 10min, 7), 5min);
        FAIL("the task should have been ended");
    } catch (api_error const& e) {
        CHECK(e.code() == make_error_code(errc::timed_out));
    }
    CHECK(time.armed() == 0);
}

TEST_CASE("run() cancels a task that can never end, and says what is missing")
{
    boost::asio::io_context io;
    wakeup event;
    bool has_ended = false;
    std::string_view const rest =
        ", so the task would never have ended and was cancelled. Start what it waits for, "
        "for example run() of a server, "
        "an informer or a factory";

    SECTION("in virtual time")
    {
        coinformer::testing::virtual_clock time(io);
        auto const start = time.now();
        auto const message =
            message_of_endless([&] { coinformer::testing::run(io, time, wait_for(event, has_ended)); });
        CHECK(message.find("nothing is ready and no timer is armed" + std::string(rest)) !=
              std::string::npos);
        CHECK(time.now() == start);
        // the context can still be used
        CHECK(coinformer::testing::run(io, time, later(time, 10min, 7)) == 7);
    }
    SECTION("in real time, when the context is stopped")
    {
        boost::asio::post(io, [&io] { io.stop(); });
        auto const message =
            message_of_endless([&] { coinformer::testing::run(io, wait_for(event, has_ended)); });
        CHECK(message.find("the io_context was stopped" + std::string(rest)) != std::string::npos);
        CHECK(coinformer::testing::run(io, later(system_time(), 1ms, 7)) == 7);
    }
    CHECK(has_ended);
}

TEST_CASE("run() without a limit lets as much time pass as the task needs, and ends if nothing comes")
{
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time(io);
    time.run_for(1h);

    CHECK(coinformer::testing::run(io, time, later(time, 1000h, 7), duration::max()) == 7);
    CHECK(time.now() == time_point(1001h));
    auto const message = message_of_endless(
        [&] { coinformer::testing::run(io, time, time.sleep_for(duration::max()), duration::max()); });
    CHECK(message.find("would never have ended and was cancelled") != std::string::npos);
    CHECK(time.now() == time_point(1001h));
    CHECK_THROWS_AS(coinformer::testing::run(io, time, later(time, 1s, 7), -1s), std::invalid_argument);
    CHECK(time.armed() == 0);
}

TEST_CASE("if another handler throws, run() throws the same, when its task has been cancelled and has ended")
{
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time(io);
    wakeup event;
    bool has_ended = false;
    boost::asio::post(io, [] { throw std::logic_error("elsewhere"); });
    boost::asio::post(io, [] { throw std::runtime_error("later"); });

    SECTION("in virtual time")
    {
        CHECK_THROWS_AS(coinformer::testing::run(io, time, wait_for(event, has_ended)), std::logic_error);
    }
    SECTION("in real time")
    {
        CHECK_THROWS_AS(coinformer::testing::run(io, wait_for(event, has_ended)), std::logic_error);
    }
    CHECK(has_ended);
    CHECK(coinformer::testing::run(io, time, later(time, 10min, 7)) == 7);
}

TEST_CASE("a background task ends with its object although another handler throws meanwhile")
{
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time(io);
    wakeup event;
    bool has_ended = false;
    std::optional<coinformer::testing::background> waiting(std::in_place, io, time,
                                                           wait_for(event, has_ended));
    time.settle();
    boost::asio::post(io, [] { throw std::logic_error("elsewhere"); });

    waiting.reset();

    CHECK(has_ended);
}

#include "core/deadline.hpp"
#include "core/permits.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>

#include <optional>

#include "catch.hpp"
#include "failing_clock.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

task<> beat(time_source& time, deadline& limit, int beats, duration between)
{
    for (int i = 0; i < beats; ++i) {
        co_await time.sleep_for(between);
        limit.extend();
    }
    co_await time.sleep_for(24h);
}

task<> quiet_then_suspended(time_source& time, deadline& limit)
{
    limit.suspend();
    co_await time.sleep_for(1h);
    limit.extend();
    co_await time.sleep_for(24h);
}

task<> fails_when_cancelled(time_source& time)
{
    try {
        co_await time.sleep_for(24h);
    } catch (boost::system::system_error const&) { // the deadline
    }
    throw std::runtime_error("cannot clean up");
}

task<> other_error_when_cancelled(time_source& time)
{
    try {
        co_await time.sleep_for(24h);
    } catch (boost::system::system_error const&) { // the deadline
    }
    throw api_error(errc::forbidden, "test");
}

task<> ends_when_cancelled(time_source& time)
{
    try {
        co_await time.sleep_for(24h);
    } catch (boost::system::system_error const&) { // the deadline
    }
}

task<> cancels_itself(time_source& time)
{
    co_await time.sleep_for(1s);
    throw boost::system::system_error(asio::error::operation_aborted);
}

task<> hold(permits& p, time_source& time, int& holding, int& most)
{
    auto const mine = co_await p.acquire();
    most = std::max(most, ++holding);
    co_await time.sleep_for(1s);
    --holding;
}

struct deadline_fixture {
    asio::io_context io;
    testing::virtual_clock time{io};
    std::optional<bool> in_time;
    std::string failure;

    void guard(deadline& limit, task<> body)
    {
        asio::co_spawn(io, limit.guard(std::move(body)), [this](std::exception_ptr thrown, bool kept) {
            try {
                if (thrown) std::rethrow_exception(thrown);
                in_time = kept;
            } catch (std::exception const& e) {
                failure = e.what();
            }
        });
    }
};

} // namespace

TEST_CASE_METHOD(
    deadline_fixture,
    "work goes on while it extends its deadline in time, and is cancelled one limit after the last extension")
{
    deadline limit(time, 10s);
    guard(limit, beat(time, limit, 5, 8s));

    time.run_for(40s + 9s);
    CHECK_FALSE(in_time);
    time.run_for(1s);
    CHECK(in_time == false);
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(deadline_fixture, "a suspended deadline does not pass, and starts again when it is extended")
{
    deadline limit(time, 10s);
    guard(limit, quiet_then_suspended(time, limit));

    time.run_for(1h + 9s);
    CHECK_FALSE(in_time);
    time.run_for(2s);
    CHECK(in_time == false);
}

TEST_CASE_METHOD(
    deadline_fixture,
    "no more coroutines hold a permit than there are permits, and every one gets a permit in the end")
{
    permits two(2);
    int holding = 0, most = 0, ended = 0;
    for (int i = 0; i < 7; ++i)
        asio::co_spawn(io, hold(two, time, holding, most), [&](std::exception_ptr) { ++ended; });

    time.run_for(10s);
    CHECK(most == 2);
    CHECK(ended == 7);
}

TEST_CASE_METHOD(deadline_fixture,
                 "no permit is lost if a coroutine is cancelled that holds a permit or waits for one")
{
    permits one(1);
    int holding = 0, most = 0, ended = 0;
    asio::cancellation_signal stop[3];
    for (auto& s : stop)
        asio::co_spawn(io, hold(one, time, holding, most),
                       asio::bind_cancellation_slot(s.slot(), [&](std::exception_ptr) { ++ended; }));
    time.settle();

    stop[0].emit(asio::cancellation_type::terminal); // it holds the permit
    stop[1].emit(asio::cancellation_type::terminal); // it waits
    time.run_for(1s);
    CHECK(ended == 3);
}

TEST_CASE_METHOD(deadline_fixture, "a deadline that was left suspended guards the next work as usual")
{
    deadline limit(time, 10s);
    limit.suspend();
    guard(limit, beat(time, limit, 0, 1s));

    time.run_for(9s);
    CHECK_FALSE(in_time);
    time.run_for(2s);
    CHECK(in_time == false);
}

TEST_CASE_METHOD(deadline_fixture, "the `expired` callback may extend the limit, again and again")
{
    int asked = 0;
    std::optional<deadline> limit;
    limit.emplace(time, 10s, [&] {
        if (++asked < 3) limit->extend(5s);
    });
    guard(*limit, time.sleep_for(24h));
    time.run_for(10s);
    CHECK(asked == 1);
    time.run_for(9s);
    CHECK(asked == 2);
    CHECK_FALSE(in_time);
    time.run_for(1s);
    CHECK(asked == 3);
    CHECK(in_time == false);
}

TEST_CASE_METHOD(deadline_fixture, "the `expired` callback may extend by nothing, and the work is cancelled")
{
    std::optional<deadline> limit;
    limit.emplace(time, 10s, [&] { limit->extend(0s); });
    guard(*limit, time.sleep_for(24h));
    time.run_for(1s);
    limit->extend(0s);
    time.settle();
    CHECK(in_time == false);
}

TEST_CASE_METHOD(deadline_fixture, "the `expired` callback is not called after the work has ended")
{
    int asked = 0;
    deadline limit(time, 10s, [&] { ++asked; });
    guard(limit, time.sleep_for(1s));
    time.run_for(2s);
    CHECK(in_time == true);
    limit.extend(0s);
    time.run_for(20s);
    CHECK(asked == 0);
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(deadline_fixture,
                 "work whose `expired` callback throws is cancelled, and the exception is that of guard()")
{
    deadline limit(time, 10s, [] { throw std::bad_alloc(); });
    guard(limit, time.sleep_for(24h));
    time.run_for(10s); // and nothing leaves the io_context
    CHECK(failure == std::bad_alloc().what());
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(deadline_fixture, "work is cancelled if there is no memory for the timer of its limit")
{
    test::failing_clock clock(time);
    deadline limit(clock, 10s);
    guard(limit, beat(time, limit, 1, 8s));
    time.settle();
    clock.failures = 1;
    time.run_for(10s); // the limit was extended, and its timer has to start again
    CHECK(failure == std::bad_alloc().what());
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(deadline_fixture, "a limit that is set to zero ends the work at once")
{
    deadline limit(time, 10s);
    guard(limit, time.sleep_for(24h));
    time.run_for(1s);
    limit.extend(0s);
    time.settle();
    CHECK(in_time == false);
}

TEST_CASE_METHOD(deadline_fixture,
                 "an error that the work throws after its deadline is thrown, unless it is the cancellation")
{
    deadline limit(time, 10s);
    SECTION("of any type")
    {
        guard(limit, fails_when_cancelled(time));
        time.run_for(10s);
        CHECK(failure == "cannot clean up");
    }
    SECTION("of the library")
    {
        guard(limit, other_error_when_cancelled(time));
        time.run_for(10s);
        CHECK(failure.find("test") != std::string::npos);
    }
    CHECK_FALSE(in_time);
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(deadline_fixture, "work that completes in spite of its deadline counts as complete")
{
    deadline limit(time, 10s);
    guard(limit, ends_when_cancelled(time));
    time.run_for(10s);
    CHECK(in_time == true);
}

TEST_CASE_METHOD(deadline_fixture,
                 "a cancellation that the work throws by itself before its deadline is thrown")
{
    deadline limit(time, 10s);
    guard(limit, cancels_itself(time));
    time.run_for(1s);
    CHECK_FALSE(in_time);
    CHECK_FALSE(failure.empty());
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(deadline_fixture, "a deadline passes exactly at its time, and not before")
{
    deadline limit(time, 10s);
    guard(limit, time.sleep_for(24h));
    time.run_for(10s - 1ns);
    CHECK_FALSE(in_time);
    time.run_for(1ns);
    CHECK(in_time == false);
}

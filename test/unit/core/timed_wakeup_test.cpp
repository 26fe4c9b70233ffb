#include "core/timed_wakeup.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <exception>
#include <new>

#include "catch.hpp"
#include "failing_clock.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

struct wakeup_fixture {
    asio::io_context io;
    testing::virtual_clock time{io};
    timed_wakeup wakeup{time, io.get_executor()};
    asio::cancellation_signal stop[2];
    int woken = 0;

    /// Waits for at most `after`.
    void wait(duration after, int who)
    {
        asio::co_spawn(
            io, wakeup.wait_until(time.now() + after),
            asio::bind_cancellation_slot(stop[who].slot(), [this](std::exception_ptr) { ++woken; }));
        time.settle();
    }
};

/// Waits until it is `when`.
task<> wait_for_time(time_source& time, timed_wakeup& wakeup, time_point when, bool& has_ended)
{
    while (time.now() < when) co_await wakeup.wait_until(when);
    has_ended = true;
}

} // namespace

TEST_CASE_METHOD(wakeup_fixture, "the shared timer fires at the earliest time of all waiters")
{
    wait(5s, 0);
    SECTION("though a later one comes behind it")
    {
        wait(10s, 1);
    }
    SECTION("also for one that comes later and is due before")
    {
        wait(3s, 1);
        time.run_for(2s);
        CHECK(woken == 0);
        time.run_for(1s);
        CHECK(woken == 2); // all waiters check their conditions
        return;
    }
    time.run_for(4s);
    CHECK(woken == 0);
    time.run_for(1s);
    CHECK(woken == 2);
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(wakeup_fixture, "the timer is armed while anybody waits, and no longer")
{
    wait(10s, 0);
    wait(20s, 1);
    stop[0].emit(asio::cancellation_type::terminal);
    time.settle();
    CHECK(woken == 1);
    CHECK(time.armed() == 1);
    stop[1].emit(asio::cancellation_type::terminal);
    time.settle();
    CHECK(woken == 2);
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(wakeup_fixture, "a notification wakes all waiters before their time")
{
    wait(10s, 0);
    wait(20s, 1);
    wakeup.notify();
    time.settle();
    CHECK(woken == 2);
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(wakeup_fixture,
                 "a waiter that has no memory for its timer fails, and all others are woken in time")
{
    test::failing_clock clock(time);
    timed_wakeup shared(clock, io.get_executor());
    bool first_has_ended = false, third_has_ended = false;
    std::exception_ptr failure;
    asio::co_spawn(io, wait_for_time(time, shared, time.now() + 10s, first_has_ended), asio::detached);
    time.settle();
    clock.failures = 1;
    asio::co_spawn(io, shared.wait_until(time.now() + 3s), [&](std::exception_ptr e) { failure = e; });
    time.settle();
    REQUIRE(failure);
    CHECK_THROWS_AS(std::rethrow_exception(failure), std::bad_alloc);

    asio::co_spawn(io, wait_for_time(time, shared, time.now() + 5s, third_has_ended), asio::detached);
    time.run_for(5s);
    CHECK(third_has_ended);
    CHECK_FALSE(first_has_ended);
    time.run_for(5s);
    CHECK(first_has_ended);
    CHECK(time.armed() == 0);
}

#include "core/timed_wakeup.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>

#include "catch.hpp"

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

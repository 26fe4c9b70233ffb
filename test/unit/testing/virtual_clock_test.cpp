#include <coinformer/testing/virtual_clock.hpp>

#include "catch.hpp"

#include <stdexcept>

using namespace std::chrono_literals;
using coinformer::duration;
using coinformer::time_point;

TEST_CASE("a clock that runs without a limit stops at the last deadline, and can go on from there")
{
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time(io);
    time.run_for(1h);
    bool rung = false;
    auto const alarm = time.make_timer(io.get_executor());
    alarm->start(time_point(25h), [&] { rung = true; });
    auto const never = time.make_timer(io.get_executor());
    never->start(time_point::max(), [] { FAIL("a timer at time_point::max() waits for ever"); });

    time.run_for(duration::max());
    CHECK(rung);
    CHECK(time.now() == time_point(25h));
    CHECK(time.armed() == 1);
    time.run_for(1s);
    CHECK(time.now() == time_point(25h + 1s));
    CHECK_FALSE(time.run_until([] { return false; }, duration::max()));
    CHECK(time.now() == time_point(25h + 1s));
}

TEST_CASE("a clock refuses to go back")
{
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time(io);
    time.run_for(1h);

    CHECK_THROWS_AS(time.run_for(-1ns), std::invalid_argument);
    CHECK_THROWS_AS(time.run_for(duration::min()), std::invalid_argument);
    CHECK_THROWS_AS(time.run_until([] { return true; }, -1ns), std::invalid_argument);
    CHECK(time.now() == time_point(1h));
}

#include <coinformer/testing/run.hpp>

#include <coinformer/core/error.hpp>

#include "catch.hpp"

#include <stdexcept>

using namespace coinformer;
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

} // namespace

TEST_CASE("run gives a task's result, or throws what it throws")
{
    boost::asio::io_context io;

    CHECK(coinformer::testing::run(io, later(system_time(), 0s, 7)) == 7);
    CHECK(coinformer::testing::run(io, later(system_time(), 1ms, 8)) == 8);
    CHECK_THROWS_AS(coinformer::testing::run(io, failing()), std::runtime_error);
}

TEST_CASE("run in virtual time lets time pass, and no more of it than is needed")
{
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time(io);
    auto const start = time.now();

    CHECK(coinformer::testing::run(io, time, later(time, 10min, 7)) == 7);

    CHECK(time.now() == start + 10min);
}

TEST_CASE("run in virtual time ends a task that takes too long")
{
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time(io);

    try {
        coinformer::testing::run(io, time, later(time, 10min, 7), 5min);
        FAIL("it must not end well");
    } catch (api_error const& e) {
        CHECK(e.code() == make_error_code(errc::timed_out));
    }
    CHECK(time.armed() == 0);
}

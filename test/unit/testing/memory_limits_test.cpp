#include <coinformer/testing/memory_network.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include "catch.hpp"

#include <stdexcept>

using namespace std::chrono_literals;
using coinformer::environment;

TEST_CASE("a network in memory refuses conditions under which no byte would ever arrive")
{
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .seed = 1};
    coinformer::testing::memory_network network(env);

    CHECK_THROWS_AS(network.conditions({.most_at_once = 0}, {}), std::invalid_argument);
    CHECK_THROWS_AS(network.conditions({}, {.most_at_once = 0}), std::invalid_argument);
    CHECK_THROWS_AS(network.conditions({.jitter = -1ms}, {}), std::invalid_argument);
    CHECK_THROWS_AS(network.conditions({}, {.delay = -1ms}), std::invalid_argument);
    CHECK_NOTHROW(network.conditions({.delay = 1ms, .jitter = 1ms, .most_at_once = 1}, {}));
    CHECK_THROWS_AS(coinformer::testing::memory_network(0), std::invalid_argument);
    CHECK_THROWS_AS(coinformer::testing::memory_network(env, 0), std::invalid_argument);
    CHECK_THROWS_AS(coinformer::testing::memory_stream_pair(0), std::invalid_argument);
}

// Queues at the edge of their options.

#include <coinformer/controller/rate_limiter.hpp>
#include <coinformer/controller/work_queue.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/io_context.hpp>

#include <string>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

TEST_CASE("a bucket with no room for a spread delays by its longest delay")
{
    for (duration const longest : {duration(0ns), duration(1ns)}) {
        auto const limit = bucket_limiter(1, 1, longest);
        for (int i = 0; i != 5; ++i) {
            auto const delay = limit(0, time_point());
            CHECK(delay == (i == 0 ? duration(0ns) : longest)); // there is one token
        }
    }
}

TEST_CASE("the status of a queue to which nothing was added counts nothing")
{
    boost::asio::io_context io;
    testing::virtual_clock time(io);
    work_queue<std::string> const queue({.ex = io.get_executor(), .time = &time});
    time.run_for(1h);
    auto const none = queue.status();
    CHECK(none.depth + none.delayed + none.working + none.failing == 0);
    CHECK(none.adds + none.retries == 0);
    CHECK(none.oldest + none.unfinished + none.longest_running == 0ns);
}

// Queues at the edge of their options.

#include <coinformer/controller/rate_limiter.hpp>
#include <coinformer/controller/work_queue_status.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

TEST_CASE("a bucket with no room for a spread delays by its longest delay")
{
    for (duration const longest : {duration(0ns), duration(1ns)}) {
        auto const limit = bucket_limiter(1, 1, longest);
        for (int i = 0; i != 5; ++i) {
            auto const delay = limit(0, time_point());
            CHECK(delay >= 0ns);
            CHECK(delay <= longest);
        }
    }
}

TEST_CASE("the status of a queue that does not run yet counts nothing")
{
    work_queue_status const none;
    CHECK(none.depth + none.delayed + none.working + none.failing == 0);
    CHECK(none.adds + none.retries == 0);
    CHECK(none.oldest + none.unfinished + none.longest_running == 0ns);
}

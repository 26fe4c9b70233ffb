#include "cache/reflector/answer_patience.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

struct patience {
    answer_patience tested;
    time_point now{1h};

    // Returns the factor of a request that gets no answer for `limit`.
    unsigned unanswered(duration limit)
    {
        auto const factor = tested.request_begins(now);
        now += limit;
        tested.time_was_over(now);
        return factor;
    }
    unsigned answered_after(duration time)
    {
        auto const factor = tested.request_begins(now);
        now += time;
        tested.answer_begins(now);
        return factor;
    }
};

} // namespace

TEST_CASE_METHOD(
    patience,
    "each request without an answer doubles the time of the next one, up to four times the usual time")
{
    CHECK(unanswered(30s) == 1);
    CHECK(unanswered(60s) == 2);
    CHECK(unanswered(120s) == 4);
    CHECK(unanswered(120s) == 4);
}

TEST_CASE_METHOD(
    patience, "the patience lasts while answers take longer than the usual time, and ends when one does not")
{
    CHECK(unanswered(30s) == 1);
    CHECK(answered_after(50s) == 2);
    CHECK(answered_after(31s) == 2);
    CHECK(answered_after(29s) == 2);
    CHECK(unanswered(30s) == 1);
}

TEST_CASE_METHOD(patience,
                 "time that is over after the answer has begun, or twice for one request, says nothing")
{
    CHECK(answered_after(1s) == 1);
    tested.time_was_over(now);
    CHECK(unanswered(30s) == 1);
    tested.time_was_over(now);
    CHECK(answered_after(50s) == 2);
}

#include "transport/http/liveness.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
using verdict = liveness::verdict;

namespace {

constexpr time_point start{1h};

struct used_connection : liveness {
    used_connection() { begin(start); }
};

} // namespace

TEST_CASE_METHOD(used_connection, "liveness: a silent peer is asked after 30 s, and gone 15 s later")
{
    CHECK(due() == start + 30s);
    CHECK(judge(start + 29s) == verdict::wait);
    CHECK(judge(start + 30s) == verdict::ask);
    asked(start + 30s);
    CHECK(due() == start + 45s);
    CHECK(judge(start + 44s) == verdict::wait);
    CHECK(judge(start + 45s) == verdict::silent);
}

TEST_CASE_METHOD(used_connection, "liveness: any byte shows that a silent peer is there")
{
    asked(start + 30s);
    byte_came(start + 40s, true);
    CHECK(judge(start + 45s) == verdict::wait);
    CHECK(due() == start + 70s);
}

TEST_CASE_METHOD(used_connection,
                 "liveness: a process that was stopped looks first at what has come meanwhile")
{
    asked(start + 30s);
    CHECK(judge(start + 10min) == verdict::wait);
    CHECK(due() == start + 10min + 1s);
    CHECK(judge(start + 10min + 1s) == verdict::silent);
}

TEST_CASE_METHOD(used_connection,
                 "liveness: requests that are given up in silence cast doubt, which a byte lifts")
{
    CHECK_FALSE(given_up(start + 1s, start + 1s + 600ms));
    CHECK_FALSE(is_doubted());
    CHECK_FALSE(given_up(start + 10s, start + 10s + 600ms)); // the times add up
    CHECK(is_doubted());
    byte_came(start + 11s, false);
    CHECK(is_doubted()); // a write is stuck
    byte_came(start + 12s, true);
    CHECK_FALSE(is_doubted());
}

TEST_CASE_METHOD(used_connection, "liveness: requests that wait at the same time count once")
{
    for (int i = 0; i != 30; ++i) given_up(start + 1s, start + 1s + 60ms);
    CHECK_FALSE(is_doubted());
}

TEST_CASE_METHOD(used_connection, "liveness: bytes of others do not hide that requests get no answer")
{
    byte_came(start + 9s + 900ms, true);
    CHECK(given_up(start, start + 10s)); // a PING is due
    asked(start + 10s);
    CHECK_FALSE(is_doubted());
    byte_came(start + 20s, true);
    CHECK_FALSE(given_up(start + 12s, start + 20s)); // one is under way
    CHECK(due() == start + 25s);
    CHECK(judge(start + 25s) == verdict::wait);
    CHECK(is_doubted());
    byte_came(start + 26s, true);
    CHECK(is_doubted());
    answer_came();
    CHECK_FALSE(is_doubted());
    CHECK(due() == start + 56s);
}

TEST_CASE_METHOD(used_connection, "liveness: a connection that was unused has time again to answer")
{
    asked(start + 30s);
    begin(start + 10min);
    CHECK(judge(start + 10min + 14s) == verdict::wait);
    CHECK(judge(start + 10min + 15s) == verdict::silent);
}

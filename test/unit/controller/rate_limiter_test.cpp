#include <coinformer/controller/rate_limiter.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/with_timeout.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "catch.hpp"

#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <vector>

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

constexpr time_point start{};

task<> note_turn(token_bucket& bucket, testing::virtual_clock& time, std::vector<duration>& turns)
{
    co_await bucket.wait(time);
    turns.push_back(time.now() - start);
}

task<> give_up_or_wait(token_bucket& bucket, testing::virtual_clock& time)
{
    try {
        co_await bucket.wait(time);
    } catch (boost::system::system_error const& e) {
        CHECK(e.code() == condition::cancelled);
    }
}

/// A bucket with one token a second, whose first one was taken, and callers that wait for the next ones.
struct slow_bucket {
    slow_bucket() { testing::run(io, time, note_turn(bucket, time, turns)); }
    void add_waiters(int count)
    {
        for (int i = 0; i != count; ++i) waiters.emplace_back(io, time, note_turn(bucket, time, turns));
        time.settle();
    }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    token_bucket bucket{1, 1};
    std::vector<duration> turns; // when each caller had its token
    std::deque<testing::background> waiters;
};

} // namespace

TEST_CASE("exponential: 5 ms, doubled with each failure, up to 1000 s, however often it fails")
{
    auto const limit = exponential_limiter();
    CHECK(limit(0, start) == 5ms);
    CHECK(limit(1, start) == 10ms);
    CHECK(limit(2, start) == 20ms);
    CHECK(limit(17, start) == 5ms * (1 << 17));
    CHECK(limit(18, start) == 1000s);
    CHECK(limit(64, start) == 1000s);
    CHECK(limit(std::numeric_limits<std::uint32_t>::max(), start) == 1000s);
}

TEST_CASE("exponential: with the largest possible cap, delays grow and do not overflow")
{
    auto const limit = exponential_limiter(1ns, duration::max());
    duration last = 0ns;
    for (std::uint32_t failures = 0; failures < 62; ++failures) {
        auto const delay = limit(failures, start);
        CHECK(delay == duration(1) * (std::int64_t(1) << failures));
        CHECK(delay > last);
        last = delay;
    }
    CHECK(limit(70, start) >= last);
}

TEST_CASE("fast-slow: a few quick tries, then slow ones")
{
    auto const limit = fast_slow_limiter(1s, 1min, 3);
    CHECK(limit(0, start) == 1s);
    CHECK(limit(2, start) == 1s);
    CHECK(limit(3, start) == 1min);
}

TEST_CASE("bucket: a burst at once, then one per interval; unused tokens add up, to the burst at most")
{
    auto const limit = bucket_limiter(10, 3);
    for (int i = 0; i < 3; ++i) CHECK(limit(0, start) == 0s);
    CHECK(limit(0, start) == 100ms);
    CHECK(limit(0, start) == 200ms);
    CHECK(limit(0, start + 200ms) == 100ms);
    for (int i = 0; i < 3; ++i) CHECK(limit(0, start + 1h) == 0s);
    CHECK(limit(0, start + 1h) == 100ms);
}

TEST_CASE(
    "bucket: no key waits longer than `longest`, and a key that would have to takes no token from others")
{
    auto const limit = bucket_limiter(10, 1, 5s);
    duration longest = 0s;
    for (int i = 0; i < 10'000; ++i) longest = std::max(longest, limit(0, start));
    CHECK(longest == 5s);
    CHECK(limit(0, start + 1s) <= 5s);
    CHECK(limit(0, start + 6s) == 0s);
}

TEST_CASE("bucket: keys without a token are spread evenly over the second half of `longest`")
{
    auto const limit = bucket_limiter(10, 100, 30s);
    std::map<std::int64_t, int> in_second;
    for (int i = 0; i < 10'000; ++i) {
        auto const delay = limit(0, start);
        REQUIRE(delay <= 30s);
        ++in_second[delay / 1s];
    }
    CHECK(in_second[0] == 109);
    CHECK(in_second[14] == 10);
    for (int s = 15; s < 30; ++s) {
        INFO("second " << s);
        CHECK(in_second[s] > 630);
        CHECK(in_second[s] < 670);
    }
}

TEST_CASE("max_of() calls both limiters each time; capped() bounds the delay of one")
{
    auto const both = max_of(fast_slow_limiter(1ms, 1s, 1), bucket_limiter(10, 1));
    CHECK(both(0, start) == 1ms);
    CHECK(both(0, start) == 100ms); // the first call took the token
    CHECK(both(1, start) == 1s);
    CHECK(capped(exponential_limiter(), 50ms)(10, start) == 50ms);
    CHECK(capped(exponential_limiter(), 50ms)(0, start) == 5ms);
}

TEST_CASE("the default: each key backs off by itself, and after a burst of 100 all keys together come ten "
          "per second")
{
    auto const limit = default_rate_limiter();
    for (int i = 0; i < 100; ++i) CHECK(limit(0, start) == 5ms);
    CHECK(limit(0, start) == 100ms);
    CHECK(limit(20, start) == 1000s);
}

TEST_CASE("a limiter is a value: a copy has tokens of its own")
{
    auto const one = bucket_limiter(1, 1);
    auto const other = one;
    CHECK(one(0, start) == 0s);
    CHECK(one(0, start) == 1s);
    CHECK(other(0, start) == 0s);
}

TEST_CASE("a bucket gives the tokens it has and no more; a rate or a burst that is not positive is refused")
{
    token_bucket bucket(0.5, 2);
    CHECK(bucket.try_take(start));
    CHECK(bucket.try_take(start));
    CHECK_FALSE(bucket.try_take(start + 1999ms));
    CHECK(bucket.try_take(start + 2s));
    CHECK_FALSE(bucket.try_take(start + 2s));
    CHECK_THROWS_AS(token_bucket(0, 1), api_error);
    CHECK_THROWS_AS(token_bucket(1, 0), api_error);
    CHECK_THROWS_AS(token_bucket(1e-12, 1000), api_error);
}

TEST_CASE("callers get their tokens in turn; a caller that is cancelled takes none")
{
    boost::asio::io_context io;
    testing::virtual_clock time(io);
    token_bucket bucket(1, 1);
    testing::run(io, time, bucket.wait(time));
    CHECK(time.now() == time_point());
    testing::run(io, time, bucket.wait(time));
    CHECK(time.now() == time_point(1s));
    CHECK_THROWS_AS(testing::run(io, time, with_timeout(time, 500ms, bucket.wait(time))), api_error);
    testing::run(io, time, bucket.wait(time));
    CHECK(time.now() == time_point(2s));
}

TEST_CASE_METHOD(slow_bucket,
                 "those who wait behind a caller that is cancelled move up, and nobody overtakes")
{
    add_waiters(3);
    time.run_for(500ms);
    waiters.pop_front();
    REQUIRE(time.now() == start + 500ms);
    add_waiters(1);
    CHECK_FALSE(bucket.try_take(start + 1s)); // three callers wait for this token
    time.run_for(10s);
    CHECK(turns == std::vector<duration>{0s, 1s, 2s, 3s});
}

TEST_CASE_METHOD(slow_bucket, "callers that are cancelled in any order take no token")
{
    add_waiters(3);
    time.run_for(500ms);
    bool const is_first_first = GENERATE(true, false);
    while (!waiters.empty()) is_first_first ? waiters.pop_front() : waiters.pop_back();
    add_waiters(1);
    time.run_for(10s);
    CHECK(turns == std::vector<duration>{0s, 1s});
}

TEST_CASE("a crowd that gives up at the same time does not hold up the next caller")
{
    boost::asio::io_context io;
    testing::virtual_clock time(io);
    token_bucket bucket(20, 1);
    std::deque<testing::background> crowd;
    int sent = 0, given_up = 0;
    auto const ask = [&]() -> task<> {
        try {
            co_await with_timeout(time, 5025ms, bucket.wait(time));
            ++sent;
        } catch (api_error const&) {
            ++given_up;
        }
    };
    for (int i = 0; i != 300; ++i) crowd.emplace_back(io, time, ask());
    time.run_for(5030ms);
    CHECK(sent == 101);
    CHECK(given_up == 199);
    testing::run(io, time, bucket.wait(time));
    CHECK(time.now() == start + 5050ms);
}

TEST_CASE("callers that wait may be destroyed before the bucket or after it")
{
    boost::asio::io_context io;
    testing::virtual_clock time(io);
    auto bucket = std::make_optional<token_bucket>(1, 1);
    {
        boost::asio::io_context other;
        testing::virtual_clock other_time(other);
        for (int i = 0; i != 3; ++i)
            boost::asio::co_spawn(other, bucket->wait(other_time), boost::asio::detached);
        other_time.settle();
        CHECK_FALSE(bucket->try_take(start + 5s)); // two callers wait
    }
    CHECK(bucket->try_take(start + 5s));
    time.run_for(5s);
    testing::background const first(io, time, give_up_or_wait(*bucket, time));
    testing::background const second(io, time, give_up_or_wait(*bucket, time));
    time.settle();
    CHECK_FALSE(second.ended());
    bucket.reset();
    time.settle();
    CHECK(first.ended());
    CHECK(second.ended());
}

TEST_CASE_METHOD(slow_bucket, "nobody waits for the tokens of a copy")
{
    add_waiters(2);
    auto copy = bucket;
    CHECK(copy.try_take(start + 1s));
    time.run_for(10s);
    CHECK(turns == std::vector<duration>{0s, 1s, 2s});
}

#include <coinformer/core/keyed_backoff.hpp>

#include <string>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

constexpr backoff_options plain{.first = 1s, .cap = 8s, .jitter_percent = 0};
constexpr time_point start{};

} // namespace

TEST_CASE("each key backs off by itself, and starts again after reset()")
{
    keyed_backoff<std::string> delays(plain, random_source(1));
    CHECK(delays.next("a", start) == 1s);
    CHECK(delays.next("a", start) == 2s);
    CHECK(delays.next("b", start) == 1s);
    CHECK(delays.waits("a", start + 1999ms));
    CHECK_FALSE(delays.waits("a", start + 2s));
    CHECK_FALSE(delays.waits("c", start));
    delays.reset("a");
    CHECK_FALSE(delays.waits("a", start));
    CHECK(delays.next("a", start) == 1s);
    CHECK(delays.next("b", start) == 2s);
}

TEST_CASE("a key that has not failed for twice the cap starts again, and is forgotten")
{
    keyed_backoff<int> delays(plain, random_source(1));
    for (int key = 0; key < 1000; ++key) delays.next(key, start);
    CHECK(delays.next(7, start + 1s) == 2s);
    CHECK(delays.next(7, start + 19s) == 4s); // 16 s after its delay
    CHECK(delays.next(7, start + 40s) == 1s);
    for (int key = 1000; key < 3000; ++key) delays.next(key, start + 1min);
    CHECK(delays.size() == 2000);
}

TEST_CASE("old keys are removed when there are 64 keys, and later when there are twice as many as were kept")
{
    keyed_backoff<int> delays(plain, random_source(1));
    int key = 0;
    auto const fail = [&](int count, time_point now) {
        for (int i = 0; i < count; ++i) delays.next(key++, now);
        return delays.size();
    };
    CHECK(fail(63, start) == 63);
    CHECK(fail(1, start + 1h) == 64);   // the others are old, but fewer than 64 keys are not searched
    CHECK(fail(1, start + 1h) == 2);    // one is kept
    CHECK(fail(98, start + 1h) == 100); // at 64 keys none was old, so the next search is at 128
    CHECK(fail(28, start + 2h) == 128);
    CHECK(fail(1, start + 2h) == 29);
    CHECK(fail(35, start + 3h) == 64);
    CHECK(fail(1, start + 3h) == 36);
}

TEST_CASE("keys that fail together come at different times when there is jitter")
{
    keyed_backoff<int> delays({.first = 1s, .cap = 8s, .jitter_percent = 100}, random_source(1));
    auto const one = delays.next(1, start);
    auto const other = delays.next(2, start);
    CHECK(one != other);
    CHECK(std::min(one, other) >= 1s);
    CHECK(std::max(one, other) < 2s);
}

TEST_CASE("a keyed back-off refuses options without a pause between attempts")
{
    using delays = keyed_backoff<std::string>;
    CHECK_THROWS_AS(delays({.first = 0s}, random_source(1)), api_error);
    CHECK_THROWS_AS(delays({.first = 2s, .cap = 1s}, random_source(1)), api_error);
}

#include "api/client/watch_patience.hpp"
#include "cache/reflector/reading_pace.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
using verdict = reading_pace::verdict;

TEST_CASE("a watch may be silent for a quarter longer than the longest silence that a bookmark has ended")
{
    watch_patience patience(75s, 10min);
    CHECK(patience.limit() == 75s);
    patience.bookmark_came_after(60s);
    CHECK(patience.limit() == 75s);
    patience.bookmark_came_after(120s);
    CHECK(patience.limit() == 150s);
    CHECK(patience.heartbeat() == 150s);
    patience.bookmark_came_after(60s); // the first bookmark of the next watch may be late again
    CHECK(patience.limit() == 150s);
    patience.bookmark_came_after(1h);
    CHECK(patience.limit() == 10min);
}

TEST_CASE("one late bookmark is forgotten after many that were on time")
{
    watch_patience patience(75s, 11min);
    patience.bookmark_came_after(9min); // a proxy held it back
    CHECK(patience.heartbeat() == 11min);
    for (int i = 0; i != 100; ++i) patience.bookmark_came_after(60s);
    CHECK(patience.heartbeat() == 75s);
    CHECK(patience.limit() == 75s);
}

TEST_CASE("if the first bookmark of each watch is late, as for some kinds, that is not forgotten")
{
    watch_patience patience(75s, 11min);
    for (int watch = 0; watch != 50; ++watch) {
        patience.bookmark_came_after(2min);
        CHECK(patience.limit() == 150s);
        for (int i = 0; i != 7; ++i) {
            patience.bookmark_came_after(60s);
            CHECK(patience.limit() == 150s);
        }
    }
}

TEST_CASE(
    "after a watch that stayed silent the next one may be silent until its end, unless a bookmark comes")
{
    watch_patience patience(75s, 400s);
    patience.watch_was_silent();
    CHECK(patience.limit() == 400s);
    CHECK(patience.heartbeat() == 75s);
    patience.bookmark_came_after(10s);
    CHECK(patience.limit() == 75s);
}

TEST_CASE(
    "questions about a kind without bookmarks become rarer with each answer, until a bookmark comes or a "
    "watch is lost")
{
    watch_patience patience(75s, 675s);
    patience.watch_was_silent();
    CHECK(patience.question_due() == 75s);
    patience.question_was_answered();
    CHECK(patience.question_due() == 150s);
    for (int i = 0; i != 10; ++i) patience.question_was_answered();
    CHECK(patience.question_due() == 675s);
    CHECK(patience.heartbeat() == 75s);
    patience.watch_was_silent();
    CHECK(patience.question_due() == 75s);
    patience.question_was_answered();
    patience.bookmark_came_after(80s);
    CHECK(patience.question_due() == 100s);
}

TEST_CASE("a reading is slow in a period that brings few new objects, and too slow once that has lasted for "
          "its limit")
{
    reading_pace pace(5min);
    time_point now{};
    pace.begin(now);
    CHECK_FALSE(pace.is_due(now + 59s));
    CHECK(pace.is_due(now + 60s));

    std::size_t objects = 0;
    auto const period = [&](std::size_t more) { return pace.judge(now += 1min, objects += more); };
    CHECK(period(1000) == verdict::fine);
    for (int i = 0; i != 4; ++i) CHECK(period(99) == verdict::slow);
    CHECK(period(100) == verdict::fine);
    for (int i = 0; i != 4; ++i) CHECK(period(0) == verdict::slow);
    CHECK(period(99) == verdict::too_slow);

    pace.begin(now);
    objects = 0;
    CHECK(period(10) == verdict::slow);
    CHECK(period(100) == verdict::fine);
}

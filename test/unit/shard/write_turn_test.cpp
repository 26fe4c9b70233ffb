#include "shard/write_turn.hpp"

#include "catch.hpp"

#include <set>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr time_point evening{18h};

write_turn turn_of_member(std::uint64_t seed = 1)
{
    return write_turn(2s, random_source(seed));
}

} // namespace

TEST_CASE("members take turns in the order of their names, within half a retry_period")
{
    time_point last{};
    for (std::size_t place = 0; place != 50; ++place) {
        auto turn = turn_of_member();
        CHECK_FALSE(turn.has_come(evening));
        turn.request(evening, place, 50);
        CHECK(turn.when() > last);
        CHECK(turn.when() <= evening + 1s);
        last = turn.when();
    }
}

TEST_CASE("the first member writes at once, and the second one of two soon after")
{
    auto first = turn_of_member(), second = turn_of_member();
    first.request(evening, 0, 2);
    second.request(evening, 1, 2);
    CHECK(first.has_come(evening));
    CHECK_FALSE(second.has_come(evening));
    CHECK(second.when() <= evening + 100ms);
}

TEST_CASE("a turn stays while there is something to write")
{
    auto turn = turn_of_member();
    turn.request(evening, 9, 10);
    auto const when = turn.when();
    turn.request(evening + 500ms, 9, 10);
    CHECK(turn.when() == when);
    turn.clear();
    CHECK_FALSE(turn.has_come(evening + 1h));
    turn.request(evening + 1h, 0, 10);
    CHECK(turn.has_come(evening + 1h));
}

TEST_CASE("after a conflict, members try again at different times within half a retry_period")
{
    std::set<time_point> times;
    for (std::uint64_t seed = 0; seed != 20; ++seed) {
        auto turn = turn_of_member(seed);
        turn.try_again(evening);
        CHECK(turn.when() > evening);
        CHECK(turn.when() <= evening + 1100ms);
        times.insert(turn.when());
    }
    CHECK(times.size() == 20);
}

TEST_CASE("a member that writes without end does so at the pace of its renewals, and is free again later")
{
    auto turn = turn_of_member();
    auto now = evening;
    auto const write = [&] {
        turn.request(now, 0, 2);
        now = std::max(now, turn.when());
        turn.wrote(now);
    };
    for (int i = 0; i != 10; ++i) write();
    CHECK(now == evening);
    for (int i = 0; i != 30; ++i) write();
    CHECK(now == evening + 30 * 2s);
    now += 10 * 2s;
    auto const later = now;
    for (int i = 0; i != 10; ++i) write();
    CHECK(now == later);
}

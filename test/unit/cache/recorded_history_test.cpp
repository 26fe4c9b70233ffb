// The memory of a recorded history is counted, because the recorder's budget is held by that count.
#include "cache/recorder/recorded_history.hpp"

#include "catch.hpp"

#include <chrono>
#include <string>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

TEST_CASE("a history counts the bytes of its parts, of its answers that have ended, and of what they say")
{
    recorded_history history;
    auto const watch = history.ask({recorded_question::watch, std::string(1000, 'p')}, 1s);
    history.answer(watch, 2s, "application/json");
    CHECK(history.bytes() == 0);
    history.add_bytes(watch, 3s, std::string(2000, 'b'));
    auto const open = history.bytes();
    CHECK(open >= 2000);
    history.end(watch, 4s, recorded_part::kind::end, {});
    auto const ended = history.bytes();
    CHECK(ended >= open + 1000);

    auto const refused = history.ask({recorded_question::list, "p"}, 5s);
    history.refuse(refused, 6s, {0, 500, "", std::string(3000, 'm'), 0});
    CHECK(history.bytes() >= ended + 3000);
    CHECK(history.bytes() < ended + 4000);
    CHECK(history.total() == history.bytes());

    auto const all = history.total();
    history.keep_from(history.next(), {});
    CHECK(history.bytes() == 0);
    CHECK(history.total() == all);
}

TEST_CASE("a history that keeps nothing counts nothing, and follows its open answers")
{
    recorded_history history;
    history.stop_keeping();
    auto const watch = history.ask({recorded_question::watch, "p"}, 1s);
    history.answer(watch, 2s, "application/json");
    history.add_bytes(watch, 3s, std::string(2000, 'b'));
    history.reach(watch, "7");
    CHECK(history.place_of(watch, "7") == history.next());
    history.end(watch, 4s, recorded_part::kind::end, {});
    CHECK_FALSE(history.place_of(watch, "7"));
    CHECK(history.bytes() == 0);
    CHECK(history.total() == 0);
}

TEST_CASE("a history ignores what is said about a question for which it had no memory")
{
    recorded_history history;
    recorded_history::number const unknown = 0; // see flight_tape::asked()
    history.refuse(unknown, 1s, {});
    history.answer(unknown, 2s, "application/json");
    history.add_bytes(unknown, 3s, "bytes");
    history.reach(unknown, "7");
    history.end(unknown, 4s, recorded_part::kind::end, {});
    CHECK(history.bytes() == 0);
    CHECK_FALSE(history.place_of(unknown, "7"));
}

// Tests of the bytes that a recorded history counts after it has dropped its oldest answers.

#include "cache/recorder/recorded_history.hpp"

#include <chrono>
#include <string>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

TEST_CASE("a history that drops nothing counts the same as before, with the answers that have ended")
{
    recorded_history history;
    auto const watch = history.ask({recorded_question::watch, std::string(1000, 'p')}, 1s);
    history.answer(watch, 2s, "application/json");
    history.add_bytes(watch, 3s, std::string(200, 'b'));
    history.end(watch, 4s, recorded_part::kind::end, {});
    auto const all = history.bytes();
    CHECK(all >= 1200);
    history.keep_from(0, {});
    CHECK(history.bytes() == all);
    history.keep_from(0, {{watch + 1, 0}}); // a watch that the history does not know
    CHECK(history.bytes() == all);
}

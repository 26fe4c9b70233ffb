#include "cache/handlers/overflow_policy.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("the action for a queue depends on the policy and on the length of the queue")
{
    using enum overflow_action;
    struct row {
        char const* name;
        queue_level level;
        overflow_action merge, block, fail;
    };
    row const table[] = {
        {"nothing waits", {.waiting = 0, .capacity = 2}, none, none, none},
        {"as many as there is room for", {.waiting = 2, .capacity = 2}, none, none, none},
        {"one too many", {.waiting = 3, .capacity = 2}, overflow_action::merge, hold_up, remove},
        {"no capacity, nothing waits", {.waiting = 0, .capacity = 0}, none, none, none},
        {"no capacity, one waits", {.waiting = 1, .capacity = 0}, overflow_action::merge, hold_up, remove},
        {"all of them are excused",
         {.waiting = 9, .capacity = 2, .excused = 9},
         overflow_action::merge,
         hold_up,
         none},
        {"as many as there is room for are not excused",
         {.waiting = 9, .capacity = 2, .excused = 7},
         overflow_action::merge,
         hold_up,
         none},
        {"there are too many without those that are excused",
         {.waiting = 9, .capacity = 2, .excused = 6},
         overflow_action::merge,
         hold_up,
         remove},
        {"a next_batch() waits and takes them",
         {.waiting = 9, .capacity = 2, .being_asked = true},
         none,
         hold_up,
         none},
    };
    for (auto const& r : table) {
        INFO(r.name);
        CHECK(action_for(overflow::merge, r.level) == r.merge);
        CHECK(action_for(overflow::block, r.level) == r.block);
        CHECK(action_for(overflow::fail, r.level) == r.fail);
    }
}

TEST_CASE("handlers are checked only when the log is so long that a queue may be full")
{
    overflow_watch watch;
    CHECK_FALSE(watch.must_check(1000)); // no handler was admitted
    watch.admit(1000, 10);
    CHECK_FALSE(watch.must_check(1010));
    CHECK(watch.must_check(1011));

    watch.begin_check();
    watch.note(1011, 4, 10); // the queue has room for six more
    watch.note(1011, 0, 500);
    CHECK_FALSE(watch.must_check(1017));
    CHECK(watch.must_check(1018));
}

TEST_CASE("if a check found no busy handler, an idle one has room for its capacity from then on")
{
    overflow_watch watch;
    watch.admit(1, 10);
    REQUIRE(watch.must_check(12));
    watch.begin_check();
    CHECK_FALSE(watch.must_check(13)); // a handler may be busy from here on
    CHECK_FALSE(watch.must_check(23));
    CHECK(watch.must_check(24));
}

TEST_CASE("a queue that is too long is checked each time")
{
    overflow_watch watch;
    watch.admit(1, 10);
    REQUIRE(watch.must_check(50));
    watch.begin_check();
    watch.note(50, 49, 10);
    CHECK(watch.must_check(51));
}

// Contract: which options a recorder of events accepts, and what it says of an event that comes after
// drain().

#include "event_recorder_world.hpp"

TEST_CASE_METHOD(
    recorded,
    "the name of a recorder's controller has 63 characters at most, and the domain before its slash 253")
{
    auto const make = [this](std::string const& name) {
        return event_recorder(api, {.controller = name, .instance = "x"});
    };
    auto const is_refused = Catch::Contains("event_recorder_options::controller is not a qualified name");
    std::string const longest(63, 'a'), longest_domain(253, 'a');
    CHECK_NOTHROW(make(longest));
    CHECK_THROWS_WITH(make(longest + "a"), is_refused);
    CHECK_NOTHROW(make("example.io/" + longest));
    CHECK_THROWS_WITH(make("example.io/" + longest + "a"), is_refused);
    CHECK_NOTHROW(make(longest_domain + "/x"));
    CHECK_THROWS_WITH(make(longest_domain + "a/x"), is_refused);
}

TEST_CASE_METHOD(recorded, "a pace that is not positive is refused, because no event would be bounded")
{
    CHECK_THROWS_WITH(event_recorder(api, named({.pace = 0s})),
                      Catch::Contains("event_recorder_options::pace is not positive"));
    CHECK_NOTHROW(event_recorder(api, named({.pace = 1ms})));
}

TEST_CASE_METHOD(recorded,
                 "an event that comes after drain() is dropped, counted, and logged with this cause")
{
    start_recorder();
    testing::run(io, time, recorder.drain());
    tell("too late");
    CHECK(has_logged("events are dropped so_far=1 cause=the recorder was drained"));
    CHECK(recorder.status().dropped == 1);
    CHECK(recorder.status().waiting == 0);
    time.run_for(1min);
    CHECK(on_server().empty());
}

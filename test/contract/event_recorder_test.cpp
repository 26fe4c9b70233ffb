// Contract: events reach the server, are counted and bounded, and never get in the way of the program.

#include "event_recorder_world.hpp"

TEST_CASE_METHOD(
    recorded,
    "an event is written once; repetitions are counted, and the server gets the count once a minute")
{
    start_recorder();
    tell("it burns");
    time.run_for(1s);
    CHECK(on_server() == lines{"it burns"});
    for (int i = 0; i < 100; ++i) {
        tell("it burns");
        time.run_for(1s);
    }
    time.run_for(1min);
    CHECK(on_server() == lines{"it burns x 101"});
    CHECK(server.requests("create", event_resource) == 1);
    CHECK(server.requests("patch", event_resource) == 3);
    auto const s = recorder.status();
    CHECK(s.recorded == 101);
    CHECK(s.written == 4);
    CHECK(s.dropped == 0);
    CHECK(s.waiting == 0);
}

TEST_CASE_METHOD(recorded, "events that are recorded before run() are written when it runs")
{
    tell("first");
    tell("first");
    tell("second");
    start_recorder();
    CHECK(on_server() == lines{"first x 2", "second"});
}

TEST_CASE("events beyond the capacity are dropped, counted, and logged once a minute")
{
    recorded w({.capacity = 5});
    for (int i = 0; i < 20; ++i) w.tell("note " + std::to_string(i));
    CHECK(w.recorder.status().dropped == 15);
    CHECK(w.recorder.status().waiting == 5);
    auto const text = w.log_text.str();
    auto const at = text.find("events are dropped");
    REQUIRE(at != text.npos);
    CHECK(text.find("events are dropped", at + 1) == text.npos);
    w.start_recorder();
    CHECK(w.on_server().size() == 5);
}

TEST_CASE_METHOD(recorded, "while the server is away events wait, and are given up after twelve attempts")
{
    start_recorder();
    server.inject(faults::unavailable().on("create").times(3));
    tell("late");
    time.run_for(5s);
    CHECK(on_server().empty());
    time.run_for(1min);
    CHECK(on_server() == lines{"late"});

    server.inject(faults::unavailable().on("create").times(1000));
    tell("never");
    time.run_for(1h);
    CHECK(server.requests("create", event_resource) == 4 + 12);
    CHECK(recorder.status().dropped == 1);
    CHECK(recorder.status().waiting == 0);
}

TEST_CASE_METHOD(
    recorded, "a count that cannot be written is tried again after a back-off, however often the event comes")
{
    start_recorder();
    tell("it burns");
    time.run_for(1s);
    server.inject(faults::unavailable().on("patch").times(fault::always));
    for (int i = 0; i < 100; ++i) {
        tell("it burns");
        time.run_for(100ms);
    }
    CHECK(server.requests("patch", event_resource) <= 4); // at 0, 1 to 2, 3 to 6, 7 to 14 s
    CHECK(server.requests("patch", event_resource) >= 2);
    CHECK(recorder.status().dropped == 0);
    server.heal();
    time.run_for(1min);
    CHECK(on_server() == lines{"it burns x 101"});
}

TEST_CASE_METHOD(recorded, "a slow server does not get more requests than a fast one")
{
    start_recorder();
    tell("it burns");
    time.run_for(1s);
    server.inject(faults::late(500ms).on("patch").times(fault::always));
    for (int i = 0; i < 3000; ++i) {
        tell("it burns");
        time.run_for(100ms);
    }
    CHECK(server.requests("patch", event_resource) == 5); // at 0, and after each minute
}

TEST_CASE_METHOD(recorded,
                 "an event that the server refuses is dropped and reported, and the next one is written")
{
    start_recorder();
    server.inject(faults::status(403).on("create"));
    tell("refused");
    tell("taken");
    time.run_for(1min);
    CHECK(on_server() == lines{"taken"});
    CHECK(recorder.status().dropped == 1);
    CHECK(log_text.str().find("cause=create /apis/events.k8s.io/v1/namespaces/shop/events: forbidden: ") !=
          std::string::npos);
}

TEST_CASE_METHOD(
    recorded,
    "an event that the server loses again and again is created anew at once, each time that it repeats")
{
    start_recorder();
    tell("it burns");
    time.run_for(1s);
    for (int count = 2; count < 30; ++count) { // more often than a write is tried
        server.remove_collection(event_resource);
        tell("it burns");
        time.settle();
        CHECK(on_server() == lines{"it burns x " + std::to_string(count)});
        time.run_for(2min);
    }
    CHECK(recorder.status().dropped == 0);
}

TEST_CASE("an event that the server has deleted is created anew, although a write is tried once")
{
    recorded w({.tries = 1});
    w.start_recorder();
    w.tell("it burns");
    w.time.run_for(1s);
    w.server.remove_collection(event_resource);
    w.tell("it burns");
    w.time.run_for(1min);
    CHECK(w.on_server() == lines{"it burns x 2"});
}

TEST_CASE_METHOD(recorded, "a server that says that it has an event, and then that it has not, gets no more "
                           "requests than twice the number of tries")
{
    server.inject(faults::status(409).on("create").times(1000));
    server.inject(faults::status(404).on("patch").times(1000));
    tell("it burns");
    tell("it burns");
    start_recorder();
    time.run_for(1h);
    auto const requests =
        server.requests("create", event_resource) + server.requests("patch", event_resource);
    CHECK(requests == 2 * event_recorder_options().tries);
    CHECK(recorder.status().waiting == 0);
    CHECK(recorder.status().dropped > 0);
    CHECK(log_text.str().find("events are dropped") != std::string::npos);

    server.heal();
    tell("it is out");
    time.run_for(1s);
    CHECK(on_server() == lines{"it is out"});
}

TEST_CASE_METHOD(recorded, "a lost answer makes no second event")
{
    start_recorder();
    network.conditions({}, {.delay = 1s});
    tell("it burns");
    time.run_for(500ms);
    server.disconnect(); // the answer is on its way
    network.conditions({}, {});
    time.run_for(1min);
    CHECK(on_server() == lines{"it burns"});
    CHECK(recorder.status().dropped == 0);
}

TEST_CASE_METHOD(recorded, "drain() writes the events that wait, accepts no more, and ends")
{
    for (int i = 0; i < 5; ++i) tell("note " + std::to_string(i));
    background draining(io, recorder.drain());
    start_recorder();
    CHECK(draining.ended);
    CHECK(running.ended);
    CHECK_FALSE(running.failure);
    tell("too late");
    time.run_for(1min);
    CHECK(on_server().size() == 5);
}

TEST_CASE_METHOD(recorded,
                 "drain() waits for events in their back-off, and for counts that are not written yet")
{
    start_recorder();
    for (auto const* note : {"again", "again", "again", "counted", "counted", "counted"}) {
        tell(note);
        time.run_for(1s);
    }
    server.inject(faults::unavailable().on("create"));
    server.inject(faults::unavailable().on("patch").times(2));
    tell("late");
    time.run_for(500ms);
    background draining(io, recorder.drain());
    time.run_for(30s);
    CHECK(draining.ended);
    CHECK(running.ended);
    CHECK(on_server() == lines{"again x 3", "counted x 3", "late"});
    CHECK(recorder.status().dropped == 0);
    CHECK(recorder.status().waiting == 0);
}

TEST_CASE_METHOD(recorded,
                 "drain() ends if the server stays away, and counts the events that were not written")
{
    start_recorder();
    server.inject(faults::unavailable().on("create").times(fault::always));
    tell("never");
    tell("never");
    background draining(io, recorder.drain());
    time.run_for(30min);
    CHECK(draining.ended);
    CHECK(recorder.status().dropped == 2);
    tell("too late");
    CHECK(recorder.status().dropped == 3);
}

TEST_CASE("each event that is recorded is written or counted as dropped, whatever the capacity")
{
    recorded w({.capacity = 5000, .burst = 10'000});
    for (int i = 0; i < 6000; ++i) w.tell(std::to_string(i));
    CHECK(w.recorder.status().dropped == 1000);
    w.start_recorder();
    w.time.run_for(1min);
    CHECK(w.recorder.status().written == 5000);
    CHECK(w.on_server().size() == 5000);
    CHECK(w.recorder.status().dropped == 1000);
}

TEST_CASE_METHOD(recorded, "an event that a lost request has written gets its count")
{
    start_recorder();
    server.inject(faults::stall(0).on("create")); // the event was written, and the answer was lost
    tell("it burns");
    time.run_for(500ms);
    tell("it burns");
    tell("it burns");
    server.disconnect();
    time.run_for(1min);
    CHECK(server.requests("create", event_resource) == 2);
    CHECK(on_server() == lines{"it burns x 3"});
}

TEST_CASE_METHOD(
    recorded, "an event that the API does not accept is refused, or dropped and reported, before it is sent")
{
    start_recorder();
    recorder.record(about, event_type::normal, "", "Repair", "no reason");
    recorder.record(about, event_type::normal, "Broken", "", "no action");
    time.run_for(1s);
    CHECK(server.requests("create", event_resource) == 0);
    CHECK(recorder.status().dropped == 2);
    CHECK(log_text.str().find("an event without reason or action") != std::string::npos);

    for (auto const* wrong :
         {"", "not qualified", "example.io/", "/widgets", "Example.io/x", "a/b/c", "-a", "a..b/x"})
        CHECK_THROWS_WITH(event_recorder(api, {.controller = wrong, .instance = "x"}),
                          Catch::Contains("not a qualified name"));
    for (auto const* right : {"widgets", "example.io/widgets", "my_controller.v1", "a-b.c/X"})
        CHECK_NOTHROW(event_recorder(api, {.controller = right, .instance = "x"}));
}

TEST_CASE_METHOD(recorded,
                 "a note that is too long is cut between characters; an incomplete recorder is refused")
{
    start_recorder();
    tell("x" + std::string(1022, 'y') + "\u00e4\u00e4");
    time.run_for(1s);
    REQUIRE(on_server().size() == 1);
    CHECK(on_server()[0].size() == 1023);
    CHECK_THROWS_AS(event_recorder(api, {.controller = "", .instance = "x"}), api_error);
    for (auto const& nothing : {event_recorder_options{.capacity = 0}, event_recorder_options{.burst = 0},
                                event_recorder_options{.tries = 0}}) {
        auto options = nothing;
        options.controller = "widgets";
        options.instance = "x";
        CHECK_THROWS_WITH(event_recorder(api, options), Catch::Contains("capacity, burst or tries"));
    }
    CHECK_THROWS_AS(event_recorder(api, {.controller = "x", .instance = ""}), api_error);
}

TEST_CASE_METHOD(recorded, "a burst that a century does not refill is refused, and not each of the events")
{
    CHECK_THROWS_WITH(event_recorder(api, named({.burst = SIZE_MAX})),
                      Catch::Contains("bad request") &&
                          Catch::Contains("event_recorder_options::burst * pace is more than a century"));
    CHECK_NOTHROW(event_recorder(api, named({.burst = 10'000'000})));
}

TEST_CASE("a pace of counts that is negative is refused, and one without an end writes the first repetition")
{
    CHECK_THROWS_WITH(recorded({.series_pace = -1s}), Catch::Contains("series_pace is negative"));
    recorded w({.series_pace = duration::max()});
    w.start_recorder();
    for (int i = 0; i < 5; ++i) {
        w.tell("it burns");
        w.time.run_for(1min);
    }
    CHECK(w.on_server() == lines{"it burns x 2"});
    CHECK(w.server.requests("patch", event_resource) == 1);
}

TEST_CASE_METHOD(recorded,
                 "events that are dropped soon after a line about drops are in the recorder's last line")
{
    start_recorder();
    auto const drop = [&] { recorder.record(about, event_type::warning, "", "Repair", "without a reason"); };
    drop();
    time.run_for(1s);
    drop();
    drop();
    time.run_for(1h);
    CHECK(times_logged("events are dropped") == 1);
    running.cancel();
    CHECK(times_logged("events are dropped") == 2);
    CHECK(has_logged("events are dropped so_far=3"));
}

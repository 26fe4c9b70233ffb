// Contract: how long an event waits if the server says when to come back.

#include "event_recorder_world.hpp"

TEST_CASE_METHOD(recorded, "a write that fails waits for the time that Retry-After says")
{
    start_recorder();
    server.inject(faults::throttled(5min).on("create"));
    tell("it burns");
    time.run_for(4min);
    CHECK(server.requests("create", event_resource) == 1);
    time.run_for(2min);
    CHECK(on_server() == lines{"it burns"});
}

TEST_CASE_METHOD(recorded, "a write that fails waits for five minutes at most, whatever Retry-After says")
{
    start_recorder();
    server.inject(faults::throttled(1h).on("create")); // and the server is back at once
    tell("it burns");
    time.run_for(4min);
    CHECK(server.requests("create", event_resource) == 1);
    time.run_for(2min);
    CHECK(on_server() == lines{"it burns"});
    CHECK(recorder.status().waiting == 0);
}

TEST_CASE_METHOD(recorded, "drain() ends after an hour at most, although each answer asks to wait for a day")
{
    start_recorder();
    server.inject(faults::throttled(24h).on("create").times(fault::always));
    tell("never");
    time.run_for(1s);
    background draining(io, recorder.drain());
    time.run_for(1h);
    CHECK(draining.ended);
    CHECK(running.ended);
    CHECK(server.requests("create", event_resource) == event_recorder_options().tries);
    CHECK(recorder.status().dropped == 1);
    CHECK(recorder.status().waiting == 0);
}

// Contract: a deletion whose object cannot be named is not lost. A list shows which object is gone.

#include "warm_start_world.hpp"

namespace {

/// A watch that sends a deletion after some events, of which the name cannot be read, and then ends.
fault unnamed_deletion(std::size_t events = 0)
{
    auto const line = GENERATE(as<std::string>(), R"({"type":"DELETED"})",
                               R"({"type":"DELETED","object":{"metadata":{"resourceVersion":"1000"}}})",
                               R"({"type":"DELETED","object":{"metadata":{"namespace":"shop"},"data":7}})");
    return faults::odd_line(line, events);
}

} // namespace

// A real server sorts the metadata of custom resources, so that annotations come before the name.
TEST_CASE_METHOD(world, "a deletion of an object that has become too large leads to a list")
{
    client small(env, endpoint{.server = "http://in-memory"}, {.max_object_bytes = 1'000}, network.dialer());
    put("a", "1");
    recorded_informer mine(io, small, listing());
    time.run_for(1s);
    server.inject(faults::odd_line(R"({"type":"DELETED","object":{"metadata":{"annotations":{"x":")" +
                                   std::string(2'000, 'x') + R"("},"name":"b","namespace":"shop"}}})"));
    server.disconnect();
    time.run_for(1min);
    CHECK(server.requests("list", config_maps) == 2);
    CHECK(listed(mine.informer) == lines{"a=1"});
    CHECK_FALSE(mine.running.ended);
}

TEST_CASE_METHOD(informed, "a deletion without a name leads to a list, whatever else it lacks")
{
    server.inject(unnamed_deletion());
    server.disconnect();
    time.run_for(1min);
    CHECK(lists() == 2);
    CHECK(listed(informer) == lines{"a=1", "b=1"});
    CHECK(seen.empty());
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(world, "a streamed list with a deletion that has no name is read again, in pages")
{
    put("a", "1");
    put("b", "1");
    server.inject(unnamed_deletion(1));
    lines failures;
    informer_options options;
    options.on_failure = [&](api_error const& e) { failures.emplace_back(e.what()); };
    recorded_informer mine(io, api, options);
    time.run_for(10s);
    CHECK(listed(mine.informer) == lines{"a=1", "b=1"});
    CHECK(server.requests("list", config_maps) == 1);
    REQUIRE_FALSE(failures.empty());
    CHECK_THAT(failures[0], Catch::Contains("whose name could not be read"));
}

TEST_CASE_METHOD(restarts, "a deletion without a name behind a snapshot leads to a list")
{
    start(10s);
    stop();
    server.inject(unnamed_deletion());
    start(1min);
    CHECK(lists_of_this_process() == 1);
    CHECK(now->informer.snapshot().size() == 2);
}

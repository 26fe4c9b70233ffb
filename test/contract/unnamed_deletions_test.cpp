// Contract: a deletion whose object cannot be named is not lost. A list shows which object is gone. An object
// of a list that cannot be named may be any object of the copy, so that none counts as deleted.

#include "cut_objects.hpp"
#include "warm_start_world.hpp"

#include <cstddef>
#include <string>

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

TEST_CASE_METHOD(cut_objects, "a deletion that is cut off before the object can be named leads to a list")
{
    auto const kept = GENERATE(in_front_of_name, in_name_of_namespace, in_namespace);
    start();
    disconnect_and_delete_b(kept);
    CHECK(server.requests("list", config_maps) == 2);
    CHECK(listed(mine->informer) == lines{"a=1", "c=1"});
    CHECK(mine->seen.back() == "-? shop/b");
    CHECK_FALSE(mine->running.ended);
}

TEST_CASE_METHOD(
    cut_objects,
    "a deletion that is cut off in front of its namespace is told if there is one namespace only")
{
    auto const kept = GENERATE(in_name_of_namespace, in_namespace);
    start(listing({.namespaces = {"shop"}}));
    disconnect_and_delete_b(kept);
    CHECK(server.requests("list", config_maps) == 1);
    CHECK(listed(mine->informer) == lines{"a=1", "c=1"});
    CHECK(mine->seen.back() == "-? shop/b");
}

TEST_CASE_METHOD(cut_objects,
                 "an object of a list that is cut off before it can be named does not count as deleted, and "
                 "neither does any other")
{
    auto const kept = GENERATE(in_front_of_name, in_name_of_namespace, in_namespace);
    start();
    answer_lists_with_large_b(kept);
    read_again_without_c();
    CHECK(listed(mine->informer) == lines{"a=2", "b=1", "c=1"});
    CHECK(mine->seen == lines{"~ shop/a=1>2"});
    CHECK(times_logged("deletions cannot be seen in a list") == 1);

    server.intercept(nullptr);
    read_again();
    CHECK(listed(mine->informer) == lines{"a=3", "b=1"}); // this list has shown that c has gone
    CHECK(times_logged("deletions cannot be seen in a list") == 1);
}

TEST_CASE_METHOD(
    cut_objects,
    "an object of a streamed list that is cut off before it can be named does not count as deleted")
{
    auto const kept = GENERATE(in_front_of_name, in_name_of_namespace, in_namespace);
    start({.fetch = fetch_mode::stream});
    answer_streams_with_large_b(kept);
    read_again_without_c();
    CHECK(listed(mine->informer) == lines{"a=2", "b=1", "c=1"});
    CHECK(mine->seen == lines{"~ shop/a=1>2"});
    CHECK(server.requests("list", config_maps) == 0);
}

TEST_CASE_METHOD(
    cut_objects,
    "an object of a list that is cut off in front of its namespace is known if there is one namespace only")
{
    auto const kept = GENERATE(in_name_of_namespace, in_namespace);
    start(listing({.namespaces = {"shop"}}));
    answer_lists_with_large_b(kept);
    read_again_without_c();
    CHECK(listed(mine->informer) == lines{"a=2", "b=1"});
    CHECK_FALSE(has_logged("deletions cannot be seen in a list"));
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
    CHECK_THAT(failures[0], Catch::Contains("an object was deleted that cannot be named"));
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

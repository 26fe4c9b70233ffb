// Contract: a deletion whose object cannot be named is not lost. A list shows which object is gone. An object
// of a list that cannot be named may be any object of the copy, so that none counts as deleted.

#include "warm_start_world.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace {

/// A watch that sends a deletion after some events, of which the name cannot be read, and then ends.
fault unnamed_deletion(std::size_t events = 0)
{
    auto const line = GENERATE(as<std::string>(), R"({"type":"DELETED"})",
                               R"({"type":"DELETED","object":{"metadata":{"resourceVersion":"1000"}}})",
                               R"({"type":"DELETED","object":{"metadata":{"namespace":"shop"},"data":7}})");
    return faults::odd_line(line, events);
}

/// Three objects, of which "b" becomes too large for a client with a small limit. A real server sorts the
/// metadata of custom resources, so that the annotations come before the name, and the name before the
/// namespace. Of an object that is too large, the client reads as many bytes as the limit has.
struct cut_objects : world {
    static constexpr std::size_t limit = 1'000;
    static constexpr std::string_view large_begin = R"({"metadata":{"annotations":{"x":")";
    static constexpr std::string_view large_end = R"("},"name":"b","namespace":"shop"}})";

    cut_objects()
    {
        for (auto const* name : {"a", "b", "c"}) put(name, "1");
    }
    void start(informer_options const& options = listing())
    {
        mine.emplace(io, small, options);
        time.run_for(1s);
        mine->seen.clear();
    }
    /// Returns the object "b" behind `before`. It is so large that the limit is reached behind `kept` bytes
    /// of `large_end`.
    static std::string large_b(std::string_view before, std::size_t kept)
    {
        std::string const object = std::string(before).append(large_begin);
        return object + std::string(limit - object.size() - kept, 'x') + std::string(large_end);
    }
    /// The server deletes "b", tells the informer so by an event that is too large, and then sends a
    /// bookmark.
    void disconnect_and_delete_b(std::size_t kept)
    {
        server.disconnect();
        remove("b");
        auto const deletion = large_b(R"({"type":"DELETED","object":)", kept) + "}\n";
        server.inject(faults::odd_line(deletion + bookmark("{}")));
        time.run_for(1min);
    }
    std::string bookmark(std::string const& annotations) const
    {
        return R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":)"
               R"({"annotations":)" +
               annotations + R"(,"resourceVersion":")" + server.resource_version() + R"("}}})";
    }
    /// From now on each list has "a" as it is, and a large "b".
    void answer_lists_with_large_b(std::size_t kept)
    {
        server.intercept([this, kept](testing::action const& asked) -> std::optional<testing::canned_answer> {
            if (asked.verb != "list") return std::nullopt;
            auto const a = server.get(config_maps, {"shop", "a"});
            auto const b = large_b("", kept);
            return testing::canned_answer{
                .body = R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":")" +
                        server.resource_version() + R"("},"items":[)" + a + "," + b + "]}"};
        });
    }
    /// The same for streamed lists.
    void answer_streams_with_large_b(std::size_t kept)
    {
        server.intercept([this, kept](testing::action const& asked) -> std::optional<testing::canned_answer> {
            if (asked.target.find("sendInitialEvents") == std::string::npos) return std::nullopt;
            std::string const added = R"({"type":"ADDED","object":)";
            auto const a = added + server.get(config_maps, {"shop", "a"}) + "}\n";
            auto const b = large_b(added, kept) + "}\n";
            return testing::canned_answer{.body =
                                              a + b + bookmark(R"({"k8s.io/initial-events-end":"true"})")};
        });
    }
    /// Deletes "c" while the informer does not listen, and lets the server forget the versions before.
    void read_again_without_c()
    {
        server.disconnect();
        remove("c");
        read_again();
    }
    void read_again()
    {
        server.disconnect();
        set("a", std::to_string(++state_of_a));
        server.compact();
        time.run_for(1min);
    }

    client small{env, endpoint{.server = "http://in-memory"}, {.max_object_bytes = limit}, network.dialer()};
    std::optional<recorded_informer> mine;
    int state_of_a = 1;
};

constexpr auto in_front_of_name = cut_objects::large_end.find("\"name\"");
constexpr auto in_name_of_namespace = cut_objects::large_end.find("space");
constexpr auto in_namespace = cut_objects::large_end.find("hop");

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

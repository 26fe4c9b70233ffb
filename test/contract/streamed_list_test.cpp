// Contract: a collection is read in one watch (WatchList) if the server can do that, and otherwise in paged
// lists; whatever the server does in between, the informer becomes synced.

#include "world.hpp"

namespace {

constexpr auto item =
    R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"namespace":"shop","name":"%","uid":"u%",)"
    R"("resourceVersion":"#"},"data":{"v":"#"}})";

std::string event(std::string_view type, char name, int version)
{
    std::string line = R"({"type":")" + std::string(type) + R"(","object":)";
    for (char const c : std::string_view(item)) {
        if (c == '%')
            line += name;
        else if (c == '#')
            line += std::to_string(version);
        else
            line += c;
    }
    return line + "}\n";
}

std::string end_of_initial_events(int version)
{
    return R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":")" +
           std::to_string(version) + R"(","annotations":{"k8s.io/initial-events-end":"true"}}}})" + "\n";
}

struct streamed : informed {
    streamed() : informed(informer_options()) {}
    std::string why_not() { return testing::run(io, informer.status()).reflector.why_not_streamed; }
};

struct reading : world { // an informer that starts when it is told to
    void start()
    {
        informer.on_change(recording(seen));
        running.start(io, informer.run());
    }
    reflector_status status() { return testing::run(io, informer.status()).reflector; }
    std::size_t lists() const { return server.requests("list", config_maps); }
    std::size_t watches() const { return server.requests("watch", config_maps); }

    shared_informer<config_map> informer{api};
    lines seen;
    background running;
};

} // namespace

TEST_CASE_METHOD(reading, "one watch brings the collection and the later changes; no list is requested")
{
    put("a", "1");
    put("b", "1");
    start();
    time.run_for(1s);
    CHECK(seen == lines{"+i shop/a=1", "+i shop/b=1"});
    CHECK(testing::run(io, informer.status()).synced);
    CHECK(informer.snapshot().resource_version() == server.resource_version());

    seen.clear();
    set("a", "2");
    remove("b");
    put("c", "1");
    time.run_for(1s);
    CHECK(seen == lines{"~ shop/a=1>2", "- shop/b", "+ shop/c=1"});
    CHECK(lists() == 0);
    CHECK(watches() == 1);
    CHECK(status().streams == 1);
}

TEST_CASE_METHOD(reading,
                 "an object that changes between the initial events is seen once, as it is at their end")
{
    auto const body = event("ADDED", 'a', 3) + event("ADDED", 'b', 4) + event("ADDED", 'c', 5) +
                      event("MODIFIED", 'a', 6) + event("DELETED", 'b', 7) + event("ADDED", 'd', 8) +
                      end_of_initial_events(8) + event("MODIFIED", 'c', 9);
    server.inject(faults::answer({.body = body}).on("watch"));
    start();
    time.run_for(100ms);
    CHECK(seen == lines{"+i shop/a=6", "+i shop/c=5", "+i shop/d=8", "~ shop/c=5>9"});
    CHECK(informer.snapshot().resource_version() == "9");
}

TEST_CASE_METHOD(streamed, "after a compaction the collection is streamed again: unchanged objects are kept, "
                           "and shown to no handler")
{
    auto const before = informer.snapshot();
    server.disconnect();
    set("a", "2");
    remove("b");
    put("c", "1");
    server.compact();
    time.run_for(10s);

    CHECK(seen == lines{"-? shop/b", "~ shop/a=1>2", "+ shop/c=1"});
    CHECK(lists() == 0);
    seen.clear();
    auto const kept = informer.snapshot().get("shop", "c");
    server.disconnect();
    set("a", "3");
    server.compact();
    time.run_for(10s);
    CHECK(seen == lines{"~ shop/a=2>3"});
    CHECK(informer.snapshot().get("shop", "c") == kept); // the same block of memory
    CHECK(lists() == 0);
}

TEST_CASE_METHOD(reading,
                 "a server that does not stream is listed, at once and from then on, and the status says why")
{
    put("a", "1");
    server.intercept([](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.target.find("sendInitialEvents") == asked.target.npos) return std::nullopt;
        return testing::canned_answer{
            .status = 422,
            .body =
                R"({"kind":"Status","code":422,"reason":"Invalid","message":"sendInitialEvents is forbidden"})"};
    });
    start();
    time.run_for(100ms);
    CHECK(seen == lines{"+i shop/a=1"});
    CHECK(status().streams == 1);
    CHECK(status().why_not_streamed ==
          "watch /api/v1/configmaps: object is invalid: sendInitialEvents is forbidden");

    server.disconnect();
    set("a", "2");
    server.compact();
    time.run_for(10s);
    CHECK(lists() == 2);
    CHECK(status().streams == 1);
}

TEST_CASE_METHOD(reading, "a missing closing bookmark delays the sync, and does nothing else")
{
    put("a", "1");
    server.inject(faults::no_initial_end().on("watch").times(fault::always));
    start();
    time.run_for(10s);
    CHECK(seen.empty());
    time.run_for(10s);
    CHECK(seen == lines{"+i shop/a=1"});
    CHECK(status().why_not_streamed.find("did not end the streamed list: after 1 objects") !=
          std::string::npos);

    server.disconnect();
    put("b", "1");
    server.compact();
    time.run_for(1min);
    CHECK(seen == lines{"+i shop/a=1", "+ shop/b=1"});
    CHECK(status().why_not_streamed ==
          "watch /api/v1/configmaps: the server did not end the streamed list: after 2 objects");

    server.disconnect();
    put("c", "1");
    server.compact();
    time.run_for(1min);
    CHECK(status().streams == 2);
    CHECK(lists() == 3);
}

TEST_CASE_METHOD(reading, "bookmarks other than the closing one keep no streamed list alive")
{
    put("a", "1");
    auto const bookmark = R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"3"}}})";
    server.inject(faults::odd_line(bookmark, 1).on("watch"));
    start();
    time.run_for(10s);
    CHECK(seen == lines{"+i shop/a=1"});
    CHECK(lists() == 1);
}

TEST_CASE_METHOD(reading, "nothing of a streamed list that breaks off is shown")
{
    for (auto const* name : {"a", "b", "c", "d"}) put(name, "1");
    server.inject(faults::close_watch(2).on("watch"));
    start();
    time.run_for(500ms);
    CHECK(seen.empty());
    CHECK(informer.snapshot().size() == 0);
    time.run_for(10s);
    CHECK(seen.size() == 4);
}

TEST_CASE_METHOD(reading, "a server that is too busy to stream is asked twice, and then listed")
{
    put("a", "1");
    server.inject(faults::throttled(1s).on("watch").times(2));
    start();
    time.run_for(20s);
    CHECK(seen == lines{"+i shop/a=1"});
    CHECK(status().streams == 2);
    CHECK(lists() == 1);
    CHECK(status().why_not_streamed.find("too many requests") != std::string::npos);

    server.disconnect();
    put("b", "1");
    server.compact();
    time.run_for(20s);
    CHECK(status().streams == 3); // which is no reason to give up streamed lists for good
    CHECK(status().why_not_streamed.empty());
}

TEST_CASE_METHOD(
    reading, "one streamed list that does not end, after others that failed, is no reason to give them up")
{
    put("a", "1");
    network.refuse(true);
    start();
    time.run_for(10s);
    network.refuse(false);
    time.run_for(1min);
    for (bool ends : {false, true}) {
        if (!ends) server.inject(faults::close_watch().on("watch").times(1));
        server.inject(faults::gone().on("watch"));
        server.disconnect();
        time.run_for(1min);
    }
    auto const before = status().streams;
    server.disconnect();
    put("b", "1");
    server.compact();
    time.run_for(1min);
    CHECK(status().streams == before + 1);
    CHECK(status().why_not_streamed.empty());
}

TEST_CASE_METHOD(reading, "an object of a streamed list that cannot be decoded costs only that object")
{
    auto bad = event("ADDED", 'b', 4);
    bad.replace(bad.find(R"("v":"4")"), 7, R"("v":444)");
    server.inject(
        faults::answer({.body = event("ADDED", 'a', 3) + bad + end_of_initial_events(5)}).on("watch"));
    start();
    time.run_for(100ms);
    CHECK(seen == lines{"+i shop/a=3"});
    CHECK(status().faults == 1);
}

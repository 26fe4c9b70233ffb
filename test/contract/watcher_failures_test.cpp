// Contract: a watcher neither hides a failure nor asks for ever in vain. What it throws and what it logs
// names the watch, and a cause that goes on is one line, not one for each attempt.

#include "failing_clock.hpp"
#include "watched.hpp"

#include <new>

namespace watcher_failures {

std::string const list_in_place_of_events =
    R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[]})";
std::string const error_of_proxy = R"({"error":"no route"})";
std::string const problem_of_proxy = R"({"type":"about:blank","title":"no route","status":503})"; // RFC 9457

fault delayed(fault what, duration by)
{
    what.delay = by;
    return what;
}

/// The verb and the path in the error that has ended a task, as "verb path".
std::string request_in(background const& task)
{
    try {
        if (task.failure) std::rethrow_exception(task.failure);
    } catch (api_error const& e) {
        return e.verb() + ' ' + e.path();
    } catch (...) {
    }
    return {};
}

/// A client whose timers may have no memory, and a watcher of it, which begins behind a=1.
struct short_of_timers : world {
    short_of_timers()
    {
        put("a", "1");
        events.emplace(client_of_clock, server.resource_version());
    }
    ~short_of_timers()
    {
        running.cancel();
        events.reset();
        client_of_clock.close();
        time.settle(); // its connections are closed before its clock is gone
    }

    test::failing_clock clock{time};
    client client_of_clock{environment{env.ex, &clock, env.log, 5, env.metrics},
                           {.server = "http://in-memory"},
                           {},
                           network.dialer()};
    std::optional<watcher<config_map>> events;
    lines seen;
    background running;
};

} // namespace watcher_failures

TEST_CASE_METHOD(watched, "an answer to a watch that has no events in it is thrown if it comes again")
{
    using namespace watcher_failures;
    auto const body = GENERATE(as<std::string>(), list_in_place_of_events, error_of_proxy, problem_of_proxy);
    auto const takes = GENERATE(as<duration>(), 0s, 2s); // an attempt that lasts does not excuse the answer
    server.inject(delayed(faults::answer({.body = body}), takes).on("watch").times(fault::always));
    start();
    time.run_for(1min);
    REQUIRE(running.ended);
    CHECK(running.code() == errc::unexpected_content);
    CHECK(running.what().find("watch /api/v1/configmaps: ") == 0);
    CHECK(running.what().find("the answer to the watch has ended, and has no events in it") !=
          std::string::npos);
    CHECK(watches() == 2);
    CHECK(has_logged("WARNING watch /api/v1/configmaps: answer is not Kubernetes JSON: the answer to the "
                     "watch has ended"));
    CHECK_FALSE(has_logged("the collection is watched again"));

    server.heal();
    set("a", "2");
    start();
    CHECK(seen == lines{"~a=2"});
}

TEST_CASE_METHOD(watched, "an answer without events is excused again after a good event")
{
    using namespace watcher_failures;
    start();
    for (std::string const value : {"2", "3", "4"}) {
        server.inject(faults::answer({.body = error_of_proxy}).on("watch"));
        server.disconnect();
        time.run_for(2min);
        set("a", value);
        time.run_for(1s);
    }
    CHECK(server.pending_faults() == 0);
    CHECK(seen == lines{"~a=2", "~a=3", "~a=4"});
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(watched, "a line that names no type of event does not end a watcher if an event has come")
{
    using namespace watcher_failures;
    for (auto const* value : {"2", "3", "4", "5"}) set("a", value);
    server.inject(faults::odd_line(error_of_proxy, 1).on("watch").times(4));
    start();
    time.run_for(1min);
    CHECK(server.pending_faults() == 0);
    CHECK(seen == lines{"~a=2", "~a=3", "~a=4", "~a=5"});
    CHECK_FALSE(running.ended);
    CHECK_FALSE(has_logged("has no events in it"));
}

TEST_CASE_METHOD(watched, "lines that say nothing new of the collection do not make the next pause short")
{
    using namespace watcher_failures;
    bool const is_bookmark = GENERATE(false, true);
    auto const repeated_version = R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":")" +
                                  server.resource_version() + R"("}}})";
    auto const line = is_bookmark ? faults::answer({.body = repeated_version})
                                  : faults::odd_line(R"({"type":"ERROR","object":null})");
    server.inject(delayed(line, 2s).on("watch").times(fault::always));
    start();
    time.run_for(10min);
    CHECK(watches() > 10);
    CHECK(watches() < 40); // each takes two seconds; without growing pauses there would be 300
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(watched,
                 "watches that end as soon as they are answered do not lead to a storm if that is late")
{
    using namespace watcher_failures;
    server.inject(delayed(faults::close_watch(0), 2s).on("watch").times(fault::always));
    start();
    time.run_for(10min);
    CHECK(watches() > 10);
    CHECK(watches() < 40);
    CHECK(has_logged("the watch ended at once, and nothing was in it"));
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(watched, "one watch that ends as soon as it begins is not worth a warning")
{
    start();
    for (int i = 0; i != 3; ++i) { // from time to time, with a watch that lasts between two of them
        server.inject(faults::close_watch(0).on("watch"));
        server.disconnect();
        time.run_for(5min);
    }
    CHECK(server.pending_faults() == 0);
    CHECK_FALSE(has_logged("the watch ended at once"));
}

TEST_CASE("watches that are asked for only a second have not ended at once")
{
    watched w({.watch_timeout = 1s});
    w.start();
    w.time.run_for(1min);
    CHECK(w.watches() > 30);
    CHECK(w.log_text.str().empty());
}

TEST_CASE_METHOD(watched, "each failure that next() throws names the verb and the path")
{
    using namespace watcher_failures;
    start();
    set("a", "2"); // what came in an earlier watch excuses no later one
    time.run_for(1s);
    SECTION("bytes that are no event")
    {
        server.inject(faults::odd_line("oops").times(2));
        server.disconnect();
    }
    SECTION("an answer without events")
    {
        server.inject(faults::answer({.body = error_of_proxy}).on("watch").times(2));
        server.disconnect();
    }
    SECTION("a history that went back")
    {
        server.inject(faults::odd_line(
            R"({"type":"ADDED","object":{"metadata":{"name":"z","namespace":"shop","uid":"u","resourceVersion":"1"}}})"));
        server.disconnect();
    }
    SECTION("a client that was closed")
    {
        server.inject(faults::throttled(200s).on("watch"));
        server.disconnect();
        time.run_for(10s);
        api.close();
    }
    time.run_for(1min);
    REQUIRE(running.ended);
    CHECK(request_in(running) == "watch /api/v1/configmaps");
    CHECK(occurrences(running.what(), "watch /api/v1/configmaps") == 1);
}

TEST_CASE_METHOD(watched, "the line about a connection that was lost names the watch and the collection")
{
    start();
    network.reset();
    time.run_for(1min);
    CHECK(times_logged("WARNING watch /api/v1/configmaps: ") == 1);
    CHECK(times_logged(" collection=/api/v1/configmaps\n") >= 1);
    CHECK_FALSE(running.ended);
}

TEST_CASE("a watch that is silent is one line, which names the watch once")
{
    watched w({.silence = 20s}); // a watch that is silent after the longest pause has lasted
    w.network.agree_on("");      // a silent connection is found sooner over HTTP/2
    w.start();
    w.network.silence();
    w.time.run_for(1min);
    CHECK(w.times_logged("WARNING watch /api/v1/configmaps: connection went silent collection=") == 1);
}

TEST_CASE_METHOD(watched, "an outage is one line when it begins, and one when it is over")
{
    server.inject(faults::unavailable().on("watch").times(3));
    start();
    time.run_for(1min);
    CHECK(times_logged("WARNING watch /api/v1/configmaps: service unavailable") == 1);
    CHECK(watches() == 4);
    set("a", "2");
    time.run_for(1s);
    CHECK(seen == lines{"~a=2"});
    CHECK(times_logged("WARNING watch /api/v1/configmaps: service unavailable") == 1);
    CHECK(times_logged("WARNING the collection is watched again, after a failure "
                       "collection=/api/v1/configmaps\n") == 1);
}

TEST_CASE_METHOD(watched, "an outage that goes on is a line each ten minutes, which counts the failures")
{
    server.inject(faults::unavailable().on("watch").times(fault::always));
    start();
    time.run_for(9min);
    CHECK(times_logged("WARNING watch /api/v1/configmaps: service unavailable") == 1);
    CHECK_FALSE(has_logged("since the last such line"));
    time.run_for(3min);
    CHECK(times_logged("WARNING watch /api/v1/configmaps: service unavailable") == 2);
    CHECK(times_logged(" times since the last such line collection=/api/v1/configmaps\n") == 1);
}

TEST_CASE("a watch of a collection without bookmarks that has lasted may fall silent without a warning")
{
    world w({.bookmark_interval = 24h});
    w.put("a", "1");
    watcher<config_map> events(w.api, w.server.resource_version());
    lines seen;
    background const running(w.io, write_down(events, seen));
    w.time.run_for(1h);
    CHECK(w.server.requests("watch", config_maps) >= 3600 / 155);
    CHECK_FALSE(w.has_logged("WARNING"));
}

TEST_CASE_METHOD(watcher_failures::short_of_timers,
                 "a watch for which there is no memory is closed, and the next call of next() opens another")
{
    set("a", "2");
    CHECK(testing::run(io, time, events->next()).object->data.at("v") == "2");
    REQUIRE(server.open_watches() == 1);
    clock.failures = 1;
    running.start(io, write_down(*events, seen));
    time.settle();
    CHECK(running.ended);
    CHECK(running.what() == std::bad_alloc().what());
    CHECK(server.open_watches() == 0);

    set("a", "3");
    running.start(io, write_down(*events, seen));
    time.run_for(1s);
    CHECK(seen == lines{"~a=3"});
    CHECK(server.requests("watch", config_maps) == 2);
}

// Contract: a watcher goes on from its last version, whatever happens to its connections.

#include "watched.hpp"

namespace {

struct numbers_in_data { // declares another type than the objects have
    std::map<std::string, int> data;
};
BOOST_DESCRIBE_STRUCT(numbers_in_data, (), (data))

} // namespace

TEST_CASE_METHOD(
    watched, "a watcher gives each change after a version once and in order, over cuts, silence and refusals")
{
    set("a", "2"); // nothing happens before it is asked for the first time
    start();
    put("c", "1");
    time.run_for(1s);
    server.disconnect();
    set("a", "3");
    remove("b");
    time.run_for(1min);
    network.refuse(true);
    server.disconnect();
    set("a", "4");
    time.run_for(5min);
    network.refuse(false);
    time.run_for(1min);
    network.silence(); // half-open: nothing arrives, not even an end
    set("a", "5");
    time.run_for(3min);

    CHECK(seen == lines{"~a=2", "+c=1", "~a=3", "-b=1", "~a=4", "~a=5"});
    CHECK(server.requests("list", config_maps) == 0);
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(watched, "a watcher refuses times with which it could not reckon, and names the option")
{
    auto const refuse = [this](watcher_options const& options, char const* why) {
        CHECK_THROWS_WITH(watcher<config_map>(api, "1", options), Catch::Contains(why));
    };
    refuse({.silence = duration::max()}, "watcher_options::silence is not positive, or longer than a year");
    refuse({.silence = 0s}, "watcher_options::silence is not positive, or longer than a year");
    refuse({.watch_timeout = duration::max()},
           "watcher_options::watch_timeout is less than a second, or longer than a year");
    watcher<config_map>(api, "1", {.watch_timeout = 8760h, .silence = 8760h}); // a year
}

TEST_CASE_METHOD(watched,
                 "a forgotten version ends it at once: when the watch is opened, and during the watch")
{
    start();
    SECTION("at the dial")
    {
        network.refuse(true);
        server.disconnect();
        set("a", "2");
        server.compact();
        network.refuse(false);
    }
    SECTION("in the stream")
    {
        server.inject(faults::error_event(410));
        server.disconnect();
    }
    time.run_for(1min);
    CHECK(running.code() == condition::gone);
    CHECK(running.what().find("watch /api/v1/configmaps") == 0);
}

TEST_CASE_METHOD(watched, "a history that went back counts as forgotten: its events are not given")
{
    start();
    set("a", "2");
    time.run_for(1s);
    server.inject(faults::odd_line(
        R"({"type":"ADDED","object":{"metadata":{"name":"z","namespace":"shop","uid":"u","resourceVersion":"1"}}})"));
    server.disconnect();
    time.run_for(1min);

    CHECK(running.code() == condition::gone);
    CHECK(seen == lines{"~a=2"});
}

TEST_CASE_METHOD(watched, "a failure that time does not cure ends it, and asking again tries again")
{
    for (int const code : {401, 403, 404, 400}) {
        server.inject(faults::status(code).on("watch"));
        background refused(io, write_down(*events, seen));
        time.run_for(1s);
        CHECK(refused.ended);
        CHECK(refused.what().find("watch /api/v1/configmaps") == 0);
    }
    CHECK(watches() == 4);
    set("a", "2");
    start();
    CHECK(seen == lines{"~a=2"});
}

TEST_CASE_METHOD(
    watched, "a failure that may pass is tried again with growing pauses, and not before Retry-After is over")
{
    server.inject(faults::unavailable().on("watch").times(4));
    server.inject(faults::html().on("watch"));
    server.inject(faults::throttled(20s).on("watch"));
    start();
    time.run_for(2min);
    auto const before = watches();
    set("a", "2");
    time.run_for(1s);
    CHECK(before == 7);
    CHECK(seen == lines{"~a=2"});

    server.inject(faults::throttled(60s).on("watch"));
    server.disconnect();
    time.run_for(5s); // asked, and told to wait
    auto const asked = watches();
    CHECK(asked == before + 1);
    time.run_for(50s);
    CHECK(watches() == asked);
    set("a", "3");
    time.run_for(20s);
    CHECK(seen == lines{"~a=2", "~a=3"});
}

TEST_CASE_METHOD(watched, "closing the client ends the pause of a watcher, however long the server asked for")
{
    server.inject(faults::throttled(200s).on("watch"));
    start();
    CHECK_FALSE(running.ended);
    api.close();
    time.settle();
    CHECK(running.code() == errc::stopped);
    CHECK(running.what().find("watch /api/v1/configmaps") == 0);
}

TEST_CASE("a watch that lasted and brought something makes the next pause short again")
{
    watched w({.retry = {.first = 1s, .cap = 10min, .jitter_percent = 0}});
    w.server.inject(faults::unavailable().on("watch").times(6));
    w.start();
    w.time.run_for(2min); // the pauses were 1, 2, 4, 8, 16 and 32 seconds
    w.set("a", "2");
    w.time.run_for(5s);
    REQUIRE(w.seen == lines{"~a=2"});
    auto const before = w.watches();
    w.network.reset();
    w.time.run_for(2s);
    CHECK(w.watches() == before + 1);
}

TEST_CASE_METHOD(watched, "watches that end as soon as they begin do not lead to a storm")
{
    server.inject(faults::close_watch(0).on("watch").times(fault::always));
    start();
    time.run_for(10min);
    CHECK(watches() > 10);
    CHECK(watches() < 40);
    CHECK(has_logged("WARNING watch /api/v1/configmaps: the watch ended at once, and nothing was in it"));
}

TEST_CASE("a watch that lasted is opened again at once after its end, even if nothing happened on it")
{
    watched w({.watch_timeout = 10s}); // too short for a bookmark
    w.start();
    CHECK(seconds_without_watch(w, 10min) < 5);
    CHECK(w.watches() > 30);
    CHECK(w.log_text.str().empty());
}

TEST_CASE_METHOD(watched, "watches that each bring one event and end do not lead to a storm either")
{
    for (int i = 2; i < 12; ++i) set("a", std::to_string(i));
    server.inject(faults::close_watch(1).on("watch").times(fault::always));
    start();
    CHECK(watches() <= 2);
    time.run_for(10min);
    CHECK(seen.size() == 10);
}

TEST_CASE_METHOD(
    watched,
    "a watch that the server ends in order is opened again at once; bookmarks move it, and are not shown")
{
    start();
    put("other", "1", "elsewhere");
    server.remove(config_maps, {"elsewhere", "other"});
    CHECK(seconds_without_watch(*this, 1h) < 2); // bookmarks come each minute
    CHECK(watches() >= 7);                       // they end after five to ten minutes
    CHECK(watches() <= 13);
    seen.clear();
    set("a", "2");
    time.run_for(1s);
    CHECK(seen == lines{"~a=2"});
}

TEST_CASE_METHOD(watched, "bookmarks keep its version young: versions of other objects may be forgotten")
{
    events.emplace(api, server.resource_version(), watcher_options{.field_selector = "metadata.name=a"});
    start();
    set("b", "2"); // another object
    time.run_for(2min);
    network.refuse(true);
    server.disconnect();
    server.compact(); // the version at which it began is forgotten
    network.refuse(false);
    set("a", "2");
    time.run_for(2min);

    CHECK(seen == lines{"~a=2"});
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(
    world, "an event that cannot be decoded is told once, and the watch goes on behind it, also after a cut")
{
    lines told;
    auto const tell = [&told](decode_fault const& f) {
        told.push_back(f.ns + '/' + f.name + ' ' + f.path);
        throw std::runtime_error("the user's own");
    };
    put("a", "1");
    watcher<numbers_in_data> events(api, server.resource_version(), {.on_fault = tell}, config_maps);
    auto const next = [](watcher<numbers_in_data>& w, std::string& name) -> task<> {
        auto const e = co_await w.next();
        name = e.object.key().name;
    };
    std::string name;
    background waiting(io, next(events, name));
    put("bad", "x");
    time.run_for(1s);
    server.disconnect();
    time.run_for(1min);
    CHECK(told == lines{R"(shop/bad data["v"])"});
    CHECK_FALSE(waiting.ended);

    server.create(config_maps, R"({"metadata":{"name":"good","namespace":"shop"}})");
    time.run_for(1s);
    CHECK(waiting.ended);
    CHECK(name == "good");
    CHECK(told.size() == 1);
}

TEST_CASE("cancelling next() at any turn loses no event and repeats none")
{
    lines expected;
    for (int i = 1; i <= 8; ++i) expected.push_back("+n" + std::to_string(i) + "=1");
    for (int turns = 0; turns < 90; ++turns) {
        INFO("cancelled each " << turns << " turns");
        watched w;
        int made = 0;
        for (int round = 0; round < 6; ++round) {
            background some(w.io, write_down(*w.events, w.seen));
            for (int i = 0; i < turns; ++i) {
                w.io.restart();
                if (w.io.poll_one() == 0) w.time.run_for(100ms);
                if (i % 7 == 3 && made < 8) w.put("n" + std::to_string(++made), "1");
            }
            some.cancel();
            REQUIRE(some.ended);
        }
        while (made < 8) w.put("n" + std::to_string(++made), "1");
        w.start();
        w.time.run_for(1min);
        REQUIRE(w.seen == expected);
        CHECK(w.server.open_watches() == 1);
    }
}

TEST_CASE("a connection that breaks after any number of bytes loses no event and repeats none")
{
    for (std::size_t bytes = 0; bytes < 1500; bytes += 29) {
        INFO("broken after " << bytes << " bytes");
        watched w;
        w.network.conditions({}, {.most_at_once = 11, .reset_after = bytes});
        lines expected;
        background running(w.io, write_down(*w.events, w.seen));
        for (int i = 0; i < 6; ++i) {
            w.put("n" + std::to_string(i), "1");
            expected.push_back("+n" + std::to_string(i) + "=1");
            w.time.run_for(20s);
        }
        w.network.conditions({}, {});
        w.network.reset();
        w.time.run_for(2min);
        REQUIRE(w.seen == expected);
    }
}

TEST_CASE_METHOD(watched, "cancelling does not shorten the pause between attempts")
{
    network.refuse(true);
    for (int i = 0; i < 300; ++i) {
        background impatient(io, write_down(*events, seen));
        time.run_for(1s);
        impatient.cancel();
    }
    CHECK(network.dialed() > 5);
    CHECK(network.dialed() < 25);
}

TEST_CASE_METHOD(watched, "a watcher that is destroyed closes its watch")
{
    start();
    set("a", "2");
    time.run_for(1s);
    running.cancel();
    events.emplace(api, server.resource_version());
    start();
    CHECK(server.open_watches() == 1);
    running.cancel();
    events.reset();
    time.settle();
    CHECK(server.open_watches() == 0);
}

TEST_CASE_METHOD(watched,
                 "between two next() nothing runs, and a watch that was given up meanwhile is resumed")
{
    set("a", "2");
    set("a", "3");
    auto const first = testing::run(io, time, events->next());
    CHECK(first.object->data.at("v") == "2");
    time.run_for(30min); // a pause of the program: bookmarks pile up, and the server ends the watch
    set("a", "4");
    start();
    CHECK(seen == lines{"~a=3", "~a=4"});
}

TEST_CASE("a watcher of a collection in which nothing happens is hardly ever without a watch")
{
    testing::fake_cluster test({.bookmark_interval = std::chrono::hours(24)});
    test.server.create(config_maps, R"({"metadata":{"name":"a","namespace":"shop"}})");
    watcher<config_map> events(test.api, test.server.resource_version());
    lines seen;
    background running(test.io, write_down(events, seen));
    CHECK(seconds_without_watch(test, 1h) < 100);
}

TEST_CASE_METHOD(watched,
                 "a watch that is silent like the one before it is given up after two and a half minutes")
{
    network.agree_on(""); // a silent connection is found sooner over HTTP/2
    start();
    network.silence(); // half-open, before the first bookmark
    time.run_for(80s);
    CHECK(watches() == 2);
    network.silence();
    set("a", "2");
    time.run_for(140s);
    CHECK(watches() == 2);
    time.run_for(20s);
    CHECK(seen == lines{"~a=2"});
    CHECK(watches() == 3);
}

TEST_CASE("however often watches stay silent, none is kept for more than two and a half minutes")
{
    testing::fake_cluster test({.bookmark_interval = std::chrono::hours(24)});
    test.server.create(config_maps, R"({"metadata":{"name":"a","namespace":"shop"}})");
    watcher<config_map> events(test.api, test.server.resource_version());
    lines seen;
    background running(test.io, write_down(events, seen));
    test.time.run_for(1h);
    CHECK(test.server.requests("watch", config_maps) >= 3600 / 155);
    CHECK(test.server.requests("watch", config_maps) <= 3600 / 75);
}

TEST_CASE("bookmarks that come after two minutes are waited for, from the second watch on")
{
    testing::fake_cluster test({.bookmark_interval = std::chrono::minutes(2)});
    test.server.create(config_maps, R"({"metadata":{"name":"a","namespace":"shop"}})");
    watcher<config_map> events(test.api, test.server.resource_version());
    lines seen;
    background running(test.io, write_down(events, seen));
    test.time.run_for(5min);
    auto const before = test.server.requests("watch", config_maps);
    test.time.run_for(1h);
    CHECK(test.server.requests("watch", config_maps) - before <= 12); // as the server ends them
}

TEST_CASE_METHOD(watched, "a line that is no event is thrown if it comes again at the same place")
{
    server.inject(faults::odd_line("oops").on("watch").times(2));
    background reader(io, write_down(*events, seen));
    time.run_for(1min);
    REQUIRE(reader.ended);
    CHECK(reader.code() == condition::malformed);
    CHECK(reader.what().find("watch /api/v1/configmaps: ") == 0);
    start();
    set("a", "2");
    time.run_for(2min);
    CHECK(seen == lines{"~a=2"});
}

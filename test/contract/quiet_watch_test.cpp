// Contract: a collection in which nothing happens does not count as failed, however seldom the server says
// that it is still there; and a dead watch is found all the same.

#include <algorithm>
#include <chrono>
#include <deque>

#include "lagging_answer.hpp"
#include "world.hpp"

namespace {

/// An informer of a server that sends bookmarks at this interval.
struct quiet : testing::fake_cluster {
    explicit quiet(duration bookmark_interval, informer_options options = {})
        : fake_cluster({.bookmark_interval = bookmark_interval}), informer(api, std::move(options))
    {
        server.create(config_maps, R"({"metadata":{"name":"a","namespace":"n1"},"data":{"v":"1"}})");
        running.start(io, informer.run());
        time.run_for(1s);
    }
    std::size_t watches() const { return server.requests("watch", config_maps); }
    reflector_status status() { return run(informer.status()).reflector; }

    shared_informer<config_map> informer;
    ::background running;
};

client_options one_request_a_second()
{
    client_options options;
    options.requests_per_second = 1;
    options.burst = 1;
    return options;
}

/// An informer of a client that sends one request a second, and other users of this client. The server
/// sends no bookmarks.
struct crowded : testing::fake_cluster {
    crowded() : fake_cluster({.bookmark_interval = 24h}), informer(slow, {.watch_timeout = 1h})
    {
        running.start(io, informer.run());
    }
    ~crowded()
    {
        slow.close();
        time.settle();
    }
    /// From now on each request of the client waits for 200 others.
    void gather()
    {
        for (int i = 0; i != 200; ++i) others.emplace_back(io, list_often(slow));
    }
    static task<> list_often(client from)
    {
        for (int i = 0; i != 10; ++i) (void)co_await from.list(config_maps);
    }
    std::size_t questions() const { return server.requests("get", config_maps); }
    reflector_status status() { return run(informer.status()).reflector; }

    client slow{env, {.server = "http://in-memory"}, one_request_a_second(), network.dialer()};
    shared_informer<config_map> informer;
    ::background running;
    std::deque<::background> others;
};

fetch_mode either_mode()
{
    return GENERATE(fetch_mode::stream, fetch_mode::list);
}

} // namespace

TEST_CASE("an informer whose server sends no bookmarks looks like any other, and its waiters go on waiting")
{
    quiet w(24h, {.fetch = either_mode()});
    ::background version(w.io, w.informer.at_least("1000000"));
    ::background object(w.io,
                        w.informer.until([](snapshot<config_map> const& now) { return now.size() == 2; }));
    for (int minute = 0; minute != 60; ++minute) {
        w.time.run_for(1min);
        CHECK_FALSE(w.status().failing_since);
        CHECK(w.status().last_failure.empty());
    }
    CHECK_FALSE(version.ended);
    CHECK_FALSE(object.ended);
    CHECK(w.status().failures == 0);
    CHECK(w.status().lists + w.status().streams == 1);

    w.server.create(config_maps, R"({"metadata":{"name":"b","namespace":"n1"}})");
    w.time.run_for(1s);
    CHECK(object.ended);
}

TEST_CASE(
    "a healthy informer is never without a proof of freshness for more than minutes, whenever bookmarks come")
{
    auto const interval = GENERATE(duration(1min), duration(2min), duration(24h));
    quiet w(interval, {.fetch = either_mode()});
    auto const most = interval == 24h ? 12min : 4min; // without bookmarks, the next watch is the proof
    for (int step = 0; step != 1000; ++step) {
        w.time.run_for(10s);
        CHECK(w.time.now() - w.status().fresh_as_of.value() < most);
    }
}

TEST_CASE(
    "an informer whose collection is quiet makes fewer than ten requests an hour, whenever bookmarks come")
{
    auto const interval = GENERATE(duration(1min), duration(2min), duration(10min), duration(24h));
    quiet w(interval, {.fetch = either_mode()});
    w.time.run_for(30min);
    auto const all = [&] {
        return w.watches() + w.server.requests("get", config_maps) + w.server.requests("list", config_maps);
    };
    auto const before = all();
    w.time.run_for(10h);
    CHECK(all() - before < 100);
    CHECK_FALSE(w.status().failing_since);
}

TEST_CASE("a server that cannot be reached proves nothing, and proves freshness as soon as it is back")
{
    quiet w(24h);
    w.time.run_for(30min);
    w.network.refuse(true);
    w.network.silence();
    auto const lost = w.time.now();
    w.time.run_for(20min);
    CHECK(w.status().fresh_as_of.value() <= lost);
    w.network.refuse(false);
    w.time.run_for(2min);
    CHECK(w.status().fresh_as_of.value() > lost);
    CHECK_FALSE(w.status().failing_since);
}

TEST_CASE("an answer that is not about the version, such as a proxy's 503, proves nothing")
{
    quiet w(24h);
    w.time.run_for(1min);
    auto const status = GENERATE(401, 502, 503);
    w.server.inject(testing::faults::status(status).on("get").times(testing::fault::always));
    auto const before = w.time.now();
    w.time.run_for(5min);
    CHECK(w.status().fresh_as_of.value() <= before);
}

TEST_CASE("a question about an open watch proves nothing if the client may not ask it")
{
    quiet w(24h, {.watch_timeout = 1h});
    w.time.run_for(10min); // by now the informer knows that there are no bookmarks, and asks
    auto const asked = w.server.requests("get", config_maps);
    REQUIRE(asked > 0);
    w.server.inject(testing::faults::forbidden().on("get").times(testing::fault::always));
    auto const before = w.time.now();
    auto const watches = w.status().watches;
    w.time.run_for(10min);
    CHECK(w.server.requests("get", config_maps) > asked);
    CHECK(w.status().watches == watches);
    CHECK(w.status().fresh_as_of.value() <= before);
    CHECK_FALSE(w.status().failing_since);
}

TEST_CASE("a question that is never answered proves nothing, and is reported")
{
    quiet w(24h, {.fetch = either_mode()});
    w.server.inject(testing::faults::stall(0).on("get").times(testing::fault::always));
    auto const before = w.time.now();
    CHECK(w.time.run_until([&] { return !w.status().last_failure.empty(); }, 10min));
    CHECK(w.status().last_failure.starts_with("get /api/v1/namespaces/default/configmaps/"));
    CHECK(w.status().fresh_as_of.value() <= before);
}

TEST_CASE("a question in the place of a watch that is not answered within the silence is a failure")
{
    quiet w(24h, {.fetch = fetch_mode::list, .watch_timeout = 1min, .silence = 10s});
    w.server.inject(testing::faults::late(20s).on("get").times(testing::fault::always));
    w.time.run_for(25s); // the watch is given up after 10 s, and the question in its place after 20 s
    CHECK(w.status().failures == 1);
}

TEST_CASE_METHOD(crowded,
                 "a question that waits for other requests of its client has all its time when it is sent")
{
    time.run_for(5min); // by now the informer knows that there are no bookmarks, and asks
    gather();
    auto const before = status();
    time.run_for(30min);
    auto const after = status();
    CHECK(after.failures == before.failures);
    CHECK(after.watches == before.watches);
}

TEST_CASE_METHOD(crowded,
                 "a question in the place of a watch waits for its turn among the requests of its client")
{
    time.run_for(1min);
    gather();
    time.run_for(2min); // the silent watch was given up after 75 s
    REQUIRE(server.open_watches() == 0);
    CHECK(questions() == 0); // 200 requests go before it
    time.run_for(2min);
    CHECK(questions() == 1);
    time.run_for(5min);
    CHECK(server.open_watches() == 1); // the answer has come, and a watch has had its turn
    CHECK(status().failures == 0);
}

TEST_CASE("no answer proves freshness if a watch brings nothing for so long that it must be held back")
{
    quiet w(24h);
    w.server.inject(testing::faults::endless_watch().on("watch").times(testing::fault::always));
    w.network.reset();
    w.time.run_for(1h);
    auto const before = w.status().fresh_as_of.value();
    w.time.run_for(1h);
    CHECK(w.status().fresh_as_of.value() == before);
}

TEST_CASE("several namespaces are as fresh as the one that is behind")
{
    quiet w(24h, {.namespaces = {"n1", "n2"}});
    w.time.run_for(10min);
    w.server.inject(testing::faults::unavailable().in("n2").times(testing::fault::always));
    w.network.reset();
    auto const lost = w.time.now();
    w.time.run_for(10min);
    CHECK(w.status().fresh_as_of.value() <= lost);
}

TEST_CASE("an informer that has not read its collection yet is not fresh")
{
    testing::fake_cluster cluster;
    shared_informer<config_map> informer(cluster.api);
    CHECK_FALSE(testing::run(cluster.io, informer.status()).reflector.fresh_as_of);
}

TEST_CASE("a kind without bookmarks is asked about a few times, and then its watches are left alone")
{
    quiet w(24h);
    w.time.run_for(30min);
    auto const asked = w.server.requests("get", config_maps);
    CHECK(asked > 0);
    CHECK(asked <= 8);
    auto const before = w.watches();
    w.time.run_for(1h);
    CHECK(w.watches() - before <= 12); // as the server ends them, and not one in 75 s
    CHECK(w.server.requests("get", config_maps) - asked <= 2);
}

TEST_CASE("after late bookmarks have come once, no watch is cut any more")
{
    quiet w(2min);
    w.time.run_for(15min);
    auto const before = w.watches();
    w.time.run_for(1h);
    CHECK(w.watches() - before <= 12); // as the server ends them
    CHECK(w.server.requests("get", config_maps) <= 3);
}

TEST_CASE("the version moves on with late bookmarks, also of several namespaces")
{
    quiet w(2min, {.namespaces = {"n1", "n2"}});
    w.server.create(resource{.version = "v1", .plural = "secrets", .kind = "Secret"},
                    R"({"metadata":{"name":"s","namespace":"n1"}})");
    ::background reached(w.io, w.informer.at_least(w.server.resource_version()));
    w.time.run_for(8min);
    CHECK(reached.ended);
    CHECK(reached.what().empty());
}

TEST_CASE("a half-open watch is found in about a minute if bookmarks come, even if it had been quiet before")
{
    quiet w(60s);
    w.time.run_for(1h);
    w.network.silence();
    w.server.create(config_maps, R"({"metadata":{"name":"b","namespace":"n1"}})");
    w.time.run_for(80s);
    CHECK(w.informer.snapshot().size() == 2);
}

TEST_CASE("a quiet watch of a kind without bookmarks is given up when the server does not answer the "
          "question about it")
{
    quiet w(24h);
    w.network.refuse(true);
    w.network.silence();
    w.time.run_for(5min);
    CHECK(w.status().failing_since);
    w.network.refuse(false);
    w.server.create(config_maps, R"({"metadata":{"name":"b","namespace":"n1"}})");
    w.time.run_for(25s);
    CHECK(w.informer.snapshot().size() == 2);
}

TEST_CASE("an interruption of a quiet watch is over when the next watch has lasted half a minute, even if "
          "nothing comes")
{
    quiet w(24h, {.fetch = either_mode()});
    bool const in_order = GENERATE(true, false);
    w.time.run_for(1h);
    ::background waits(w.io, w.informer.at_least("1000000"));
    if (in_order) {
        w.server.inject(testing::faults::close_watch().on("watch").times(1));
        w.network.reset();
    } else {
        w.server.inject(testing::faults::status(500).on("watch").times(1));
        w.network.reset();
    }
    w.time.run_for(50s);
    CHECK_FALSE(w.status().failing_since);
    CHECK(w.status().last_failure.empty());
    w.time.run_for(10min);
    CHECK_FALSE(waits.ended);
    CHECK_FALSE(w.status().failing_since);
}

TEST_CASE("if a watch brings nothing for very long, not even its end, the status says what waiters are told")
{
    quiet w(24h);
    w.server.inject(testing::faults::endless_watch().on("watch").times(testing::fault::always));
    w.network.reset();
    w.time.run_for(1h);
    ::background waits(w.io, w.informer.at_least("1000000"));
    w.time.run_for(5min);
    CHECK(waits.code() == errc::silent_connection);
    CHECK(w.status().failing_since);
    CHECK(w.status().last_failure == waits.what().substr(0, w.status().last_failure.size()));
    CHECK_FALSE(w.status().last_failure.empty());
}

TEST_CASE(
    "a quiet watch of a kind without bookmarks does not hide that the server was restored from a backup")
{
    quiet w(24h);
    auto const then = w.server.backup();
    w.server.create(config_maps, R"({"metadata":{"name":"b","namespace":"n1"}})");
    w.time.run_for(20min);
    REQUIRE(w.informer.snapshot().size() == 2);
    w.server.restore(*then);
    w.time.run_for(3min);
    CHECK(w.informer.snapshot().size() == 1);
}

TEST_CASE(
    "watches of a quiet collection that end in order after some seconds follow each other without pauses")
{
    // A gateway may end each watch after a few seconds, long before a bookmark comes.
    quiet w(24h, {.fetch = either_mode(), .watch_timeout = 10s});
    ::background waiting(w.io, w.informer.at_least("1000000"));
    w.time.run_for(1h);
    CHECK(w.watches() > 3600 / 23); // each lasts for 10 to 20 s, and is followed by a short pause
    CHECK_FALSE(waiting.ended);
    auto const now = w.status();
    CHECK(now.failures == 0);
    CHECK_FALSE(now.failing_since);
    REQUIRE(now.fresh_as_of);
    CHECK(w.time.now() - *now.fresh_as_of < 1min);
}

TEST_CASE("a quiet kind of a server whose cache is behind each list is not listed again and again")
{
    // Servers before 1.31 list from etcd, and their cache of a quiet kind hears of other kinds' changes late.
    quiet w(24h, {.fetch = fetch_mode::list});
    w.server.intercept([](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.target.find("is-this-version-known") == std::string::npos) return std::nullopt;
        return lagging_answer();
    });
    std::vector<time_point> lists, proofs; // as they are seen
    for (int step = 0; step != 4 * 360; ++step) {
        w.time.run_for(10s);
        for (auto n = lists.size(); n != w.server.requests("list", config_maps); ++n)
            lists.push_back(w.time.now());
        auto const fresh_as_of = w.status().fresh_as_of.value();
        CHECK(w.time.now() - fresh_as_of < 14min);
        if (proofs.empty() || proofs.back() != fresh_as_of) proofs.push_back(fresh_as_of);
    }
    CHECK(lists.size() < 30); // about one in ten minutes, and not in two
    CHECK(lists.size() > 12);
    // The lists prove that the copy is up to date. Watches that end in order between them prove nothing.
    auto const is_by_list = [&lists](time_point proof) {
        return std::ranges::any_of(lists, [&](time_point at) { return std::chrono::abs(proof - at) < 1min; });
    };
    CHECK(proofs.size() > 12);
    CHECK(std::ranges::all_of(proofs, is_by_list));
    CHECK(w.watches() > lists.size());
    CHECK(w.status().failures < 120);
    w.server.create(config_maps, R"({"metadata":{"name":"b","namespace":"n1"}})");
    w.time.run_for(1min);
    CHECK(w.informer.snapshot().size() == 2);
}

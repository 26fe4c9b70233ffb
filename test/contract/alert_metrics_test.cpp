// Contract: the series that the alerts of docs/operating.md read show a trouble while it lasts, and none when
// there is none.

#include "metrics_text.hpp"
#include "test_share.hpp"
#include "warm_start_world.hpp"

#include <coinformer/cache/health.hpp>

namespace {

struct registry_for_alerts {
    metrics_registry registry;
};

/// A cluster with a=1 and b=1, whose client counts.
struct alerting : registry_for_alerts, testing::fake_cluster {
    explicit alerting(testing::api_server_options options = {})
        : fake_cluster(std::move(options), {.log = &no_log(), .seed = 7, .metrics = &registry})
    {
        for (std::string const name : {"a", "b"})
            server.create(config_maps,
                          R"({"metadata":{"name":")" + name + R"(","namespace":"shop"},"data":{"v":"1"}})");
    }
    void change(int times)
    {
        for (int i = 0; i != times; ++i) {
            server.patch(config_maps, {"shop", "a"}, R"({"data":{"v":"x)" + std::to_string(i) + "\"}}");
            time.run_for(1s);
        }
    }
    /// Checks that the alerts leave an informer alone whose process has no share.
    void check_quiet(shared_informer<config_map>& informer)
    {
        CHECK(informer.snapshot().size() == 0);
        CHECK(shown("coinformer_informer_seconds_since_proof").empty());
        CHECK_FALSE(run(informer.status()).reflector.fresh_as_of);
        auto const now = run(health({}, informer));
        CHECK_FALSE(now.stale);
        CHECK(now.reasons.empty());
    }
    std::string shown(std::string const& family) const { return metric_lines(registry, family); }
    bool shows(std::string const& family, std::string const& label, std::string const& value) const
    {
        std::istringstream all(shown(family));
        for (std::string line; std::getline(all, line);)
            if (line.find(label) != line.npos && line.ends_with(": " + value)) return true;
        return false;
    }
};

/// The same cluster, whose server sends no bookmarks.
struct quiet_alerting : alerting {
    quiet_alerting() : alerting({.bookmark_interval = 24h}) {}
};

} // namespace

TEST_CASE_METHOD(alerting, "differences of audits and snapshots that fail are counted from zero on")
{
    auto options = listing({.audit = {.interval = 1h}});
    options.warm_start.storage = std::make_shared<testing::memory_storage>();
    shared_informer<config_map> const informer(api, options);
    auto const differences = shown("coinformer_audit_differences_total");
    CHECK(occurrences(differences, "by=census") == 3);
    CHECK(occurrences(differences, "by=list") == 3);
    CHECK(occurrences(differences, ": 0\n") == 6);
    CHECK(shows("coinformer_snapshot_saves_total", "result=failed", "0"));
    CHECK(shows("coinformer_snapshot_saves_total", "result=saved", "0"));
}

TEST_CASE_METHOD(alerting, "a handler that overflow::fail has removed is counted, and health() tells of it")
{
    auto const takes_long = [this](object_ptr<config_map> const&, object_ptr<config_map> const&) {
        return time.sleep_for(1h);
    };
    shared_informer<config_map> informer(api, listing());
    informer.on_change({.updated = takes_long}, {.policy = overflow::fail, .capacity = 2, .name = "slow"});
    informer.on_change({.updated = [](config_map const&) {}}, {.name = "quick"});
    background const running(io, informer.run());
    time.run_for(1s);
    CHECK(shows("coinformer_handler_removals_total", "handler=slow", "0"));
    CHECK(run(health({}, informer)).reasons.empty());

    change(5);
    CHECK(shows("coinformer_handler_removals_total", "handler=slow", "1"));
    CHECK(shows("coinformer_handler_removals_total", "handler=quick", "0"));
    CHECK(run(informer.status()).handlers_removed == 1);
    auto const now = run(health({}, informer));
    CHECK(now.ready);
    REQUIRE(now.reasons.size() == 1);
    CHECK_THAT(now.reasons[0], Catch::Contains("configmaps: 1 handler was removed"));
}

TEST_CASE_METHOD(alerting,
                 "the queue of an informer is shown while a handler with overflow::block holds it up")
{
    auto const takes_long = [this](object_ptr<config_map> const&, object_ptr<config_map> const&) {
        return time.sleep_for(1h);
    };
    shared_informer<config_map> informer(api, listing());
    informer.on_change({.updated = takes_long}, {.policy = overflow::block, .capacity = 1});
    background running(io, informer.run());
    time.run_for(1s);
    CHECK(shows("informer_queued_items", "resource=configmaps", "0"));
    auto const latency = shown("informer_processing_latency_seconds");
    CHECK_THAT(latency, Catch::Contains(" <=0.001:")); // client-go's first bound
    change(20);
    auto const queued = run(informer.status()).queued;
    CHECK(queued >= 15);
    CHECK(shows("informer_queued_items", "resource=configmaps", std::to_string(queued)));
}

TEST_CASE_METHOD(restarts, "a snapshot that the server refuses is no first list, and the series says so")
{
    start();
    stop();
    server.inject(faults::gone().on("watch").times(fault::always));
    server.inject(faults::forbidden().on("list").times(fault::always));
    counted_client counted(*this);
    recorded_informer mine(io, counted.api, options);
    time.run_for(1min);
    CHECK(mine.informer.snapshot().size() == 2); // what the snapshot had
    auto const first_list = [&] {
        return metric_lines(counted.registry, "coinformer_informer_first_list_seconds");
    };
    CHECK(first_list().empty());

    server.heal();
    time.run_for(10min);
    CHECK(mine.informer.has_synced());
    CHECK_FALSE(first_list().empty());
}

TEST_CASE_METHOD(alerting, "a copy of which the process has no share any more is not stale")
{
    auto const share = std::make_shared<test_share>();
    share->hold(shard_ranges::all());
    shared_informer<config_map> informer(api, listing({.shard = share}));
    background const running(io, informer.run());
    time.run_for(1s);
    CHECK_FALSE(shown("coinformer_informer_seconds_since_proof").empty());

    share->hold(shard_ranges());
    time.run_for(30min);
    check_quiet(informer);

    share->hold(shard_ranges::all());
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 2);
    CHECK_FALSE(shown("coinformer_informer_seconds_since_proof").empty());
}

TEST_CASE_METHOD(
    quiet_alerting,
    "an answer that comes when the process has no share any more does not make its empty copy stale")
{
    auto const share = std::make_shared<test_share>();
    share->hold(shard_ranges::all());
    shared_informer<config_map> informer(api, {.shard = share});
    background const running(io, informer.run());
    auto const is_asked = [this](std::size_t times) {
        return time.run_until([&] { return server.requests("get", config_maps) == times; }, 10min);
    };
    REQUIRE(is_asked(1)); // in the place of the first silent watch
    server.inject(faults::late(20s).on("get"));
    REQUIRE(is_asked(2)); // beside the second one
    REQUIRE(server.open_watches() == 1);
    REQUIRE(informer.snapshot().size() == 2);

    share->hold(shard_ranges());
    time.run_for(30min); // the answer comes after 20 s
    check_quiet(informer);

    share->hold(shard_ranges::all());
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 2);
    CHECK_FALSE(shown("coinformer_informer_seconds_since_proof").empty());
}

// The alert InformerListsAgain leaves out the causes "first list" and "the share has grown".
TEST_CASE_METHOD(alerting, "lists of what a share has gained are counted under a cause of their own")
{
    std::string const lists = "coinformer_informer_lists_total";
    bool const fails = GENERATE(false, true);
    auto const share = std::make_shared<test_share>();
    share->hold(shard_ranges::part(0, 2));
    shared_informer<config_map> informer(api, listing({.shard = share}));
    background const running(io, informer.run());
    auto const perhaps_fail = [&] {
        time.run_for(5s);
        if (fails) server.disconnect(); // the next watch goes on from the known version, without a list
        time.run_for(10s);
    };
    perhaps_fail();
    CHECK(shows(lists, "cause=first list", "1"));

    share->hold(shard_ranges::all());
    perhaps_fail();
    CHECK(shows(lists, "cause=the share has grown", "1")); // the list of what was gained

    share->hold(shard_ranges());
    time.run_for(10s);
    share->hold(shard_ranges::all());
    time.run_for(5s);
    CHECK(shows(lists, "cause=first list", "1"));
    CHECK(shows(lists, "cause=the share has grown", "2")); // nothing was held, so everything was listed
    CHECK(occurrences(shown(lists), "\n") == 2);
    CHECK(informer.snapshot().size() == 2);
    CHECK((run(informer.status()).reflector.failures != 0) == fails);
}

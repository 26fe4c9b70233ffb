// Contract: environment::metrics shows from outside what an informer, its handlers and its client do.

#include "metrics_text.hpp"
#include "test_share.hpp"
#include "world.hpp"

namespace {

struct with_registry {
    metrics_registry registry;
};

/// A cluster whose client counts, with an informer called "shop" that has listed a=1 and b=1.
struct counted : with_registry, testing::fake_cluster {
    counted() : fake_cluster({}, {.log = &no_log(), .seed = 7, .metrics = &registry})
    {
        for (auto const* const name : {"a", "b"}) server.create(config_maps, named(name));
    }

    static std::string named(std::string const& name)
    {
        return R"({"metadata":{"name":")" + name + R"(","namespace":"shop"},"data":{"v":"1"}})";
    }
    void set(std::string const& name, std::string const& value)
    {
        server.patch(config_maps, {"shop", name}, R"({"data":{"v":")" + value + R"("}})");
        time.run_for(1s);
    }
    void start()
    {
        running.start(io, informer.run());
        time.run_for(1s);
    }
    // The values of a family, without the labels that are the same everywhere.
    std::string values(std::string const& family) const
    {
        auto text = metric_lines(registry, family);
        for (std::string const same :
             {"group= ", "name=shop ", " name=shop", " resource=configmaps", " version=v1"})
            for (auto at = text.find(same); at != text.npos; at = text.find(same))
                text.erase(at, same.size());
        return text;
    }

    shared_informer<config_map> informer{api, listing({.name = "shop"})};
    background running;
};

// The first line of a text that has a part.
std::string line_with(std::string const& text, std::string const& part)
{
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);)
        if (line.find(part) != line.npos) return line;
    return {};
}

} // namespace

TEST_CASE_METHOD(counted, "an informer has the labels of client-go, and its metrics end with it")
{
    {
        shared_informer<config_map> other(api, {.name = "other"});
        background run(io, other.run());
        time.run_for(1s);
        CHECK(metric_lines(registry, "coinformer_informer_objects") ==
              "coinformer_informer_objects group= name=other resource=configmaps version=v1: 2\n");
    }
    time.run_for(1s);
    CHECK(metric_lines(registry, "coinformer_informer_objects").empty());
}

TEST_CASE_METHOD(counted, "objects, version and first list are shown")
{
    server.inject(faults::late(3s).on("list"));
    running.start(io, informer.run());
    time.run_for(1s);
    CHECK(values("coinformer_informer_first_list").empty());
    time.run_for(9s);
    CHECK(values("coinformer_informer_first_list") == "coinformer_informer_first_list_seconds: 3\n");
    CHECK(values("coinformer_informer_objects") == "coinformer_informer_objects: 2\n");
    CHECK(values("informer_store_resource") ==
          "informer_store_resource_version: " + server.resource_version() + "\n");
    CHECK(values("informer_queued_items") == "informer_queued_items: 0\n");
}

TEST_CASE_METHOD(counted, "a version that is no number is not shown, and a long one by its last 15 digits")
{
    auto const shown_for = [this](std::string const& version) {
        server.intercept([version](testing::action const& asked) -> std::optional<testing::canned_answer> {
            if (asked.verb != "list") return std::nullopt;
            return testing::canned_answer{
                .body = R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":")" +
                        version + R"("},"items":[]})"};
        });
        shared_informer<config_map> listed(api, listing({.name = "shop"}));
        background const reading(io, listed.run());
        time.run_for(1s);
        CHECK(listed.snapshot().resource_version() == version);
        return values("informer_store_resource");
    };
    CHECK(shown_for("eyJjMSI6Ijk5OCJ9").empty()); // as those of Karmada's proxy
    CHECK(shown_for("12x").empty());
    CHECK(shown_for("1234000000000000042") == "informer_store_resource_version: 42\n");
}

TEST_CASE_METHOD(counted, "events are counted by type")
{
    start();
    set("a", "2");
    set("a", "3");
    server.create(config_maps, named("c"));
    server.remove(config_maps, {"shop", "b"});
    time.run_for(1s);
    CHECK(values("coinformer_informer_events_total") ==
          "coinformer_informer_events_total type=added: 1\n"
          "coinformer_informer_events_total type=bookmark: 0\n"
          "coinformer_informer_events_total type=deleted: 1\n"
          "coinformer_informer_events_total type=error: 0\n"
          "coinformer_informer_events_total type=foreign: 0\n"
          "coinformer_informer_events_total type=left_out: 0\n"
          "coinformer_informer_events_total type=modified: 2\n"
          "coinformer_informer_events_total type=undecodable: 0\n");
}

TEST_CASE_METHOD(counted, "lists are counted by what made them necessary")
{
    server.inject(faults::unavailable().on("list"));
    start();
    time.run_for(1min);
    server.inject(faults::gone().on("watch"));
    server.disconnect();
    time.run_for(1min);
    CHECK(values("coinformer_informer_lists_total") ==
          "coinformer_informer_lists_total cause=first list form=paged: 1\n"
          "coinformer_informer_lists_total cause=resource version is too old form=paged: 1\n"
          "coinformer_informer_lists_total cause=service unavailable form=paged: 1\n");
    CHECK(values("coinformer_informer_watches_total") == "coinformer_informer_watches_total: 3\n");
    CHECK(values("coinformer_informer_failures_total") ==
          "coinformer_informer_failures_total cause=connection reset by the server: 1\n"
          "coinformer_informer_failures_total cause=resource version is too old: 1\n"
          "coinformer_informer_failures_total cause=service unavailable: 1\n");
}

TEST_CASE_METHOD(counted, "the time since the last proof grows while the server is away, and not otherwise")
{
    start();
    time.run_for(10min);
    auto const age = [&] {
        auto const text = values("coinformer_informer_seconds_since_proof");
        return std::stod(text.substr(text.find(": ") + 2));
    };
    CHECK(age() < 240);
    server.inject(faults::unavailable().times(fault::always));
    server.disconnect();
    time.run_for(10min);
    CHECK(age() >= 600);
    server.heal();
    time.run_for(5min);
    CHECK(age() < 300);
}

TEST_CASE_METHOD(counted, "what waits for a handler is shown by its name, with how long it has waited")
{
    auto const slow = [this](object_ptr<config_map> const&, object_ptr<config_map> const&) {
        return time.sleep_for(10s);
    };
    informer.on_change({.updated = slow}, {.policy = overflow::block, .name = "slow"});
    informer.on_change({.updated = [](config_map const&) {}}, {.name = "quick"});
    informer.on_change({.updated = [](config_map const&) {}});
    start();
    set("a", "2"); // a second for each
    set("a", "3");
    set("a", "4");
    CHECK(values("coinformer_handler_waiting_changes") ==
          "coinformer_handler_waiting_changes handler=: 0\n"
          "coinformer_handler_waiting_changes handler=quick: 0\n"
          "coinformer_handler_waiting_changes handler=slow: 3\n");
    CHECK(values("coinformer_handler_oldest") ==
          "coinformer_handler_oldest_waiting_seconds handler=: 0\n"
          "coinformer_handler_oldest_waiting_seconds handler=quick: 0\n"
          "coinformer_handler_oldest_waiting_seconds handler=slow: 3\n");
    time.run_for(1min);
    CHECK(values("coinformer_handler_waiting_changes").ends_with("handler=slow: 0\n"));
    auto const changes = values("coinformer_handler_changes_total");
    CHECK(line_with(changes, "handler=slow") == "coinformer_handler_changes_total handler=slow: 5");
    CHECK(line_with(changes, "handler=quick") == "coinformer_handler_changes_total handler=quick: 5");
    // each call takes 10 s, and the third one is done 29 s after its change came
    auto const durations = values("coinformer_handler_duration_seconds");
    CHECK(durations.find("handler=slow: <=1e-06:2 <=16:3 sum 30\n") != std::string::npos);
    auto const delays = values("coinformer_handler_delay_seconds");
    CHECK(delays.find(" >16:2 ") != std::string::npos);
}

TEST_CASE_METHOD(counted, "calls of handlers that throw are counted")
{
    auto const fails = [](config_map const&) { throw std::runtime_error("no"); };
    informer.on_change({.updated = fails}, {.name = "failing"});
    start();
    set("a", "2");
    set("a", "3");
    CHECK(values("coinformer_handler_failures_total") ==
          "coinformer_handler_failures_total handler=failing: 2\n");
}

TEST_CASE_METHOD(counted, "requests are counted as client-go counts them, and by verb and resource")
{
    server.inject(faults::unavailable(1s).on("get"));
    run(api.get<config_map>("shop", "a"));
    CHECK(metric_lines(registry, "rest_client_requests_total") ==
          "rest_client_requests_total code=200 host=in-memory method=GET: 1\n"
          "rest_client_requests_total code=503 host=in-memory method=GET: 1\n");
    CHECK(metric_lines(registry, "rest_client_request_retries_total")
              .find("code=200 host=in-memory verb=GET: 1\n") != std::string::npos);
    auto const received = metric_lines(registry, "coinformer_received_bytes_total");
    CHECK(received.starts_with("coinformer_received_bytes_total resource=configmaps verb=get: "));
    auto const durations = metric_lines(registry, "coinformer_request_duration_seconds");
    CHECK(durations.find("code=503 resource=configmaps verb=get: ") != std::string::npos);

    server.inject(faults::cut(0).on("get").times(fault::always));
    CHECK_THROWS(run(api.get<config_map>("shop", "a")));
    CHECK(metric_lines(registry, "rest_client_requests_total").find("code=<error>") != std::string::npos);
}

TEST_CASE_METHOD(counted, "how long requests wait for requests_per_second is counted")
{
    client_options options;
    options.requests_per_second = 2;
    options.burst = 1;
    client slow(env, {.server = "http://in-memory"}, options, network.dialer());
    for (int i = 0; i != 3; ++i) run(slow.get<config_map>("shop", "a")); // at 0 s, 0.5 s and 1 s
    CHECK(metric_lines(registry, "rest_client_rate_limiter_duration_seconds") ==
          "rest_client_rate_limiter_duration_seconds host=in-memory verb=GET: <=0.005:1 <=0.5:2 sum 1\n");
}

TEST_CASE_METHOD(counted, "the bytes of a watch are counted while it is open")
{
    start();
    auto const bytes = [&] {
        return line_with(metric_lines(registry, "coinformer_received_bytes_total"), "verb=watch");
    };
    auto const before = bytes();
    set("a", "2");
    CHECK(bytes() != before);
}

TEST_CASE_METHOD(counted, "the share of the key space that an informer has is shown, if it keeps a share")
{
    start();
    CHECK(metric_lines(registry, "coinformer_informer_share").empty());
    auto const share = std::make_shared<test_share>();
    shared_informer<config_map> quarter(api, listing({.shard = share, .name = "quarter"}));
    background const reading(io, quarter.run());
    auto const shown = [&] {
        return line_with(metric_lines(registry, "coinformer_informer_share"), "name=quarter");
    };
    time.run_for(1s);
    CHECK(shown().ends_with(": 0"));
    share->hold(shard_ranges::part(0, 4));
    time.run_for(1s);
    CHECK(shown().ends_with(": 0.25"));
    share->hold(shard_ranges::part(0, 2));
    time.run_for(1s);
    CHECK(shown().ends_with(": 0.5"));
}

TEST_CASE_METHOD(counted, "the share that two informers of one resource keep is no sum")
{
    auto const half = fixed_share(shard_ranges::part(0, 2));
    shared_informer<config_map> one(api, listing({.shard = half})),
        another(api, listing({.label_selector = "l=x", .shard = half}));
    background const reading(io, one.run()), reading_too(io, another.run());
    time.run_for(1s);
    auto const shown = metric_lines(registry, "coinformer_informer_share");
    CHECK(shown.ends_with(": 0.5\n"));
}

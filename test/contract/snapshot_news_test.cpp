// Contract: what an informer says about its snapshots, and how often.

#include "metrics_text.hpp"
#include "warm_start_world.hpp"

TEST_CASE_METHOD(restarts, "a snapshot that is dropped is reported once, and not after each later watch")
{
    start();
    stop();
    server.inject(faults::forbidden().on("get").of("configmaps").times(fault::always));
    options.watch_timeout = 10s; // the watch ends before its first bookmark
    auto& next = start(10min);
    CHECK(next.informer.has_synced());
    auto const text = log_text.str();
    auto const first = text.find("a snapshot is dropped");
    REQUIRE(first != std::string::npos);
    CHECK(text.find("a snapshot is dropped", first + 1) == std::string::npos);
}

TEST_CASE_METHOD(restarts, "the size of the last snapshot is a metric")
{
    metrics_registry registry;
    environment counting = env;
    counting.metrics = &registry;
    client counted(counting, endpoint{.server = "http://in-memory"}, {}, network.dialer());
    {
        recorded_informer one(io, counted, options);
        time.run_for(10s);
        auto const saved = run(one.informer.status()).warm_start.saved_bytes;
        auto const shown = metric_lines(registry, "coinformer_snapshot_bytes");
        CHECK(saved > 0);
        CHECK(shown.ends_with(": " + std::to_string(saved) + '\n'));
    }
    counted.close();
    time.run_for(1s);
}

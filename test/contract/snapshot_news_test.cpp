// Contract: what an informer says about its snapshots, and how often.

#include "metrics_text.hpp"
#include "warm_start_world.hpp"

TEST_CASE_METHOD(restarts, "a snapshot that nobody vouches for is dropped, and the log says why, once")
{
    start();
    stop();
    server.inject(faults::forbidden().on("get").of("configmaps").times(fault::always));
    options.watch_timeout = 10s; // the watch ends before its first bookmark
    auto& next = start(10min);
    CHECK(next.informer.has_synced());
    CHECK(times_logged("a snapshot is dropped") == 1);
    CHECK(has_logged("cause=the server has not confirmed its version"));
}

TEST_CASE_METHOD(restarts, "the size of the last snapshot is a metric")
{
    counted_client counted(*this);
    recorded_informer one(io, counted.api, options);
    time.run_for(10s);
    auto const saved = run(one.informer.status()).warm_start.saved_bytes;
    auto const shown = metric_lines(counted.registry, "coinformer_snapshot_bytes");
    CHECK(saved > 0);
    CHECK(shown.ends_with(": " + std::to_string(saved) + '\n'));
}

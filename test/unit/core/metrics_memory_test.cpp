// A registry of metrics keeps nothing of instruments that are gone.

#include <coinformer/core/metrics.hpp>

#include "catch.hpp"
#include "metrics_text.hpp"
#include "unit/cache/allocated.hpp"

TEST_CASE(
    "gauges that are made and destroyed, all with the same labels, take no memory although nobody visits "
    "the registry")
{
    static constexpr coinformer::metric_family depth{
        .name = "depth", .help = "What waits.", .type = coinformer::metric_type::gauge};
    coinformer::metrics_registry registry;
    coinformer::metrics const make(&registry);
    auto const lasting = make.gauge(depth);
    lasting.set(3);
    auto const before = allocated_so_far().held;
    for (int i = 0; i != 100'000; ++i) make.gauge(depth).set(1);
    CHECK(allocated_so_far().held - before < 10'000);
    CHECK(metric_lines(registry) == "depth: 3\n");
}

// Contract: a process of a shard group counts what its operator has to know of the group.

#include "metrics_text.hpp"
#include "shard_world.hpp"

TEST_CASE_METHOD(shard_world,
                 "the members of a group, what each of them owns and how often it has joined are counted")
{
    metrics_registry registry;
    env.metrics = &registry;
    auto& a = add("a");
    time.run_for(10s);
    auto const shown = [&] { return metric_lines(registry, "coinformer_shard_group"); };
    CHECK(shown() == "coinformer_shard_group_joins_total group=web: 1\n"
                     "coinformer_shard_group_members group=web: 1\n"
                     "coinformer_shard_group_owned_ratio group=web: 1\n");
    env.metrics = {};
    add("b");
    time.run_for(10s);
    CHECK(shown() == "coinformer_shard_group_joins_total group=web: 1\n"
                     "coinformer_shard_group_members group=web: 2\n"
                     "coinformer_shard_group_owned_ratio group=web: 0.5\n");
    a.stand_still();
    time.run_for(40s);
    CHECK_THAT(shown(), Catch::Contains("owned_ratio group=web: 0\n"));
    a.go_on();
    time.run_for(10s);
    CHECK(shown() == "coinformer_shard_group_joins_total group=web: 2\n"
                     "coinformer_shard_group_members group=web: 2\n"
                     "coinformer_shard_group_owned_ratio group=web: 0.5\n");
}

// Contract: a wait for a factory that was stopped before it ran says that the factory was stopped.

#include "world.hpp"

TEST_CASE_METHOD(world, "a wait for a factory that never ran says that the factory, and no informer, stopped")
{
    informer_factory factory(api);
    auto const informer = factory.of<config_map>();
    testing::run(io, time, factory.stop());
    background late(io, factory.synced());
    time.settle();
    CHECK(late.code() == errc::stopped);
    CHECK(late.what().starts_with("informer factory"));
}

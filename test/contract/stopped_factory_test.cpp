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

TEST_CASE_METHOD(world, "run() of a factory that is cancelled ends the informers, and then says that it was")
{
    informer_factory factory(api);
    auto const informer = factory.of<config_map>();
    background running(io, factory.run());
    background ending(io, informer.stopped());
    time.run_for(1s);
    REQUIRE_FALSE(running.ended);
    running.cancel();
    REQUIRE(running.ended);
    CHECK(running.code() == condition::cancelled);
    time.settle();
    CHECK(ending.ended);
}

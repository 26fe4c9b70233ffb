// Contract: a process of a shard group ends whatever happens, and with shard_end::keep its share waits for
// the next one of its identity.

#include "shard_world.hpp"

TEST_CASE_METHOD(shard_world,
                 "a share that is kept has no owner until the next process of its identity is here")
{
    at_end = shard_end::keep;
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    auto const before = b.group.held();
    b.lingers = 3s; // its work takes a while to stop
    b.stop();
    watch_for(2s);
    CHECK_FALSE(b.running->ended);
    watch_for(3s);
    CHECK(b.running->ended);
    CHECK(b.group.held().empty());
    CHECK(a.share() == 0.5);
    auto& next = add("b");
    CHECK(watch_for(5s) <= 3s);
    CHECK(next.group.held() == before);
    CHECK(a.share() == 0.5);
    CHECK(a.released.empty());
}

TEST_CASE_METHOD(shard_world, "a share that is kept goes to the others if nobody comes for it")
{
    at_end = shard_end::keep;
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    b.stop();
    watch_for(14s);
    CHECK(a.share() == 0.5);
    watch_for(5s);
    CHECK(a.group.owned().is_all());
}

TEST_CASE_METHOD(shard_world, "a share that is kept waits even if the end was not heard of")
{
    at_end = shard_end::keep;
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    auto const before = b.group.held();
    server.inject(faults::unavailable().of("leases").on("patch").times(2));
    b.stop();
    watch_for(3s);
    CHECK(b.running->ended);
    auto& next = add("b");
    CHECK(watch_for(20s) <= 16s);
    CHECK(next.group.held() == before);
    CHECK(a.share() == 0.5);
}

// A proxy that buffers answers holds a watch up for ever, and lets everything else through.
TEST_CASE_METHOD(shard_world, "a process that knows the Leases from lists alone hands its parts over")
{
    add("b");
    watch_for(3s);
    server.inject(faults::stall(0).of("leases").on("watch").times(fault::always));
    auto& a = add("a");
    watch_for(20s);
    REQUIRE(a.share() == 0.5);
    add("c");
    CHECK(watch_for(40s) <= 17s);
    for (auto const& m : members) CHECK(m.share() == Approx(1.0 / 3).margin(0.001));
}

TEST_CASE_METHOD(shard_world, "a process ends that has never seen the Leases in its watch, and is cut off")
{
    auto& b = add("b");
    watch_for(3s);
    server.inject(faults::stall(0).of("leases").on("watch").times(fault::always));
    server.inject(faults::unavailable().of("leases").on("list").times(fault::always));
    auto& a = add("a");
    watch_for(20s);
    REQUIRE(a.group.held() != shard_ranges()); // it has read the map alone
    a.die();
    a.stop();
    watch_for(1min);
    CHECK(a.running->ended);
    CHECK(b.group.owned().is_all());
}

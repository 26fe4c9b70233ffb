// Contract: what a Lease says, or an answer about it, makes no second process work.

#include "election_world.hpp"

namespace {

// Releases the Lease of `w` as a process with client-go does, in place of the present holder.
void release_as_client_go_does(pair_world& w)
{
    w.edit(R"({"spec":{"holderIdentity":"","leaseDurationSeconds":1,
               "acquireTime":"2023-11-14T22:13:30.123456Z","renewTime":"2023-11-14T22:13:30.123456Z"}})");
}

} // namespace

TEST_CASE("a lease that is cleared by hand is lost, and taken when it would have been over")
{
    auto const part = GENERATE(range(0, 30)); // at any part of a renewal, and of the other's pause
    INFO("cleared after " << part * 200 << " ms");
    pair_world w;
    w.a.lingers = 4s; // the work needs most of its time to end
    w.time.run_for(part * 200ms);
    w.edit(R"({"spec":{"holderIdentity":""}})");
    w.time.run_for(2500ms);
    CHECK(w.a.told_at != time_point());
    w.time.run_for(25s);
    CHECK(w.said == lines{"a begins", "a ends", "b begins"});
    CHECK(w.a.running->code() == errc::leadership_lost);
    CHECK_THAT(w.why(), Catch::Contains("somebody has cleared or deleted the lease"));
    CHECK(w.transitions() == 1);
}

TEST_CASE("a first record that is cleared by hand is no release either, although its times are equal")
{
    election_world w;
    w.a.start();
    w.time.run_for(1s); // before the first renewal
    w.a.network.refuse(true);
    w.a.network.reset();
    w.edit(R"({"spec":{"holderIdentity":""}})");
    contender b(w, "b", w.said);
    b.start();
    w.time.run_for(25s);
    CHECK(w.said == lines{"a begins", "a ends", "b begins"});
}

TEST_CASE_METHOD(pair_world, "a lease that a process with client-go has released is taken at the next look")
{
    a.network.refuse(true);
    a.network.reset();
    time.run_for(12s);
    REQUIRE(said == lines{"a begins", "a ends"});
    REQUIRE(holder() == "a");
    release_as_client_go_does(*this);
    CHECK(until([&] { return b.works == 1; }) <= 4.5);
}

TEST_CASE_METHOD(pair_world, "a write whose answer shows an older state of the Lease is no renewal")
{
    auto const older = server.get(lease_resource, {"shop", "web"});
    time.run_for(4s);
    server.inject(faults::answer({.body = older}).on("patch").times(fault::always));
    for (int i = 0; i != 400; ++i) {
        time.run_for(100ms);
        REQUIRE(a.works + b.works <= 1);
    }
    CHECK(said == lines{"a begins", "a ends"});
    CHECK_THAT(why(), Catch::Contains("the answer shows another record than the one that was written"));

    server.heal();
    time.run_for(10s);
    CHECK(said == lines{"a begins", "a ends", "b begins"});
}

TEST_CASE_METHOD(pair_world, "a release whose answer shows that the Lease is still held is not called one")
{
    auto const held = server.get(lease_resource, {"shop", "web"});
    server.inject(faults::answer({.body = held}).on("patch"));
    a.stop();
    time.run_for(1s);
    CHECK(a.ended());
    CHECK(logged("the lease was not released, and ends by itself"));
}

TEST_CASE_METHOD(pair_world, "a proxy's page that says 404 puts off no takeover")
{
    a.network.refuse(true);
    a.network.reset();
    time.run_for(13s);
    server.inject(faults::html(404).on("get"));
    auto const took = 13 + until([&] { return b.works == 1; });
    CHECK(server.pending_faults() == 0);
    CHECK(took >= 14);
    CHECK(took <= 25); // if the page meant that there is no Lease, the wait would begin again
    CHECK(logged("the server does not have this resource"));
}

// Contract: whatever server, network and clock do, a process that cannot renew the lease has stopped before
// another one can take it.

#include "core/scoped_count.hpp"
#include "election_world.hpp"
#include "failing_clock.hpp"

TEST_CASE_METHOD(
    pair_world, "a leader that is cut off is told to end after ten seconds, and another begins after fifteen")
{
    a.network.refuse(true);
    a.network.reset();
    auto const told = until([&] { return a.works == 0; });
    CHECK(told >= 8);
    CHECK(told <= 10.1);
    CHECK_FALSE(a.election.is_leader());
    auto const taken = until([&] { return b.works == 1; });
    CHECK(told + taken >= 14);
    CHECK(told + taken <= 20);
    time.run_for(10s);
    REQUIRE(a.ended());
    CHECK(a.running->code() == errc::leadership_lost);
    CHECK_THAT(why(), Catch::Contains("lease shop/web: leadership lost: not renewed for 10 s: get") &&
                          Catch::Contains("connection failed"));
    CHECK(holder() == "b");
}

TEST_CASE_METHOD(pair_world, "a process may contend again for a lease that it has lost")
{
    a.network.refuse(true);
    a.network.reset();
    time.run_for(30s);
    REQUIRE(a.ended());
    a.network.refuse(false);
    a.start();
    time.run_for(60s);
    CHECK(said == lines{"a begins", "a ends", "b begins"});
    b.stop();
    time.run_for(10s);
    CHECK(a.works == 1);
    CHECK(transitions() == 2);
}

TEST_CASE_METHOD(
    pair_world,
    "work that does not end in time is named in the log and by check(), and the lease is not released")
{
    a.lingers = 60s;
    a.network.refuse(true);
    a.network.reset();
    time.run_for(14s);
    CHECK_FALSE(logged("another may lead"));
    CHECK_NOTHROW(a.election.check());
    time.run_for(a.told_at + 5s - time.now());
    CHECK_NOTHROW(a.election.check()); // the work may run up to this moment
    time.run_for(5s);
    CHECK(logged("the work still runs, although the lease is over"));
    CHECK_THROWS_WITH(a.election.check(), Catch::Contains("the work still runs"));
    CHECK_NOTHROW(a.election.check(30s));
    CHECK(b.works == 1); // nothing can keep the user's work from that
    a.network.refuse(false);
    time.run_for(60s);
    CHECK(a.ended());
    CHECK_NOTHROW(a.election.check());
    CHECK(holder() == "b");
}

TEST_CASE_METHOD(pair_world, "work that is told to end keeps its lease when renewals come through again")
{
    a.lingers = 60s;
    a.network.refuse(true);
    a.network.reset();
    until([&] { return a.told_at != time_point(); });
    a.network.refuse(false); // before the lease expires
    time.run_for(50s);
    CHECK(said == lines{"a begins"});
    CHECK_FALSE(a.election.is_leader());
    CHECK(holder() == "a");
    CHECK_THROWS_WITH(a.election.check(),
                      Catch::Contains("the work still runs")); // nobody can lead meanwhile
    CHECK(logged("the work still runs, although the lease is over"));
    time.run_for(20s);
    CHECK_NOTHROW(a.election.check());
    CHECK(said == lines{"a begins", "a ends", "b begins"});
    CHECK(a.running->code() == errc::leadership_lost);
}

TEST_CASE("a grant counts from before the request: a slow answer does not make it longer")
{
    election_world w;
    w.a.start();
    w.time.run_for(1s);
    w.server.inject(faults::late(3500ms).on("patch"));
    w.server.inject(faults::unavailable().times(fault::always));
    auto const asked = w.at() + 1; // at 2 s, answered at 5.5 s
    w.until([&] { return w.a.told_at != time_point(); });
    CHECK(w.at() == Approx(asked + 10).margin(0.15));
}

TEST_CASE("if a server takes too long for each answer, there is no leader, and no work is done")
{
    election_world w;
    w.server.inject(faults::late(9s).times(fault::always));
    w.a.start();
    w.time.run_for(10min);
    CHECK(w.said.empty());
    w.server.heal();
    w.time.run_for(30s);
    CHECK(w.said == lines{"a begins"});
}

TEST_CASE_METHOD(pair_world, "a slow server, and answers that fail sometimes, do not cost the lease")
{
    server.inject(faults::late(1500ms).times(fault::always));
    time.run_for(1min);
    server.heal();
    for (auto const& f :
         {faults::internal_error(), faults::unavailable(), faults::throttled(1s), faults::html(),
          faults::empty_answer(), faults::status(403), faults::status(401), faults::truncated_json(),
          faults::cut(100), faults::cut(400), faults::stall(0), faults::stall(300)}) {
        for (auto const* verb : {"patch", "get"}) {
            server.inject(f.on(verb));
            time.run_for(20s);
            CHECK(said == lines{"a begins"});
        }
    }
    CHECK(server.pending_faults() == 0);
}

TEST_CASE_METHOD(pair_world, "a half-open connection is given up in time to renew over another one")
{
    for (int i = 0; i < 20; ++i) {
        a.network.silence();
        time.run_for(7100ms);
    }
    time.run_for(20s);
    CHECK(said == lines{"a begins"});
    CHECK(a.network.dialed() > 15);
}

TEST_CASE_METHOD(pair_world, "a server that is away for less than the deadline costs nothing")
{
    network.refuse(true);
    a.network.refuse(true);
    server.disconnect();
    time.run_for(7s);
    a.network.refuse(false);
    time.run_for(30s);
    CHECK(said == lines{"a begins"});
}

TEST_CASE_METHOD(pair_world, "a renewal whose answer was lost is found by reading the lease")
{
    server.inject(faults::stall(0).on("patch")); // written, and the answer is lost
    auto const before = server.requests("get", lease_resource);
    time.run_for(20s);
    CHECK(said == lines{"a begins"});
    CHECK(server.requests("get", lease_resource) > before);
    CHECK(transitions() == 0);
}

TEST_CASE_METHOD(pair_world, "a lease that is deleted under the leader is created again by the leader only")
{
    auto const term = a.election.term();
    server.remove(lease_resource, {"shop", "web"});
    time.run_for(2500ms);
    CHECK(holder() == "a");
    CHECK(a.election.term() == term);
    time.run_for(1min);
    CHECK(said == lines{"a begins"});
}

TEST_CASE_METHOD(pair_world,
                 "a lease that is deleted while the leader is cut off is taken when it would have expired")
{
    a.network.refuse(true);
    a.network.reset();
    time.run_for(1s);
    server.remove(lease_resource, {"shop", "web"});
    auto const took = until([&] { return b.works == 1; });
    CHECK(a.works == 0);
    CHECK(took >= 14);
    CHECK(took <= 25);
    CHECK(transitions() == 1);
}

TEST_CASE_METHOD(pair_world,
                 "a lease that is taken away by hand is lost at the next renewal, and not released")
{
    a.lingers = 3s;
    edit(R"({"spec":{"holderIdentity":"hand"}})");
    time.run_for(2500ms);
    CHECK(a.told_at != time_point());
    CHECK_FALSE(a.election.is_leader());
    CHECK(a.election.leader() == "hand");
    time.run_for(5s);
    REQUIRE(a.ended());
    CHECK_THAT(why(), Catch::Contains("the lease is held by hand"));
    CHECK(holder() == "hand");
    time.run_for(20s);
    CHECK(said == lines{"a begins", "a ends", "b begins"});
}

TEST_CASE_METHOD(
    pair_world,
    "after a conflict on release the lease is read: if this process still holds it, it is released")
{
    bool once = true;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb == "patch" && std::exchange(once, false))
            edit(R"({"metadata":{"annotations":{"note":"y"}}})");
        return std::nullopt;
    });
    a.stop();
    time.run_for(10ms);
    CHECK(a.ended());
    CHECK_FALSE(once);
    CHECK(holder().empty());
    CHECK(lease().at("metadata").at("annotations") == boost::json::value{{"note", "y"}});
}

TEST_CASE_METHOD(pair_world, "after a conflict on release a lease that another process holds is left alone")
{
    bool once = true;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb == "patch" && std::exchange(once, false))
            edit(R"({"spec":{"holderIdentity":"hand"}})");
        return std::nullopt;
    });
    a.stop();
    time.run_for(10ms);
    CHECK(a.ended());
    CHECK(holder() == "hand");
}

TEST_CASE_METHOD(pair_world, "a release that fails is logged, is soon given up, and cannot be hurried")
{
    server.inject(faults::stall(0).on("patch"));
    a.stop();
    time.run_for(1s);
    CHECK_FALSE(a.ended());
    a.stop();
    time.run_for(1s);
    CHECK_FALSE(a.ended());
    time.run_for(3s);
    CHECK(a.ended());
    CHECK(a.running->code() == condition::cancelled);
    CHECK(logged("the lease was not released, and ends by itself"));
}

TEST_CASE("a contender that is refused goes on asking, logs that once, and works when it is allowed to")
{
    election_world w;
    w.server.inject(faults::forbidden().of("leases").times(fault::always));
    w.a.start();
    w.time.run_for(5min);
    CHECK(w.said.empty());
    auto const text = w.log_text.str();
    auto const first = text.find("get /apis/coordination.k8s.io/v1/namespaces/shop/leases/web: forbidden");
    CHECK(first != text.npos);
    CHECK(text.find("forbidden", first + 80) == text.npos);
    w.server.heal();
    w.time.run_for(10s);
    CHECK(w.said == lines{"a begins"});
}

TEST_CASE_METHOD(election_world,
                 "a leader without memory for a renewal stops its work, releases the lease, and says why")
{
    test::failing_clock clock(time);
    client of_leader(environment{env.ex, &clock, env.log, 5, env.metrics},
                     {.server = "http://in-memory", .ns = "shop"}, {}, network.dialer());
    leader_election election(of_leader, {.name = "web", .identity = "c"});
    bool works = false;
    auto const work = [&]() -> task<> {
        scoped_flag const working(works);
        co_await time.sleep_for(24h);
    };
    background const running(io, election.run_while_leader(work));
    time.run_for(11s); // the next renewal is due in a second
    REQUIRE(works);
    clock.failures = 1;
    time.run_for(2s);
    CHECK_FALSE(works);
    CHECK(running.ended);
    CHECK(running.what() == std::bad_alloc().what());
    CHECK(holder().empty());
    of_leader.close();
    time.settle(); // its connections are closed before its clock is gone
}

TEST_CASE_METHOD(pair_world, "a contender honours Retry-After, and reads the lease every two to five seconds")
{
    auto const looks = [&] { return server.requests("get", lease_resource); };
    auto const before = looks();
    time.run_for(10min);
    CHECK(looks() - before > 600 / 5);
    CHECK(looks() - before < 600 / 2);
    server.inject(faults::throttled(60s).on("get"));
    time.run_for(5s);
    auto const told = looks();
    time.run_for(50s);
    CHECK(looks() == told);
    time.run_for(10s);
    server.inject(faults::throttled(3600s).on("get"));
    time.run_for(5s);
    auto const sent_away = looks();
    time.run_for(6min); // a proxy's page of maintenance may be gone long before its hour is over
    CHECK(looks() > sent_away);
}

TEST_CASE("after its clock has jumped the leader's work is told to end before anything else happens")
{
    for (int part = 0; part < 60; ++part) { // the suspend comes at any part of a renewal, with slow requests
        INFO("after " << part * 100 << " ms");
        election_world w;
        w.a.start();
        w.time.run_for(1s);
        w.server.inject(faults::late(1500ms).times(fault::always));
        w.time.run_for(3s + part * 100ms);
        REQUIRE(w.a.works == 1);
        w.a.clock.jump(1h);
        CHECK_FALSE(w.a.election.is_leader());
        w.time.run_for(0s); // no time passes
        CHECK(w.a.works == 0);
        w.time.run_for(10s);
        CHECK(w.a.running->code() == errc::leadership_lost);
    }
}

TEST_CASE("after a suspend no process with an expired lease is leader, and its work is told to end with the "
          "next timer")
{
    for (int part = 0; part < 60; ++part) { // the suspend comes at any part of a renewal, with slow requests
        INFO("after " << part * 100 << " ms");
        election_world w;
        w.a.start();
        w.time.run_for(1s);
        w.server.inject(faults::late(1500ms).times(fault::always));
        w.time.run_for(3s + part * 100ms);
        REQUIRE(w.a.works == 1);
        w.a.clock.suspend();
        w.time.run_for(1h);
        w.a.clock.resume(own_clock::suspended::counts);
        CHECK_FALSE(w.a.election.is_leader());
        CHECK_THROWS_WITH(w.a.election.check(), Catch::Contains("the work still runs"));
        // the longest of its timers is that of an attempt
        CHECK(w.until([&] { return w.a.works == 0; }) <= 4.1);
        w.time.run_for(10s);
        CHECK(w.a.running->code() == errc::leadership_lost);
    }
}

TEST_CASE_METHOD(pair_world,
                 "a pause that none of its clocks has counted ends the work when the renewal is refused")
{
    a.clock.suspend();
    time.run_for(1min);
    CHECK(b.works == 1);
    a.clock.resume(own_clock::suspended::does_not_count);
    CHECK(a.election.is_leader()); // no clock shows the pause
    CHECK(until([&] { return a.works == 0; }) <= 2.1);
    time.run_for(10s);
    CHECK_THAT(why(), Catch::Contains("the lease is held by b"));
    CHECK(holder() == "b");
}

TEST_CASE_METHOD(pair_world,
                 "a wall clock that stands still, goes back or is years off costs no lease and grants none")
{
    a.clock.freeze_wall();
    time.run_for(1min);
    a.clock.set_wall(-std::chrono::hours(24 * 365));
    b.clock.set_wall(std::chrono::hours(24 * 365));
    time.run_for(1min);
    a.clock.set_wall(std::chrono::hours(24));
    time.run_for(1min);
    CHECK(said == lines{"a begins"});
    a.stop();
    time.run_for(10s);
    CHECK(b.works == 1);
}

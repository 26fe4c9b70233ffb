// Contract: the members of a shard group divide the key space. No two own a key at the same time, and a key
// whose owner has died has a new one when the old one's Lease has expired.

#include "shard_world.hpp"

TEST_CASE_METHOD(shard_world, "a member that is alone owns everything, and the second one gets half of it")
{
    auto& a = add("a");
    time.run_for(1s);
    CHECK(a.group.owned().is_all());
    auto& b = add("b");
    CHECK(watch_for(3s) <= 1s);
    CHECK(a.share() == 0.5);
    CHECK(b.share() == 0.5);
    CHECK((a.group.owned() | b.group.owned()).is_all());
    CHECK(a.released == b.group.owned());
    auto const status = b.group.status();
    CHECK(status.members.size() == 2);
    CHECK(status.parts.size() == 2);
    CHECK(status.last_failure.empty());
}

TEST_CASE_METHOD(shard_world, "a part stays with its owner until the work there has stopped")
{
    auto& a = add("a");
    time.run_for(1s);
    a.lingers = 40s; // longer than a Lease lasts
    auto& b = add("b");
    time.run_for(39s);
    CHECK(b.share() == 0);
    CHECK(a.share() == 0.5); // it begins nothing new in the other half
    time.run_for(4s);
    CHECK(b.share() == 0.5);
}

TEST_CASE_METHOD(shard_world, "a member that leaves hands everything over, and its Lease is gone")
{
    auto& a = add("a");
    auto& b = add("b");
    time.run_for(5s);
    a.stop();
    CHECK(watch_for(3s) <= 1s);
    CHECK(a.running->ended);
    CHECK(a.running->code() == condition::cancelled);
    CHECK(b.group.owned().is_all());
    CHECK(b.group.status().members.size() == 1);
    a.start();
    CHECK(watch_for(3s) <= 1s);
    CHECK(a.share() == 0.5);
}

TEST_CASE_METHOD(shard_world, "what a dead member owned has a new owner when its Lease has expired")
{
    auto& a = add("a");
    auto& b = add("b");
    auto& c = add("c");
    watch_for(5s);
    b.die();
    auto const without = watch_for(30s);
    CHECK(without > 10s);
    CHECK(without <= 17s); // lease_duration and retry_period
    CHECK(a.share() == Approx(0.5).margin(0.001));
    CHECK(c.share() == Approx(0.5).margin(0.001));
}

TEST_CASE_METHOD(shard_world, "a member that stood still owns nothing when it goes on, and then joins anew")
{
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    auto const was = b.group.owned();
    b.stand_still();
    watch_for(30s);
    CHECK(a.group.owned().is_all());
    auto const how = GENERATE(own_clock::suspended::counts, own_clock::suspended::does_not_count);
    b.go_on(how);
    CHECK(b.share() == 0); // before anything has run
    CHECK(watch_for(5s) <= 1s);
    CHECK(a.share() == 0.5);
    CHECK(b.share() == 0.5);
}

TEST_CASE_METHOD(shard_world, "a member that is cut off stops to own anything before others take it")
{
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    b.network.refuse(true);
    b.network.silence();
    time.run_for(11s);
    CHECK(b.share() == 0);
    CHECK(a.share() == 0.5);
    watch_for(10s);
    CHECK(a.group.owned().is_all());
    b.network.refuse(false);
    watch_for(90s);
    CHECK(b.share() == 0.5);
}

TEST_CASE_METHOD(shard_world,
                 "a member whose watch is silent learns from a list what the group has agreed on")
{
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    a.network.silence(); // its connections are half-open, and new ones work
    b.die();
    CHECK(watch_for(40s) <= 20s);
    CHECK(a.group.owned().is_all());
}

TEST_CASE_METHOD(shard_world,
                 "a member that knows only an old state of the Leases takes nothing from anybody")
{
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    auto const before = b.group.status().member;
    a.network.silence();
    server.inject(faults::forbidden().on("list").of("leases").times(fault::always));
    watch_for(40s); // b's renewals do not reach a, which takes b for dead
    CHECK(b.group.status().member == before);
    CHECK(a.share() == 0.5);
    CHECK(b.share() == 0.5);
}

TEST_CASE_METHOD(shard_world, "members that change the map at the same time do not undo each other's changes")
{
    for (auto const* const name : {"a", "b", "c", "d", "e"}) {
        auto& made = members.emplace_back(*this, name);
        made.network.conditions({.delay = 400ms}, {.delay = 400ms});
    }
    for (auto& m : members) m.start();
    watch_for(30s);
    for (auto const& m : members) CHECK(m.share() == Approx(0.2).margin(0.001));
    members[1].die();
    members[3].stop();
    watch_for(30s);
    for (auto const i : {0u, 2u, 4u}) CHECK(members[i].share() == Approx(1.0 / 3).margin(0.001));
}

// ---- what users and networks do to Leases

TEST_CASE_METHOD(shard_world,
                 "a Lease that a user deletes is not taken for a dead member before its time is over")
{
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    b.network.silence(); // b does not hear of it, until it renews
    server.remove(group_leases, {"shop", b.group.status().member});
    watch_for(60s); // looks each 100 ms that there are never two owners
    CHECK(a.share() == 0.5);
    CHECK(b.share() == 0.5);
}

TEST_CASE_METHOD(shard_world,
                 "a Lease that has lost its label, or has got a short duration, leads to no second owner")
{
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    auto const label_is_gone = GENERATE(true, false);
    auto const* const patch = label_is_gone ? R"({"metadata":{"labels":{"coinformer.io/shard-group":null}}})"
                                            : R"({"spec":{"leaseDurationSeconds":1}})";
    server.patch(group_leases, {"shop", b.group.status().member}, patch);
    watch_for(60s);
    CHECK(a.share() == 0.5);
    CHECK(b.share() == 0.5);
}

TEST_CASE_METHOD(shard_world,
                 "an answer that is lost leaves no key without an owner, and no name is used twice")
{
    auto& a = add("a");
    watch_for(3s);
    server.inject(faults::stall(0).on("create").of("leases"));
    auto& b = add("b");
    CHECK(watch_for(60s) <= 1s);
    CHECK(a.share() == 0.5);
    CHECK(b.share() == 0.5);
}

TEST_CASE_METHOD(shard_world, "a part that was asked for twice stays until the work has stopped")
{
    auto& a = add("a");
    time.run_for(1s);
    a.lingers = 60s;
    auto& b = add("b");
    time.run_for(5s);
    b.stop(); // so that the request is taken back
    time.run_for(2s);
    CHECK(a.share() == 0.5); // its work still ends there
    auto& c = add("c");
    time.run_for(20s);
    CHECK(c.share() == 0);
    time.run_for(2min);
    CHECK(c.share() == 0.5);
    CHECK(a.share() == 0.5);
}

TEST_CASE_METHOD(shard_world, "a group whose Lease is deleted divides the keys again, with greater numbers")
{
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    server.remove(group_leases, {"shop", "web"});
    watch_for(40s); // it counts numbers that go back
    CHECK(a.share() == 0.5);
    CHECK(b.share() == 0.5);
}

TEST_CASE_METHOD(shard_world, "after a restore of the server the group goes on")
{
    auto& a = add("a");
    watch_for(5s);
    auto const backup = server.backup();
    auto& b = add("b");
    watch_for(5s);
    REQUIRE(b.share() == 0.5);
    server.restore(*backup);
    time.run_for(2min); // numbers go back with the restore
    CHECK(a.share() == 0.5);
    CHECK(b.share() == 0.5);
}

TEST_CASE_METHOD(shard_world, "run() ends with its client, and says so")
{
    auto& a = add("a");
    time.run_for(2s);
    a.api.close();
    time.run_for(1min);
    CHECK(a.running->ended);
    CHECK(a.running->code() == errc::stopped);
    CHECK(a.share() == 0);
}

TEST_CASE_METHOD(shard_world, "a member that leaves asks the others for nothing")
{
    for (auto const* const name : {"a", "b", "c", "d"}) add(name);
    watch_for(10s);
    for (auto& m : members) m.released = {};
    members[3].stop();
    CHECK(watch_for(5s) <= 1s);
    for (auto const i : {0u, 1u, 2u}) CHECK(members[i].released.empty());
}

TEST_CASE_METHOD(shard_world, "a pause that the server asks for is kept")
{
    add("a");
    add("b");
    watch_for(5s);
    server.inject(faults::throttled(30s).of("leases").times(fault::always));
    auto const before = server.requests("create", group_leases);
    add("c");
    time.run_for(29s);
    CHECK(server.requests("create", group_leases) == before + 1);
}

// ---- what a member holds

TEST_CASE_METHOD(shard_world, "a part in which the work is being stopped is held and not owned")
{
    auto& a = add("a");
    time.run_for(1s);
    CHECK(a.group.held().is_all());
    a.lingers = 40s; // longer than a Lease lasts
    auto& b = add("b");
    time.run_for(30s);
    CHECK(a.share() == 0.5);
    CHECK(a.group.held().is_all());
    CHECK(a.group.status().held.is_all());
    CHECK(b.group.held().empty());
    background const waiting(io, a.group.held_changed(shard_ranges::all()));
    time.run_for(5s);
    CHECK_FALSE(waiting.ended);
    time.run_for(10s);
    CHECK(waiting.ended);
    CHECK(a.group.held().fraction() == 0.5); // it is neither held nor owned
    CHECK(a.group.held() == a.group.owned());
    CHECK(b.group.held() == b.group.owned());
    CHECK((a.group.held() | b.group.held()).is_all());
}

TEST_CASE_METHOD(shard_world, "a member that cannot renew its Lease owns nothing, and holds what it had")
{
    add("a");
    auto& b = add("b");
    watch_for(5s);
    auto const was = b.group.owned();
    b.network.refuse(true);
    b.network.silence();
    time.run_for(30s);
    CHECK(b.group.owned().empty());
    CHECK(b.group.held() == was);
    background const waiting(io, b.group.held_changed(was));
    b.network.refuse(false);
    for (int i = 0; i != 60 && !waiting.ended; ++i) time.run_for(1s);
    REQUIRE(waiting.ended); // the server has said that the Lease is gone
    CHECK(b.group.held().empty());
    watch_for(30s);
    CHECK(b.group.held().fraction() == 0.5);
}

TEST_CASE_METHOD(shard_world, "a member whose Lease is deleted holds nothing")
{
    add("a");
    auto& b = add("b");
    watch_for(5s);
    server.remove(group_leases, {"shop", b.group.status().member});
    time.settle();
    CHECK(b.group.held().empty());
    CHECK(b.group.owned().empty());
    watch_for(30s);
    CHECK(b.group.held().fraction() == 0.5);
    b.stop();
    time.run_for(5s);
    CHECK(b.group.held().empty());
}

TEST_CASE_METHOD(shard_world, "members hold their parts while the group's Lease is gone")
{
    auto& a = add("a");
    add("b");
    watch_for(5s);
    auto const was = a.group.held();
    server.remove(group_leases, {"shop", "web"});
    time.run_for(5s);
    CHECK(a.group.owned().empty());
    CHECK(a.group.held() == was);
    time.run_for(30s);
    CHECK(a.group.held() == a.group.owned());
    CHECK(a.share() == 0.5);
}

// ---- few requests

TEST_CASE_METHOD(shard_world,
                 "a foreign Lease with the group's name is reported once, and asked about seldom")
{
    server.create(group_leases,
                  R"({"metadata":{"name":"web","namespace":"shop"},"spec":{"holderIdentity":"x"}})");
    auto& a = add("a");
    add("b");
    time.run_for(5s);
    auto const asked = [&] {
        return server.requests("create", group_leases) + server.requests("get", group_leases);
    };
    auto const before = asked();
    time.run_for(30s);
    CHECK(a.group.owned().empty());
    CHECK(a.group.status().last_failure.find("has no map") != std::string::npos);
    CHECK(asked() - before <= 2 * 2 * 16); // two requests of each member every retry_period
    auto const said = log_text.str();
    auto const first = said.find("has no map");
    auto const second = said.find("has no map", first + 1); // by the other member
    REQUIRE(second != std::string::npos);
    CHECK(said.find("has no map", second + 1) == std::string::npos);
    server.remove(group_leases, {"shop", "web"});
    time.run_for(5s);
    CHECK(a.share() == 0.5);
    CHECK(a.group.status().last_failure.empty());
}

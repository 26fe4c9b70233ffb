// Contract: whatever others do to the Leases of a shard group, and whatever a server or a proxy answers, no
// two members own a key, and in the end every key has an owner.

#include "shard_world.hpp"

TEST_CASE_METHOD(shard_world, "not every member tries to delete the Lease of a dead one")
{
    for (auto const* const name : {"a", "b", "c", "d", "e", "f", "g", "h"}) add(name);
    watch_for(5s);
    members[3].die();
    watch_for(20s);
    CHECK(members[0].share() == Approx(1.0 / 7).margin(0.001));
    CHECK(server.requests("delete", group_leases) <= 2);
}

TEST_CASE_METHOD(shard_world, "the keys of a dead member are not held up by writes of others into its Lease")
{
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    auto const lease = b.group.status().member;
    b.die();
    for (int i = 0; i != 3; ++i) {
        watch_for(4s);
        auto const note = R"({"metadata":{"annotations":{"note":")" + std::to_string(i) + R"("}}})";
        server.patch(group_leases, {"shop", lease}, note);
    }
    CHECK(a.share() == 0.5);
    watch_for(6s); // it looks for two owners
    CHECK(a.group.owned().is_all());
}

TEST_CASE_METHOD(shard_world, "a member whose Lease others write into each second keeps its part")
{
    auto& a = add("a");
    watch_for(5s);
    auto const lease = a.group.status().member;
    for (int i = 0; i != 20; ++i) {
        auto const note = R"({"metadata":{"annotations":{"note":")" + std::to_string(i) + R"("}}})";
        server.patch(group_leases, {"shop", lease}, note);
        CHECK(watch_for(1s) == 0s);
        CHECK(a.share() == 1);
    }
    CHECK(a.group.status().member == lease);
}

TEST_CASE_METHOD(
    shard_world,
    "members that may not delete the Lease of a dead one ask again at the pace of their renewals")
{
    for (auto const* const name : {"a", "b", "c", "d"}) add(name);
    watch_for(5s);
    server.inject(faults::forbidden().of("leases").on("delete").times(fault::always));
    members[3].die();
    watch_for(15s);
    auto const before = server.requests("delete", group_leases);
    watch_for(20s);
    auto const asked = server.requests("delete", group_leases) - before;
    CHECK(asked > 20);
    CHECK(asked <= 3 * 11);
    server.heal();
    watch_for(5s);
    CHECK(members[0].share() == Approx(1.0 / 3).margin(0.001));
}

TEST_CASE_METHOD(shard_world, "deletions that hang do not hold up what else there is to do")
{
    for (auto const* const name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}) add(name);
    watch_for(10s);
    auto hangs = faults::unavailable().of("leases").on("delete").times(fault::always);
    hangs.delay = 1h;
    server.inject(hangs);
    for (std::size_t i = 2; i != members.size(); ++i) members[i].die();
    watch_for(25s);
    auto& late = add("late");
    watch_for(12s);
    CHECK(late.share() == Approx(2 * (1.0 / 10 - 1.0 / 11)).margin(0.001)); // from a and b
}

TEST_CASE_METHOD(shard_world, "a Lease that is never deleted does not hold up the deletion of others")
{
    auto& a = add("z"); // behind the others by name
    auto& kept = add("a");
    auto& b = add("b");
    watch_for(10s);
    auto const lease = kept.group.status().member;
    server.patch(group_leases, {"shop", lease}, R"({"metadata":{"finalizers":["example.io/keep"]}})");
    kept.die();
    watch_for(40s);
    b.die();
    watch_for(40s);
    CHECK(a.share() == Approx(2.0 / 3).margin(0.001));
}

TEST_CASE_METHOD(shard_world, "an answer to a change of the map is not believed if it shows another map")
{
    auto& a = add("a");
    watch_for(5s);
    auto other = boost::json::parse(server.get(group_leases, {"shop", "web"}));
    other.at_pointer("/metadata/resourceVersion") = "900";
    auto const body = boost::json::serialize(other);
    auto const member = a.group.status().member;
    auto& b = add("b");
    time.run_for(100ms); // it takes part, and has no keys yet
    server.inject(faults::answer({.body = body}).of("leases").on("patch").times(fault::always));
    watch_for(3s);
    server.heal();
    watch_for(5s);
    CHECK(a.share() == 0.5);
    CHECK(b.share() == 0.5);
    CHECK(a.group.status().member == member); // no version has gone back
}

TEST_CASE_METHOD(shard_world, "a member that reads no list reads the map, and notices that it was made anew")
{
    add("a");
    auto& b = add("b");
    watch_for(10s);
    b.network.hold(true); // its watch
    add("c");             // it has a part of the new map
    watch_for(2s);
    server.inject(faults::unavailable().of("leases").on("list").times(fault::always));
    server.remove(group_leases, {"shop", "web"});
    watch_for(60s); // it looks for two owners
    CHECK(b.share() == Approx(1.0 / 3).margin(0.001));
}

TEST_CASE_METHOD(shard_world, "a proxy that answers for the server deletes no Lease")
{
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    server.inject(faults::html().on("delete").times(fault::always));
    b.stand_still();
    watch_for(30s);
    CHECK(a.share() == 0.5); // b would go on, with a Lease that the server still has
    b.go_on();
    watch_for(30s);
    CHECK(a.share() + b.share() == 1);
}

TEST_CASE_METHOD(shard_world, "a Lease that a finalizer keeps is not taken for gone")
{
    auto& a = add("a");
    auto& b = add("b");
    watch_for(5s);
    auto const lease = b.group.status().member;
    server.patch(group_leases, {"shop", lease}, R"({"metadata":{"finalizers":["example.io/keep"]}})");
    watch_for(5s);
    b.stand_still();
    watch_for(40s);
    CHECK(a.share() == 0.5); // b could renew it
    server.patch(group_leases, {"shop", lease}, R"({"metadata":{"finalizers":null}})");
    watch_for(20s);
    CHECK(a.group.owned().is_all());
}

TEST_CASE_METHOD(shard_world, "an owner that nobody can be has its keys taken away")
{
    auto& a = add("a");
    watch_for(5s);
    auto const edited =
        R"({"metadata":{"annotations":{"coinformer.io/shards":)"
        R"("{\"members\":[\"x/y\",\"web\"],\"parts\":[[2048,0,4000000000],[4096,1,4000000000]]}"}}})";
    server.patch(group_leases, {"shop", "web"}, edited);
    CHECK(watch_for(40s) <= 25s);
    CHECK(a.group.owned().is_all());
    CHECK_FALSE(a.running->ended);
}

TEST_CASE_METHOD(shard_world,
                 "a member without news does not take the keys of one whose Lease somebody has deleted")
{
    auto& a = add("a");
    auto& b = add("b");
    watch_for(10s);
    auto const lease = a.group.status().member;
    server.inject(faults::unavailable().of("leases").on("list").times(fault::always));
    b.network.hold(true); // its watch: b renews its own Lease over other connections
    watch_for(13s);
    for (auto* const one : {&a, &b}) { // a works on, until its time is over
        one->network.refuse(true);
        one->network.reset();
    }
    bool const is_deleted = GENERATE(true, false);
    if (is_deleted)
        server.remove(group_leases, {"shop", lease});
    else
        server.patch(group_leases, {"shop", lease}, R"({"metadata":{"labels":null}})");
    watch_for(2500ms);
    server.heal();
    server.inject(faults::gone().of("leases").on("watch")); // b reads a list, which shows no renewals
    b.network.refuse(false);
    b.network.hold(false);
    CHECK(watch_for(40s) <= 25s); // it looks for two owners as well
    CHECK(b.group.owned().is_all());
}

TEST_CASE_METHOD(shard_world,
                 "a process that stood still replaces nobody before it has read what has happened")
{
    auto& a = add("a");
    time.run_for(1800ms);
    auto& b = add("b"); // it renews its Lease 200 ms before a does
    watch_for(10s);
    REQUIRE(b.share() == 0.5);
    a.network.hold(true); // its watch
    time.run_for(100ms);
    auto const lease = a.group.status().member;
    server.patch(group_leases, {"shop", lease}, R"({"metadata":{"labels":null}})");
    time.run_for(20ms);
    REQUIRE(b.group.status().members.size() == 1);
    b.stand_still();
    server.patch(group_leases, {"shop", lease},
                 R"({"metadata":{"labels":{"coinformer.io/shard-group":"web"}}})");
    watch_for(13500ms); // for b the time of a is over now, and the Lease of b has not expired yet
    REQUIRE(a.share() == 0.5);
    server.inject(faults::unavailable().of("leases").on("list").times(fault::always));
    server.inject(faults::unavailable().of("leases").on("watch").times(fault::always));
    b.network.reset();
    b.go_on();
    watch_for(5s); // it looks for two owners
    server.heal();
    a.network.hold(false);
    CHECK(watch_for(40s) <= 25s);
    CHECK(a.share() == 0.5);
    CHECK(b.share() == 0.5);
}

TEST_CASE_METHOD(shard_world,
                 "a Lease that only lists have shown is forgotten when it has lost its label, and all agree")
{
    add("a");
    auto& b = add("b");
    watch_for(10s);
    b.network.hold(true); // its watch
    auto& c = add("c");
    watch_for(15s);
    REQUIRE(b.group.status().members.size() == 3);
    server.inject(faults::unavailable().of("leases").on("list").times(fault::always));
    server.patch(group_leases, {"shop", c.group.status().member}, R"({"metadata":{"labels":null}})");
    watch_for(2500ms);
    server.heal();
    server.inject(faults::gone().of("leases").on("watch")); // the watch of b never tells of that Lease
    b.network.reset();
    b.network.hold(false);
    watch_for(90s);
    for (auto const& m : members) CHECK(m.share() == Approx(1.0 / 3).margin(0.001));
    auto const writes = server.requests("patch", group_leases);
    watch_for(10s);
    CHECK(server.requests("patch", group_leases) - writes <= 3 * 6); // renewals alone
}

TEST_CASE_METHOD(shard_world,
                 "the numbers of a map that is made anew are greater than those of the one before")
{
    constexpr std::uint64_t hash = 12345;
    auto& a = add("a");
    watch_for(5s);
    auto const before = a.group.fence(hash);
    REQUIRE(before);
    a.stop();
    time.run_for(5s);
    server.remove(group_leases, {"shop", "web"}); // nobody knows the map any more
    auto& b = add("b");
    time.run_for(5s);
    CHECK(b.group.fence(hash) > before);
}

TEST_CASE_METHOD(shard_world, "a process that gets no Lease says why")
{
    server.inject(faults::forbidden().of("leases").on("create").times(fault::always));
    auto& a = add("a");
    watch_for(5s);
    CHECK(a.group.status().member.empty());
    CHECK(a.group.status().last_failure.find("forbidden") != std::string::npos);
    server.heal();
    watch_for(20s);
    CHECK(a.group.owned().is_all());
    CHECK(a.group.status().last_failure.empty());
}

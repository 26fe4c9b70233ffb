// Contract: several users of a shard group stop their work beside each other before a part moves, and each
// may take its function back. A fencing number is good until the part is handed over.
#include "shard_world.hpp"

namespace {

/// A group with a member that is asked for a part, and functions that take long.
struct releasing_world : shard_world {
    std::function<task<>(shard_ranges const&)> taking(duration how_long, bool throws = false)
    {
        return [this, how_long, throws](shard_ranges const&) -> task<> {
            ++called;
            co_await time.sleep_for(how_long);
            ++ended;
            if (throws) throw std::runtime_error("no luck");
        };
    }

    sharing_process& a = shard_world::add("a");
    int called = 0, ended = 0;
};

std::uint64_t released_hash(shard_group const& of)
{
    return (of.held() - of.owned()).ranges().at(0).first;
}

} // namespace

TEST_CASE_METHOD(releasing_world, "functions that stop the work are called beside each other")
{
    a.group.on_release(taking(5s));
    auto const share = a.group.share();
    auto const one = share->on_release(taking(5s, true)); // a failure leaves the others alone
    auto const other = share->on_release(taking(8s));
    time.run_for(10s);
    auto& b = shard_world::add("b");
    time.run_for(3s);
    CHECK(called == 3);
    time.run_for(4s);
    CHECK(ended == 2);
    CHECK(b.share() == 0);
    time.run_for(5s);
    CHECK(ended == 3);
    CHECK(b.share() > 0.4);
    CHECK(log_text.str().find("no luck") != std::string::npos);
}

TEST_CASE_METHOD(releasing_world, "a function that was taken back is not called, and may end while it is")
{
    auto const share = a.group.share();
    auto before = share->on_release(taking(1h));
    auto during = share->on_release(taking(5s));
    before.reset();
    time.run_for(10s);
    auto& b = shard_world::add("b");
    time.run_for(3s);
    during.reset();
    CHECK(called == 1);
    CHECK(b.share() == 0);
    time.run_for(6s);
    CHECK(ended == 1);
    CHECK(b.share() > 0.4);
}

TEST_CASE_METHOD(releasing_world, "work may go on with its number until it has stopped")
{
    auto const share = a.group.share();
    a.group.on_release(taking(5s));
    time.run_for(10s);
    auto const number = a.group.fence(1).value();
    auto const number_of = [&](std::uint64_t hash) { return a.group.fence(hash).value_or(number); };
    CHECK(share->may_go_on(1, number_of(1)));
    CHECK_FALSE(share->may_go_on(1, number_of(1) - 1));
    shard_world::add("b");
    time.run_for(3s);
    auto const moving = released_hash(a.group);
    CHECK_FALSE(a.group.owns(moving));
    CHECK(share->may_go_on(moving, number));
    SECTION("also if the part cannot be handed over then")
    {
        a.network.silence();
        a.network.refuse(true);
        time.run_for(3s);
        CHECK(ended == 1);
        CHECK(a.group.held().contains(moving));
        CHECK(share->may_go_on(a.group.owned().ranges().at(0).first, number));
    }
    SECTION("and the part has been handed over")
    {
        time.run_for(20s);
    }
    CHECK_FALSE(share->may_go_on(moving, number));
}

TEST_CASE_METHOD(releasing_world, "work may not go on when the Lease has expired")
{
    auto const share = a.group.share();
    time.run_for(10s);
    auto const number = a.group.fence(1).value();
    a.network.silence();
    a.network.refuse(true);
    time.run_for(7s);
    CHECK(share->may_go_on(1, number));
    time.run_for(4s);
    CHECK_FALSE(share->may_go_on(1, number));
    CHECK_FALSE(a.group.held().empty());
}

TEST_CASE_METHOD(releasing_world,
                 "work may not go on while the group's Lease is gone, and a new one has greater numbers")
{
    auto const share = a.group.share();
    time.run_for(10s);
    auto const number = a.group.fence(1).value();
    REQUIRE(share->may_go_on(1, number));
    server.remove(group_leases, {"shop", "web"});
    time.run_for(1s);
    CHECK(a.group.held().is_all());
    CHECK_FALSE(share->may_go_on(1, number));
    time.run_for(30s);
    REQUIRE(a.group.fence(1));
    CHECK(a.group.fence(1).value() > number);
    CHECK_FALSE(share->may_go_on(1, number));
}

TEST_CASE_METHOD(releasing_world, "a function that throws before its task begins ends no other function")
{
    a.group.on_release(taking(5s));
    a.group.on_release([](shard_ranges const&) -> task<> { throw std::runtime_error("no task"); });
    time.run_for(10s);
    auto& b = shard_world::add("b");
    time.run_for(3s);
    CHECK(called == 1);
    CHECK(b.share() == 0);
    time.run_for(6s);
    CHECK(ended == 1);
    CHECK(b.share() > 0.4);
    CHECK(log_text.str().find("no task") != std::string::npos);
}

TEST_CASE_METHOD(releasing_world,
                 "a run that ends waits for work that was told to stop before the Lease was lost")
{
    a.group.on_release(taking(20s));
    time.run_for(10s);
    shard_world::add("b");
    time.run_for(3s);
    CHECK(called == 1);
    server.remove(group_leases, {"shop", a.group.status().member});
    time.run_for(2s);
    a.stop();
    time.run_for(30s);
    CHECK(ended == called);
}

TEST_CASE_METHOD(releasing_world, "a run that ends waits for its work although its Lease is lost meanwhile")
{
    a.group.on_release(taking(20s));
    time.run_for(10s);
    a.stop();
    time.run_for(3s);
    REQUIRE(called == 1);
    server.remove(group_leases, {"shop", a.group.status().member});
    time.run_for(16s);
    CHECK_FALSE(a.running->ended);
    CHECK(a.group.held().empty());
    time.run_for(5s);
    CHECK(ended == 1);
    CHECK(a.running->ended);
}

TEST_CASE_METHOD(releasing_world, "work that does not end in one part holds up no other part")
{
    a.group.on_release([this](shard_ranges const&) -> task<> {
        bool const is_first = ++called == 1;
        if (is_first) co_await time.sleep_for(2min);
    });
    watch_for(10s);
    auto& b = shard_world::add("b");
    watch_for(3s);
    auto const stuck = a.group.held() - a.group.owned();
    REQUIRE(stuck.fraction() == 0.5);
    auto& c = shard_world::add("c");
    watch_for(10s);
    CHECK(called == 2);
    CHECK(c.share() == Approx(1.0 / 6).margin(0.001)); // the rest is in the part where the work goes on
    CHECK(b.share() == 0);
    CHECK(a.group.held() - a.group.owned() == stuck);
    watch_for(2min);
    for (auto const& m : members) CHECK(m.share() == Approx(1.0 / 3).margin(0.001));
}

TEST_CASE_METHOD(releasing_world,
                 "a grant that ends by the clock of the day alone ends the wait for a change")
{
    time.run_for(10s);
    shard_world::add("b");
    time.run_for(20s);
    bool has_changed = false;
    auto const note = [&]() -> task<> {
        co_await a.group.changed(a.group.owned());
        has_changed = true;
    };
    auto const waiting = start(note());
    a.stand_still();
    time.run_for(20s);
    a.network.silence();
    a.network.refuse(true);
    a.go_on(own_clock::suspended::does_not_count);
    CHECK(a.group.owned().empty());
    time.run_for(8s); // the other clock says 10 s
    CHECK(has_changed);
}

TEST_CASE_METHOD(shard_world,
                 "a function of on_release() that threw is reported, although another one was cancelled")
{
    auto& a = add("a");
    a.group.on_release([](shard_ranges const&) -> task<> {
        throw std::runtime_error("no luck");
        co_return;
    });
    time.run_for(5s);
    a.lingers = 1h;
    a.stop();
    time.run_for(5s);
    REQUIRE_FALSE(a.running->ended);
    a.api.close();
    time.run_for(1min);
    CHECK(log_text.str().find("no luck") != std::string::npos);
}

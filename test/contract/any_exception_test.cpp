// Contract: the user's code may throw anything, even objects that are no std::exception. Only the call that
// threw fails, and the failure is reported; nothing else is affected.

#include "controlled.hpp"
#include "election_world.hpp"

namespace {

struct no_exception {};

task<> throw_later(time_source& time)
{
    co_await time.sleep_for(1s);
    throw no_exception();
}

bool is_the_users(std::exception_ptr const& failure)
{
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (no_exception const&) {
        return true;
    } catch (...) {
    }
    return false;
}

} // namespace

TEST_CASE_METHOD(informed, "a handler, its task and its filter may throw anything")
{
    lines told;
    auto const plain = informer.on_change({.updated = [&](config_map const&) {
        told.push_back("plain");
        throw no_exception();
    }});
    auto const later = informer.on_change({.updated = [&](config_map const&) {
        told.push_back("task");
        return throw_later(time);
    }});
    auto const sifted = informer.on_change(filtered<config_map>(
        [&](config_map const& m) {
            if (m.data.at("v") == "2") throw no_exception();
            return true;
        },
        {.updated = [&](config_map const& m) { told.push_back("filtered " + m.data.at("v")); }}));
    time.run_for(1s);
    set("a", "2");
    time.run_for(3s);
    set("a", "3");
    time.run_for(3s);
    set("a", "4");
    time.run_for(3s);

    CHECK(std::ranges::count(told, "plain") == 3);
    CHECK(std::ranges::count(told, "task") == 3);
    CHECK(std::ranges::count(told, "filtered 4") == 1);
    CHECK(testing::run(io, time, plain.status()).failures == 3);
    CHECK(testing::run(io, time, later.status()).failures == 3);
    // The filter is asked about the old and the new state of an update, so it is called twice for state 2.
    CHECK(testing::run(io, time, sifted.status()).failures == 2);
    CHECK(times_logged("an exception of unknown type") == 1); // one cause, one line
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(informed, "a predicate of until() may throw anything, which ends only that wait")
{
    background bad(io, informer.until([](auto const&) -> bool { throw no_exception(); }));
    background good(io, informer.until([](auto const& now) { return now.size() == 3; }));
    time.settle();
    CHECK(is_the_users(bad.failure));
    put("c", "1");
    time.run_for(1s);
    CHECK(good.ended);
    CHECK_FALSE(good.failure);
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(world, "on_fault may throw anything, which is logged for each fault")
{
    server.create(config_maps, R"({"metadata":{"name":"bad","namespace":"shop"},"data":{"v":7}})");
    put("good", "1");
    informer_options options = listing();
    options.on_fault = [](decode_fault const&) { throw no_exception(); };
    shared_informer<config_map> informer(api, options);
    background running(io, informer.run());
    time.run_for(1s);
    CHECK(listed(informer) == lines{"good=1"});
    CHECK(times_logged("on_fault threw") == 1);
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(controlled, "a reconcile may throw anything, and is repeated")
{
    int attempts = 0;
    controller<> stubborn(
        env,
        [&](object_name) -> task<reconcile_result> {
            if (++attempts == 1) throw no_exception();
            co_return reconcile_result::done();
        },
        quick());
    stubborn.watches(informer);
    background working(io, stubborn.run());
    put("a", "1");
    start_controller();
    time.run_for(10s);
    CHECK(attempts == 2);
    CHECK(stubborn.status().failures == 1);
    CHECK(times_logged("an exception of unknown type") == 1);
}

TEST_CASE_METHOD(controlled,
                 "a limiter and a predicate may throw anything: the key is reconciled all the same")
{
    int attempts = 0;
    controller_options options;
    options.queue.limiter = [](std::uint32_t, time_point) -> duration { throw no_exception(); };
    controller<> unlucky(
        env,
        [&](object_name) -> task<reconcile_result> {
            if (++attempts == 1) throw std::runtime_error("no luck");
            co_return reconcile_result::done();
        },
        std::move(options));
    unlucky.watches(informer, own_key, [](event<config_map> const&) -> bool { throw no_exception(); });
    background working(io, unlucky.run());
    put("a", "1");
    start_controller();
    time.run_for(10s);
    CHECK(attempts == 2);
    CHECK(times_logged("a predicate threw, so its event is not ignored") == 1);
    CHECK(times_logged("a work queue's limiter threw, so exponential back-off is used") == 1);
    CHECK(times_logged("an exception of unknown type") == 2);
}

TEST_CASE_METHOD(election_world,
                 "on_new_leader and the leader's work may throw anything: the lease is released")
{
    leader_election_options options;
    options.name = "other";
    options.ns = "shop";
    options.identity = "c";
    options.on_new_leader = [](std::string const&) { throw no_exception(); };
    leader_election election(api, options);
    background running(io, election.run_while_leader([&]() -> task<> { return throw_later(time); }));
    time.run_for(5s);
    CHECK(running.ended);
    CHECK(is_the_users(running.failure));
    CHECK(times_logged("on_new_leader threw") == 1);
    auto const lease = boost::json::parse(server.get(lease_resource, {"shop", "other"}));
    CHECK(lease.at("spec").at("holderIdentity") == "");
}

// Contract: which options a shard group refuses, that it runs once at a time, and that its run() ends
// whatever keeps it from an orderly end. A controller has one owner of its keys.

#include "shard_controllers.hpp"

TEST_CASE_METHOD(shard_world,
                 "impossible options of a shard group are refused, and the message names the option")
{
    using options = shard_group_options;
    auto const refusal = [&](auto change) {
        options o{.name = "web", .ns = "shop", .identity = "a"};
        change(o);
        try {
            shard_group const made(api, o);
        } catch (api_error const& e) {
            CHECK(e.code() == (o.identity == "a/b" ? errc::invalid_name : errc::bad_request));
            return std::string(e.what());
        }
        return std::string("none");
    };
    auto const says = [](char const* what) { return Catch::Contains(what); };
    CHECK_THAT(refusal([](options& o) { o.name.clear(); }), says("name is empty"));
    CHECK_THAT(refusal([](options& o) { o.name.assign(64, 'x'); }), says("longer than 63 characters"));
    CHECK(refusal([](options& o) { o.name.assign(63, 'x'); }) == "none");
    CHECK_THAT(refusal([](options& o) { o.ns.clear(); }), says("the endpoint names no namespace"));
    CHECK_THAT(refusal([](options& o) { o.identity.clear(); }), says("identity is empty"));
    CHECK_THAT(refusal([](options& o) { o.identity = "a/b"; }), says("a/b"));
    CHECK_THAT(refusal([](options& o) { o.retry_period = 0s; }), says("retry_period is not positive"));
    CHECK_THAT(refusal([](options& o) { o.renew_deadline = 2400ms; }),
               says("renew_deadline is not more than 1.2 times retry_period"));
    CHECK(refusal([](options& o) { o.renew_deadline = 2500ms; }) == "none");
    CHECK_THAT(refusal([](options& o) { o.lease_duration = 10s; }),
               says("lease_duration is not more than renew_deadline"));
    CHECK_THAT(refusal([](options& o) { o.lease_duration = 15500ms; }), says("not in whole seconds"));
    CHECK_THAT(refusal([](options& o) { o.lease_duration = 24h + 1s; }), says("more than a day"));
    CHECK(refusal([](options& o) { o.lease_duration = 24h; }) == "none");
}

TEST_CASE_METHOD(shard_world, "a shard group runs once at a time, and a second run() disturbs nothing")
{
    auto& a = add("a");
    time.run_for(2s);
    auto const member = a.group.status().member;
    background const second(io, a.group.run());
    time.settle();
    CHECK(second.code() == errc::already_running);
    time.run_for(30s);
    CHECK_FALSE(a.running->ended);
    CHECK(a.group.owned().is_all());
    CHECK(a.group.status().member == member);
}

TEST_CASE_METHOD(controlling_world,
                 "the keys of a controller are divided once, before it runs, and not without an owner")
{
    auto& a = prepare(shard_world::add("a")); // its keys are divided already
    auto const refusal = [&](std::shared_ptr<shard_owner> owner) {
        try {
            a.tested->shards(std::move(owner), a.informer);
        } catch (api_error const& e) {
            return std::string(e.what());
        }
        return std::string("none");
    };
    CHECK_THAT(refusal(nullptr), Catch::Contains("shards() needs an owner"));
    CHECK_THAT(refusal(a.process.group.share()), Catch::Contains("shards() was called twice"));
    a.start();
    time.settle();
    CHECK_THROWS_MATCHES(
        a.tested->shards(a.process.group.share(), a.informer), api_error,
        Catch::Predicate<api_error>([](api_error const& e) { return e.code() == errc::already_running; }));
}

TEST_CASE_METHOD(shard_world,
                 "a member that cannot delete its Lease ends when a lease_duration is over, and says so")
{
    auto& a = add("a");
    time.run_for(5s);
    auto const lease = a.group.status().member;
    server.inject(faults::forbidden().of("leases").on("delete").times(fault::always));
    a.stop();
    time.run_for(14s);
    CHECK_FALSE(a.running->ended);
    CHECK(a.group.owned().empty());
    time.run_for(2s);
    CHECK(a.running->ended);
    CHECK(a.running->code() == condition::cancelled);
    CHECK(log_text.str().find("the group was not left in order") != std::string::npos);
    CHECK_NOTHROW(server.get(group_leases, {"shop", lease}));
}

TEST_CASE_METHOD(shard_world,
                 "a run that waits for its work to stop ends with its client, although the work goes on")
{
    auto& a = add("a");
    time.run_for(5s);
    a.lingers = 1h;
    a.stop();
    time.run_for(1min);
    REQUIRE_FALSE(a.running->ended);
    CHECK(a.group.held().is_all()); // nothing is handed over before the work has stopped
    a.api.close();
    time.run_for(1min);
    REQUIRE(a.running->ended);
    CHECK(a.released.empty());
    CHECK(a.group.held().empty());
    // The function of on_release() was cancelled, which is no failure of its own.
    CHECK(log_text.str().find("on_release() threw") == std::string::npos);
}

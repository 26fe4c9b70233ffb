#include "shard/membership.hpp"

#include "contract/own_clock.hpp"

#include <coinformer/api/projection.hpp>

#include <coinformer/testing/fake_cluster.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

/// A process that joins the group shop/web. Each of its requests is answered after a second.
struct joining_process : testing::fake_cluster {
    joining_process()
    {
        server.create(resource{.version = "v1", .plural = "namespaces"}, R"({"metadata":{"name":"shop"}})");
        network.conditions({.delay = 500ms}, {.delay = 500ms});
    }
    std::string lease(std::string const& name) { return server.get(leases, {"shop", name}); }
    /// The renewTime that the server has.
    micro_timestamp stamp() { return decode_object<group_lease>(lease(own.name()))->spec.renewTime; }

    shard_group_options const options{.name = "web", .ns = "shop", .identity = "a"};
    lease_requests requests{api, options};
    membership own{requests, env, options, random_source(1)};
};

} // namespace

TEST_CASE_METHOD(joining_process, "the grant of a member begins when the request was sent")
{
    auto const asked = time.now();
    CHECK_FALSE(own.is_member());
    run(own.join());
    CHECK(own.is_member());
    CHECK(time.now() > asked);
    CHECK(own.grant().end() == asked + options.renew_deadline);
    time.run_for(3s);
    auto const renewed = time.now();
    run(own.renew(false));
    CHECK(own.grant().end() == renewed + options.renew_deadline);
}

TEST_CASE_METHOD(joining_process, "a grant ends by the clock that comes first to its end")
{
    clock_reading const begin(time);
    lease_grant const grant(begin, 10s);
    auto later = begin;
    CHECK(grant.holds_at(later));
    later.wall += 10s;
    CHECK_FALSE(grant.holds_at(later));
    later = begin;
    later.monotonic += 10s;
    CHECK_FALSE(grant.holds_at(later));
    CHECK_FALSE(lease_grant().holds_at(begin));
}

TEST_CASE_METHOD(joining_process, "a Lease that was created and not renewed can be told from one that was")
{
    run(own.join());
    CHECK(lease(own.name()).find("renewTime") == std::string::npos);
    run(own.renew(false));
    CHECK(lease(own.name()).find("renewTime") != std::string::npos);
    CHECK(lease(own.name()).find(R"("holderIdentity":"a")") != std::string::npos);
    run(own.renew(true)); // it leaves
    CHECK(lease(own.name()).find(R"("holderIdentity":"a")") == std::string::npos);
}

// A server does not write a patch that changes nothing, so that others would see no renewal.
TEST_CASE_METHOD(joining_process, "each renewal changes the Lease, also if the wall clock stands still")
{
    own_clock stopped(time);
    stopped.freeze_wall();
    auto with_stopped_clock = env;
    with_stopped_clock.time = &stopped;
    membership one(requests, with_stopped_clock, options, random_source(1));
    run(one.join());
    auto before = lease(one.name());
    for (int i = 0; i != 3; ++i) {
        run(one.renew(false));
        auto const after = lease(one.name());
        CHECK(after != before);
        before = after;
    }
}

TEST_CASE_METHOD(joining_process, "a Lease that a user has changed is renewed at the next attempt")
{
    run(own.join());
    auto const before = own.grant().end();
    server.inject(testing::faults::status(409).on("patch").times(2));
    run(own.renew(false));
    CHECK(own.grant().end() == before); // somebody was faster each time
    server.patch(leases, {"shop", own.name()}, R"({"metadata":{"annotations":{"by":"a user"}}})");
    auto const began = time.now();
    run(own.renew(false)); // names the version from before, reads the Lease, and names that version
    CHECK(own.grant().end() == began + 2s + options.renew_deadline);
}

TEST_CASE_METHOD(joining_process,
                 "a membership ends with the label of its Lease, which others do not see then")
{
    run(own.join());
    auto const before = own.grant().end();
    server.patch(leases, {"shop", own.name()}, R"({"metadata":{"labels":null}})");
    run(own.renew(false)); // names the version from before
    CHECK_FALSE(own.is_member());
    CHECK(own.grant().end() <= before);
}

TEST_CASE_METHOD(joining_process, "a membership ends with its Lease, and the next one has another name")
{
    run(own.join());
    auto const name = own.name();
    server.remove(leases, {"shop", name});
    run(own.renew(false));
    CHECK_FALSE(own.is_member());
    CHECK_FALSE(own.grant().holds_at(clock_reading(time)));
    run(own.join());
    CHECK(own.name() != name);
}

TEST_CASE_METHOD(joining_process, "an answer that comes after the loss of the Lease begins no grant")
{
    run(own.join());
    boost::asio::co_spawn(io, own.renew(false), boost::asio::detached);
    time.run_for(100ms);
    own.lose(); // as when the watch says that the Lease is gone
    time.run_for(5s);
    CHECK_FALSE(own.is_member());
    CHECK_FALSE(own.grant().holds_at(clock_reading(time)));
}

TEST_CASE_METHOD(joining_process,
                 "a server that denies each Lease after it has created it gets no flood of them")
{
    auto const begin = time.now();
    for (int i = 0; i != 5; ++i) { // none is ever renewed
        run(own.join());
        own.lose();
    }
    auto const pauses = (1 + 2 + 4) * options.retry_period + options.lease_duration;
    CHECK(time.now() - begin >= pauses);
    CHECK(time.now() - begin < pauses + 10s);
}

TEST_CASE_METHOD(joining_process,
                 "after a renewal a member that has lost its Lease joins again without a long pause")
{
    for (int i = 0; i != 5; ++i) { // none is ever renewed
        run(own.join());
        own.lose();
    }
    run(own.join());
    run(own.renew(false));
    server.remove(leases, {"shop", own.name()});
    run(own.renew(false));
    REQUIRE_FALSE(own.is_member());
    auto const lost = time.now();
    run(own.join());
    CHECK(time.now() - lost <= options.retry_period + 1s);
}

TEST_CASE_METHOD(joining_process, "a conflict, or another object, is no answer to the question for a Lease")
{
    using outcome = lease_requests::outcome;
    run(own.join());
    server.inject(testing::faults::status(409).on("get"));
    CHECK(run(requests.read(own.name())).how == outcome::failed);
    server.inject(testing::faults::answer({.body = R"({"metadata":{"name":"x"}})"}).on("get"));
    CHECK(run(requests.read(own.name())).how == outcome::failed);
    CHECK(run(requests.read(own.name())).how == outcome::done);
    CHECK(run(requests.read("web-a-00000")).how == outcome::gone);
}

TEST_CASE_METHOD(joining_process, "a pause that the server asks for is kept before the next attempt to join")
{
    server.inject(testing::faults::throttled(30s).of("leases"));
    auto const begin = time.now();
    run(own.join());
    CHECK(time.now() - begin >= 30s);
    CHECK(time.now() - begin < 35s);
}

TEST_CASE_METHOD(joining_process, "an answer with an older state of the Lease begins no grant")
{
    run(own.join());
    auto const older = lease(own.name());
    auto const before = own.grant().end();
    server.inject(testing::faults::answer({.body = older}).on("patch")); // a cache has kept it
    run(own.renew(false));
    CHECK(own.is_member());
    CHECK(own.grant().end() == before);
    run(own.renew(false));
    CHECK(own.grant().end() > before);
}

TEST_CASE_METHOD(joining_process, "a watch that does not bring the last renewals is behind")
{
    run(own.join());
    own.see(stamp());
    auto first = stamp();
    for (int i = 0; i != 2; ++i) {
        run(own.renew(false));
        if (i == 0) first = stamp();
        CHECK_FALSE(own.watch_is_behind());
        time.run_for(3s);
    }
    run(own.renew(false));
    CHECK(own.watch_is_behind());
    own.see(first); // it is late
    CHECK(own.watch_is_behind());
    own.see(stamp() + 24h); // somebody has edited the Lease
    CHECK(own.watch_is_behind());
    own.see(stamp());
    CHECK_FALSE(own.watch_is_behind());
}

TEST_CASE_METHOD(joining_process, "a member has caught up when the renewal after a gap was seen")
{
    run(own.join());
    CHECK(own.has_caught_up());
    run(own.renew(false));
    auto const first = stamp();
    own.see(first);
    CHECK(own.has_caught_up());
    time.run_for(options.renew_deadline);
    CHECK_FALSE(own.has_caught_up()); // it owns nothing
    run(own.renew(false));
    own.see(first); // news from before the gap
    CHECK_FALSE(own.has_caught_up());
    own.see(stamp());
    CHECK(own.has_caught_up());
    time.run_for(3s);
    run(own.renew(false)); // without a gap
    CHECK(own.has_caught_up());
}

TEST_CASE_METHOD(joining_process,
                 "a member that leaves deletes its Lease, or says in it that its work has stopped")
{
    auto how = options;
    how.at_end = GENERATE(shard_end::hand_over, shard_end::keep);
    membership one(requests, env, how, random_source(1));
    run(one.join());
    auto const name = one.name();
    SECTION("at the second attempt if the server is away")
    {
        server.inject(testing::faults::unavailable().of("leases"));
        CHECK_FALSE(run(one.leave()));
        CHECK(one.is_member());
        CHECK(run(one.leave()));
        if (how.at_end == shard_end::keep)
            CHECK(decode_object<group_lease>(lease(name))->rests());
        else
            CHECK_THROWS_AS(lease(name), api_error);
    }
    SECTION("and has left if somebody has deleted the Lease")
    {
        server.remove(leases, {"shop", name});
        CHECK(run(one.leave()));
    }
    CHECK_FALSE(one.is_member());
    CHECK_FALSE(one.grant().holds_at(clock_reading(time)));
}

// Contract: a controller under leader election, over several terms.

#include "controlled.hpp"
#include "election_world.hpp"

namespace {

struct led : election_world {
    led()
    {
        tested.watches(informer);
        informing.start(io, informer.run());
        standing.start(io, stand());
        time.run_for(1s);
    }
    ~led()
    {
        standing.cancel();
        time.run_for(1min);
        informing.cancel();
    }

    task<reconcile_result> reconcile(object_name key)
    {
        seen.push_back(key.name);
        while (hangs) co_await time.sleep_for(1s);
        co_return reconcile_result::done();
    }
    task<> stand()
    {
        auto const work = [this] { return tested.run(); };
        for (;;) {
            try {
                co_await election.run_while_leader(work);
            } catch (api_error const& e) {
                if (e.code() != errc::leadership_lost) throw;
            }
            ++terms;
        }
    }
    lines take() { return std::exchange(seen, {}); }

    shared_informer<config_map> informer{api};
    controller<> tested{env, [this](object_name key) { return reconcile(std::move(key)); },
                        quick({.grace = 3s})};
    leader_election election{api, {.name = "web", .ns = "shop", .identity = "me"}};
    background informing, standing;
    lines seen;
    int terms = 0;
    bool hangs = false;
};

} // namespace

TEST_CASE_METHOD(led, "a controller works while its process leads, and continues in the next term with the "
                      "objects that exist then")
{
    put("a", "1");
    time.run_for(1s);
    CHECK(election.is_leader());
    CHECK(take() == lines{"a"});

    edit(R"({"spec":{"holderIdentity":"other","leaseTransitions":1}})");
    time.run_for(5s);
    CHECK(terms == 1);
    CHECK_FALSE(tested.status().synced);
    set("a", "2");
    put("b", "1");
    time.run_for(5s);
    CHECK(take().empty());

    time.run_for(20s); // nobody renews this lease
    CHECK(election.is_leader());
    CHECK(take() == lines{"a", "b"});
    set("b", "2");
    time.settle();
    CHECK(take() == lines{"b"});
    CHECK_FALSE(standing.ended);
}

TEST_CASE_METHOD(led,
                 "a reconcile that is running when the lease is lost has ended before the next term begins")
{
    hangs = true;
    put("a", "1");
    time.run_for(1s);
    server.inject(faults::unavailable().on("patch").of("leases").times(fault::always));
    CHECK(until([&] { return tested.status().queue.working == 0; }) <= 15.0); // 10 s, and 3 s of grace
    CHECK(terms == 1);
    server.heal();
    hangs = false;
    time.run_for(30s);
    CHECK(election.is_leader());
    CHECK(take() == lines{"a", "a"});
}

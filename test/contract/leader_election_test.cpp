// Contract: of the processes that contend for a Lease, one at a time works; it releases the lease when its
// work has ended, and not before.

#include "core/strand_of.hpp"
#include "election_world.hpp"

#include <boost/asio/post.hpp>

TEST_CASE_METHOD(election_world,
                 "the first contender creates the Lease, works at once, and renews it every two seconds")
{
    a.start();
    time.run_for(1s);
    CHECK(said == lines{"a begins"});
    CHECK(a.election.is_leader());
    CHECK(a.election.leader() == "a");
    CHECK(a.election.term() == 0);
    auto const spec = lease()["spec"];
    CHECK(spec.at("holderIdentity") == "a");
    CHECK(spec.at("leaseDurationSeconds") == 15);
    CHECK(spec.at("acquireTime") == "2023-11-14T22:13:20.000000Z");

    auto const before = server.requests("patch", lease_resource);
    time.run_for(20s);
    CHECK(server.requests("patch", lease_resource) == before + 10);
    CHECK(server.requests("get", lease_resource) == 1);
    CHECK(lease()["spec"].at("acquireTime") == "2023-11-14T22:13:20.000000Z");
    CHECK(lease()["spec"].at("renewTime") == "2023-11-14T22:13:40.000000Z");
    CHECK_NOTHROW(a.election.check());
}

TEST_CASE_METHOD(
    election_world,
    "a cancelled leader cancels its work, renews until the work has ended, and then releases the lease")
{
    contender b(*this, "b", said);
    a.lingers = 40s; // much longer than the lease lasts
    a.start();
    time.run_for(1s);
    b.start();
    time.run_for(10s);
    a.stop();
    time.run_for(39s);
    CHECK(said == lines{"a begins"});
    CHECK(holder() == "a");
    CHECK_FALSE(a.ended());

    time.run_for(7s);
    CHECK(a.ended());
    CHECK(a.running->code() == condition::cancelled);
    CHECK(said == lines{"a begins", "a ends", "b begins"});
    CHECK(b.election.term() == 1);
    CHECK(a.election.term() == -1);
    CHECK_FALSE(a.election.is_leader());
}

TEST_CASE_METHOD(election_world,
                 "work that ends by itself ends the run, and the same election may be run again")
{
    a.start();
    time.run_for(5s);
    a.finish();
    time.run_for(1s);
    CHECK(a.ended());
    CHECK(a.running->what().empty());
    CHECK(holder().empty());
    CHECK(lease()["spec"].at("leaseDurationSeconds") == 1);

    a.start();
    time.run_for(1s);
    CHECK(said == lines{"a begins", "a ends", "a begins"});
    CHECK(transitions() == 1);
}

TEST_CASE_METHOD(
    election_world,
    "an exception of the work ends the run after the lease was released; so does one of the call itself")
{
    a.throws = true;
    a.start();
    time.run_for(5s);
    a.finish();
    time.run_for(1s);
    CHECK(a.running->what() == "the work's own");
    CHECK(holder().empty());

    auto const refuses = []() -> task<> { throw std::runtime_error("not even begun"); };
    background running(io, a.election.run_while_leader(refuses));
    time.run_for(10s);
    CHECK(running.what() == "not even begun");
    CHECK(holder().empty());
}

TEST_CASE_METHOD(election_world,
                 "without release_on_end the lease expires, and then another process takes it")
{
    contender c(*this, "c", said, {.release_on_end = false});
    c.start();
    time.run_for(1s);
    a.start();
    c.finish();
    auto const took = until([&] { return a.works == 1; });
    CHECK(took >= 14);
    CHECK(took < 20);
}

TEST_CASE_METHOD(election_world,
                 "of three contenders one works; when it stops the next one does, with a greater term")
{
    contender b(*this, "b", said), c(*this, "c", said);
    std::vector<contender*> all{&a, &b, &c};
    for (auto* each : all) each->start();
    std::int64_t term = -1;
    while (!all.empty()) {
        time.run_for(30s);
        auto const working = std::ranges::find_if(all, [](auto* each) { return each->works == 1; });
        REQUIRE(working != all.end());
        CHECK(std::ranges::count_if(all, [](auto* each) { return each->works == 1; }) == 1);
        for (auto* each : all) CHECK(each->election.leader() == (*working)->name);
        CHECK((*working)->election.term() > term);
        term = (*working)->election.term();
        (*working)->stop();
        all.erase(working);
    }
    CHECK(said.size() == 6);
}

TEST_CASE_METHOD(election_world, "a contender is told of each new holder, itself included")
{
    lines leaders;
    leader_election_options options;
    options.on_new_leader = [&leaders](std::string const& who) {
        leaders.push_back(who);
        throw std::runtime_error("the user's own");
    };
    contender b(*this, "b", said, options);
    a.start();
    b.start();
    time.run_for(10s);
    CHECK(b.election.leader() == "a");
    CHECK_FALSE(b.election.is_leader());
    CHECK(b.election.term() == -1);
    a.stop();
    time.run_for(10s);
    CHECK(leaders == lines{"a", "b"});
    CHECK(log_text.str().find("on_new_leader threw: the user's own") != std::string::npos);
}

TEST_CASE_METHOD(
    election_world,
    "other clients' changes of the Lease stay, and the contender's own labels are set at the start")
{
    contender b(*this, "b", said, {.labels = {{"app", "shop"}}});
    b.start();
    time.run_for(1s);
    edit(
        R"({"metadata":{"labels":{"team":"x"},"annotations":{"note":"y"}},"spec":{"strategy":"OldestEmulationVersion"}})");
    time.run_for(10s);
    b.stop();
    a.start();
    time.run_for(10s);
    CHECK(holder() == "a");
    auto const after = lease();
    CHECK(after.at("metadata").at("labels") == boost::json::value{{"app", "shop"}, {"team", "x"}});
    CHECK(after.at("metadata").at("annotations") == boost::json::value{{"note", "y"}});
    CHECK(after.at("spec").at("strategy") == "OldestEmulationVersion");
    CHECK(log_text.str().find("leadership lost") == std::string::npos);
}

TEST_CASE_METHOD(election_world, "two with the same identity do not work at the same time")
{
    contender twin(*this, "a", said);
    a.start();
    time.run_for(1s);
    twin.start();
    time.run_for(60s);
    CHECK(said == lines{"a begins"});
    CHECK_FALSE(twin.election.is_leader());
    a.stop();
    time.run_for(10s);
    CHECK(said == lines{"a begins", "a ends", "a begins"});
    CHECK(twin.works == 1);
}

TEST_CASE_METHOD(election_world, "impossible options are refused, and the message names the option")
{
    auto const refusal = [&](auto change) {
        leader_election_options o{.name = "web", .ns = "shop", .identity = "x"};
        change(o);
        try {
            leader_election const made(a.api, o);
        } catch (api_error const& e) {
            CHECK(e.code() == (o.name == ".." ? errc::invalid_name : errc::bad_request));
            return std::string(e.what());
        }
        return std::string("none");
    };
    using options = leader_election_options;
    auto const says = [](char const* what) { return Catch::Contains(what); };
    CHECK_THAT(refusal([](options& o) { o.name.clear(); }), says("name is empty"));
    CHECK_THAT(refusal([](options& o) { o.name = ".."; }), says(".."));
    CHECK_THAT(refusal([](options& o) { o.identity.clear(); }), says("identity is empty"));
    CHECK_THAT(refusal([](options& o) { o.retry_period = 0s; }), says("retry_period is not positive"));
    CHECK_THAT(refusal([](options& o) { o.retry_period = 9s; }), says("more than 1.2 times retry_period"));
    CHECK_THAT(refusal([](options& o) { o.retry_period = duration::max(); }),
               says("more than 1.2 times retry_period"));
    CHECK_THAT(refusal([](options& o) { o.renew_deadline = 15s; }), says("lease_duration is not more"));
    CHECK_THAT(refusal([](options& o) { o.lease_duration = 15500ms; }), says("whole seconds"));
    CHECK_THAT(refusal([](options& o) { o.lease_duration = 8761h; }), says("more than a year"));
    CHECK(refusal([](options& o) { o.lease_duration = 8760h; }) == "none");
    CHECK_THAT(refusal([](options& o) { o.ns.clear(); }), says("none")); // the namespace of the endpoint
    auto const nowhere = [&] { leader_election(api, {.name = "web", .identity = "x"}); };
    CHECK_THROWS_WITH(nowhere(), says("the endpoint names no namespace"));
}

TEST_CASE_METHOD(election_world, "an election runs once at a time")
{
    a.start();
    time.run_for(1s);
    background second(io, a.election.run_while_leader([this] { return a.work(); }));
    time.run_for(1s);
    CHECK(second.code() == errc::already_running);
    CHECK(said == lines{"a begins"});
}

TEST_CASE("a contender that is cancelled at any turn ends, without work and with the lease free or released")
{
    for (int turns = 0; turns < 260; turns += 3) {
        INFO("cancelled after " << turns << " turns");
        election_world w;
        w.a.start();
        w.io.restart();
        for (int i = 0; i < turns; ++i)
            if (w.io.poll_one() == 0) {
                w.time.run_for(100ms);
                w.io.restart();
            }
        w.a.stop();
        w.time.run_for(5s);
        REQUIRE(w.a.ended());
        CHECK(w.a.running->code() == condition::cancelled);
        CHECK(w.a.works == 0);
        contender b(w, "b", w.said);
        b.start();
        w.time.run_for(5s); // less than the duration of a lease
        CHECK(b.works == 1);
    }
}

namespace {

/// An election whose work runs on an execution context of its own. The election itself runs on `io`, as its
/// client does.
struct led_elsewhere : election_world {
    void lead()
    {
        asio::co_spawn(bound(there->get_executor()), a.election.run_while_leader([this] { return a.work(); }),
                       [this](std::exception_ptr e) {
                           has_ended = true;
                           failure = e;
                       });
        run_both();
    }
    void run_there()
    {
        there->restart();
        there->poll();
    }
    /// Runs both contexts until neither has anything to do.
    void run_both()
    {
        for (int i = 0; i < 10; ++i) {
            run_there();
            time.settle();
        }
    }
    /// Makes the work return, and does not let the election hear of it.
    void let_work_return()
    {
        a.finished = true;
        a.turn.notify();
        run_there();
    }

    std::unique_ptr<asio::io_context> there = std::make_unique<asio::io_context>();
    bool has_ended = false;
    std::exception_ptr failure;
};

} // namespace

TEST_CASE_METHOD(
    led_elsewhere,
    "an election ends, and releases its lease, when the execution context of its work is destroyed")
{
    lead();
    time.run_for(5s);
    REQUIRE(a.works == 1);
    CHECK(holder() == "a");
    there.reset();
    time.run_for(1s);
    CHECK(holder().empty());
    CHECK(a.election.term() == -1);
    CHECK_FALSE(a.election.is_leader());
    a.start(); // it can be run again
    time.run_for(5s);
    CHECK(holder() == "a");
    CHECK(said == lines{"a begins", "a begins"});
}

TEST_CASE_METHOD(led_elsewhere,
                 "work that has returned by itself has not lost the lease, although the renewal "
                 "is overdue before the election hears of its end")
{
    lead();
    time.run_for(5s);
    REQUIRE(a.works == 1);
    a.clock.jump(11s);
    // The turn in which the work returns comes right before that of the timer which finds the lease overdue.
    bool has_returned = false;
    auto const post_return = [&] {
        if (!std::exchange(has_returned, true)) asio::post(io, [this] { let_work_return(); });
        return false;
    };
    time.run_until(post_return, 0s);
    run_both();
    CHECK(has_ended);
    CHECK_FALSE(failure);
    CHECK(holder().empty());
    CHECK(log_text.str().find("leadership lost") == std::string::npos);
}

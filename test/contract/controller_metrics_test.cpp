// Contract: what controllers and leader elections count, under the names of published dashboards.

#include "controlled.hpp"
#include "election_world.hpp"
#include "metrics_text.hpp"
#include "shard_controllers.hpp"

namespace {

/// A world whose controllers count. The name of a key says how its reconcile ends.
struct counted_world : world {
    counted_world()
    {
        env.metrics = &registry;
        listing.start(io, informer.run());
    }

    controller<> make(controller_options options = {})
    {
        return controller(env, [this](object_name key) { return reconcile(std::move(key)); }, quick(options));
    }
    task<reconcile_result> reconcile(object_name key)
    {
        if (takes > 0s) co_await time.sleep_for(takes);
        if (key.name == "throws") throw std::runtime_error("no luck");
        if (key.name == "fails") co_return reconcile_result::failed("not yet");
        if (key.name == "waits") co_return reconcile_result::again_after(10min);
        if (key.name == "again" && !std::exchange(was_repeated, true))
            co_return reconcile_result::again_after(0s);
        co_return reconcile_result::done();
    }
    std::string of(std::string const& family) const { return metric_lines(registry, family); }

    metrics_registry registry;
    shared_informer<config_map> informer{api};
    duration takes = 0s;
    bool was_repeated = false;
    background listing;
};

} // namespace

TEST_CASE_METHOD(counted_world, "a controller shows all its families from the beginning, and its queue's")
{
    auto const tested = make({.name = "web", .concurrency = 3});
    CHECK(of("controller_runtime") ==
          "controller_runtime_active_workers controller=web: 0\n"
          "controller_runtime_max_concurrent_reconciles controller=web: 3\n"
          "controller_runtime_reconcile_errors_total controller=web: 0\n"
          "controller_runtime_reconcile_time_seconds controller=web: sum 0\n"
          "controller_runtime_reconcile_timeouts_total controller=web: 0\n"
          "controller_runtime_reconcile_total controller=web result=error: 0\n"
          "controller_runtime_reconcile_total controller=web result=requeue: 0\n"
          "controller_runtime_reconcile_total controller=web result=requeue_after: 0\n"
          "controller_runtime_reconcile_total controller=web result=success: 0\n");
    CHECK(of("workqueue_depth") == "workqueue_depth controller=web name=web: 0\n");
}

TEST_CASE_METHOD(counted_world, "reconciles are counted by their result, and failures also as errors")
{
    auto tested = make({.name = "web"});
    for (auto const* const name : {"ok", "fine", "waits", "again", "throws", "fails"}) put(name, "1");
    tested.watches(informer);
    background const running(io, tested.run());
    time.run_for(500ms);
    CHECK(of("controller_runtime_reconcile_total") ==
          "controller_runtime_reconcile_total controller=web result=error: 2\n"
          "controller_runtime_reconcile_total controller=web result=requeue: 1\n"
          "controller_runtime_reconcile_total controller=web result=requeue_after: 1\n"
          "controller_runtime_reconcile_total controller=web result=success: 3\n");
    CHECK(of("controller_runtime_reconcile_errors") ==
          "controller_runtime_reconcile_errors_total controller=web: 2\n");
    CHECK(of("workqueue_retries") == "workqueue_retries_total controller=web name=web: 2\n");
    CHECK(of("workqueue_adds") == "workqueue_adds_total controller=web name=web: 7\n");
    auto const s = tested.status();
    CHECK(s.reconciles == 7);
    CHECK(s.failures == 2);
}

TEST_CASE_METHOD(counted_world, "the time of a reconcile counts, however it ends, and so does its deadline")
{
    auto tested = make({.name = "web", .deadline = 8s});
    tested.watches(informer);
    background const running(io, tested.run());
    time.run_for(1s);
    takes = 3s;
    put("ok", "1");
    time.run_for(4s);
    takes = 200ms;
    put("fails", "1");
    time.run_for(300ms);
    CHECK(of("controller_runtime_reconcile_time_") ==
          "controller_runtime_reconcile_time_seconds controller=web: <=0.2:1 <=3:1 sum 3.2\n");
    CHECK(of("controller_runtime_reconcile_timeouts") ==
          "controller_runtime_reconcile_timeouts_total controller=web: 0\n");
    tested.add({"shop", "slow"});
    remove("fails");
    takes = 1h;
    time.run_for(8100ms);
    CHECK(of("controller_runtime_reconcile_timeouts") ==
          "controller_runtime_reconcile_timeouts_total controller=web: 1\n");
}

TEST_CASE_METHOD(counted_world, "the active workers are the reconciles that run now")
{
    auto tested = make({.name = "web", .concurrency = 2});
    takes = 5s;
    for (auto const* const name : {"a", "b", "c"}) put(name, "1");
    tested.watches(informer);
    background running(io, tested.run());
    auto const active = [this] { return of("controller_runtime_active"); };
    time.run_for(1s);
    CHECK(active() == "controller_runtime_active_workers controller=web: 2\n");
    CHECK(of("workqueue_depth") == "workqueue_depth controller=web name=web: 1\n");
    time.run_for(5s);
    CHECK(active() == "controller_runtime_active_workers controller=web: 1\n");
    running.cancel();
    CHECK(active() == "controller_runtime_active_workers controller=web: 0\n");
}

TEST_CASE_METHOD(counted_world, "a controller without a name is called by the first resource that it watches")
{
    auto tested = make();
    tested.add({"shop", "early"});
    CHECK(of("").empty());
    shared_informer<pod> other(api);
    tested.watches(informer);
    tested.watches(other);
    CHECK(of("controller_runtime_max") ==
          "controller_runtime_max_concurrent_reconciles controller=configmaps: 1\n");
    CHECK(of("workqueue_adds") == "workqueue_adds_total controller=configmaps name=configmaps: 1\n");

    put("throws", "1");
    auto const pod_listing = start(other.run());
    background const running(io, tested.run());
    time.run_for(1s);
    CHECK(log_text.str().find("reconcile failed controller=configmaps") != std::string::npos);
}

TEST_CASE_METHOD(counted_world, "a controller that watches nothing has a name when it runs")
{
    auto tested = make();
    tested.add({"shop", "ok"});
    background const running(io, tested.run());
    time.settle();
    CHECK(of("controller_runtime_max") ==
          "controller_runtime_max_concurrent_reconciles controller=controller: 1\n");
    CHECK(of("workqueue_adds") == "workqueue_adds_total controller=controller name=controller: 1\n");
}

TEST_CASE_METHOD(counted_world, "the queue of a controller may have a name of its own")
{
    controller_options options{.name = "web"};
    options.queue.name = "web-keys";
    auto const tested = make(options);
    CHECK(of("workqueue_depth") == "workqueue_depth controller=web-keys name=web-keys: 0\n");
}

TEST_CASE_METHOD(counted_world, "a controller counts on in its next run, and disappears with its last copy")
{
    {
        auto tested = make({.name = "web"});
        for (int i = 0; i < 2; ++i) {
            tested.add({"shop", "ok"});
            background running(io, tested.run());
            time.run_for(1s);
            running.cancel();
        }
        CHECK(of("controller_runtime_reconcile_total").ends_with("result=success: 2\n"));
    }
    CHECK(of("").empty());
}

TEST_CASE_METHOD(election_world, "the master status is 0 from the beginning, and 1 while this process leads")
{
    metrics_registry of_b, of_c;
    env.metrics = &of_b;
    contender b(*this, "b", said);
    env.metrics = &of_c;
    contender c(*this, "c", said);
    auto const status = [](metrics_registry const& of) { return metric_lines(of, "leader_election"); };
    std::string const yes = "leader_election_master_status name=web: 1\n";
    std::string const no = "leader_election_master_status name=web: 0\n";
    CHECK(status(of_b) == no);
    b.start();
    time.run_for(1s);
    c.start();
    time.run_for(10s);
    CHECK(status(of_b) == yes);
    CHECK(status(of_c) == no);

    b.stop();
    time.run_for(10s);
    CHECK(status(of_b) == no);
    CHECK(status(of_c) == yes);
}

TEST_CASE_METHOD(election_world, "the master status is 0 as soon as the lease was not renewed in time")
{
    metrics_registry registry;
    env.metrics = &registry;
    contender b(*this, "b", said);
    b.start();
    time.run_for(1s);
    b.clock.jump(1h); // this process stood still, and none of its coroutines has had its turn since
    CHECK(metric_lines(registry, "leader_election") == "leader_election_master_status name=web: 0\n");
}

TEST_CASE_METHOD(election_world,
                 "transitions count each new term of the Lease, also those of other processes")
{
    metrics_registry of_b, of_c;
    env.metrics = &of_b;
    contender b(*this, "b", said);
    env.metrics = &of_c;
    contender c(*this, "c", said);
    auto const seen_by = [](metrics_registry const& of) { return metric_lines(of, "coinformer_leader"); };
    auto const times = [](int n) {
        return "coinformer_leader_election_transitions_total name=web: " + std::to_string(n) + "\n";
    };
    CHECK(seen_by(of_b) == times(0));
    b.start();
    time.run_for(1s);
    c.start();
    time.run_for(10s);
    CHECK(seen_by(of_b) == times(0)); // the first holder of a new Lease
    CHECK(seen_by(of_c) == times(0));
    edit(R"({"spec":{"leaseTransitions":7,"holderIdentity":"somebody"}})");
    time.run_for(10s);
    CHECK(seen_by(of_b) == times(7));
    CHECK(seen_by(of_c) == times(7));
    REQUIRE(b.ended()); // because it has lost the lease
    b.start();
    time.run_for(30s); // the lease of somebody expires, and one of the two takes it
    CHECK(transitions() == 8);
    CHECK(seen_by(of_b) == times(8));
    CHECK(seen_by(of_c) == times(8));

    edit(R"({"spec":{"leaseTransitions":0,"holderIdentity":"somebody"}})"); // as if the Lease were a new one
    time.run_for(10s);
    CHECK(seen_by(of_b) == times(8));
    CHECK(seen_by(of_c) == times(8));
}

TEST_CASE_METHOD(controlling_world, "the owned part and the parked keys are counted")
{
    metrics_registry registry;
    env.metrics = &registry;
    controller_options options;
    options.name = "web";
    options.concurrency = 4;
    options.grace = 20s;
    auto& a = add("a", options);
    add("b", options);
    settle();
    auto const shown = [&] { return metric_lines(registry, "coinformer_controller"); };
    CHECK(shown() == "coinformer_controller_owned_ratio controller=web: 1\n" // the sum of both
                     "coinformer_controller_parked_keys controller=web: 0\n");
    a.takes = 10s;
    put_objects(4);
    time.run_for(1s);
    REQUIRE(a.tested->status().queue.working > 0);
    a.process.stop(); // it keeps its keys until its reconciles have ended, and begins none
    time.run_for(1s);
    for (int i = 4; i != 14; ++i) put("o" + std::to_string(i), "1");
    time.run_for(1s);
    auto const parked = a.tested->status().parked;
    CHECK(parked > 0);
    CHECK(shown() == "coinformer_controller_owned_ratio controller=web: 0.5\n"
                     "coinformer_controller_parked_keys controller=web: " +
                         std::to_string(parked) + "\n");
    settle();
    CHECK(shown() == "coinformer_controller_owned_ratio controller=web: 1\n"
                     "coinformer_controller_parked_keys controller=web: 0\n");
    processes.clear();
    CHECK(shown().empty());
}

// Contract: the controllers of the processes of a shard group reconcile every key, each of them in the
// process that owns it, and never two at once, whichever processes come and go.
#include "controlled.hpp"
#include "shard_controllers.hpp"

TEST_CASE_METHOD(controlling_world, "each change is reconciled once, in the process that owns the object")
{
    add_three();
    put_objects(60);
    settle();
    CHECK(begun() == 60);
    for (auto const& p : processes) CHECK(p->begun.size() < 40);
    CHECK(stale().empty());
    for (int i = 0; i != 10; ++i) set("o" + std::to_string(i), "2");
    settle();
    CHECK(begun() == 70);
    CHECK(stale().empty());
    CHECK(at(0).tested->status().owned == Approx(1.0 / 3).margin(0.001));
}

TEST_CASE_METHOD(controlling_world, "a process that joins reconciles what it gets")
{
    put_objects(60);
    add("a");
    settle();
    CHECK(at(0).begun.size() == 60);
    auto& b = add("b");
    settle();
    CHECK(b.begun.size() > 15);
    CHECK(begun() == 60 + b.begun.size());
    auto const before = at(0).begun.size();
    for (int i = 0; i != 60; ++i) set("o" + std::to_string(i), "2");
    settle();
    CHECK(at(0).begun.size() - before < 45);
    CHECK(stale().empty());
    CHECK(at(0).deleted.empty()); // what has moved is not taken for deleted
    CHECK(at(0).tested->status().dropped == 0);
}

TEST_CASE_METHOD(controlling_world, "a part is handed over when its reconciles have ended")
{
    add_three(with_grace(20s));
    put_objects(12);
    for (auto const& p : processes) p->takes = 5s;
    time.run_for(1s);
    REQUIRE(at(0).tested->status().queue.working > 0);
    auto const working = at(0).tested->status().queue.working;
    auto const released = at(0).process.group.held();
    at(0).process.stop();
    watch_reconciles(2s);
    CHECK(at(0).process.group.owned().empty());
    CHECK(at(0).process.group.held() == released); // 2 s more to go
    CHECK(at(0).tested->status().queue.working == working);
    watch_reconciles(1min);
    CHECK(at(0).ended.size() == working);
    CHECK(at(0).begun.size() == working);
    CHECK(stale().empty());
    CHECK(at(0).tested->status().parked == 0);
}

TEST_CASE_METHOD(controlling_world,
                 "with a grace of duration::max() a part is handed over when its reconciles have ended, too")
{
    add_three(with_grace(duration::max()));
    put_objects(12);
    at(0).takes = 20s;
    time.run_for(1s);
    auto const working = at(0).tested->status().queue.working;
    REQUIRE(working > 0);
    at(0).process.stop();
    watch_reconciles(1min);
    CHECK(at(0).ended.size() == working);
    CHECK(at(0).process.group.held().empty());
    CHECK(stale().empty());
}

TEST_CASE_METHOD(controlling_world, "a reconcile that does not end in time is cancelled, and its part moves")
{
    add_three(with_grace(3s));
    put_objects(12);
    at(0).takes = 1h;
    time.run_for(1s);
    REQUIRE(at(0).tested->status().queue.working > 0);
    auto const held = at(0).process.group.held();
    at(0).process.stop();
    watch_reconciles(2s);
    CHECK(at(0).process.group.held() == held);
    watch_reconciles(2s);
    CHECK(at(0).process.group.held().empty());
    settle();
    CHECK(stale().empty());
    CHECK(at(0).tested->status().failures == 0);
}

TEST_CASE_METHOD(controlling_world, "without a grace, running reconciles are cancelled at once")
{
    add_three();
    put_objects(12);
    at(0).takes = 1h;
    time.run_for(1s);
    REQUIRE(at(0).tested->status().queue.working > 0);
    at(0).process.stop();
    watch_reconciles(1s);
    CHECK(at(0).process.group.held().empty());
    settle();
    CHECK(stale().empty());
}

TEST_CASE_METHOD(controlling_world, "when a process dies, the others reconcile its objects")
{
    add_three();
    put_objects(60);
    for (auto const& p : processes) p->takes = 100ms;
    time.run_for(300ms);
    at(0).die();
    for (int i = 0; i != 60; ++i) set("o" + std::to_string(i), "2");
    watch_reconciles(1min);
    CHECK(stale().empty());
}

TEST_CASE_METHOD(controlling_world, "a process that stood still cannot undo what others have done since")
{
    add_three(with_grace(1min)); // too long, so that only the numbers protect the objects
    put_objects(30);
    settle();
    at(0).takes = 1s;
    at(0).is_careless = true;
    for (int i = 0; i != 30; ++i) set("o" + std::to_string(i), "2");
    time.run_for(500ms);
    REQUIRE(at(0).tested->status().queue.working == 4);
    at(0).stand_still();
    watch_reconciles(1min);
    for (int i = 0; i != 30; ++i) set("o" + std::to_string(i), "3");
    watch_reconciles(1min);
    CHECK(stale().empty());
    at(0).process.go_on();
    watch_reconciles(1min);
    CHECK(ledger.rejected == 4);
    CHECK(stale().empty());
}

TEST_CASE_METHOD(controlling_world, "a process that is cut off stops its reconciles before others take over")
{
    add_three();
    put_objects(30);
    settle();
    at(0).takes = 1h;
    for (int i = 0; i != 30; ++i) set("o" + std::to_string(i), "2");
    time.run_for(1s);
    REQUIRE(at(0).tested->status().queue.working == 4);
    at(0).process.network.silence();
    at(0).process.network.refuse(true);
    watch_reconciles(11s);
    CHECK(at(0).tested->status().queue.working == 0);
    CHECK_FALSE(stale().empty());
    watch_reconciles(1min);
    CHECK(stale().empty());
    at(0).takes = 0s;
    at(0).process.network.refuse(false);
    watch_reconciles(1min);
    CHECK(at(0).process.share() == Approx(1.0 / 3).margin(0.001));
    CHECK(stale().empty());
}

TEST_CASE_METHOD(controlling_world, "keys wait while the server is away, and nothing is lost")
{
    add_three();
    put_objects(30);
    settle();
    for (auto const& p : processes) {
        p->process.network.refuse(true);
        p->process.network.reset();
    }
    time.run_for(11s);
    for (auto const& p : processes) {
        CHECK(p->process.share() == 0);
        p->tested->add({"shop", p->begun.at(0)});
        p->begun.clear();
    }
    time.run_for(500ms);
    for (auto const& p : processes) {
        CHECK(p->begun.empty());
        CHECK(p->tested->status().parked == 1);
        p->process.network.refuse(false);
    }
    watch_reconciles(1min);
    for (auto const& p : processes) {
        CHECK(p->tested->status().parked == 0);
        CHECK(p->tested->status().dropped == 0);
        CHECK(p->begun.size() == p->informer.snapshot().size()); // as if its part were new
    }
}

TEST_CASE_METHOD(controlling_world, "a controller that ends while its part is released holds nothing up")
{
    add_three(with_grace(1h));
    put_objects(12);
    at(0).takes = 1h;
    time.run_for(1s);
    REQUIRE(at(0).tested->status().queue.working > 0);
    at(0).process.stop();
    time.run_for(10s);
    CHECK_FALSE(at(0).process.group.held().empty());
    SECTION("its run is cancelled twice")
    {
        at(0).running.cancel();
        at(0).running.cancel();
    }
    SECTION("it is destroyed with its run")
    {
        at(0).running.cancel();
        at(0).running.cancel();
        at(0).tested.reset();
    }
    watch_reconciles(10s);
    CHECK(at(0).process.group.held().empty());
    CHECK(at(0).process.running->ended);
    CHECK(stale().empty());
}

TEST_CASE_METHOD(controlling_world, "a controller that does not run, or is gone, holds nothing up")
{
    add_three();
    SECTION("it has ended")
    {
        at(0).running.cancel();
    }
    SECTION("it is destroyed")
    {
        at(0).running.cancel();
        at(0).tested.reset();
    }
    at(0).process.stop();
    time.run_for(2s);
    CHECK(at(0).process.running->ended);
}

TEST_CASE_METHOD(controlling_world, "keys that wait are forgotten with the run")
{
    add_three();
    put_objects(12);
    settle();
    at(0).process.network.refuse(true);
    at(0).process.network.reset();
    time.run_for(11s);
    at(0).tested->add({"shop", at(0).begun.at(0)});
    time.run_for(500ms);
    CHECK(at(0).tested->status().parked == 1);
    at(0).running.cancel();
    REQUIRE(at(0).running.ended);
    CHECK(at(0).tested->status().parked == 0);
}

TEST_CASE_METHOD(controlling_world, "a controller runs again")
{
    add_three();
    put_objects(12);
    settle();
    at(0).running.cancel();
    REQUIRE(at(0).running.ended);
    at(0).tested->add({"shop", "none"}); // waits for the next run
    auto const before = at(0).begun.size();
    at(0).start();
    settle();
    CHECK(at(0).begun.size() == 2 * before);
    CHECK(begun() == 12 + before);
    CHECK(at(0).tested->status().dropped == 1);
}

TEST_CASE_METHOD(controlling_world, "an event of a child leads to its parent where the parent is owned")
{
    std::vector<shared_informer<pod>> children;
    std::deque<background> followed;
    for (auto const* name : {"a", "b", "c"}) {
        auto& p = prepare(shard_world::add(name));
        children.emplace_back(p.process.api);
        followed.emplace_back(io, children.back().run());
        p.tested->watches(children.back(), owner_key<config_map>());
        p.start();
    }
    settle();
    put_objects(30);
    settle();
    CHECK(begun() == 30);
    for (int i = 0; i != 30; ++i)
        server.create(pods, R"({"metadata":{"name":"p)" + std::to_string(i) +
                                R"(","namespace":"shop","ownerReferences":[{"apiVersion":"v1","kind":)" +
                                R"("ConfigMap","name":"o)" + std::to_string(i) +
                                R"(","uid":"u","controller":true}]}})");
    settle();
    CHECK(begun() == 60);
    for (auto const& p : processes) {
        CHECK(p->begun.size() == 2 * p->informer.snapshot().size());
        CHECK(p->tested->status().dropped == 30 - p->informer.snapshot().size());
    }
}

namespace {

/// A world in which namespaces belong to processes.
struct divided_by_namespace : controlling_world {
    // The names differ in the first letter: those that differ only at the end have nearly equal hashes.
    static std::string ns_of(int i) { return static_cast<char>('a' + i) + std::string("-team"); }
    divided_by_namespace()
    {
        field = shard_field::ns;
        for (int i = 0; i != 20; ++i) {
            auto const ns = ns_of(i);
            server.create(resource{.version = "v1", .plural = "namespaces"},
                          R"({"metadata":{"name":")" + ns + R"("}})");
            put("o" + std::to_string(i), "1", ns);
        }
    }
};

} // namespace

TEST_CASE_METHOD(divided_by_namespace, "a namespace has one owner, which also knows the keys of no object")
{
    add_three();
    time.run_for(30s);
    CHECK(ledger.written.size() == 20);
    for (auto const& p : processes) {
        p->begun.clear();
        for (int i = 0; i != 20; ++i) p->tested->add({ns_of(i), "none"});
    }
    settle();
    CHECK(begun() == 20);
    std::size_t dropped = 0;
    for (auto const& p : processes) dropped += p->tested->status().dropped;
    CHECK(dropped == 40);
}

TEST_CASE_METHOD(divided_by_namespace, "nothing is taken for deleted before the store has its part")
{
    auto& a = add("a");
    auto& b = add("b");
    time.run_for(30s);
    CHECK(a.begun.size() + b.begun.size() >= 20);
    server.inject(faults::late(10s).on("list"));
    a.process.stop();
    time.run_for(5s);
    REQUIRE(b.process.share() == 1);
    REQUIRE(b.informer.snapshot().size() < 20);
    for (int i = 0; i != 20; ++i) b.tested->add({ns_of(i), "o" + std::to_string(i)});
    time.run_for(1s);
    CHECK(b.tested->status().parked == 20 - b.informer.snapshot().size());
    time.run_for(1min);
    CHECK(b.informer.snapshot().size() == 20);
    CHECK(std::set<std::string>(b.begun.begin(), b.begun.end()).size() == 20);
    CHECK(b.deleted.empty());
    CHECK(b.tested->status().parked == 0);
}

TEST_CASE_METHOD(divided_by_namespace,
                 "keys that wait for the store to have their part are queued once, when it has it")
{
    auto& a = add("a");
    auto& b = add("b");
    time.run_for(30s);
    server.inject(faults::late(10s).on("list"));
    a.process.stop();
    time.run_for(5s);
    REQUIRE(b.process.share() == 1);
    auto const waiting = 20 - b.informer.snapshot().size();
    REQUIRE(waiting > 0);
    for (int i = 0; i != 20; ++i) b.tested->add({ns_of(i), "none"}); // no event leads to these keys
    time.run_for(500ms);
    CHECK(b.tested->status().parked == waiting);
    auto const adds = b.tested->status().queue.adds;
    time.run_for(3s);
    CHECK(b.tested->status().queue.adds == adds);
    CHECK(b.tested->status().parked == waiting);
    time.run_for(1min);
    CHECK(count_of(b.begun, "none") == 20);
    CHECK(b.tested->status().parked == 0);
}

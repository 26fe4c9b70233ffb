// Contract: the informers of the processes of a shard group have together every object, each of them once,
// whichever processes come and go.
#include "shard_world.hpp"

#include <coinformer/testing/memory_storage.hpp>

#include <algorithm>
#include <map>
#include <memory>

namespace {

/// A process of the group with an informer of what it holds. `disk` may be null.
struct copying_process {
    copying_process(sharing_process& p, std::shared_ptr<snapshot_storage> disk)
        : process(p), informer(p.api, options(p, std::move(disk))), running(p.world.io, informer.run())
    {
    }
    static informer_options options(sharing_process& p, std::shared_ptr<snapshot_storage> disk)
    {
        informer_options o;
        o.fetch = fetch_mode::list;
        o.shard = p.group.share();
        o.warm_start.storage = std::move(disk);
        return o;
    }
    void end()
    {
        running.cancel(); // the informer saves its last snapshot
        process.die();
    }
    sharing_process& process;
    shared_informer<config_map> informer;
    background running;
};

struct copying_world : shard_world {
    static constexpr int objects = 60;

    copying_world()
    {
        for (int i = 0; i != objects; ++i) put("o" + std::to_string(i), "1");
    }
    copying_process& add(std::string const& name, std::shared_ptr<snapshot_storage> disk = {})
    {
        return *copies.emplace_back(
            std::make_unique<copying_process>(shard_world::add(name), std::move(disk)));
    }
    copying_process& add_with_disk(std::string const& name)
    {
        auto& disk = disks[name];
        if (!disk) disk = std::make_shared<testing::memory_storage>();
        return add(name, disk);
    }
    std::size_t restored(copying_process& p) { return run(p.informer.status()).reflector.restored; }
    void settle() { time.run_for(30s); }
    /// Returns the names of the objects in the stores of all processes that live, sorted.
    lines all_copies() const
    {
        lines all;
        for (auto const& c : copies) {
            if (c->process.is_dead) continue;
            for (auto& one : listed(c->informer)) all.push_back(std::move(one));
        }
        std::ranges::sort(all);
        return all;
    }
    lines truth() const
    {
        lines all;
        for (int i = 0; i != objects; ++i) {
            auto const o =
                decode_object<config_map>(server.get(config_maps, {"shop", "o" + std::to_string(i)}));
            all.push_back(std::string(o.key().name) + '=' + o->data.at("v"));
        }
        std::ranges::sort(all);
        return all;
    }
    std::size_t lists() const { return server.requests("list", config_maps); }

    std::map<std::string, std::shared_ptr<testing::memory_storage>> disks; // by name; they outlive processes
    std::vector<std::unique_ptr<copying_process>> copies;
};

} // namespace

TEST_CASE_METHOD(copying_world,
                 "the informers of a group have every object once, while processes come and go")
{
    for (auto const* name : {"a", "b", "c"}) add(name);
    settle();
    CHECK(all_copies() == truth());
    for (auto const& c : copies) CHECK(c->informer.snapshot().size() < objects / 2);

    auto& d = add("d");
    settle();
    CHECK(all_copies() == truth());
    CHECK(d.informer.snapshot().size() > objects / 10);
    CHECK(d.informer.share() == d.process.group.held());

    copies[0]->process.stop();
    settle();
    CHECK(copies[0]->informer.snapshot().size() == 0);
    CHECK(all_copies() == truth());

    for (int i = 0; i != 10; ++i) set("o" + std::to_string(i), "2");
    copies[1]->process.die();
    settle();
    CHECK(all_copies() == truth());
}

TEST_CASE_METHOD(copying_world, "a part that is being stopped stays in the informer until it is handed over")
{
    auto& a = add("a");
    settle();
    REQUIRE(a.informer.snapshot().size() == objects);
    a.process.lingers = 1min; // its work takes long to stop
    auto& b = add("b");
    settle();
    CHECK(a.informer.snapshot().size() == objects);
    CHECK(a.process.share() < 0.6);
    CHECK(b.informer.snapshot().size() == 0);
    time.run_for(1min);
    CHECK(all_copies() == truth());
    CHECK(b.informer.snapshot().size() > objects / 5);
}

TEST_CASE_METHOD(copying_world, "an outage of the server moves nothing, and nothing is read again")
{
    for (auto const* name : {"a", "b", "c"}) add(name);
    settle();
    REQUIRE(all_copies() == truth());
    auto const before = lists();
    std::vector<shard_ranges> held;
    for (auto const& c : copies) held.push_back(c->process.group.held());
    bool const is_silent =
        GENERATE(false, true); // open connections break, or nothing comes over them any more
    for (auto const outage : {12s, 20s, 90s}) {
        for (auto const& c : copies) {
            c->process.network.refuse(true);
            if (is_silent)
                c->process.network.silence();
            else
                c->process.network.reset();
        }
        time.run_for(outage);
        for (auto const& c : copies) CHECK(c->process.share() == 0);
        for (auto const& c : copies) c->process.network.refuse(false);
        time.run_for(2min);
        INFO("outage of " << outage.count() << " s");
        for (std::size_t i = 0; i != copies.size(); ++i) CHECK(copies[i]->process.group.held() == held[i]);
        for (auto const& c : copies) CHECK(c->process.share() > 0);
    }
    CHECK(lists() == before);
    CHECK(all_copies() == truth());
}

TEST_CASE_METHOD(copying_world, "a group that restarts as a whole goes on from its disks, and lists nothing")
{
    lines const names{"a", "b", "c"};
    for (auto const& name : names) add_with_disk(name);
    settle();
    REQUIRE(all_copies() == truth());
    for (auto const& c : copies) c->end();
    copies.clear();
    set("o7", "2");
    auto const before = lists();
    for (auto const& name : names) add_with_disk(name);
    time.run_for(1min); // the Leases of those that have ended expire
    CHECK(all_copies() == truth());
    CHECK(lists() == before);
    for (auto const& c : copies) CHECK(restored(*c) == c->informer.snapshot().size());
}

TEST_CASE_METHOD(copying_world, "processes of a group that restart one by one have every object once")
{
    bool const is_killed = GENERATE(false, true);
    for (auto const* name : {"a", "b", "c"}) add_with_disk(name);
    settle();
    for (std::size_t i = 0; i != 3; ++i) {
        auto const name = copies[i]->process.name;
        auto const before = lists();
        std::vector<shard_ranges> held;
        for (auto const& c : copies) held.push_back(c->process.group.held());
        if (is_killed) {
            copies[i]->end();
            time.run_for(1s);
        } else {
            copies[i]->running.cancel();
            copies[i]->process.stop();
            time.run_for(2s);
            copies[i]->process.is_dead = true;
        }
        set("o" + std::to_string(i), "2");
        auto& next = add_with_disk(name);
        time.run_for(1min);
        CHECK(all_copies() == truth());
        CHECK(next.informer.has_synced());
        CHECK(next.informer.share() == next.process.group.held());
        if (!is_killed) continue;
        // It waits for the end of its old Lease, and then has what it had. Nothing else moves.
        CHECK(next.process.group.held() == held[i]);
        CHECK(restored(next) == next.informer.snapshot().size());
        CHECK(lists() == before);
        copies[i] = std::move(copies.back());
        copies.pop_back();
    }
}

TEST_CASE_METHOD(copying_world,
                 "a rolling update of processes that keep their shares moves nothing and lists nothing")
{
    at_end = shard_end::keep;
    for (auto const* name : {"a", "b", "c", "d", "e"}) add_with_disk(name);
    settle();
    auto const before = lists();
    for (std::size_t i = 0; i != 5; ++i) {
        auto const held = copies[i]->process.group.held();
        auto const name = copies[i]->process.name;
        copies[i]->running.cancel();
        copies[i]->process.stop();
        time.run_for(2s);
        copies[i]->process.is_dead = true;
        set("o" + std::to_string(i), "2");
        auto& next = add_with_disk(name);
        time.run_for(3s);
        CHECK(next.informer.has_synced());
        CHECK(next.process.group.held() == held);
        CHECK(restored(next) == next.informer.snapshot().size());
        CHECK(all_copies() == truth());
    }
    CHECK(lists() == before);
}

TEST_CASE_METHOD(copying_world, "an informer that gets no share says why, until it gets one")
{
    using testing::faults::forbidden;
    server.inject(forbidden().of("leases").times(testing::fault::always));
    auto& a = add("a");
    background first(io, a.informer.synced());
    time.run_for(50s);
    CHECK_FALSE(first.ended);
    time.run_for(20s);
    CHECK(first.code() == errc::no_share);
    CHECK_THAT(first.what(), Catch::Contains("/api/v1/configmaps: this process has no share") &&
                                 Catch::Contains("forbidden"));
    CHECK_THAT(run(a.informer.status()).reflector.last_failure, Catch::Contains("forbidden"));
    CHECK(lists() == 0);

    background second(io, a.informer.synced());
    server.heal();
    settle();
    CHECK(second.ended);
    CHECK(second.what().empty());
    CHECK(run(a.informer.status()).reflector.last_failure.empty());
}

#pragma once

#include "shard_world.hpp"

#include <coinformer/controller/controller.hpp>

#include <algorithm>
#include <list>
#include <map>
#include <memory>

struct controlling_process;

/// What the reconciles of all processes together have done, as a store knows it that remembers the greatest
/// fencing number of each hash. It also sees what no store can: which reconciles overlap.
struct reconcile_ledger {
    struct running {
        controlling_process* by = nullptr;
        std::uint64_t hash = 0;
        std::int64_t number = 0;
        bool is_excused = false; ///< its process has stood still or died since: it does not know what happens
    };
    using iterator = std::list<running>::iterator;

    iterator begin(controlling_process& by, shard_fence const& fence);
    void end(iterator of) { now.erase(of); }
    /// Returns false if a later owner has written already.
    bool write(iterator of, std::string const& value);
    void excuse(controlling_process const& who)
    {
        for (auto& one : now) one.is_excused |= one.by == &who;
    }

    std::list<running> now;
    std::map<std::uint64_t, std::int64_t> greatest; ///< the greatest number of each hash that has begun
    std::map<std::uint64_t, std::string> written;   ///< the value that was written last for each hash
    int overlaps = 0, steps_back = 0, rejected = 0, wrongly_rejected = 0, wrong_deletions = 0;
};

/// A process of the group with an informer of what it holds, and a controller of what it owns.
struct controlling_process {
    controlling_process(sharing_process& p, reconcile_ledger& of, controller_options options)
        : process(p), ledger(of), informer(p.api, sharing(p)),
          tested(std::make_unique<controller<>>(
              environment{p.world.env.ex, &p.clock, p.world.env.log, 5, p.world.env.metrics},
              [this](object_name const& key, shard_fence f) { return reconcile(key, std::move(f)); },
              std::move(options)))
    {
        tested->shards(p.group.share(), informer);
        informing.start(p.world.io, informer.run());
    }
    ~controlling_process()
    {
        running.cancel(); // the second time ends the grace of its reconciles
        running.cancel();
    }
    static informer_options sharing(sharing_process& p)
    {
        informer_options o;
        o.fetch = fetch_mode::list;
        o.shard = p.group.share();
        return o;
    }
    void start() { running.start(process.world.io, tested->run()); }

    task<reconcile_result> reconcile(object_name key, shard_fence fence)
    {
        auto const object = informer.snapshot().get(key.ns, key.name);
        if (!object) {
            deleted.push_back(key.name);
            ledger.wrong_deletions += exists(key, fence.hash());
        }
        auto const value = object ? object->data.at("v") : "";
        struct entry {
            reconcile_ledger& in;
            reconcile_ledger::iterator at;
            ~entry() { in.end(at); }
        } const mine{ledger, ledger.begin(*this, fence)};
        begun.push_back(key.name);
        if (takes > 0s) co_await process.clock.sleep_for(takes);
        bool const may_write = !process.is_dead && !process.stands_still && (is_careless || fence.is_valid());
        if (!may_write) co_return reconcile_result::failed("it is another one's now");
        if (!ledger.write(mine.at, value)) co_return reconcile_result::failed("too late");
        ended.push_back(key.name);
        co_return reconcile_result::done();
    }
    bool exists(object_name const& key, std::uint64_t hash) const
    {
        auto const listed = boost::json::parse(process.world.server.list(config_maps, key.ns));
        for (auto const& one : listed.at("items").as_array()) {
            auto const& meta = one.at("metadata");
            auto const uid = boost::json::value_to<std::string>(meta.at("uid"));
            if (meta.at("name").as_string() == key.name && shard_hash(uid) == hash) return true;
        }
        return false;
    }
    // What happens to a process happens to its reconciles.
    void stand_still()
    {
        process.stand_still();
        ledger.excuse(*this);
    }
    void die()
    {
        process.die();
        ledger.excuse(*this);
    }

    sharing_process& process;
    reconcile_ledger& ledger;
    duration takes = 0s;
    bool is_careless = false; ///< it writes without a look at is_valid(), so that only the store protects it
    lines begun, ended;
    lines deleted; ///< names of objects that were not in the store when their reconcile began
    shared_informer<config_map> informer;
    std::unique_ptr<controller<>> tested;
    background informing, running;
};

inline reconcile_ledger::iterator reconcile_ledger::begin(controlling_process& by, shard_fence const& fence)
{
    bool const is_excused = by.process.is_dead || by.process.stands_still;
    if (!is_excused) {
        auto& most = greatest[fence.hash()];
        steps_back += fence.number() < most;
        most = std::max(most, fence.number());
        for (auto const& one : now) overlaps += one.hash == fence.hash() && !one.is_excused;
    }
    return now.insert(now.end(), {&by, fence.hash(), fence.number(), is_excused});
}

inline bool reconcile_ledger::write(iterator of, std::string const& value)
{
    bool const is_late = of->number < greatest[of->hash];
    rejected += is_late;
    wrongly_rejected += is_late && !of->is_excused;
    if (!is_late) written[of->hash] = value;
    return !is_late;
}

/// Returns how often the name is among these.
inline std::size_t count_of(lines const& all, std::string const& name)
{
    return static_cast<std::size_t>(std::ranges::count(all, name));
}

inline controller_options with_grace(duration grace)
{
    controller_options o;
    o.grace = grace;
    return o;
}

/// Up to any number of such processes with one server, and the objects o0, o1 and so on.
struct controlling_world : shard_world {
    controlling_process& add(std::string const& name, controller_options options = {})
    {
        auto& made = prepare(shard_world::add(name), std::move(options));
        made.start();
        return made;
    }
    controlling_process& prepare(sharing_process& p, controller_options options = {})
    {
        options.concurrency = 4;
        processes.push_back(std::make_unique<controlling_process>(p, ledger, std::move(options)));
        return *processes.back();
    }
    void add_three(controller_options const& options = {})
    {
        for (auto const* name : {"a", "b", "c"}) add(name, options);
        settle();
    }
    void put_objects(int count)
    {
        for (int i = 0; i != count; ++i) put("o" + std::to_string(i), "1");
    }
    void settle() { watch_reconciles(30s); }
    void watch_reconciles(duration d)
    {
        time.run_for(d);
        CHECK(ledger.overlaps == 0);
        CHECK(ledger.steps_back == 0);
        CHECK(ledger.wrongly_rejected == 0);
        CHECK(ledger.wrong_deletions == 0);
    }
    /// The objects of which the last state was not reconciled.
    lines stale() const
    {
        lines found;
        auto const listed = boost::json::parse(server.list(config_maps, "shop"));
        for (auto const& one : listed.at("items").as_array()) {
            auto const text = [](boost::json::value const& v) {
                return boost::json::value_to<std::string>(v);
            };
            auto const hash = shard_hash(text(one.at("metadata").at("uid")));
            auto const is = text(one.at("data").at("v"));
            auto const at = ledger.written.find(hash);
            auto const was = at == ledger.written.end() ? "nothing" : at->second;
            if (is != was) found.push_back(text(one.at("metadata").at("name")) + ": " + was + ", not " + is);
        }
        return found;
    }
    std::size_t begun() const
    {
        std::size_t sum = 0;
        for (auto const& p : processes) sum += p->begun.size();
        return sum;
    }
    controlling_process& at(std::size_t i) { return *processes.at(i); }

    reconcile_ledger ledger;
    std::vector<std::unique_ptr<controlling_process>> processes;
};

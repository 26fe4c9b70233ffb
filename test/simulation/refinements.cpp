#include "refinements.hpp"

#include "plan_parts.hpp"
#include "swarm.hpp"

#include <algorithm>

namespace simulation {

namespace {

/// Lets half of the informers stream their lists, and adds the faults that only streams have.
void add_streams(plan& p)
{
    dice d(p.seed, "streams");
    bool any = false;
    for (auto& f : p.informers) any |= f.stream = d.chance(50);
    if (!any || !d.chance(50)) return;
    auto const kinds = swarm(
        d,
        {act::no_initial_end, act::no_initial_end, act::refuse_streams, act::close_watch, act::error_event},
        1);
    auto const n = d.range(1, 4);
    for (std::int64_t i = 0; i != n; ++i) {
        auto f = at_some_time(p, d);
        if (d.chance(50)) f.at_ms = 0;
        if (d.chance(30)) f.trigger = static_cast<moment>(d.below(moments));
        f.what = d.pick(kinds);
        f.b = d.range(0, 1'000'000);
        f.c = d.range(0, 6);
        p.items.push_back(f);
        if (f.at_ms == 0 || !d.chance(60)) continue;
        item list = f; // so that there is a stream for it
        list.trigger.reset();
        list.what = d.chance(50) ? act::compact : act::restart;
        list.at_ms += d.range(0, 1'000);
        p.items.push_back(list);
        if (list.what == act::restart) continue;
        list.what = act::disconnect;
        p.items.push_back(list);
    }
}

/// Adds waits: a user who has written waits until the write can be read, others wait for a version that is
/// yet to come.
void add_waits(plan& p)
{
    dice d(p.seed, "waits");
    if (!d.chance(60)) return;
    std::vector<std::int64_t> writes;
    for (auto const& i : p.items)
        if (i.what <= act::poison) writes.push_back(i.at_ms);
    auto const n = d.range(1, 8);
    for (std::int64_t i = 0; i != n; ++i) {
        auto w = at_some_time(p, d);
        auto const after = d.range(0, 2);
        if (d.chance(80) && !writes.empty()) w.at_ms = d.pick(writes) + after;
        w.what = d.pick(std::vector<act>{act::await_version, act::await_object, act::await_handled});
        auto const who = w.what == act::await_handled ? p.handlers.size() : p.informers.size();
        w.who = static_cast<std::uint32_t>(d.below(who));
        w.a = d.range(0, 9);
        w.b = d.range(0, 1'000'000);
        p.items.push_back(w);
    }
}

/// Lets some informers follow several namespaces. It avoids plans in which history goes back, because there
/// each namespace would have an epoch of its own.
void add_namespaces(plan& p)
{
    dice d(p.seed, "namespaces");
    for (auto& f : p.informers) {
        if (!d.chance(40) || p.spaces < 2 || p.has(act::restore)) continue;
        auto const left_out = d.below(p.spaces);
        std::vector<std::string> some;
        for (std::size_t n = 0; n != p.spaces; ++n)
            if (p.spaces == 2 || left_out != n || left_out == 0) some.push_back("n" + std::to_string(n));
        auto const beside = [&](informer_plan const& o) { // their requests could not be told apart
            return &o != &f && o.client == f.client && o.of.plural == f.of.plural && o.of.tier == f.of.tier &&
                   !o.of.namespaces.empty();
        };
        if (std::ranges::none_of(p.informers, beside)) f.of.namespaces = some;
    }
}

/// Adds handlers that resync at their own pace, see some objects only, ask for events, or drain.
void add_kinds(plan& p)
{
    dice d(p.seed, "handlers");
    std::vector<std::int64_t> writes;
    for (auto const& i : p.items)
        if (i.what <= act::poison) writes.push_back(i.at_ms);
    for (auto& h : p.handlers) {
        auto const& f = p.informers[h.informer];
        bool const own_resync = d.chance(20);
        auto const period = d.pick(std::vector<std::int64_t>{0, 0, 30'000, 45'000});
        if (own_resync) h.resync_ms = period;
        // it must keep up with its resyncs
        if (h.resync_ms > 0) h.call_ms = std::min<std::int64_t>(h.call_ms, 100);
        h.as_update = d.chance(25);
        h.filtered = d.chance(20) && f.of.tier.empty() && !p.has(act::restore);
        h.drains = d.chance(60);
        h.pulls = d.chance(20) && !h.filtered;
        auto const patience =
            d.pick(std::vector<std::int64_t>{0, 1'700, 10'000}); // each value but 0 means timers
        bool const busy = h.drains && d.chance(40);              // removed while changes wait for it
        auto const after = d.range(0, 1'500);
        if (busy && !writes.empty()) {
            item r;
            r.what = act::remove_handler;
            r.who = static_cast<std::uint32_t>(&h - p.handlers.data());
            r.at_ms = d.pick(writes) + after;
            p.items.push_back(r);
        }
        if (!h.pulls) continue;
        h.pull_timeout_ms = patience;
        h.throws_every = 0;
    }
}

/// Lets some queues go by key. It avoids plans in which history goes back, because the oracle knows by its
/// version that a store is of a new epoch.
void add_orders(plan& p)
{
    dice d(p.seed, "queues");
    bool const may = !p.has(act::restore);
    for (std::uint32_t i = 0; i != p.informers.size(); ++i) {
        auto& f = p.informers[i];
        f.by_key = d.chance(40) && may;
        auto const begin = d.range(0, p.length_ms);
        auto const slow = std::ranges::find(p.handlers, i, &handler_plan::informer);
        if (!f.by_key || slow == p.handlers.end() || slow->pulls) continue;
        slow->options = {coinformer::overflow::block, 0}; // so that something waits
        slow->call_ms = std::max<std::int64_t>(slow->call_ms, 100);
        auto const kind = std::ranges::find(plurals, f.of.plural) - plurals.begin();
        item end; // the user who wrote last waits for the write
        end.at_ms = begin + 301;
        end.what = act::await_version;
        end.who = i;
        end.b = 1; // and is not cancelled
        p.items.push_back(end);
        for (int n = 0; n != 16; ++n) {
            item w;
            w.at_ms = begin + d.range(0, 300);
            w.what = d.chance(50) ? act::recreate : act::update;
            w.who = static_cast<std::uint32_t>(kind);
            w.a = d.range(0, 2);
            w.b = d.range(0, 1'000'000);
            p.items.push_back(w);
            if (n != 15) continue;
            w.what = act::update; // the last change, of an object of which another one waits
            for (w.at_ms = begin + 299; w.at_ms <= begin + 300; ++w.at_ms) p.items.push_back(w);
        }
    }
}

/// Adds a handler that holds up the changes for long, and beside it one that keeps up and resyncs often.
/// Writes come in between, so that changes wait to be distributed while resyncs are due.
void add_held_up_resyncs(plan& p)
{
    dice d(p.seed, "resyncs");
    if (!d.chance(8)) return;
    auto const i = static_cast<std::uint32_t>(d.below(p.informers.size()));
    handler_plan slow;
    slow.informer = i;
    slow.options = {coinformer::overflow::block, 0};
    slow.call_ms = 20'000;
    slow.resync_ms = 0;
    handler_plan quick;
    quick.informer = i;
    quick.resync_ms = d.pick(std::vector<std::int64_t>{2'000, 5'000, 30'000});
    for (auto const& h : {slow, quick}) {
        item add;
        add.what = act::add_handler;
        add.who = static_cast<std::uint32_t>(p.handlers.size());
        p.handlers.push_back(h);
        p.items.push_back(add);
    }
    auto const kind = std::ranges::find(plurals, p.informers[i].of.plural) - plurals.begin();
    auto const n = d.range(2, 6);
    auto const begin = d.range(0, p.length_ms);
    for (std::int64_t k = 0; k != n; ++k) {
        item w;
        w.at_ms = begin + d.range(0, 3'000);
        w.what = d.chance(50) ? act::create : act::update;
        w.who = static_cast<std::uint32_t>(kind);
        w.a = d.range(0, 2);
        w.b = d.range(0, 1'000'000);
        p.items.push_back(w);
    }
}

/// Adds a handler for which many changes of a few objects wait, so that they have to fold.
void add_folding(plan& p)
{
    dice d(p.seed, "folding");
    if (!d.chance(6) || p.has(act::restore)) return; // after a restore the oracle cannot count what waits
    handler_plan slow;
    slow.informer = static_cast<std::uint32_t>(d.below(p.informers.size()));
    slow.options = {coinformer::overflow::merge, 0};
    slow.call_ms = 5'000;
    slow.resync_ms = 0;
    item add;
    add.what = act::add_handler;
    add.who = static_cast<std::uint32_t>(p.handlers.size());
    p.handlers.push_back(slow);
    p.items.push_back(add);
    auto const begin = d.range(1'000, p.length_ms);
    for (std::int64_t n = 0; n != 10; ++n) {
        auto w = write_of(p, slow.informer, d, {act::burst});
        w.at_ms = begin + d.range(0, 1'000);
        w.a = 0;
        w.c = 30;
        p.items.push_back(w);
    }
}

/// Adds handlers that are removed in the middle of a call, in the very moment in which others get something
/// to do.
void add_removals_during_calls(plan& p)
{
    dice d(p.seed, "removals");
    if (!d.chance(8) || p.has(act::restore)) return; // writes after a restore would repair much
    auto const i = static_cast<std::uint32_t>(d.below(p.informers.size()));
    auto const begin = d.range(2'000, p.length_ms + 2'000);
    auto const add = [&](std::int64_t call_ms) {
        handler_plan h;
        h.informer = i;
        h.call_ms = call_ms;
        item a;
        a.what = act::add_handler;
        a.who = static_cast<std::uint32_t>(p.handlers.size());
        p.handlers.push_back(h);
        p.items.push_back(a);
        return a.who;
    };
    add(2);
    add(3);
    for (std::int64_t n = 0; n != 4; ++n) {
        item r;
        r.what = act::remove_handler;
        r.who = add(700);
        r.at_ms = begin + 1'000 * n + 500;
        p.items.push_back(r);
        for (auto const at : {r.at_ms - 200, r.at_ms}) {
            auto w = write_of(p, i, d, {act::update, act::create, act::burst});
            w.at_ms = at;
            p.items.push_back(w);
        }
    }
}

/// Lets some informers be composed from parts. These have no events() to pull from, and cannot be read
/// through own_writes, so an informer that is read in this way stays as it is.
void add_composed(plan& p)
{
    dice d(p.seed, "composed");
    for (auto& f : p.informers) f.composed = d.chance(25);
    for (auto const& i : p.items)
        if (i.what == act::own_write || i.what == act::own_remove) p.informers[i.who].composed = false;
    for (auto& h : p.handlers)
        if (p.informers[h.informer].composed) h.pulls = false;
}

/// Lets some informers compare their copies with the server. Those that are composed from parts cannot.
void add_audits(plan& p)
{
    dice d(p.seed, "audits");
    if (!d.chance(25)) return;
    for (auto& f : p.informers) {
        audit_plan audit;
        audit.interval_ms = d.pick(std::vector<std::int64_t>{10'000, 30'000, 60'000, 120'000});
        audit.probe_ms = d.pick(std::vector<std::int64_t>{0, 0, 5'000, 10'000});
        bool const mine = d.chance(70);
        if (mine && !f.composed) f.audit = audit;
    }
}

/// Lets some processes die, and lets their informers begin again with the snapshots that they had saved.
/// Those that are composed from parts save none. It avoids plans in which history goes back: a client cannot
/// always know that a snapshot is of another history.
void add_crashes(plan& p)
{
    dice d(p.seed, "crashes");
    if (!d.chance(25) || p.has(act::restore)) return;
    for (auto& f : p.informers) {
        warm_plan warm;
        warm.interval_ms = d.pick(std::vector<std::int64_t>{1'000, 1'000, 10'000, 60'000});
        warm.quiet_ms = d.pick(std::vector<std::int64_t>{0, 200, 1'000, 5'000});
        warm.changed_bytes = d.pick(std::vector<std::int64_t>{2'000, 64'000'000});
        warm.sync_ms = d.pick(std::vector<std::int64_t>{0, 0, 500, 30'000});
        warm.fails = d.pick(std::vector<unsigned>{0, 0, 10, 50});
        bool const mine = d.chance(85);
        if (mine && !f.composed) f.warm = warm;
    }
    auto const n = d.range(1, 4);
    for (std::int64_t i = 0; i != n; ++i) {
        auto c = at_some_time(p, d);
        if (d.chance(30)) c.trigger = static_cast<moment>(d.below(moments));
        c.what = act::crash;
        c.who = static_cast<std::uint32_t>(d.below(p.clients));
        c.a = d.chance(50) ? d.range(0, 5'000) : d.range(0, p.length_ms / 2); // until it begins again
        c.b = d.range(0, 1'000'000);
        p.items.push_back(c);
        auto const absent = d.range(0, 6); // what happens meanwhile
        for (std::int64_t k = 0; k != absent; ++k) {
            auto const informer = static_cast<std::uint32_t>(d.below(p.informers.size()));
            auto w = write_of(p, informer, d, {act::remove, act::recreate, act::update, act::create});
            w.at_ms = c.at_ms + d.range(0, c.a);
            p.items.push_back(w);
        }
        if (!d.chance(25)) continue;
        item forgets;
        forgets.at_ms = c.at_ms + c.a * 9 / 10;
        forgets.what = act::compact;
        p.items.push_back(forgets);
    }
}

/// Lets time pass with each reading of the clock, as on every real clock: code that compares two readings
/// must not depend on their being equal.
void add_readings(plan& p)
{
    if (dice(p.seed, "readings").chance(50)) p.schedule.reading_cost_ns = 1;
}

} // namespace

void add_refinements(plan& p)
{
    add_streams(p);
    add_waits(p);
    add_namespaces(p);
    add_kinds(p);
    add_orders(p);
    add_held_up_resyncs(p);
    add_folding(p);
    add_removals_during_calls(p);
    add_slow_streams(p);
    add_readers(p);
    add_own_writes(p);
    add_protobuf(p);
    add_gzip(p);
    add_http2(p);
    add_spoiled(p);
    add_composed(p);
    add_audits(p);
    add_crashes(p);
    add_readings(p);
}

} // namespace simulation

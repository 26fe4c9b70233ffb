#include "refinements.hpp"

#include "swarm.hpp"

#include <algorithm>

namespace simulation {

namespace {

item at_some_time(plan const& p, dice& d)
{
    item i;
    i.at_ms = d.range(0, p.length_ms);
    return i;
}

/// Half of the informers stream their lists. What goes wrong with that alone.
void add_streams(plan& p)
{
    dice d(p.seed, "streams");
    bool any = false;
    for (auto& f : p.informers) any |= f.stream = d.chance(50);
    if (!any || !d.chance(50)) return;
    auto const kinds = swarm(
        d, {act::no_initial_end, act::no_initial_end, act::refuse_streams, act::close_watch, act::error_event}, 1);
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

/// Who has written waits until it can be read. The others wait for what is yet to come.
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

/// Some informers follow several namespaces. Not where history goes back: then each namespace has an epoch of its own.
void add_namespaces(plan& p)
{
    dice d(p.seed, "namespaces");
    for (auto& f : p.informers) {
        if (!d.chance(40) || p.spaces < 2 || p.has(act::restore)) continue;
        auto const left_out = d.below(p.spaces);
        std::vector<std::string> some;
        for (std::size_t n = 0; n != p.spaces; ++n)
            if (p.spaces == 2 || left_out != n || left_out == 0) some.push_back("n" + std::to_string(n));
        auto const beside = [&](informer_plan const& o) { // its requests could not be told from the other's
            return &o != &f && o.client == f.client && o.of.plural == f.of.plural && o.of.tier == f.of.tier &&
                   !o.of.namespaces.empty();
        };
        if (std::ranges::none_of(p.informers, beside)) f.of.namespaces = some;
    }
}

/// Handlers that resync at their own pace, that see some objects only, that ask, that drain.
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
        if (h.resync_ms > 0) h.call_ms = std::min<std::int64_t>(h.call_ms, 100); // it must keep up
        h.as_update = d.chance(25);
        h.filtered = d.chance(20) && f.of.tier.empty() && !p.has(act::restore);
        h.drains = d.chance(60);
        h.pulls = d.chance(20) && !h.filtered;
        auto const patience = d.pick(std::vector<std::int64_t>{0, 1'700, 10'000}); // each of them a timer
        bool const busy = h.drains && d.chance(40); // removed while something waits for it
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

/// Some queues go by key. Not where history goes back: by its version a store is known to be of a new epoch.
void add_orders(plan& p)
{
    dice d(p.seed, "queues");
    bool const may = !p.has(act::restore);
    for (std::uint32_t i = 0; i != p.informers.size(); ++i) {
        auto& f = p.informers[i];
        f.by_key = d.chance(30) && may;
        auto const begin = d.range(0, p.length_ms);
        auto const slow = std::ranges::find(p.handlers, i, &handler_plan::informer);
        if (!f.by_key || slow == p.handlers.end() || slow->pulls) continue;
        slow->options = {coinformer::overflow::block, 0}; // so that something waits
        slow->call_ms = std::max<std::int64_t>(slow->call_ms, 100);
        auto const kind = std::ranges::find(plurals, f.of.plural) - plurals.begin();
        item end; // who wrote last waits
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
        }
    }
}

/// A handler that holds up the changes for long, and beside it one that keeps up and resyncs often. Writes come in
/// between, so that distribution waits while resyncs are due.
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

item write_of(plan const& p, std::uint32_t informer, dice& d, std::vector<act> const& kinds)
{
    item w;
    auto const kind = std::ranges::find(plurals, p.informers[informer].of.plural) - plurals.begin();
    w.what = d.pick(kinds);
    w.who = static_cast<std::uint32_t>(kind);
    w.a = d.range(0, static_cast<std::int64_t>(p.names * p.spaces) - 1);
    w.b = d.range(0, 1'000'000);
    w.c = d.range(2, 6);
    return w;
}

/// Streams whose initial events take time, so that changes come between them; some are cut in the middle.
void add_slow_streams(plan& p)
{
    dice d(p.seed, "between");
    bool const wanted = d.chance(35);
    auto const i = static_cast<std::uint32_t>(d.below(p.informers.size()));
    if (!wanted || !p.informers[i].stream) return;
    auto const n = d.range(1, 3);
    for (std::int64_t k = 0; k != n; ++k) {
        item slow;
        slow.at_ms = k == 0 ? 0 : d.range(0, p.length_ms);
        slow.what = act::slow_stream;
        slow.a = d.pick(std::vector<std::int64_t>{1, 50, 300, 2'000, 20'000});
        slow.c = d.range(0, 9); // above 4: it is not cut
        p.items.push_back(slow);
        if (k != 0) { // so that there is a stream for it
            item list = slow;
            list.what = act::compact;
            p.items.push_back(list);
            list.what = act::disconnect;
            p.items.push_back(list);
        }
        auto const writes = d.range(2, 12);
        for (std::int64_t w = 0; w != writes; ++w) {
            auto const kinds = {act::update, act::update, act::remove, act::recreate, act::create, act::relabel};
            auto change = write_of(p, i, d, kinds);
            change.at_ms = slow.at_ms + d.range(1, 10 * slow.a + 3);
            p.items.push_back(change);
        }
    }
}

scope some_scope(plan const& p, dice& d)
{
    auto of = p.informers[d.below(p.informers.size())].of;
    if (of.namespaces.size() > 1) of.namespaces.resize(1);
    if (d.chance(30)) of.namespaces.clear();
    if (d.chance(30)) of.tier.clear();
    return of;
}

/// What goes wrong with one client's connections, and with what it asks for.
void add_reader_faults(plan& p, std::uint32_t client, scope const& of, dice& d, std::vector<act> const& kinds)
{
    auto const n = d.range(0, 5);
    auto const kind = std::ranges::find(plurals, of.plural) - plurals.begin();
    for (std::int64_t i = 0; i != n; ++i) {
        auto f = at_some_time(p, d);
        f.what = d.pick(kinds);
        f.who = f.what == act::refuse_late ? static_cast<std::uint32_t>(kind) : client;
        f.a = d.range(100, 40'000);
        f.b = d.range(0, 1'000'000);
        f.c = d.range(0, 3);
        if (f.what == act::odd_event && d.chance(75)) f.b = f.b / 4 * 4 + 3; // malformed
        p.items.push_back(f);
        if (f.what != act::refuse_late && f.what != act::odd_event) continue;
        item cut = f; // so that there is another watch
        cut.what = act::reset;
        cut.who = client;
        cut.at_ms += 1;
        p.items.push_back(cut);
    }
}

/// Some watch without a cache, and some read a collection page by page.
void add_readers(plan& p)
{
    dice d(p.seed, "readers");
    if (d.chance(25)) {
        watcher_plan w;
        w.of = some_scope(p, d);
        w.silence_ms = d.pick(std::vector<std::int64_t>{10'000, 75'000});
        w.watch_timeout_ms = d.pick(std::vector<std::int64_t>{5'000, 60'000, 300'000});
        w.behind = d.chance(50) ? 0 : d.below(60);
        w.pause_ms = d.pick(std::vector<std::int64_t>{0, 0, 0, 20, 1'000});
        w.patience_ms = d.pick(std::vector<std::int64_t>{0, 0, 0, 700, 10'000});
        p.watchers.push_back(w);
        auto const client = static_cast<std::uint32_t>(p.clients);
        item start;
        start.what = act::start_watcher;
        start.at_ms = d.chance(50) ? 1 : d.range(0, p.length_ms / 2);
        p.items.push_back(start);
        auto stop = start;
        stop.what = act::stop_watcher;
        stop.at_ms = d.range(start.at_ms, p.length_ms);
        if (d.chance(15)) p.items.push_back(stop);
        add_reader_faults(p, client, w.of, d,
                          {act::refuse, act::hang, act::reset, act::silence, act::hold, act::odd_event, act::odd_event,
                           act::refuse_late, act::refuse_late});
    }
    if (!d.chance(25)) return;
    pager_plan g;
    g.of = some_scope(p, d);
    g.page_size = d.pick(std::vector<std::size_t>{0, 1, 1, 2, 3, 500});
    g.read_ahead = d.pick(std::vector<std::size_t>{0, 1, 1, 2, 5});
    g.times = 1 + d.below(4);
    g.pause_ms = d.pick(std::vector<std::int64_t>{0, 0, 20, 1'000});
    g.patience_ms = d.pick(std::vector<std::int64_t>{0, 0, 0, 50, 2'000});
    p.pagers.push_back(g);
    auto const client = static_cast<std::uint32_t>(p.clients + p.watchers.size());
    item start;
    start.what = act::start_pager;
    start.at_ms = d.range(0, p.length_ms);
    p.items.push_back(start);
    add_reader_faults(p, client, g.of, d, {act::refuse, act::hang, act::reset, act::silence, act::hold});
    auto const n = d.range(0, 3);
    for (std::int64_t i = 0; i != n; ++i) { // between two pages
        item f = start;
        f.what = d.pick(std::vector<act>{act::gone_on_later_page, act::compact, act::answer_status, act::cut_answer});
        f.at_ms += d.range(0, 3'000);
        f.b = d.range(0, 1'000'000);
        p.items.push_back(f);
    }
}

/// Clients that ask for protobuf, and what goes wrong with that alone.
void add_protobuf(plan& p)
{
    dice d(p.seed, "protobuf");
    for (std::size_t i = 0; i != p.all_clients(); ++i)
        if (d.chance(35)) p.protobuf |= 1U << i;
    if (p.protobuf == 0 || !d.chance(40)) return;
    auto const n = d.range(1, 3);
    for (std::int64_t k = 0; k != n; ++k) {
        auto f = at_some_time(p, d);
        if (d.chance(50)) f.at_ms = 0;
        f.what = d.chance(75) ? act::lying_list : act::refuse_protobuf;
        f.b = d.range(0, 1'000'000);
        p.items.push_back(f);
    }
}

/// Objects that are deleted in a state that does not decode. Not where a list may be of the version before the
/// deletion: there the state that an informer keeps depends on what it knew before.
void add_spoiled(plan& p)
{
    dice d(p.seed, "spoiled");
    if (!d.chance(15) || p.has(act::lag) || p.has(act::restore)) return;
    auto const i = static_cast<std::uint32_t>(d.below(p.informers.size()));
    auto const n = d.range(1, 4);
    for (std::int64_t k = 0; k != n; ++k) {
        auto w = write_of(p, i, d, {act::spoil});
        w.at_ms = d.range(0, p.length_ms);
        p.items.push_back(w);
    }
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
    add_slow_streams(p);
    add_readers(p);
    add_protobuf(p);
    add_spoiled(p);
}

} // namespace simulation

// Adds to a plan the users that read without an informer, and those that write beside one.
#include "plan_parts.hpp"

#include <algorithm>

namespace simulation {

namespace {

scope some_scope(plan const& p, dice& d)
{
    auto of = p.informers[d.below(p.informers.size())].of;
    if (of.namespaces.size() > 1) of.namespaces.resize(1);
    if (d.chance(30)) of.namespaces.clear();
    if (d.chance(30)) of.tier.clear();
    return of;
}

/// Adds faults of one client's connections, and of the answers to it.
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
        item cut = f; // cuts the watch, so that another one begins
        cut.what = act::reset;
        cut.who = client;
        cut.at_ms += 1;
        p.items.push_back(cut);
    }
}

} // namespace

/// Two answers to a watcher that cannot be read, and a change between them.
void add_bad_answers(plan& p, dice& d)
{
    auto const& of = p.watchers.front().of;
    auto const kind = std::ranges::find(plurals, of.plural) - plurals.begin();
    auto at = d.range(1, p.length_ms);
    for (int n = 0; n != 2; ++n) {
        item bad;
        bad.at_ms = at;
        bad.what = act::odd_event;
        bad.who = static_cast<std::uint32_t>(p.clients);
        bad.b = 4 * d.range(0, 1'000) + 3;
        p.items.push_back(bad);
        bad.what = act::reset; // cuts the watch, so that another one begins
        p.items.push_back(bad);
        item w;
        w.at_ms = at + 2'500;
        w.what = act::burst;
        w.who = static_cast<std::uint32_t>(kind);
        w.b = d.range(0, 1'000'000);
        w.c = 4;
        p.items.push_back(w);
        at += d.range(5'000, 12'000);
    }
}

/// Adds users that watch without a cache, and users that read a collection page by page.
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
                          {act::refuse, act::hang, act::reset, act::silence, act::hold, act::odd_event,
                           act::odd_event, act::refuse_late, act::refuse_late});
    }
    if (!p.watchers.empty() && d.chance(40)) add_bad_answers(p, d);
    if (!d.chance(25)) return;
    pager_plan g;
    g.of = some_scope(p, d);
    g.page_size = d.pick(std::vector<std::size_t>{0, 1, 1, 2, 3, 500});
    g.read_ahead = d.pick(std::vector<std::size_t>{0, 1, 1, 2, 5});
    g.times = 1 + d.below(4);
    // a page can fail during the longest pause, all its repeats included
    g.pause_ms = d.pick(std::vector<std::int64_t>{0, 0, 20, 1'000, 20'000, 20'000});
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
        f.what = d.pick(
            std::vector<act>{act::gone_on_later_page, act::compact, act::answer_status, act::cut_answer});
        f.at_ms += d.range(0, 3'000);
        f.b = d.range(0, 1'000'000);
        p.items.push_back(f);
    }
}

/// Adds a user that writes objects of an informer's scope, and reads through its own writes.
void add_own_writes(plan& p)
{
    dice d(p.seed, "own writes");
    if (!d.chance(25) || p.has(act::restore)) return;
    auto const i = static_cast<std::uint32_t>(d.below(p.informers.size()));
    auto const n = d.range(3, 20);
    auto const capacity = d.chance(15) ? 0 : 1;
    auto const most = d.chance(50) ? 1 : static_cast<std::int64_t>(p.names * p.spaces) - 1;
    std::int64_t at = d.range(0, p.length_ms);
    for (std::int64_t k = 0; k != n; ++k) {
        item w;
        w.at_ms = at;
        w.what = d.chance(65) ? act::own_write : act::own_remove;
        w.who = i;
        w.a = d.range(0, most);
        w.b = d.range(0, 1'000'000);
        w.c = capacity;
        p.items.push_back(w);
        at = d.chance(70) ? std::min(p.length_ms, at + d.range(0, 700)) : d.range(0, p.length_ms);
        if (d.chance(15)) { // the informer learns of it late
            item hold = w;
            hold.what = act::hold;
            hold.who = p.informers[i].client;
            hold.a = d.range(1'000, 10'000);
            p.items.push_back(hold);
        }
        if (!d.chance(30)) continue; // somebody else writes the same object
        item other = write_of(p, i, d, {act::update, act::remove, act::recreate, act::create});
        other.at_ms = w.at_ms + d.range(0, 700);
        other.a = w.a;
        p.items.push_back(other);
    }
}

} // namespace simulation

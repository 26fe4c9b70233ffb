// Draws a plan from a seed.
#include "refinements.hpp"
#include "swarm.hpp"

#include <algorithm>
#include <tuple>

namespace simulation {

using coinformer::overflow;

namespace {

class planner {
public:
    explicit planner(std::uint64_t seed)
        : world_(seed, "world"), work_(seed, "workload"), trouble_(seed, "faults"), people_(seed, "clients")
    {
        p_.seed = seed;
    }

    plan make()
    {
        choose_world();
        choose_informers();
        choose_handlers();
        add_writes();
        add_backlog();
        add_faults();
        add_people();
        add_refinements(p_);
        std::ranges::sort(p_.items, {},
                          [](item const& i) { return std::tuple(i.at_ms, i.what, i.who, i.a, i.b, i.c); });
        return std::move(p_);
    }

private:
    void choose_world()
    {
        auto& d = world_;
        auto const order = d.below(100);
        p_.schedule.order = order < 30   ? policy::fifo
                            : order < 70 ? policy::uniform
                            : order < 95 ? policy::priority
                                         : policy::lifo;
        p_.schedule.seed = p_.seed;
        if (d.chance(40)) p_.schedule.step_cost_ns = 50'000;
        if (d.chance(30)) p_.schedule.late_timer_ns = 500'000'000;
        p_.schedule.run_inline = d.chance(40);
        p_.history_window = d.chance(50) ? 1000 : static_cast<std::size_t>(d.range(1, 60));
        p_.bookmark_ms = d.pick(std::vector<std::int64_t>{1'000, 10'000, 60'000, 60'000, 3'600'000});
        p_.pipe_bytes = d.pick(std::vector<std::size_t>{64, 1024, 65'536, 65'536});
        p_.stop_early = d.chance(10);
        p_.trickle = d.chance(50);
        p_.names = static_cast<std::size_t>(d.range(2, 8));
        p_.spaces = static_cast<std::size_t>(d.range(1, 3));
        p_.kinds = static_cast<std::size_t>(d.range(1, 3));
        p_.objects_at_start = static_cast<std::size_t>(d.range(0, 20));
        p_.length_ms = d.pick(std::vector<std::int64_t>{2'000, 20'000, 200'000, 1'200'000});
        p_.clients = static_cast<std::size_t>(d.range(1, 2));
        backlog_ = d.chance(12);
        if (backlog_) p_.pipe_bytes = d.pick(std::vector<std::size_t>{64, 64, 1024});
    }

    void choose_informers()
    {
        auto& d = world_;
        auto const n = d.range(1, 3);
        for (std::int64_t i = 0; i != n; ++i) {
            informer_plan f;
            f.client = static_cast<std::uint32_t>(d.below(p_.clients));
            f.of.plural = plurals[static_cast<std::size_t>(d.below(p_.kinds))];
            if (d.chance(40)) f.of.namespaces = {"n" + std::to_string(d.below(p_.spaces))};
            if (d.chance(40)) f.of.tier = d.chance(50) ? "a" : "b";
            if (d.chance(30)) f.resync_ms = 30'000;
            f.page_size = d.pick(std::vector<std::size_t>{0, 1, 3, 500});
            f.silence_ms = d.pick(std::vector<std::int64_t>{10'000, 75'000, 75'000});
            f.watch_timeout_ms = d.pick(std::vector<std::int64_t>{5'000, 60'000, 300'000, 300'000});
            f.queue_capacity = d.pick(std::vector<std::size_t>{1, 8, 4096, 4096});
            if (backlog_) f.queue_capacity = d.pick(std::vector<std::size_t>{1, 8, 8, 4096});
            auto const same = [&](informer_plan const& o) {
                return o.client == f.client && o.of.plural == f.of.plural &&
                       o.of.namespaces == f.of.namespaces && o.of.tier == f.of.tier;
            };
            if (std::ranges::none_of(p_.informers, same)) p_.informers.push_back(f);
        }
        p_.use_pipes(p_.pipe_bytes);
        bool const forbids = d.chance(10);
        if (!forbids) return;
        p_.forbidden = p_.informers.back().of.plural;
        p_.forbidden_with = d.chance(50) ? 403 : 503;
    }

    void choose_handlers()
    {
        auto& d = people_;
        auto const n = d.range(1, 5);
        for (std::int64_t i = 0; i != n; ++i) {
            handler_plan h;
            h.informer = static_cast<std::uint32_t>(d.below(p_.informers.size()));
            h.options.policy = d.chance(50) ? overflow::merge : overflow::block;
            h.options.capacity = d.pick(std::vector<std::size_t>{0, 1, 4, 1024});
            h.call_ms = d.pick(std::vector<std::int64_t>{0, 0, 0, 1, 100, 1'000, 20'000});
            if (backlog_) h.call_ms = d.pick(std::vector<std::int64_t>{100, 1'000, 20'000});
            if (backlog_) h.options.capacity = d.pick(std::vector<std::size_t>{0, 1, 4});
            if (p_.informers[h.informer].resync_ms != 0)
                h.call_ms = std::min<std::int64_t>(h.call_ms, 100); // it must keep up with its resyncs
            if (d.chance(15)) h.throws_every = static_cast<unsigned>(d.range(1, 5));
            p_.handlers.push_back(h);
        }
    }

    item at_some_time(dice& d)
    {
        item i;
        i.at_ms = d.range(0, p_.length_ms);
        return i;
    }

    void add_writes()
    {
        auto& d = work_;
        auto const kinds = swarm(d,
                                 {act::create, act::update, act::touch, act::relabel, act::remove,
                                  act::recreate, act::burst, act::poison},
                                 2);
        auto const n = d.chance(80) ? d.range(5, 60) : d.range(60, 250);
        bool const clustered = d.chance(40);
        std::int64_t center = 0;
        for (std::int64_t i = 0; i != n; ++i) {
            auto w = at_some_time(d);
            if (clustered) { // defects are where acts collide
                if (i % 8 == 0) center = w.at_ms;
                w.at_ms = std::min(p_.length_ms, center + d.range(0, 20));
            }
            if (d.chance(15)) w.trigger = static_cast<moment>(d.below(moments));
            w.what = d.chance(30) ? act::create : d.pick(kinds);
            w.who = static_cast<std::uint32_t>(d.below(p_.kinds));
            w.a = d.chance(60) ? d.range(0, 2)
                               : d.range(0, static_cast<std::int64_t>(p_.names * p_.spaces) - 1);
            w.b = d.range(0, 1'000'000);
            w.c = d.range(2, 30);
            p_.items.push_back(w);
        }
    }

    /// Adds many changes for slow handlers, and a list that comes while the queues are full: an object that
    /// is only in a queue is easily forgotten.
    void add_backlog()
    {
        if (!backlog_) return;
        auto& d = work_;
        auto const which = d.below(p_.informers.size());
        auto& informer = p_.informers[static_cast<std::size_t>(which)];
        auto const kind = std::ranges::find(plurals, informer.of.plural) - plurals.begin();
        bool const relists = d.chance(40);
        informer.queue_capacity = relists ? 4096 : d.pick(std::vector<std::size_t>{1, 8});
        auto& slow = p_.handlers.front();
        slow.informer = static_cast<std::uint32_t>(which);
        if (relists) slow.options = {overflow::block, 0};
        slow.call_ms = informer.resync_ms != 0 ? 100 : d.pick(std::vector<std::int64_t>{1'000, 20'000});
        auto const keys = static_cast<std::int64_t>(p_.names * p_.spaces);
        auto const add = [&](act what, std::int64_t at, std::int64_t a, std::int64_t b) {
            item i;
            i.at_ms = at;
            i.what = what;
            i.who = static_cast<std::uint32_t>(kind);
            i.a = a;
            i.b = b;
            p_.items.push_back(i);
        };
        auto const begin = d.range(p_.length_ms / 4, p_.length_ms);
        auto const n = d.range(40, 160);
        for (std::int64_t i = 0; i != n; ++i) {
            auto const what = d.chance(50) ? act::recreate : act::update;
            auto const at = begin + d.range(0, 20);
            auto const of = d.range(0, keys - 1);
            auto const b = d.range(0, 1'000'000);
            add(what, at, of, b);
        }
        if (!relists) return;
        add(act::disconnect, begin + 300, 0, 0);
        for (std::int64_t i = 0; i != keys; ++i) {
            auto const at = begin + d.range(310, 900);
            if (d.chance(50)) add(act::remove, at, i, 0);
        }
        add(act::compact, begin + 1'000, 0, 0);
    }

    void add_faults()
    {
        auto& d = trouble_;
        if (d.chance(15)) return;
        std::vector<act> all{act::answer_status,
                             act::answer_html,
                             act::answer_late,
                             act::cut_answer,
                             act::stall_answer,
                             act::truncate_answer,
                             act::gone_on_later_page,
                             act::close_watch,
                             act::error_event,
                             act::odd_event,
                             act::compact,
                             act::restart,
                             act::lag,
                             act::disconnect,
                             act::refuse,
                             act::hang,
                             act::reset,
                             act::silence,
                             act::hold,
                             act::condition};
        if (d.chance(50)) std::erase(all, act::compact); // a relist after a 410 would hide defects
        if (d.chance(20))
            for (auto const a : {act::reset, act::disconnect, act::restart, act::silence}) std::erase(all, a);
        auto const kinds = swarm(d, all, 1);
        auto const shape = d.below(3); // few long outages, some, or many short ones
        auto const n = shape == 0 ? d.range(1, 3) : shape == 1 ? d.range(2, 8) : d.range(5, 25);
        auto const longest = shape == 0 ? 120'000 : shape == 1 ? 20'000 : 2'000;
        std::int64_t burst_at = -1;
        for (std::int64_t i = 0; i != n; ++i) {
            auto f = at_some_time(d);
            if (burst_at >= 0 && d.chance(30)) f.at_ms = burst_at;
            burst_at = f.at_ms;
            if (d.chance(50)) f.trigger = static_cast<moment>(d.below(moments));
            if (d.chance(25)) { // so that it meets first lists
                f.at_ms = 0;
                f.trigger.reset();
            }
            f.what = d.pick(kinds);
            f.who = static_cast<std::uint32_t>(d.below(p_.clients));
            f.a = d.range(100, longest);
            f.b = d.range(0, 1'000'000);
            f.c = d.range(0, 6);
            p_.items.push_back(f);
            if (f.what != act::lag || !d.chance(50)) continue;
            if (std::ranges::find(all, act::restart) == all.end()) continue;
            auto listed = f; // a lagging server matters to a client that lists again
            listed.what = act::restart;
            listed.at_ms += d.range(0, 2'000);
            p_.items.push_back(listed);
        }
        if (!d.chance(25)) return;
        auto r = at_some_time(d);
        if (d.chance(50)) r.at_ms = p_.length_ms; // writes after the restore would repair much
        r.what = act::restore;
        p_.items.push_back(r);
    }

    void add_people()
    {
        auto& d = people_;
        for (std::uint32_t i = 0; i != p_.informers.size(); ++i) {
            item s;
            s.what = act::start_informer;
            s.who = i;
            s.at_ms = d.chance(70) ? 1 : d.range(0, p_.length_ms / 2);
            p_.items.push_back(s);
            if (d.chance(40)) {
                item w = s;
                w.what = d.chance(50) ? act::wait_synced : act::cancel_wait;
                w.at_ms += d.range(0, 3);
                w.b = d.range(0, 1'000'000);
                p_.items.push_back(w);
            }
            if (d.chance(15)) { // stopped, and started again
                item stop = at_some_time(d);
                stop.what = act::stop_informer;
                stop.who = i;
                p_.items.push_back(stop);
                item again = stop;
                again.what = act::start_informer;
                again.at_ms = stop.at_ms + d.range(0, 5'000);
                p_.items.push_back(again);
            }
        }
        for (std::uint32_t i = 0; i != p_.handlers.size(); ++i) {
            item h;
            h.what = act::add_handler;
            h.who = i;
            if (d.chance(50)) h = late(h, d);
            p_.items.push_back(h);
            if (d.chance(25)) {
                item r = at_some_time(d);
                r.at_ms = std::max(r.at_ms, h.at_ms);
                r.what = act::remove_handler;
                r.who = i;
                if (d.chance(50)) r.trigger = static_cast<moment>(d.below(moments));
                p_.items.push_back(r);
            }
        }
        auto const n = d.range(0, 6);
        std::vector<act> const others{act::wait_synced, act::wait_synced, act::cancel_wait,
                                      act::hold_snapshot, act::release_snapshot};
        for (std::int64_t i = 0; i != n; ++i) {
            auto o = at_some_time(d);
            o.what = d.pick(others);
            o.who = static_cast<std::uint32_t>(d.below(p_.informers.size()));
            o.b = d.range(0, 1'000'000);
            p_.items.push_back(o);
        }
    }

    item late(item i, dice& d)
    {
        i.at_ms = d.range(0, p_.length_ms);
        if (d.chance(50)) i.trigger = static_cast<moment>(d.below(moments));
        return i;
    }

    plan p_;
    dice world_, work_, trouble_, people_;
    bool backlog_ = false;
};

} // namespace

plan make_plan(std::uint64_t seed)
{
    return planner(seed).make();
}

} // namespace simulation

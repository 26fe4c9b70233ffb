#include "shrink.hpp"

#include "world.hpp"

#include <algorithm>

namespace simulation {

namespace {

bool still_breaks(plan const& p, std::string const& property)
{
    auto const v = run_plan(p);
    return v.broken && v.broken->property() == property;
}

} // namespace

plan shrink(plan p, std::string const& property, std::chrono::seconds limit)
{
    auto const end = std::chrono::steady_clock::now() + limit;
    auto const in_time = [&] { return std::chrono::steady_clock::now() < end; };
    auto const keep_if_broken = [&](plan candidate) {
        if (!candidate.told_apart() || !still_breaks(candidate, property)) return false;
        p = std::move(candidate);
        return true;
    };
    // Cut the items first: halves, quarters, and so on down to single ones, from the back.
    for (auto part = std::max<std::size_t>(p.items.size() / 2, 1); in_time(); part /= 2) {
        bool again = true;
        while (again && in_time()) {
            again = false;
            for (auto at = p.items.size(); at > 0 && in_time();) {
                auto const begin = at > part ? at - part : 0;
                auto candidate = p;
                candidate.items.erase(candidate.items.begin() + static_cast<std::ptrdiff_t>(begin),
                                      candidate.items.begin() + static_cast<std::ptrdiff_t>(at));
                again |= keep_if_broken(std::move(candidate));
                at = std::min(begin, p.items.size());
            }
            if (part > 1) break;
        }
        if (part <= 1) break;
    }
    // Then simplify the world: a simpler schedule, no objects at the start, fewer peculiarities.
    auto const simpler = [&](auto change) {
        auto candidate = p;
        change(candidate);
        if (in_time()) keep_if_broken(std::move(candidate));
    };
    simpler([](plan& c) { c.schedule.order = policy::fifo; });
    simpler([](plan& c) { c.schedule.step_cost_ns = 0; });
    simpler([](plan& c) { c.schedule.reading_cost_ns = 0; });
    simpler([](plan& c) { c.schedule.late_timer_ns = 0; });
    simpler([](plan& c) { c.schedule.run_inline = false; });
    simpler([](plan& c) { c.objects_at_start = 0; });
    simpler([](plan& c) { c.trickle = false; });
    simpler([](plan& c) { c.use_pipes(65'536); });
    for (std::size_t i = 0; i != p.informers.size(); ++i) {
        simpler([i](plan& c) { c.informers[i].resync_ms = 0; });
        simpler([i](plan& c) { c.informers[i].page_size = 500; });
        simpler([i](plan& c) { c.informers[i].audit = {}; });
        simpler([i](plan& c) { c.informers[i].warm = {}; });
        simpler([i](plan& c) { c.informers[i].of.tier.clear(); });
        simpler([i](plan& c) { c.informers[i].of.namespaces.clear(); });
        simpler([i](plan& c) {
            c.informers[i].stream = c.informers[i].by_key = c.informers[i].composed = false;
        });
    }
    for (std::size_t i = 0; i != p.handlers.size(); ++i) {
        simpler([i](plan& c) { c.handlers[i].throws_every = 0; });
        simpler([i](plan& c) { c.handlers[i].call_ms = 0; });
        simpler([i](plan& c) {
            auto& h = c.handlers[i];
            h.as_update = h.filtered = h.pulls = h.drains = false;
            h.resync_ms = -1;
        });
    }
    return p;
}

} // namespace simulation

#include "group_world.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t most_steps_at_once = 1'000'000;
constexpr int rounds = 4;

} // namespace

// Beside the checks before time goes on, one hash is looked at after each step, because an owner must have
// stopped before another one begins, also at one instant.
void group_world::pass(duration d)
{
    auto const end = scheduler_.now() + d;
    for (;;) {
        if (scheduler_.ready() == 0) check_now();
        if (!scheduler_.step(end)) return;
        if (scheduler_.steps_at_this_time() > most_steps_at_once)
            fail("L3", "a million steps, and time stands still");
        see_map();
        if (trace_) leases_->write_news([this](auto const& line) { trace(line); });
        check_hash(scheduler_.steps() % hashes_.size());
    }
}

// Long enough for an informer to find a connection dead, and for the ends of all that had begun.
void group_world::come_to_rest()
{
    pass(std::max<duration>(6min, 8 * timing_.lease));
    course_.writes_objects = false;
    pass(2 * timing_.lease);
    check_at_rest();
    course_.writes_objects = true;
}

std::map<std::string, shard_ranges> group_world::shares() const
{
    std::map<std::string, shard_ranges> found;
    for (auto const* p : living()) found[p->identity()] = p->group().held();
    return found;
}

void group_world::check_moved(std::map<std::string, shard_ranges> const& before, double most)
{
    double moved = 0;
    for (auto const& [identity, ranges] : shares()) {
        auto const was = before.find(identity);
        moved += (was == before.end() ? ranges : ranges - was->second).fraction();
    }
    if (moved > most)
        fail("M4", std::to_string(moved) + " of the keys have moved, more than " + std::to_string(most));
}

// One process comes or goes, and nothing else happens.
void group_world::change_membership()
{
    auto const before = shares();
    auto const members = living();
    auto& slots = processes_.slots;
    auto const slot = static_cast<std::size_t>(std::ranges::find(slots, dice_.pick(members)) - slots.begin());
    auto& p = *slots[slot];
    auto const count_before = static_cast<double>(members.size());
    auto const kind = dice_.below(5);
    if (kind == 4) {
        count("the server was away, and all have kept what they had");
        auto const d = timing_.lease + some(3);
        for (auto* each : members)
            keep_away(*each, d,
                      dice_.chance(50) ? machine::unreachable::refused : machine::unreachable::unanswered);
        expect_trouble(d + timing_.lease);
        come_to_rest();
        return check_moved(before, 0.0001);
    }
    if (kind == 0 && members.size() < 6) {
        count("one joins");
        slots.push_back(nullptr);
        start_process(slots.size() - 1, new_name(slots.size() - 1));
        come_to_rest();
        return check_moved(before, 1.2 / (count_before + 1));
    }
    if (kind == 1) {
        bool const ends_in_order = p.keeps_share() && dice_.chance(70);
        count(ends_in_order ? "one keeps its share for the next of its identity"
                            : "one dies and comes back under its identity");
        if (ends_in_order)
            p.stop();
        else
            p.kill();
        start_later(slot, some(1) / 2, p.identity()); // before its old Lease has ended
        come_to_rest();
        return check_moved(before, 0.0001);
    }
    if (members.size() < 2) return;
    slots[slot] = nullptr;
    if (kind == 2) {
        count("one dies");
        p.kill();
    } else {
        count("one leaves");
        p.stop();
    }
    come_to_rest();
    check_moved(before, 1.2 / count_before);
    std::erase(slots, nullptr);
}

void group_world::end()
{
    timers_.clear();
    course_.writes_objects = false;
    for (auto* p : living()) p->stop();
    std::ranges::fill(processes_.slots, nullptr);
    auto const limit = scheduler_.now() + 6 * timing_.lease;
    do {
        if (scheduler_.ready() == 0) check_now();
    } while (!processes_.all.empty() && scheduler_.step(limit));
    for (auto const& p : processes_.all)
        fail("P16", p->identity() + " has not ended long after it was cancelled: " + p->what_runs());
    while (scheduler_.ready() != 0) scheduler_.step(scheduler_.now());
    if (scheduler_.armed() != 0) fail("P16", std::to_string(scheduler_.armed()) + " timers are left armed");
}

verdict group_world::run()
{
    verdict v;
    try {
        for (int round = 0; round != rounds; ++round) {
            course_.injects_faults = true;
            plan_faults();
            pass(length_ / rounds);
            heal();
            come_to_rest();
            change_membership();
        }
        end();
    } catch (violation const& broken) {
        v.broken = broken;
        trace("BROKEN " + std::string(broken.what()));
    }
    if (ledger_.rejected() != 0) count("a late writer was rejected");
    trace_hash hash;
    hash.mix(scheduler_.last_draw());
    hash.mix(scheduler_.trace());
    hash.mix(server_->resource_version());
    v.hash = hash.value();
    v.steps = scheduler_.steps();
    v.sometimes = std::move(sometimes_);
    return v;
}

} // namespace simulation

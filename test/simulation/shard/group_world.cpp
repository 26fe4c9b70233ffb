#include "group_world.hpp"

#include "core/strand_of.hpp"
#include "shard/group_lease.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <cmath>

namespace simulation {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

constexpr scheduler::actor_id server_actor = 0, first_process = 2;
constexpr std::size_t most_leases =
    40; // several for each process, because dead ones leave theirs for a while

// The hashes that are looked at, one in each sixteenth of all.
constexpr std::uint64_t hash_number(std::size_t i)
{
    return std::uint64_t(i) << 60 | 0x0123'4567'89ab'cdefU;
}

// The usual durations, and longer ones, as users choose to save requests.
group_timing timing_of(std::uint64_t seed)
{
    dice d(seed, "timing");
    std::vector<group_timing> const all{{15s, 10s, 2s, shard_field::uid},
                                        {60s, 40s, 10s, shard_field::uid},
                                        {137s, 107s, 12s, shard_field::uid}};
    auto t = d.pick(all);
    if (d.chance(25)) t.field = shard_field::ns;
    return t;
}

testing::api_server_options server_of(std::uint64_t seed)
{
    dice d(seed, "server");
    testing::api_server_options o;
    o.seed = seed;
    o.history = 100;
    o.shards_lists = d.chance(50);
    return o;
}

} // namespace

group_world::group_world(std::uint64_t seed, duration length,
                         std::function<void(std::string const&)> write_line)
    : length_(length), trace_(std::move(write_line)), dice_(seed, "faults"), writes_(seed, "writes"),
      timing_(timing_of(seed)), scheduler_(random_schedule(seed))
{
    server_env_.ex = strand_of(sim_executor(scheduler_, server_actor));
    server_env_.log = &no_log();
    server_env_.time = &scheduler_.clock();
    server_env_.seed = seed | 1;
    server_ = std::make_unique<testing::api_server>(server_env_, server_of(seed));
    leases_ = std::make_unique<lease_timeline>(*server_);
    server_->create({.version = "v1", .plural = "namespaces"}, R"({"metadata":{"name":"shop"}})");
    for (int i = 0; i != 30; ++i) write_object();
    course_.pace = dice_.chance(50) ? 1 : 12;
    processes_.slots.resize(2 + dice_.below(4));
    for (std::size_t i = 0; i != processes_.slots.size(); ++i) start_process(i, new_name(i));
    plan_writes();
}

group_world::~group_world() = default;

void group_world::trace(std::string const& line)
{
    if (trace_) trace_(std::to_string(scheduler_.now_ns() / 1'000'000) + " ms  " + line);
}

void group_world::later(duration d, std::function<void()> what)
{
    auto alarm = scheduler_.clock().make_timer(sim_executor(scheduler_, server_actor + 1));
    alarm->start(scheduler_.now() + d, std::move(what));
    timers_.push_back(std::move(alarm));
}

void group_world::expect_trouble(duration d)
{
    course_.calm_since = std::max(course_.calm_since, scheduler_.now() + d);
}

// ---- processes

std::string group_world::new_name(std::size_t slot)
{
    return "p" + std::to_string(slot) + '.' + std::to_string(processes_.begun);
}

void group_world::start_process(std::size_t slot, std::string identity)
{
    group_witness w;
    w.trace = [this](std::string const& line) { trace(line); };
    w.has_object = [this](std::string const& name, std::uint64_t hash) {
        auto const found = objects_.find(name);
        return found != objects_.end() && found->second.hash == hash;
    };
    w.counts = &sometimes_;
    w.reconciles = &ledger_;
    dice const chance(dice_.next(), identity);
    auto const actor = static_cast<scheduler::actor_id>(first_process + processes_.begun++);
    processes_.all.push_back(std::make_unique<shard_process>(
        scheduler_, actor, server_env_, *server_, std::move(identity), timing_, chance, std::move(w)));
    processes_.slots[slot] = processes_.all.back().get();
}

void group_world::start_later(std::size_t slot, duration d, std::string identity)
{
    processes_.slots[slot] = nullptr;
    later(d, [this, slot, identity] { start_process(slot, identity); });
}

std::vector<shard_process*> group_world::living() const
{
    std::vector<shard_process*> found;
    for (auto* p : processes_.slots)
        if (p) found.push_back(p);
    return found;
}

shard_process* group_world::find(std::size_t number) const
{
    for (auto* p : processes_.slots)
        if (p && p->number() == number) return p;
    return nullptr;
}

// True also if the process stands still, or is about to leave: it may renew this Lease.
bool group_world::has_living_member(std::string const& name) const
{
    return std::ranges::any_of(processes_.all, [&](auto const& p) {
        return !p->on().is_dead() && p->group().status().member == name;
    });
}

void group_world::forget_ended()
{
    std::erase_if(processes_.all, [this](auto const& p) {
        bool const lives = std::ranges::find(processes_.slots, p.get()) != processes_.slots.end();
        bool const is_over = !lives && p->has_ended();
        for (auto& h : hashes_)
            if (is_over && h.owner == p.get()) h.owner = nullptr;
        return is_over;
    });
}

// For the timeline of a seed that breaks: what each process knows of the group.
void group_world::trace_groups()
{
    if (!trace_) return;
    for (auto const& p : processes_.all) {
        auto const s = p->group().status();
        std::string text = p->identity() + (p->is_acting() ? "" : ", which stands still or is dead,") +
                           " is " + s.member + " and owns " + std::to_string(s.owned.fraction()) + "; parts:";
        for (auto const& part : s.parts)
            text += ' ' + std::to_string(part.ranges.fraction()) + ' ' + part.owner + '>' + part.next;
        trace(text);
    }
}

// ---- the checks

// Called whenever nothing is ready to run, before virtual time goes on.
void group_world::check_now()
{
    for (auto const& p : processes_.all) p->proceed(scheduler_.now());
    forget_ended();
    for (std::size_t i = 0; i != hashes_.size(); ++i) check_hash(i);
    check_owned();
    if (ledger_.broken()) throw violation(*ledger_.broken());
}

void group_world::check_hash(std::size_t i)
{
    auto const hash = hash_number(i);
    auto& known = hashes_[i];
    shard_process const* owner = nullptr;
    auto const now = scheduler_.now();
    for (auto const& p : processes_.all) {
        auto const number = p->is_acting() ? p->group().fence(hash) : std::nullopt;
        if (!number) continue;
        if (owner) trace_groups();
        if (owner) fail("M1", p->identity() + " and " + owner->identity() + " own hash " + std::to_string(i));
        owner = p.get();
        bool const grows = known.owner == owner ? *number >= known.greatest : *number > known.greatest;
        if (!grows)
            fail("M2", p->identity() + " has number " + std::to_string(*number) + " of hash " +
                           std::to_string(i) + " after " + std::to_string(known.greatest));
        known.greatest = *number;
    }
    if (owner) {
        if (known.owner != owner) count("an owner follows another");
        known.owner = owner;
        known.owned_at = now;
    }
}

// A hash may wait for its owner from when it lost one, from when that one ended and kept its share, or from
// when the group gave it to another one, which may have died meanwhile. It takes a process that has been well
// for all that time: one that has just begun cannot know since when an owner is dead.
void group_world::check_owned()
{
    auto const now = scheduler_.now();
    auto well_since = time_point::max();
    for (auto const* p : living()) well_since = std::min(well_since, p->well_since(now));
    if (well_since == time_point::max()) return; // nobody could own anything
    for (auto const& h : hashes_) {
        auto const waits = now - std::max({h.owned_at, h.given_at, course_.calm_since, well_since});
        if (waits > timing_.lease && course_.injects_faults)
            count("a hash waited for an owner during faults");
        auto const limit = timing_.lease + timing_.renew;
        if (waits > limit && now - last_renewal_of_dead(h.given_to) > limit)
            fail("M3",
                 "nobody owns hash " + std::to_string(&h - hashes_.data()) + ", and nothing goes wrong");
    }
}

// A process that was cut off may have renewed its Lease once more, and then died before it could know that.
time_point group_world::last_renewal_of_dead(std::string const& member) const
{
    bool const lives =
        std::ranges::any_of(living(), [&](auto const* p) { return p->group().status().member == member; });
    auto const found = renewals_.find(member);
    return lives || found == renewals_.end() ? time_point{} : found->second.when;
}

// Called after each step: if the server has written something, looks at the Leases of the group.
void group_world::see_map()
{
    auto version = server_->resource_version();
    if (version == version_) return;
    version_ = std::move(version);
    auto const listed = json::parse(server_->list(group_lease_resource, "shop"));
    auto const& leases = listed.at("items").as_array();
    if (leases.size() > most_leases)
        fail("M10", "the group has " + std::to_string(leases.size()) + " Leases");
    for (auto const& lease : leases) {
        auto const& meta = lease.at("metadata").as_object();
        auto const name = json::value_to<std::string>(meta.at("name"));
        auto& renewal = renewals_[name];
        auto const* const stamp = lease.at("spec").as_object().if_contains("renewTime");
        auto renewed = stamp ? json::value_to<std::string>(*stamp) : "none";
        if (renewal.stamp != renewed) renewal = {std::move(renewed), scheduler_.now()};
        if (!meta.contains("annotations")) continue;
        bool const rests = meta.at("annotations").as_object().contains(shard_rest_annotation);
        if (rests && resting_.insert(name).second) note_rest(name);
        if (name != "web") continue;
        auto const* const text = meta.at("annotations").as_object().if_contains(shard_map_annotation);
        auto const map = text ? shard_map::parse(std::string(text->as_string())) : std::nullopt;
        if (!map) continue;
        for (std::size_t i = 0; i != hashes_.size(); ++i) {
            auto const& owner = map->piece_of(hash_number(i)).owner;
            if (std::exchange(hashes_[i].given_to, owner) != owner) hashes_[i].given_at = scheduler_.now();
        }
    }
}

// A process has ended and keeps its share: its hashes wait for the next process, for the time of a Lease.
void group_world::note_rest(std::string const& member)
{
    for (auto& h : hashes_)
        if (h.given_to == member) h.given_at = scheduler_.now();
}

// At rest the Leases of the group are its own one and those of its members.
void group_world::check_leases()
{
    std::vector<std::string> expected{"web"}, found;
    for (auto const* p : living()) expected.push_back(p->group().status().member);
    auto const listed = json::parse(server_->list(group_lease_resource, "shop"));
    for (auto const& lease : listed.at("items").as_array()) {
        auto const& meta = lease.at("metadata").as_object();
        bool const is_seen =
            meta.contains("labels"); // nobody in the group can see one that has lost its label
        if (is_seen) found.push_back(json::value_to<std::string>(meta.at("name")));
    }
    std::ranges::sort(expected);
    std::ranges::sort(found);
    if (found != expected)
        fail("M5", "the server has " + std::to_string(found.size()) + " Leases, not those of the " +
                       std::to_string(expected.size() - 1) + " members and the group's");
}

// Called when nothing has gone wrong for a while.
void group_world::check_at_rest()
{
    auto const members = living();
    for (auto const* p : members) {
        auto const share = p->group().owned().fraction();
        if (std::abs(share - 1.0 / static_cast<double>(members.size())) > 0.001)
            fail("M5", p->identity() + " owns " + std::to_string(share) + ", one of " +
                           std::to_string(members.size()));
        if (p->group().held() != p->group().owned())
            fail("M5", p->identity() + " holds what it does not own");
        if (p->group().status().members.size() != members.size())
            fail("M5", p->identity() + " knows " + std::to_string(p->group().status().members.size()) +
                           " members of " + std::to_string(members.size()));
        check_store(*p);
    }
    check_leases();
    check_reconciled();
}

void group_world::check_store(shard_process const& p)
{
    auto const held = p.group().held();
    auto const store = p.informer().snapshot();
    std::size_t expected = 0;
    for (auto const& [name, object] : objects_) {
        if (!held.contains(object.hash)) continue;
        ++expected;
        auto const slash = name.find('/');
        auto const found = store.get(name.substr(0, slash), name.substr(slash + 1));
        if (!found || found->data.value_or("v", "") != object.value)
            fail("M8", p.identity() + (found ? " has an old state of " : " lacks ") + name);
    }
    if (store.size() != expected)
        fail("M8", p.identity() + " has " + std::to_string(store.size()) + " objects, not " +
                       std::to_string(expected));
}

void group_world::check_reconciled()
{
    for (auto const& [name, object] : objects_) {
        auto const state = ledger_.last_of({name, object.hash}).state;
        if (state != object.value)
            fail("M9", name + " was reconciled to \"" + state + "\", not to \"" + object.value + '"');
    }
    if (timing_.field == shard_field::uid) check_deletions();
}

// A deletion may be lost while a part moves, or be overtaken by another object of the same name. Otherwise an
// owner that has reconciled the object, and has owned it ever since, has to reconcile the deletion.
void group_world::check_deletions()
{
    for (auto const& one : deleted_) {
        auto const last = ledger_.last_of(one);
        if (last.state.empty() || last.state == "gone") continue;
        for (auto const* p : living())
            if (p->group().fence(one.second) == last.number)
                fail("M9", p->identity() + " was never told that " + one.first + " is deleted");
    }
}

} // namespace simulation

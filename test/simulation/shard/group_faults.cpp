#include "group_world.hpp"

#include "simulation/bad_answers.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>

namespace simulation {

using namespace coinformer;
using namespace std::chrono_literals;
namespace faults = testing::faults;
namespace json = boost::json;

// ---- objects

void group_world::plan_writes()
{
    later(duration(writes_.tail(60'000'000'000)), [this] {
        if (course_.writes_objects) write_object();
        plan_writes();
    });
}

void group_world::write_object()
{
    auto const ns = "n" + std::to_string(writes_.below(8)), name = "o" + std::to_string(writes_.below(5));
    auto const key = ns + '/' + name;
    auto const value = std::to_string(writes_.below(1'000'000'000));
    auto const what = resource_named("configmaps");
    json::value const body{{"metadata", {{"name", name}, {"namespace", ns}}}, {"data", {{"v", value}}}};
    if (!objects_.contains(key)) {
        auto const made = json::parse(server_->create(what, json::serialize(body)));
        auto const uid = json::value_to<std::string>(made.at("metadata").at("uid"));
        objects_[key] = {.hash = shard_hash(timing_.field == shard_field::uid ? uid : ns), .value = value};
        deleted_.erase(key);
    } else if (writes_.chance(20)) {
        server_->remove(what, {ns, name});
        deleted_[key] = objects_.at(key).hash;
        objects_.erase(key);
    } else {
        server_->patch(what, {ns, name}, json::serialize(json::value{{"data", {{"v", value}}}}));
        objects_[key].value = value;
    }
}

// ---- faults

void group_world::plan_faults()
{
    later(duration(dice_.range(0, course_.pace * timing_.lease.count())), [this] {
        if (!course_.injects_faults) return;
        inject_fault();
        plan_faults();
    });
}

void group_world::inject_fault()
{
    auto const slot = static_cast<std::size_t>(dice_.below(processes_.slots.size()));
    auto const kind = dice_.below(100);
    auto* const p = processes_.slots[slot];
    if (kind < 15) return spoil_answers();
    if (kind < 45 && p) return spoil_network(*p);
    if (kind < 85 && p) return spoil_process(slot);
    if (kind < 92) return spoil_lease();
    if (kind < 96) {
        count("the server ends all connections");
        return server_->disconnect();
    }
    count("the server is away for all");
    auto const d = some(4);
    for (auto* each : living()) keep_away(*each, d);
    expect_trouble(d + timing_.lease);
}

void group_world::spoil_answers()
{
    bad_answers bad(dice_, timing_.lease, timing_.retry, 410);
    std::vector<std::string> const verbs{"get", "list", "watch", "patch", "create", "delete", ""};
    bad.fault = bad.fault.on(dice_.pick(verbs));
    if (dice_.chance(80)) bad.fault = bad.fault.of("leases");
    // No get and no delete is answered so: a member has to believe a server that says that a Lease is gone.
    if (dice_.chance(10)) bad.fault = faults::status(404).on("patch").of("leases").times(bad.fault.left);
    server_->inject(bad.fault);
    count("answers go wrong");
    trace(bad.trace());
    auto const d = some(6);
    expect_trouble(d + 2 * timing_.lease); // a late answer may still arrive
    later(d, [this] { server_->heal(); });
}

void group_world::keep_away(shard_process& p, duration d)
{
    keep_away(p, d, static_cast<machine::unreachable>(dice_.below(3)));
}

void group_world::keep_away(shard_process& p, duration d, machine::unreachable how)
{
    trace(p.identity() + " is kept away for " + std::to_string(d / 1ms) + " ms, kind " +
          std::to_string(static_cast<int>(how)));
    p.on().lose_network(how);
    p.expect_trouble(scheduler_.now() + d + timing_.lease);
    later(d, [this, number = p.number(), how] {
        if (auto* const who = find(number)) who->on().regain_network(how);
    });
}

void group_world::spoil_network(shard_process& p)
{
    switch (dice_.below(6)) {
    case 0: count("kept away"); return keep_away(p, some(3));
    case 1: count("kept away for long"); return keep_away(p, timing_.lease + some(3));
    case 2:
        count("half-open");
        trace(p.identity() + ": its connections are half-open");
        p.expect_trouble(scheduler_.now() + 2 * timing_.lease);
        return p.on().network().silence();
    case 3: count("connections reset"); return p.on().network().reset();
    case 4:
        if (p.on().depends_on_wall_clock()) return;
        count("wall clock changed");
        trace(p.identity() + ": its wall clock is changed");
        return p.on().spoil_wall_clock(dice_);
    default: break;
    }
    count("a slow network");
    p.on().slow_network_down(dice_, timing_.renew, timing_.retry);
    auto const d = some(5);
    expect_trouble(d + 2 * timing_.lease);
    later(d, [this, number = p.number()] {
        if (auto* const who = find(number)) who->on().speed_network_up();
    });
}

void group_world::stand_still(shard_process& p, duration d)
{
    using kind = machine::standstill;
    auto how = static_cast<kind>(dice_.below(3));
    // Nobody can know how long a suspension took if neither clock shows it.
    if (how == kind::suspended_uncounted && !p.on().has_true_wall_clock()) how = kind::suspended;
    count(d > timing_.lease ? "stood still for longer than the lease" : "stood still");
    p.freeze(how, scheduler_.now());
    p.expect_trouble(scheduler_.now() + d + timing_.lease);
    later(d, [this, number = p.number()] {
        if (auto* const who = find(number)) who->thaw(scheduler_.now());
    });
}

void group_world::spoil_process(std::size_t slot)
{
    auto& p = *processes_.slots[slot];
    auto const d = dice_.chance(50) ? some(2) : timing_.renew + some(4);
    auto const identity = dice_.chance(50) ? p.identity() : new_name(slot);
    auto const kind = dice_.below(10);
    if (p.is_stopping() || p.on().is_frozen()) return;
    if (kind < 4) return stand_still(p, d);
    if (kind < 6) {
        count("killed");
        p.kill();
    } else if (kind < 8) {
        count("stopped");
        p.stop();
    } else {
        count("left and joined again");
        return p.rejoin();
    }
    start_later(slot, d, identity);
}

// Somebody else changes or deletes a Lease of the group.
void group_world::spoil_lease()
{
    auto const found = json::parse(server_->list(group_lease_resource, "shop")).at("items").as_array();
    if (found.empty()) return;
    auto const& lease = found[static_cast<std::size_t>(dice_.below(found.size()))];
    auto const name = json::value_to<std::string>(lease.at("metadata").at("name"));
    bool const is_map = name == "web";
    if (dice_.chance(60) || is_map) {
        count("a Lease was written by others");
        auto const note =
            R"({"metadata":{"annotations":{"note":")" + std::to_string(dice_.below(1000)) + R"("}}})";
        server_->patch(group_lease_resource, {"shop", name}, note);
        // A renewal, or a change of the map, is overtaken by this, and comes with the next attempt. Nobody
        // takes it for a renewal, so that the parts of a dead member are not free any later.
        if (is_map || has_living_member(name)) expect_trouble(2 * timing_.retry);
        return;
    }
    if (dice_.chance(40)) {
        count("a Lease has lost its label");
        trace("the Lease " + name + " loses its label");
        server_->patch(group_lease_resource, {"shop", name}, R"({"metadata":{"labels":null}})");
        return expect_trouble(timing_.lease);
    }
    count("a Lease was deleted by others");
    trace("the Lease " + name + " is deleted");
    server_->remove(group_lease_resource, {"shop", name});
    expect_trouble(timing_.lease);
}

void group_world::heal()
{
    trace("nothing goes wrong any more");
    course_.injects_faults = false;
    server_->heal();
    for (auto* p : living()) {
        p->thaw(scheduler_.now());
        p->on().heal_network();
        p->on().network().reset();
    }
    expect_trouble(2 * timing_.lease); // for processes that stood still, and for late answers
}

} // namespace simulation

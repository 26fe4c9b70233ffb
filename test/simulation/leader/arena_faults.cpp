#include "arena.hpp"

#include "simulation/bad_answers.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace faults = testing::faults;

void arena::plan_next()
{
    auto const pause = dice_.chance(30) ? duration(dice_.range(0, 8 * timing_.lease.count()))
                                        : duration(dice_.range(0, timing_.lease.count()));
    later(pause, [this] {
        if (!injects_faults_) return;
        inject_fault();
        plan_next();
    });
}

void arena::inject_fault()
{
    auto const slot = static_cast<std::size_t>(dice_.below(slots_.size()));
    auto const kind = dice_.below(100);
    auto* const p = slots_[slot];
    if (kind < 5) return cut_off_late();
    if (kind < 20) return spoil_answers();
    if (kind < 55 && p) return spoil_network(*p);
    if (kind < 85 && p) return spoil_process(slot);
    if (kind < 93) return spoil_lease();
    if (kind < 97) {
        count("the server ends all connections");
        return server_->disconnect();
    }
    count("the server is away for all");
    auto const d = some(4);
    for (auto* each : slots_)
        if (each) keep_away(*each, d);
}

void arena::spoil_answers()
{
    bad_answers bad(dice_, timing_.lease, timing_.retry, 404);
    std::vector<std::string> const verbs{"get", "patch", "create", ""};
    bad.fault = bad.fault.of("leases").on(dice_.pick(verbs));
    server_->inject(bad.fault);
    count("answers go wrong");
    trace(bad.trace());
    auto const d = some(6);
    expect_trouble(d + timing_.lease); // a late answer may still arrive
    later(d, [this] { server_->heal(); });
}

// The holder's last answers come as late as its attempts allow, and then none: the hardest case for the
// deadline.
void arena::cut_off_late()
{
    auto* const p = holder();
    if (!p) return;
    count("cut off after late answers");
    auto const late = (timing_.renew - timing_.retry) / 2 / 100 * dice_.range(60, 99);
    trace("answers come " + std::to_string(late / 1ms) + " ms late");
    server_->inject(faults::late(late).of("leases").on("patch").times(2));
    expect_trouble(2 * timing_.lease);
    later(duration(dice_.range(0, 2 * timing_.renew.count())), [this, p] {
        if (!p->on().is_dead()) keep_away(*p, timing_.lease + some(2));
    });
}

void arena::keep_away(process& p, duration d)
{
    auto const how = static_cast<machine::unreachable>(dice_.below(3));
    trace(p.identity() + " is kept away for " + std::to_string(d / 1ms) + " ms, kind " +
          std::to_string(static_cast<int>(how)));
    p.on().lose_network(how);
    expect_trouble(d + timing_.lease);
    later(d, [&on = p.on(), how] { on.regain_network(how); });
}

void arena::spoil_network(process& p)
{
    switch (dice_.below(6)) {
    case 0: count("kept away"); return keep_away(p, some(3));
    case 1: count("kept away for long"); return keep_away(p, timing_.lease + some(3));
    case 2:
        count("half-open");
        expect_trouble(timing_.lease);
        trace(p.identity() + ": its connections are half-open");
        return p.on().network().silence();
    case 3: count("connections reset"); return p.on().network().reset();
    case 4: count("wall clock changed"); return p.on().spoil_wall_clock(dice_);
    default: break;
    }
    count("a slow network");
    p.on().slow_network_down(dice_, timing_.renew, timing_.retry);
    auto const d = some(5);
    expect_trouble(d + 2 * timing_.lease);
    later(d, [&on = p.on()] { on.speed_network_up(); });
}

void arena::start_later(std::size_t i, duration d, std::string identity)
{
    later(d, [this, i, identity] {
        auto const wait = no_newcomer_before_ - scheduler_.now();
        if (wait > 0s) return start_later(i, wait, identity);
        start_process(i, identity);
    });
}

void arena::restart_later(std::size_t i, duration d, bool same_name)
{
    auto identity = slots_[i]->identity();
    if (!same_name) identity = "p" + std::to_string(i) + '.' + std::to_string(next_actor_);
    slots_[i] = nullptr;
    start_later(i, d, identity);
}

void arena::spoil_process(std::size_t i)
{
    auto& p = *slots_[i];
    auto const d = dice_.chance(50) ? some(2) : timing_.renew + some(4);
    bool const same_name = dice_.chance(30);
    auto const kind = dice_.below(10);
    if (p.is_stopping() || (p.on().is_frozen() && kind < 8)) return;
    if (kind < 5) {
        bool const is_suspended = dice_.chance(40);
        std::string const what = is_suspended ? "suspended at work" : "stood still at work";
        if (p.is_working()) count(d > timing_.lease ? what + " for longer than the lease" : what);
        p.freeze(is_suspended ? machine::standstill::suspended : machine::standstill::process);
        expect_trouble(d + timing_.lease);
        later(d, [&p] { p.thaw(); });
        return;
    }
    expect_nobody(d + timing_.lease); // it may have been the only process
    if (kind < 8) {
        count(p.is_working() ? "killed at work" : "killed");
        p.kill();
        return restart_later(i, d, same_name);
    }
    count(p.is_working() ? "stopped at work" : "stopped");
    expect_nobody(5 * timing_.lease); // its work may take that long to end
    p.stop();
    auto* const who = &p;
    auto const reap = [this, i, d, same_name, who](auto const& self) -> void {
        if (slots_[i] != who) return;
        if (who->ended()) return restart_later(i, d, same_name);
        expect_nobody(timing_.lease);
        later(timing_.retry, [self] { self(self); });
    };
    reap(reap);
}

void arena::spoil_lease()
{
    if (!exists_) return;
    auto const kind = dice_.below(100);
    if (kind < 20) return clear_holder();
    if (kind < 60) {
        count("written by others");
        auto const note =
            R"({"metadata":{"annotations":{"note":")" + std::to_string(dice_.below(1000)) + R"("}}})";
        server_->patch(lease_resource, {"shop", "web"}, note);
        return;
    }
    // A process that has seen the Lease waits until its holder has ended. A newcomer cannot know of the
    // holder, so no process may start until then.
    if (std::ranges::any_of(slots_, [](auto* p) { return p && !p->knows_holder(); })) return;
    auto* const p = holder();
    count(p && p->is_working() ? "deleted under the holder" : "deleted");
    trace("the Lease is deleted");
    server_->remove(lease_resource, {"shop", "web"});
    no_newcomer_before_ = scheduler_.now() + 2 * timing_.lease;
    expect_trouble(2 * timing_.lease);
}

// Somebody clears the holder by hand, which is no release. Each process waits until the holder has ended, and
// so does a newcomer.
void arena::clear_holder()
{
    if (record_holder_.empty()) return;
    auto* const p = holder();
    count(p && p->is_working() ? "cleared under the holder" : "cleared");
    trace("the holder is cleared by hand");
    is_cleared_by_hand_ = true;
    server_->patch(lease_resource, {"shop", "web"}, R"({"spec":{"holderIdentity":""}})");
    expect_trouble(2 * timing_.lease);
}

} // namespace simulation

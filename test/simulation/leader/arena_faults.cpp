#include "arena.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
using testing::fault;
namespace faults = testing::faults;

namespace {

} // namespace

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
    auto const late = std::chrono::milliseconds(dice_.range(1, timing_.lease / 1ms));
    auto const bytes = static_cast<std::size_t>(dice_.below(900));
    std::vector<fault> const all{
        faults::late(late),     faults::late(timing_.retry), faults::internal_error(),
        faults::unavailable(),  faults::throttled(5s),       faults::html(),
        faults::empty_answer(), faults::truncated_json(),    faults::cut(bytes),
        faults::stall(bytes),   faults::status(409),         faults::status(404),
        faults::forbidden(),    faults::unauthorized()};
    auto const what = dice_.below(all.size());
    auto f = all[what].of("leases").times(1 + dice_.below(12));
    std::vector<std::string> const verbs{"get", "patch", "create", ""};
    f = f.on(dice_.pick(verbs));
    server_->inject(f);
    count("answers go wrong");
    trace("answers: fault " + std::to_string(what) + " of " + (f.verb.empty() ? "any" : f.verb) + ", " +
          std::to_string(f.left) + " times");
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
        if (!p->is_dead()) keep_away(*p, timing_.lease + some(2));
    });
}

void arena::keep_away(process& p, duration d)
{
    auto* const who = &p;
    auto const kind = dice_.below(3);
    auto const set = [who, kind](bool on) {
        if (who->is_dead()) return;
        if (kind == 0) who->network().refuse(on);
        if (kind == 1) who->network().hang(on);
        if (kind == 2) who->network().hold(on);
    };
    trace(who->identity() + " is kept away for " + std::to_string(d / 1ms) + " ms, kind " +
          std::to_string(kind));
    if (kind != 2) who->network().reset();
    set(true);
    expect_trouble(d + timing_.lease);
    later(d, [set] { set(false); });
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
        return p.network().silence();
    case 3: count("connections reset"); return p.network().reset();
    case 4: {
        count("wall clock changed");
        if (dice_.chance(30)) return p.clock().freeze_wall();
        return p.clock().set_wall(std::chrono::hours(dice_.range(-10'000, 10'000)));
    }
    default: break;
    }
    count("a slow network");
    testing::link_options slow;
    slow.delay = duration(dice_.tail(timing_.renew.count()));
    slow.jitter = duration(dice_.tail(timing_.retry.count()));
    slow.random_parts = true;
    if (dice_.chance(20)) slow.reset_after = dice_.below(5000);
    p.network().conditions(slow, slow);
    p.network().reset();
    auto const d = some(5);
    expect_trouble(d + 2 * timing_.lease);
    auto* const who = &p;
    later(d, [who] {
        if (who->is_dead()) return;
        who->network().conditions({}, {});
        who->network().reset();
    });
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
    if (p.is_stopping() || (p.is_frozen() && kind < 8)) return;
    if (kind < 5) {
        auto const of = dice_.chance(40) ? process::standstill::machine : process::standstill::process;
        std::string const what =
            of == process::standstill::machine ? "suspended at work" : "stood still at work";
        if (p.is_working()) count(d > timing_.lease ? what + " for longer than the lease" : what);
        p.freeze(of);
        expect_trouble(d + timing_.lease);
        later(d, [&p] {
            if (p.is_frozen()) p.thaw();
        });
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
    if (dice_.chance(60)) {
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

} // namespace simulation

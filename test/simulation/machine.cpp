#include "machine.hpp"

#include "transport/config/http2_support.hpp"

#include <chrono>
#include <utility>

namespace simulation {

using namespace coinformer;
using namespace coinformer::detail;

namespace {

double rate_of(dice& d)
{
    return 1 + static_cast<double>(d.range(-30, 30)) / 1000;
}

environment seeded(environment env, dice& d)
{
    env.seed = d.next() | 1;
    return env;
}

} // namespace

machine::machine(scheduler& s, scheduler::actor_id actor, environment server_env, testing::api_server& server,
                 dice& d)
    : scheduler_(s), actor_(actor), kept_clock_(std::make_shared<own_clock>(s.clock(), rate_of(d))),
      network_(seeded(server_env, d))
{
    // Random microseconds, because two processes of one identity are told apart by the times in their
    // records.
    auto const hours = std::chrono::hours(d.range(-10'000, 10'000));
    clock_.set_wall(hours + std::chrono::microseconds(d.range(0, 999'999)));
    seed_ = d.next() | 1;
    auto protocol = d; // a copy, so that later draws do not depend on it
    network_.agree_on(protocol.chance(50) && has_http2() ? "h2" : "");
    endpoint at;
    at.server = "http://in-memory";
    at.ns = "shop";
    api_ = std::make_unique<client>(env(), at, client_options(), network_.dialer());
    serving_ = errand::start(server_env, server.run(network_), "the server");
}

machine::~machine() = default;

environment machine::env()
{
    environment env;
    env.log = &no_log();
    env.ex = sim_executor(scheduler_, actor_);
    env.time = &clock_;
    env.seed = seed_;
    return env;
}

void machine::freeze(standstill how)
{
    if (std::exchange(is_frozen_, true)) return;
    how_ = how;
    depends_on_wall_clock_ |= how == standstill::suspended_uncounted;
    if (how != standstill::process) clock_.suspend();
    scheduler_.freeze(actor_);
}

void machine::thaw()
{
    if (!std::exchange(is_frozen_, false)) return;
    if (how_ == standstill::suspended) clock_.resume(own_clock::suspended::counts);
    if (how_ == standstill::suspended_uncounted) clock_.resume(own_clock::suspended::does_not_count);
    scheduler_.thaw(actor_);
}

void machine::kill()
{
    is_dead_ = true;
    network_.refuse(true);
    network_.silence();
    thaw();
}

void machine::lose_network(unreachable how)
{
    if (how != unreachable::held) network_.reset();
    if (how == unreachable::refused) network_.refuse(true);
    if (how == unreachable::unanswered) network_.hang(true);
    if (how == unreachable::held) network_.hold(true);
}

// A dead machine never regains its network.
void machine::regain_network(unreachable how)
{
    if (is_dead_) return;
    if (how == unreachable::refused) network_.refuse(false);
    if (how == unreachable::unanswered) network_.hang(false);
    if (how == unreachable::held) network_.hold(false);
}

void machine::slow_network_down(dice& d, duration delay, duration jitter)
{
    testing::link_options slow;
    slow.delay = duration(d.tail(delay.count()));
    slow.jitter = duration(d.tail(jitter.count()));
    slow.random_parts = true;
    if (d.chance(20)) slow.reset_after = d.below(5000);
    network_.conditions(slow, slow);
    network_.reset();
}

void machine::speed_network_up()
{
    if (is_dead_) return;
    network_.conditions({}, {});
    network_.reset();
}

void machine::heal_network()
{
    for (auto const how : {unreachable::refused, unreachable::unanswered, unreachable::held})
        regain_network(how);
    if (!is_dead_) network_.conditions({}, {});
}

void machine::spoil_wall_clock(dice& d)
{
    has_true_wall_clock_ = false;
    if (d.chance(30)) return clock_.freeze_wall();
    clock_.set_wall(std::chrono::hours(d.range(-10'000, 10'000)));
}

void machine::close()
{
    api_->close();
    serving_->cancel();
}

} // namespace simulation

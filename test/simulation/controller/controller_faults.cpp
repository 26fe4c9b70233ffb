#include "controller_world.hpp"

namespace simulation {

using namespace coinformer;
using namespace std::chrono_literals;
using testing::fault;
namespace faults = testing::faults;

namespace {

constexpr scheduler::actor_id plan_actor = 1;

} // namespace

void controller_world::later(duration d, std::function<void()> what)
{
    auto alarm = scheduler_.clock().make_timer(sim_executor(scheduler_, plan_actor));
    alarm->start(scheduler_.now() + d, std::move(what));
    timers_.push_back(std::move(alarm));
}

duration controller_world::some(std::int64_t most_ms)
{
    if (dice_.chance(30)) return 0s;
    return std::chrono::milliseconds(1 + dice_.tail(1000 * most_ms) / 1000);
}

void controller_world::plan_next()
{
    later(some(30'000), [this] {
        if (acts_left_ == 0) return;
        --acts_left_;
        act();
        plan_next();
    });
}

void controller_world::act()
{
    auto const what = dice_.below(100);
    if (what < 65) return change_object();
    if (what < 80) return add_directly();
    inject_fault();
}

void controller_world::change_object()
{
    bool const secret = dice_.chance(40);
    auto const kind = resource_named(secret ? "secrets" : "configmaps");
    auto const name = secret ? "s" + std::to_string(dice_.below(6)) : a_name();
    auto const owner = a_name();
    auto const tier = dice_.below(3);
    auto const value = std::to_string(dice_.below(1000));
    auto const how = dice_.below(10);
    auto const data = R"("data":{"v":")" + value + '"' + (how < 8 ? R"(,"of":")" + owner + '"' : "") + '}';
    bool is_there = true;
    try {
        server_->get(kind, {"shop", name});
    } catch (api_error const&) {
        is_there = false;
    }
    trace("server: " +
          std::string(!is_there ? "create "
                      : how < 2 ? "remove "
                                : "patch ") +
          name + " of " + owner);
    if (!is_there)
        server_->create(kind, R"({"metadata":{"name":")" + name +
                                  R"(","namespace":"shop","labels":{"tier":"t)" + std::to_string(tier) +
                                  R"("}},)" + data + '}');
    else if (how < 2)
        server_->remove(kind, {"shop", name});
    else if (how < 4)
        server_->patch(kind, {"shop", name},
                       R"({"metadata":{"labels":{"tier":"t)" + std::to_string(tier) + R"("}}})");
    else
        server_->patch(kind, {"shop", name}, '{' + data + '}');
}

// Adds a key without an event of a source, as a user of controller::add() does.
void controller_world::add_directly()
{
    auto const name = a_name();
    auto const p = static_cast<priority>(dice_.below(3));
    auto const delay = some(20'000);
    object_name const key("shop", name);
    trace("add " + name + " in " + std::to_string(delay / 1ms) + " ms");
    known_names_.insert(name);
    if (delay == 0s) {
        tested_->add(key, p);
        promises_.record_add(name, p, scheduler_.now());
    } else {
        tested_->add_after(key, delay, p);
        promises_.record_add_after(name, delay, p, scheduler_.now());
    }
}

void controller_world::inject_fault()
{
    auto const bytes = static_cast<std::size_t>(dice_.below(2000));
    std::vector<fault> const all{faults::internal_error(), faults::unavailable(),   faults::throttled(5s),
                                 faults::forbidden(),      faults::html(),          faults::empty_answer(),
                                 faults::late(2s),         faults::cut(bytes),      faults::stall(bytes),
                                 faults::gone(),           faults::truncated_json()};
    std::vector<std::string> const kinds{"configmaps", "secrets"}, verbs{"list", "watch"};
    auto const what = dice_.below(16);
    trace("goes wrong: " + std::to_string(what));
    if (what < all.size()) {
        auto const f = all[what].of(dice_.pick(kinds)).times(1 + dice_.below(3));
        server_->inject(f.on(dice_.pick(verbs)));
        return network_->reset();
    }
    switch (what) {
    case 11: return server_->disconnect();
    case 12: return server_->restart();
    case 13: return network_->reset();
    case 14: return network_->silence();
    default: break;
    }
    network_->reset();
    network_->refuse(true);
    later(some(60'000), [this] { network_->refuse(false); });
}

void controller_world::heal()
{
    acts_left_ = 0;
    server_->heal();
    network_->refuse(false);
}

} // namespace simulation

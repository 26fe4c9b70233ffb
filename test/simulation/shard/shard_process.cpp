#include "shard_process.hpp"

#include <coinformer/api/shard_ranges.hpp>
#include <coinformer/core/error.hpp>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <utility>

namespace simulation {

namespace asio = boost::asio;
using namespace coinformer;
using namespace std::chrono_literals;

shard_process::shard_process(scheduler& s, scheduler::actor_id actor, environment server_env,
                             testing::api_server& server, std::string identity, group_timing t, dice chance,
                             group_witness w)
    : identity_(std::move(identity)), actor_(actor), timing_(t), dice_(chance), witness_(std::move(w)),
      keeps_share_(dice_.chance(50)), machine_(s, actor, server_env, server, dice_),
      group_(machine_.api(), group_options()),
      informer_(machine_.api(), with_share(), resource_named("configmaps")),
      controller_(
          machine_.env(),
          [this](object_name const& key, shard_fence fence) { return reconcile(key, std::move(fence)); },
          random_options()),
      troubled_until_(s.now()), is_careless_(dice_.chance(30))
{
    controller_.shards(group_.share(), informer_);
    auto const env = machine_.env();
    life_ = {.group = errand::start(env, group_.run(), "the group"),
             .informer = errand::start(env, informer_.run(), "the informer"),
             .controller = errand::start(env, controller_.run(), "the controller")};
    witness_.trace(identity_ + " begins");
}

shard_process::~shard_process() = default;

shard_group_options shard_process::group_options() const
{
    shard_group_options o{.name = "web", .identity = identity_, .field = timing_.field};
    o.lease_duration = timing_.lease;
    o.renew_deadline = timing_.renew;
    o.retry_period = timing_.retry;
    o.at_end = keeps_share_ ? shard_end::keep : shard_end::hand_over;
    return o;
}

informer_options shard_process::with_share()
{
    informer_options o;
    o.fetch = dice_.chance(50) ? fetch_mode::list : fetch_mode::stream;
    o.shard = group_.share();
    return o;
}

// Grace and lingering together stay below the time between the end of the membership by its own clock and the
// end of the Lease for all others; clocks differ by up to 6 percent of a lease.
controller_options shard_process::random_options()
{
    controller_options o;
    o.concurrency = 4;
    o.grace = duration(dice_.range(0, (timing_.lease - timing_.renew).count() / 10 * 3));
    return o;
}

task<reconcile_result> shard_process::reconcile(object_name key, shard_fence fence)
{
    auto const snapshot = informer_.snapshot();
    auto const object = snapshot.get(key.ns, key.name);
    auto const name = key.ns + '/' + key.name;
    // The part may be lost between the beginning of a reconcile and its look at the store, which both show.
    bool const is_lost = !fence.is_valid() && !snapshot.share().contains(fence.hash());
    bool const seems_gone = !object && !is_lost && is_acting() && timing_.field == shard_field::uid;
    if (seems_gone && witness_.has_object(name, fence.hash()))
        witness_.reconciles->note({"M8", identity_ + " takes " + name + " for deleted, and it is not"});
    std::string const state(object ? object->data.value_or("v", "") : "gone");
    struct entry {
        ledger& in;
        ledger::position at;
        ~entry() { in.end(at); }
    } const mine{*witness_.reconciles,
                 witness_.reconciles->begin(*this, {name, fence.hash()}, fence.number())};
    bool const is_done = co_await work();
    bool const may_go_on = fence.is_valid();
    if (!is_done || machine_.is_dead()) co_return reconcile_result::failed("cancelled");
    if (!may_go_on && !is_careless_) co_return reconcile_result::failed("it is another process's");
    bool const is_written = witness_.reconciles->write(mine.at, state, may_go_on);
    co_return is_written ? reconcile_result::done() : reconcile_result::failed("too late");
}

// Takes some time. Returns false if it was cancelled; it may need a while then to end.
task<bool> shard_process::work()
{
    auto const length = dice_.chance(50) ? 0s : duration(dice_.tail(timing_.renew.count()));
    bool is_cancelled = false;
    try {
        if (length > 0s) co_await machine_.clock().sleep_for(length);
    } catch (boost::system::system_error const&) {
        is_cancelled = true;
    }
    if (!is_cancelled) co_return true;
    ++(*witness_.counts)["a reconcile was cancelled"];
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    auto const most = (timing_.lease - timing_.renew).count() / 10 * 2;
    auto const linger = duration(dice_.range(0, most));
    co_await machine_.clock().sleep_for(linger);
    co_return false;
}

void shard_process::stop()
{
    witness_.trace(identity_ + " is stopped");
    is_stopping_ = true;
    life_.group->cancel();
}

void shard_process::rejoin()
{
    witness_.trace(identity_ + " leaves the group, and joins it again");
    rejoins_ = true;
    life_.group->cancel();
}

void shard_process::kill()
{
    witness_.trace(identity_ + " is killed");
    witness_.reconciles->excuse(*this);
    machine_.kill();
    is_stopping_ = true;
    life_.group->cancel();
}

void shard_process::freeze(machine::standstill how, time_point now)
{
    witness_.trace(identity_ + " stands still, kind " + std::to_string(static_cast<int>(how)));
    frozen_at_ = now;
    machine_.freeze(how);
}

// After a short while its reconciles can still end in time.
void shard_process::thaw(time_point now)
{
    if (!machine_.is_frozen()) return;
    witness_.trace(identity_ + " goes on");
    if (now - frozen_at_ > (timing_.lease - timing_.renew) / 5) witness_.reconciles->excuse(*this);
    machine_.thaw();
}

void shard_process::proceed(time_point now)
{
    if (!life_.group->ended) return;
    bool const in_order = (is_stopping_ || rejoins_) && life_.group->code() == condition::cancelled;
    if (!in_order) fail("P16", identity_ + ": the group ended: " + life_.group->how());
    if (!is_stopping_) {
        rejoins_ = false;
        expect_trouble(now);
        life_.group = errand::start(machine_.env(), group_.run(), "the group");
        return;
    }
    if (!std::exchange(rest_is_cancelled_, true)) {
        life_.controller->cancel();
        life_.informer->cancel();
    }
    bool const has_all = life_.informer->ended && life_.controller->ended;
    if (has_all && !std::exchange(is_closing_, true)) machine_.close();
}

std::string shard_process::what_runs() const
{
    std::string names;
    for (auto const& one : {life_.group, life_.informer, life_.controller})
        if (!one->ended) names += (names.empty() ? "" : ", ") + one->purpose;
    return names;
}

bool shard_process::has_ended() const
{
    return is_closing_ && machine_.is_closed();
}

} // namespace simulation

#pragma once

#include "ledger.hpp"
#include "simulation/machine.hpp"
#include "simulation/thing.hpp"

#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/controller/controller.hpp>
#include <coinformer/shard/shard_group.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

namespace simulation {

/// The durations and the field that all members of the group use.
struct group_timing {
    coinformer::duration lease, renew, retry;
    coinformer::shard_field field;
};

/// The parts of the world that a process reports to, and asks for the truth.
struct group_witness {
    std::function<void(std::string const&)> trace;
    /// True if the server has this object, with a UID of this hash.
    std::function<bool(std::string const& name, std::uint64_t hash)> has_object;
    sometimes_counts* counts = nullptr;
    ledger* reconciles = nullptr;
};

/// A member of the group shop/web: an informer with the group's share, and a controller of what it owns.
class shard_process {
public:
    shard_process(scheduler& s, scheduler::actor_id actor, coinformer::environment server_env,
                  coinformer::testing::api_server& server, std::string identity, group_timing t, dice chance,
                  group_witness w);
    ~shard_process();

    /// Ends in order: first the group, and when everything is handed over, the rest.
    void stop();
    /// Leaves the group, and joins it again as soon as that has ended. Informer and controller go on.
    void rejoin();
    void kill();
    void freeze(machine::standstill how, coinformer::time_point now);
    void thaw(coinformer::time_point now);
    /// Goes on with what waits for something to end. Called when nothing is ready to run.
    void proceed(coinformer::time_point now);
    bool has_ended() const;        ///< all its coroutines have, and its connections are closed
    std::string what_runs() const; ///< which of its coroutines have not ended

    std::string const& identity() const noexcept { return identity_; }
    std::size_t number() const noexcept { return actor_; } ///< no other process ever has it
    bool is_stopping() const noexcept { return is_stopping_; }
    bool keeps_share() const noexcept { return keeps_share_; }
    /// Says until when something that was done to this process may have effects on it.
    void expect_trouble(coinformer::time_point until) { troubled_until_ = std::max(troubled_until_, until); }
    /// Since when this process lives and nothing is wrong with it; time_point::max() if something is.
    coinformer::time_point well_since(coinformer::time_point now) const
    {
        bool const is_well = is_acting() && !is_stopping_ && !rejoins_ && now >= troubled_until_;
        return is_well ? troubled_until_ : coinformer::time_point::max();
    }
    /// True if it may do something at this moment.
    bool is_acting() const noexcept { return !machine_.is_dead() && !machine_.is_frozen(); }
    coinformer::shard_group const& group() const noexcept { return group_; }
    coinformer::shared_informer<thing> const& informer() const noexcept { return informer_; }
    machine& on() noexcept { return machine_; }

private:
    coinformer::task<coinformer::reconcile_result> reconcile(coinformer::object_name key,
                                                             coinformer::shard_fence fence);
    coinformer::task<bool> work();
    coinformer::shard_group_options group_options() const;
    coinformer::informer_options with_share();
    coinformer::controller_options random_options();

    std::string identity_;
    scheduler::actor_id actor_;
    group_timing timing_;
    dice dice_;
    group_witness witness_;
    bool keeps_share_; ///< when it ends in order, for the next process of its identity
    machine machine_;
    coinformer::shard_group group_;
    coinformer::shared_informer<thing> informer_;
    coinformer::controller<> controller_;
    /// Its coroutines: the membership, and what works with it.
    struct {
        std::shared_ptr<errand> group, informer, controller;
    } life_;
    coinformer::time_point troubled_until_{}, frozen_at_{};
    bool is_stopping_ = false, rejoins_ = false, is_careless_ = false;
    bool rest_is_cancelled_ = false, is_closing_ = false;
};

} // namespace simulation

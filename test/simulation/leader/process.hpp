#pragma once

#include "simulation/machine.hpp"
#include "simulation/verdict.hpp"

#include <coinformer/controller/leader_election.hpp>
#include <coinformer/core/wakeup.hpp>

#include <functional>
#include <memory>
#include <string>

namespace simulation {

/// The durations that all processes use.
struct timing {
    coinformer::duration lease, renew, retry;
};

/// Where a process reports what happens to it.
struct witness {
    std::function<void(std::string const&)> trace;
    sometimes_counts* counts = nullptr;
};

/// A process on a machine of its own that contends for the Lease shop/web. Its work runs until it is
/// cancelled, or for a while. Cancelled work takes some time to end, mostly no more than it may.
class process {
public:
    process(scheduler& s, scheduler::actor_id actor, coinformer::environment server_env,
            coinformer::testing::api_server& server, std::string identity, timing t, dice chance, witness w);
    ~process();

    void stop(); ///< cancels the process; its work may take time to end
    void kill(); ///< cuts it off; its work no longer counts
    void freeze(machine::standstill how);
    void thaw();
    /// Ends the connections. Call it when the process has ended.
    void close();

    std::string const& identity() const noexcept { return identity_; }
    bool ended() const noexcept { return life_->ended; }
    bool is_stopping() const noexcept { return is_stopping_; }
    /// True if its work may do something at this moment.
    bool is_acting() const noexcept { return is_working_ && !machine_.is_dead() && !machine_.is_frozen(); }
    bool is_working() const noexcept { return is_working_; }
    bool is_cancelled() const noexcept { return is_cancelled_; }
    bool lingers_long() const noexcept { return lingers_long_; }
    /// The lease has ended, by a fault, before the work that takes long to end.
    void outlives_lease() noexcept { has_outlived_lease_ = true; }
    bool has_outlived_lease() const noexcept { return has_outlived_lease_; }
    /// True if it stood still and had no chance yet to notice that its time is up: it has only just started
    /// to run again, or, after a suspend, none of its timers has fired yet. No implementation can do better.
    bool is_excused() const noexcept { return is_excused_; }
    void check_now(); ///< called when nothing is ready to run
    bool knows_holder() const { return !election_->leader().empty(); }

    coinformer::leader_election& election() noexcept { return *election_; }
    machine& on() noexcept { return machine_; }

private:
    coinformer::task<> stand_for_election();
    coinformer::task<> work();
    coinformer::task<> linger();
    void count(std::string_view what) { ++(*witness_.counts)[std::string(what)]; }

    scheduler& scheduler_;
    std::string identity_;
    timing timing_;
    dice dice_;
    witness witness_;
    machine machine_;
    std::unique_ptr<coinformer::leader_election> election_;
    std::shared_ptr<errand> life_;
    coinformer::wakeup never_;
    coinformer::time_point timers_late_until_{}; ///< after a suspend: a timer fires by then
    bool is_working_ = false, is_cancelled_ = false, lingers_long_ = false, is_excused_ = false;
    bool has_outlived_lease_ = false;
    bool is_stopping_ = false, is_closed_ = false;
};

} // namespace simulation

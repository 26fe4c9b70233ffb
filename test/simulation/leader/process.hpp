#pragma once

#include "contract/own_clock.hpp"
#include "simulation/dice.hpp"
#include "simulation/errand.hpp"
#include "simulation/scheduler.hpp"
#include "simulation/verdict.hpp"

#include <coinformer/controller/leader_election.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/memory_network.hpp>

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

/// A process that contends for the Lease shop/web, with clocks, a network and a client of its own. Its work
/// runs until it is cancelled, or for a while. Cancelled work takes some time to end, mostly no more than it
/// may.
class process {
public:
    process(scheduler& s, scheduler::actor_id actor, coinformer::environment server_env,
            coinformer::testing::api_server& server, std::string identity, timing t, dice chance, witness w);
    ~process();

    void stop(); ///< cancels the process; its work may take time to end
    void kill(); ///< cuts it off; its work no longer counts
    enum class standstill { process, machine };
    void freeze(standstill of);
    void thaw();
    /// Ends the connections. Call it when the process has ended.
    void close();

    std::string const& identity() const noexcept { return identity_; }
    scheduler::actor_id actor() const noexcept { return actor_; }
    bool ended() const noexcept { return life_->ended; }
    bool is_dead() const noexcept { return is_dead_; }
    bool is_frozen() const noexcept { return is_frozen_; }
    bool is_stopping() const noexcept { return is_stopping_; }
    /// True if its work may do something at this moment.
    bool is_acting() const noexcept { return is_working_ && !is_dead_ && !is_frozen_; }
    bool is_working() const noexcept { return is_working_; }
    bool is_cancelled() const noexcept { return is_cancelled_; }
    bool lingers_long() const noexcept { return lingers_long_; }
    /// True if it stood still and had no chance yet to notice that its time is up: it has only just started
    /// to run again, or, after a suspend, none of its timers has fired yet. No implementation can do better.
    bool is_excused() const noexcept { return is_excused_; }
    void check_now(); ///< called when nothing is ready to run
    bool knows_holder() const { return !election_->leader().empty(); }

    coinformer::leader_election& election() noexcept { return *election_; }
    coinformer::testing::memory_network& network() noexcept { return network_; }
    own_clock& clock() noexcept { return clock_; }

private:
    coinformer::task<> stand_for_election();
    coinformer::task<> work();
    coinformer::task<> linger();
    void count(std::string_view what) { ++(*witness_.counts)[std::string(what)]; }

    scheduler& scheduler_;
    scheduler::actor_id actor_;
    std::string identity_;
    timing timing_;
    dice dice_;
    witness witness_;
    own_clock clock_;
    coinformer::testing::memory_network network_;
    std::unique_ptr<coinformer::client> api_;
    std::unique_ptr<coinformer::leader_election> election_;
    std::shared_ptr<errand> serving_, life_;
    coinformer::wakeup never_;
    coinformer::time_point timers_late_until_{}; ///< after a suspend: a timer fires by then
    bool is_working_ = false, is_cancelled_ = false, lingers_long_ = false, is_excused_ = false;
    bool is_dead_ = false, is_frozen_ = false, is_stopping_ = false, is_closed_ = false;
};

} // namespace simulation

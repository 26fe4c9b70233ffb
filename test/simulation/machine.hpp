#pragma once

#include "dice.hpp"
#include "errand.hpp"
#include "scheduler.hpp"

#include "contract/own_clock.hpp"

#include <coinformer/api/client.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/memory_network.hpp>

#include <memory>
#include <string>

namespace simulation {

/// The surroundings of one process: its clocks, its network and its client. The process can stand still, lose
/// its network, and die.
class machine {
public:
    machine(scheduler& s, scheduler::actor_id actor, coinformer::environment server_env,
            coinformer::testing::api_server& server, dice& d);
    ~machine();

    coinformer::environment env();
    coinformer::client& api() noexcept { return *api_; }
    own_clock& clock() noexcept { return clock_; }
    coinformer::testing::memory_network& network() noexcept { return network_; }

    // ---- the process

    enum class standstill {
        process,             ///< as by SIGSTOP
        suspended,           ///< the monotonic clock has counted the time when it goes on
        suspended_uncounted, ///< only the wall clock has
    };
    void freeze(standstill how);
    void thaw();
    bool is_frozen() const noexcept { return is_frozen_; }
    /// Nothing that it sends arrives any more.
    void kill();
    bool is_dead() const noexcept { return is_dead_; }

    // ---- its network

    enum class unreachable {
        refused,    ///< no connection can be made
        unanswered, ///< nor does an attempt fail
        held,       ///< what is sent on the connections that are open comes later; new ones can be made
    };
    void lose_network(unreachable how);
    void regain_network(unreachable how);
    /// All that is sent on its connections takes up to `delay`, and up to `jitter` more.
    void slow_network_down(dice& d, coinformer::duration delay, coinformer::duration jitter);
    void speed_network_up();
    void heal_network();

    // ---- its wall clock

    /// Sets it by hours, or stops it. Then only the monotonic clock shows how long a suspension took.
    void spoil_wall_clock(dice& d);
    bool has_true_wall_clock() const noexcept { return has_true_wall_clock_; }
    /// True if the machine was ever suspended while only the wall clock went on, which must not be set then.
    bool depends_on_wall_clock() const noexcept { return depends_on_wall_clock_; }

    /// Ends its connections. Call it when everything that uses the client has ended.
    void close();
    bool is_closed() const noexcept { return serving_->ended; }

private:
    scheduler& scheduler_;
    scheduler::actor_id actor_;
    std::shared_ptr<own_clock> kept_clock_;
    own_clock& clock_ = *kept_clock_;
    coinformer::testing::memory_network network_;
    std::uint64_t seed_ = 0;
    std::unique_ptr<coinformer::client> api_;
    std::shared_ptr<errand> serving_;
    standstill how_ = standstill::process;
    bool is_frozen_ = false, is_dead_ = false, has_true_wall_clock_ = true;
    bool depends_on_wall_clock_ = false;
};

} // namespace simulation

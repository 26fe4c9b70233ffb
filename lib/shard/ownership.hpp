#pragma once

#include "core/timed_wakeup.hpp"
#include "shard/group_metrics.hpp"
#include "shard/lease_grant.hpp"
#include "shard/shard_map.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/shard/shard_group.hpp>

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The state that a member of a shard group shows its process: which hashes are its own, and what the group
/// looks like. The member publishes its state here; nothing flows back. Questions about what is *owned* also
/// look at both clocks, at the moment of the call, so that they need no turn of the member's strand.
///
/// Threads    publish(), changed() and held_changed() on the strand; everything else on any thread.
class ownership {
public:
    ownership(environment const& env, std::string_view group);

    struct state {
        std::string member = {};
        std::vector<std::string> members = {};
        std::optional<shard_map> map = {};
        shard_ranges held = {};    ///< what the map gives to this member
        shard_ranges owned = {};   ///< `held` without what others ask for, and without what is being stopped
        shard_ranges stopped = {}; ///< the part of `held` in which no work is left, and none begins
        lease_grant grant = {};    ///< for how long this member may act on what it holds
        std::string last_failure = {};
    };
    /// Replaces the state, and wakes those who wait for a change.
    void publish(state next);

    std::optional<std::int64_t> fence(std::uint64_t hash) const;
    bool may_go_on(std::uint64_t hash, std::int64_t number) const;
    shard_ranges owned() const;
    shard_ranges held() const;
    shard_group_status status() const;
    std::string last_failure() const;
    [[nodiscard]] task<> changed(shard_ranges known) &;
    [[nodiscard]] task<> held_changed(shard_ranges known) &;
    executor const& strand() const noexcept { return ex_; }

private:
    time_point next_end() const;

    time_ref time_;
    executor ex_;
    timed_wakeup news_; ///< for changed() and held_changed()
    mutable std::mutex lock_;
    state state_; // locked
    group_metrics counts_;
};

} // namespace coinformer::detail

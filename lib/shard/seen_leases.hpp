#pragma once

#include "shard/group_lease.hpp"
#include "shard/group_view.hpp"
#include "shard/known_map.hpp"

#include <coinformer/api/object_list.hpp>
#include <coinformer/cache/change.hpp>

#include <string>

namespace coinformer::detail {

/// All that one member knows of its group: the Leases that the watch and its own requests have brought, as
/// members and map.
///
/// A Lease that is older than one that the server has shown before tells that the server was restored from a
/// backup. Then nobody knows what others believe, everything that was known is forgotten, and the member has
/// to join anew.
///
/// It is a plain value: no I/O, and every `now` comes from the caller's monotonic clock.
class seen_leases {
public:
    seen_leases(std::string group, duration lease_duration, duration retry_period)
        : group_(std::move(group)), members_(lease_duration, retry_period), map_(lease_duration)
    {
    }

    /// The news that the caller has to know at once.
    enum class news {
        none, ///< a member was renewed, which makes no difference
        change,
        history_was_replaced,
        no_map_in_lease, ///< there is a Lease with the name of the group that is not the group's
    };
    news see_in_watch(object_ptr<group_lease> const& lease, time_point now);
    /// Takes the Lease of a member, as a request that was sent at `asked` has read it.
    news see_read(object_ptr<group_lease> const& lease, time_point asked, time_point now);
    /// `lease` is the last state, as far as it is known.
    void lose_in_watch(object_ptr<group_lease> const& lease, final_state known, time_point now);
    /// Takes the group's own Lease, as a request has read it. `version_before` is map().version() from before
    /// the request was sent: a read returns nothing that is older.
    news see_map(object_ptr<group_lease> const& lease, std::string const& version_before, time_point now);
    /// Takes a list of all Leases of the group. The request was sent at `asked`.
    news see_list(object_list<group_lease> const& all, std::string const& version_before, time_point asked,
                  time_point now);
    /// A member's Lease is gone. No Lease of this name will be made again.
    void lose_member(std::string const& name, group_view::last_renewal last, time_point now);
    /// The server was asked about a member, which may be an owner that is missed (group_view::missed()): it
    /// has no Lease, or there was no answer.
    void confirm_loss(std::string const& name, time_point now);
    void ask_again(std::string const& name, time_point now) { members_.ask_again(name, now); }
    /// The server has said that there is no map, which this member knew in `version` when it asked.
    void lose_map(std::string const& version, time_point now) { map_.lose(version, now); }
    /// Takes the map that this member has written.
    void see_written(std::string version, shard_map map, time_point now);

    group_view const& members() const noexcept { return members_; }
    known_map const& map() const noexcept { return map_; }
    /// True if this is a good moment for a new plan: everybody who joins has been seen, and no map is missed.
    bool may_plan(time_point now) const noexcept
    {
        return now >= members_.joins_settle_at() && now >= map_.missed_until();
    }

private:
    void forget_others(time_point now);
    bool is_map(object_ptr<group_lease> const& lease) const { return lease.key().name == group_; }

    std::string group_;
    group_view members_;
    known_map map_;
};

} // namespace coinformer::detail

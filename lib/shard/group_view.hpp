#pragma once

#include "shard/shard_map.hpp"

#include <coinformer/api/json_types.hpp>
#include <coinformer/core/time_source.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The members of a group as one of them has seen their Leases, with the times at which it saw them.
///
/// The rule that keeps two members from owning one key: a member counts its own Lease from before a
/// renewal was sent, and those of others from after their renewals were seen. A renewal is a Lease with
/// another renewTime; what else is written into a Lease may be the work of others. So a Lease that counts
/// as expired here is one whose member has stopped. It is then deleted, naming the version that was seen,
/// so that a member that was suspended and wakes up cannot renew it. An owner that the map names is
/// replaced only when its Lease is gone, and its time is over by the clock of this process as well:
/// somebody may have deleted the Lease of a member that is alive. That time begins with the last renewal
/// that was seen, if it is known that there was no later one; otherwise it begins when the loss is seen.
/// If no Lease of an owner was ever seen, the watch may be late, so that the server has to be asked; the
/// owner's time begins when the server has said that there is none.
///
/// Members that join at the same time are seen one after the other. A map is planned when no more have come
/// for a while, so that few parts move twice.
///
/// A process that dies and comes back soon, with the same identity, waits until its old Lease has expired,
/// and then gets what it had. So nothing else moves, and what it has saved of its objects is of use. If it
/// has said that it rests, its work has stopped, and there is nothing to wait for.
///
/// It is a plain value: no I/O, and every `now` comes from the caller's monotonic clock.
class group_view {
public:
    group_view(duration lease_duration, duration retry_period)
        : lease_duration_(lease_duration), retry_period_(retry_period)
    {
    }

    struct member_lease {
        std::string version;
        duration lasts{};
        micro_timestamp renewed{}; ///< as its member says; another one with each renewal
        bool takes_part = false;   ///< it has been renewed, and its member does not leave: it may get keys
        bool rests = false;        ///< its member has ended, and its keys wait for the next one of its place
    };
    /// True if the state is older than the one that is known, or than a list that lacked the Lease. A watch
    /// that was silent tells such states when it goes on, because a list has shown newer ones meanwhile; they
    /// are no renewals.
    bool is_past(std::string const& name, member_lease const& state) const;
    /// True if the answer to a request that was sent at `asked` shows a past state, and the news came after
    /// that time, so that they have overtaken the answer. Otherwise the answer is believed: a server that was
    /// restored may have nothing newer.
    bool is_overtaken(std::string const& name, member_lease const& state, time_point asked) const;
    /// Returns false if it was only renewed.
    bool see_member(std::string const& name, member_lease lease, time_point now);
    enum class last_renewal {
        was_seen,
        may_be_later, ///< than the one that was seen
    };
    void lose_member(std::string const& name, last_renewal last, time_point now);
    /// True if the last renewal of this member that was seen is that of this time.
    bool has_seen(std::string const& name, micro_timestamp renewed) const;
    /// Takes note of the owners that the map names: those that have no Lease are missed from now on.
    void see_owners(shard_map const& map, time_point now);
    /// Returns an owner that has been missed for a while, so that the server has to be asked about it; an
    /// empty text if there is none.
    std::string missed(time_point now) const;
    /// The server has said that an owner that is missed has no Lease.
    void confirm_loss(std::string const& name, time_point now);
    /// The server has not answered. It is to be asked again, after it was asked about the others.
    void ask_again(std::string const& name, time_point now);
    /// A list has every Lease of the group at this version: the members that it lacks are gone, unless they
    /// were seen at a newer version.
    void keep_only(std::vector<std::string> const& listed, std::string_view version, time_point now);
    /// The server's history was replaced: versions that are known say nothing any more.
    void forget();

    struct expired_member {
        std::string name, version;
    };
    /// Members whose Leases were not renewed for their duration, and which `own` should delete: the first two
    /// members that are alive do so at once, and all others if that has not helped.
    std::vector<expired_member> expired(std::string const& own, time_point now) const;
    /// When a Lease expires, an owner may be replaced, or joins settle, whichever is next;
    /// time_point::max() if there is nothing to wait for.
    time_point next_change(std::string const& own, time_point now) const;
    /// When it is time to plan for the members that have joined.
    time_point joins_settle_at() const noexcept { return joins_settle_at_; }
    /// All members that have a Lease, by name, sorted.
    std::vector<std::string> names() const;
    bool takes_part(std::string const& name) const;
    /// Returns the map that `from` should become, by what is known at this moment. `without`, if it is not
    /// empty, gets nothing.
    shard_map planned(shard_map const& from, std::string const& without, time_point now) const;

private:
    struct seen_lease {
        member_lease is;
        time_point since;   // when the member was first seen
        time_point renewed; // when its last renewal was seen
        time_point ends;    // when it expires, if it is not renewed
    };
    struct lost_lease {
        member_lease is; // its last state that was seen, with the version of the list that lacked it
        time_point told;
    };
    struct lost_owner {
        micro_timestamp renewed; // the last renewal that was seen
        time_point ends;         // when that ends
        time_point replaceable;  // when the owner may be replaced
    };
    void note_join(time_point now);
    bool has_heir(std::string const& name) const;
    bool waits_for_its_place(std::string const& name, shard_map const& map, time_point now) const;
    duration pause_before_deleting(std::string const& own, time_point now) const;

    duration lease_duration_, retry_period_;
    std::map<std::string, seen_lease> members_;
    std::map<std::string, lost_owner> lost_; // owners whose Leases are gone
    std::map<std::string, lost_lease> gone_; // Leases of which old news may still come
    std::map<std::string, time_point>
        missed_; // owners of which no Lease was seen, and when to ask the server
    time_point joins_began_{}, joins_settle_at_{};
};

} // namespace coinformer::detail

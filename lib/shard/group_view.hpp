#pragma once

#include "shard/shard_map.hpp"

#include <coinformer/core/time_source.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The Leases of a group as one member has seen them, with the times at which it saw them.
///
/// The rule that keeps two members from owning one key: a member counts its own Lease from before a renewal
/// was sent, and those of others from after their renewals were seen. So a Lease that counts as expired here
/// is one whose member has stopped. It is then deleted, naming the version that was seen, so that a member
/// that was suspended and wakes up cannot renew it. An owner that the map names is replaced only when its
/// Lease is gone, and its time is over by the clock of this process as well: somebody may have deleted the
/// Lease of a member that is alive. If no Lease of an owner was ever seen, its time begins when it is missed.
///
/// It is a plain value: no I/O, and every `now` comes from the caller's monotonic clock.
class group_view {
public:
    explicit group_view(duration lease_duration) : lease_duration_(lease_duration) {}

    struct member_lease {
        std::string version;
        duration lasts{};
        bool takes_part = false; ///< it has been renewed, and its member does not leave: it may get keys
    };
    void see_member(std::string const& name, member_lease lease, time_point now);
    void lose_member(std::string const& name, time_point now);
    /// Older versions than the known one are ignored: an answer to a write may overtake the watch.
    void see_map(std::string version, shard_map map, time_point now);
    void lose_map(std::string_view version);
    /// A list has every Lease of the group at this version: the members that it lacks are gone, unless they
    /// were seen at a newer version.
    void keep_only(std::vector<std::string> const& listed, std::string_view version, time_point now);
    /// The server's history was replaced: versions that are known say nothing any more.
    void forget_versions();

    struct expired_member {
        std::string name, version;
    };
    /// Members whose Leases were not renewed for their duration, apart from `own`.
    std::vector<expired_member> expired(std::string const& own, time_point now) const;
    /// When the next Lease expires, or the next owner may be replaced; time_point::max() if there is none.
    time_point next_expiry(std::string const& own, time_point now) const;
    /// All members that have a Lease, sorted.
    std::vector<std::string> members() const;
    bool takes_part(std::string const& name) const;
    /// Returns the map that `from` should become, by what is known at this moment. `without`, if it is not
    /// empty, gets nothing.
    shard_map planned(shard_map const& from, std::string const& without, time_point now) const;
    /// The group's map, and the version of its Lease; an empty version if there is none.
    shard_map const& map() const noexcept { return map_; }
    std::string const& map_version() const noexcept { return map_version_; }

private:
    struct seen_lease {
        member_lease is;
        time_point ends; // when it expires, if it is not renewed
    };
    void note_missing_owners(time_point now);

    duration lease_duration_;
    std::map<std::string, seen_lease> members_;
    std::map<std::string, time_point> lost_; // owners without a Lease, and when they may be replaced
    shard_map map_;
    std::string map_version_;
};

} // namespace coinformer::detail

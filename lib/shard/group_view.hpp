#pragma once

#include "shard/shard_map.hpp"

#include <coinformer/core/time_source.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// What one member knows of the Leases of its group, and since when.
///
/// The rule that keeps two members from owning one key: a member counts its own Lease from before a renewal
/// was sent, and those of others from after their renewals were seen. So a Lease that counts as expired here
/// is one whose member has stopped. It is then deleted, naming the version that was seen, and only a member
/// whose Lease is gone may be replaced in the map. A member that was suspended and wakes up cannot renew a
/// Lease that is gone.
///
/// It is a plain value: no I/O, and every `now` comes from the caller's monotonic clock.
class group_view {
public:
    void see_member(std::string const& name, std::string version, duration lasts, time_point now);
    void lose_member(std::string const& name) { members_.erase(name); }
    /// Older versions than the known one are ignored: an answer to a write may overtake the watch.
    void see_map(std::string version, shard_map map);
    void lose_map(std::string_view version);
    /// A list has every Lease of the group at this version: the members that it lacks are gone, unless they
    /// were seen at a newer version.
    void keep_only(std::vector<std::string> const& listed, std::string_view version);

    struct expired_member {
        std::string name, version;
    };
    /// Members whose Leases were not renewed for their duration, apart from `own`.
    std::vector<expired_member> expired(std::string const& own, time_point now) const;
    /// When the next Lease expires; time_point::max() if there is none.
    time_point next_expiry(std::string const& own, time_point now) const;
    /// All members that have a Lease, sorted.
    std::vector<std::string> members() const;
    bool has_member(std::string const& name) const { return members_.contains(name); }
    /// The group's map, and the version of its Lease; an empty version if there is none yet.
    shard_map const& map() const noexcept { return map_; }
    std::string const& map_version() const noexcept { return map_version_; }

private:
    struct seen_lease {
        std::string version;
        time_point ends; // when it expires, if it is not renewed
    };
    std::map<std::string, seen_lease> members_;
    shard_map map_;
    std::string map_version_;
};

} // namespace coinformer::detail

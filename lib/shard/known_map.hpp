#pragma once

#include "shard/shard_map.hpp"

#include <coinformer/core/time_source.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// The map of a group as one member knows it, from the watch, from reads, and from its own writes, which may
/// overtake the watch.
///
/// States     Never seen; known (version() is not empty); missed (it was seen and is gone: the owners have to
///            notice that and stop, before there is a new map). Besides, has_no_map() says that there is a
///            Lease with the name of the group which is not the group's.
///
/// It is a plain value: no I/O, and every `now` comes from the caller's monotonic clock.
class known_map {
public:
    explicit known_map(duration lease_duration) : lease_duration_(lease_duration) {}

    /// Returns true if this version was not known. An older one than the known one is ignored, and so is one
    /// that is older than the loss of the last map while that is missed: a late answer, or a watch that is
    /// behind, may bring it.
    bool see(std::string version, shard_map map, time_point now);
    /// The Lease with the group's name has no map. Returns true if that is news.
    bool see_none_in_lease() noexcept { return !std::exchange(lease_has_none_, true); }
    /// The Lease with the group's name was gone at this version.
    void lose(std::string_view version, time_point now);
    /// A list lacks the Lease, which is therefore gone, although the state that was watched is an older one.
    void lose_in_list(time_point now)
    {
        if (is_known()) lose(version_, now);
    }
    /// The server's history was replaced: the version that is known says nothing any more.
    void forget(time_point now);
    /// Takes note of the version that the watch has brought; an empty one if the watch says that the Lease is
    /// gone. Returns the version that it had brought before.
    std::string follow(std::string version) { return std::exchange(watched_version_, std::move(version)); }

    bool lease_has_none() const noexcept { return lease_has_none_; }
    bool is_known() const noexcept { return !version_.empty(); }
    /// Until when no map may be made in place of one that was lost.
    time_point missed_until() const noexcept { return missed_until_; }
    /// The map, and the version of its Lease; empty unless is_known().
    shard_map const& value() const noexcept { return map_; }
    std::string const& version() const noexcept { return version_; }
    /// Returns the map; or, unless it is known, one to begin with. The epochs of that one are greater than
    /// those of the map that somebody has deleted: than all that this member has known, and than those that
    /// another member may have known, because each map begins with the time of its making.
    shard_map value_or_new(wall_time now) const;

private:
    duration lease_duration_;
    shard_map map_;
    std::string version_;
    std::string lost_version_;    ///< a map that was lost is not older
    std::string watched_version_; ///< the newest version that the watch has brought
    bool lease_has_none_ = false;
    std::int64_t greatest_epoch_ = 0; ///< epochs of the maps that are not known any more end here
    time_point missed_until_{};
};

} // namespace coinformer::detail

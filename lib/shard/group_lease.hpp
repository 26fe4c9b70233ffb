#pragma once

#include "controller/lease.hpp"
#include "shard/shard_map.hpp"

#include <coinformer/api/labels.hpp>

#include <boost/describe/class.hpp>

#include <optional>
#include <string_view>

namespace coinformer::detail {

/// All Leases of a group have this label, with the group's name.
inline constexpr std::string_view shard_group_label = "coinformer.io/shard-group";
/// The annotation of the group's Lease that has the map.
inline constexpr std::string_view shard_map_annotation = "coinformer.io/shards";

/// The annotation by which a member says that its work has stopped, and that its parts wait for the next
/// process of its identity.
inline constexpr std::string_view shard_rest_annotation = "coinformer.io/rests";

struct group_lease_meta {
    coinformer::labels labels;
    coinformer::labels annotations;
};
BOOST_DESCRIBE_STRUCT(group_lease_meta, (), (labels, annotations))

/// A Lease of a shard group: that of a member, or that of the group, whose annotation has the map.
struct group_lease {
    group_lease_meta metadata;
    lease_spec spec;

    /// True if this Lease has the label by which the members of the group follow it.
    bool is_of(std::string_view group) const
    {
        return metadata.labels.value_or(shard_group_label, "") == group;
    }
    bool rests() const { return !metadata.annotations.value_or(shard_rest_annotation, "").empty(); }
    /// Returns the group's map. Returns nullopt if this Lease has none that can be read, or is not the
    /// group's.
    std::optional<shard_map> map(std::string_view group) const
    {
        if (!is_of(group)) return std::nullopt;
        return shard_map::parse(metadata.annotations.value_or(shard_map_annotation, ""));
    }
};
BOOST_DESCRIBE_STRUCT(group_lease, (), (metadata, spec))

} // namespace coinformer::detail

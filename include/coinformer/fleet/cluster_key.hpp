#pragma once

#include <coinformer/controller/object_name.hpp>
#include <coinformer/core/text_hash.hpp>

#include <compare>
#include <functional>
#include <string>
#include <string_view>

namespace coinformer {

/// The name of an object, and of the cluster that it is in: the key of a controller over several clusters.
struct cluster_key {
    cluster_key() = default;
    cluster_key(std::string of_cluster, object_name of_object)
        : cluster(std::move(of_cluster)), object(std::move(of_object))
    {
    }

    friend bool operator==(cluster_key const&, cluster_key const&) = default;
    friend auto operator<=>(cluster_key const&, cluster_key const&) = default;

    std::string cluster;
    object_name object;
};

/// Returns "cluster/namespace/name", for messages.
inline std::string to_string(cluster_key const& key)
{
    return key.cluster + '/' + to_string(object_key(key.object));
}

/// The group that work_queue_options::most_of_group counts: the cluster.
inline std::string_view work_group(cluster_key const& key) noexcept
{
    return key.cluster;
}

} // namespace coinformer

template <>
struct std::hash<coinformer::cluster_key> {
    std::size_t operator()(coinformer::cluster_key const& k) const noexcept
    {
        return coinformer::hash_of_text(k.cluster, std::hash<coinformer::object_name>()(k.object));
    }
};

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::storage::v1 {

struct volume_node_resources {
    std::optional<std::int32_t> count;
};

struct csi_node_driver {
    text name;
    text nodeID;
    list<text> topologyKeys;
    boxed<volume_node_resources> allocatable;
};

struct csi_node_spec {
    list<csi_node_driver> drivers;
};

struct storage_health_condition {
    text status;
    text reason;
    text message;
    std::optional<text> accessMode;
    std::optional<text> volumeMode;
    std::optional<timestamp> lastTransitionTime;
};

struct storage_health {
    text name;
    list<storage_health_condition> healthConditions;
};

struct csi_node_status {
    list<storage_health> storageHealth;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csinode-v1-storage-k8s-io
struct csi_node {
    object_meta metadata;
    csi_node_spec spec;
    csi_node_status status;
};

struct csi_node_summary {
    struct csi_node_driver {
        text name;
    };
    struct csi_node_spec {
        list<csi_node_driver> drivers;
    };

    meta::v1::object_meta_summary metadata;
    csi_node_spec spec;
};

inline constexpr coinformer::resource csi_nodes{
    .group = "storage.k8s.io", .version = "v1", .plural = "csinodes",
    .kind = "CSINode", .where = scope::cluster};

} // namespace coinformer::types::storage::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::csi_node> =
    coinformer::types::storage::v1::csi_nodes;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::csi_node_summary> =
    coinformer::types::storage::v1::csi_nodes;

namespace coinformer::detail {

template <> struct compiled_members<types::storage::v1::volume_node_resources> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_node_driver> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_node_spec> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::storage_health_condition> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::storage_health> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_node_status> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_node> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_node_summary::csi_node_driver> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_node_summary::csi_node_spec> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_node_summary> { static member_type const type; };

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::storage::v1 {

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csistoragecapacity-v1-storage-k8s-io
struct csi_storage_capacity {
    object_meta metadata;
    boxed<meta::v1::label_selector> nodeTopology;
    text storageClassName;
    std::optional<quantity> capacity;
    std::optional<quantity> maximumVolumeSize;
};

struct csi_storage_capacity_summary {
    meta::v1::object_meta_summary metadata;
    text storageClassName;
    std::optional<quantity> capacity;
};

inline constexpr coinformer::resource csi_storage_capacities{
    .group = "storage.k8s.io", .version = "v1", .plural = "csistoragecapacities",
    .kind = "CSIStorageCapacity", .where = scope::namespaced};

} // namespace coinformer::types::storage::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::csi_storage_capacity> =
    coinformer::types::storage::v1::csi_storage_capacities;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::csi_storage_capacity_summary> =
    coinformer::types::storage::v1::csi_storage_capacities;

namespace coinformer::detail {

template <> struct compiled_members<types::storage::v1::csi_storage_capacity> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_storage_capacity_summary> { static member_type const type; };

} // namespace coinformer::detail

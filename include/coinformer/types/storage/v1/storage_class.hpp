// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/topology_selector_term.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::storage::v1 {

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageclass-v1-storage-k8s-io
struct storage_class {
    object_meta metadata;
    text provisioner;
    labels parameters;
    std::optional<text> reclaimPolicy;
    list<text> mountOptions;
    std::optional<bool> allowVolumeExpansion;
    std::optional<text> volumeBindingMode;
    list<core::v1::topology_selector_term> allowedTopologies;
};

struct storage_class_summary {
    meta::v1::object_meta_summary metadata;
    text provisioner;
    std::optional<text> reclaimPolicy;
    std::optional<text> volumeBindingMode;
    std::optional<bool> allowVolumeExpansion;
};

inline constexpr coinformer::resource storage_classes{
    .group = "storage.k8s.io", .version = "v1", .plural = "storageclasses",
    .kind = "StorageClass", .where = scope::cluster};

} // namespace coinformer::types::storage::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::storage_class> =
    coinformer::types::storage::v1::storage_classes;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::storage_class_summary> =
    coinformer::types::storage::v1::storage_classes;

namespace coinformer::detail {

template <> struct compiled_members<types::storage::v1::storage_class> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::storage_class_summary> { static member_type const type; };

} // namespace coinformer::detail

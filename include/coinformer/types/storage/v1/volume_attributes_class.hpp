// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::storage::v1 {

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeattributesclass-v1-storage-k8s-io
struct volume_attributes_class {
    object_meta metadata;
    text driverName;
    labels parameters;
};

struct volume_attributes_class_summary {
    meta::v1::object_meta_summary metadata;
    text driverName;
};

inline constexpr coinformer::resource volume_attributes_classes{
    .group = "storage.k8s.io", .version = "v1", .plural = "volumeattributesclasses",
    .kind = "VolumeAttributesClass", .where = scope::cluster};

} // namespace coinformer::types::storage::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::volume_attributes_class> =
    coinformer::types::storage::v1::volume_attributes_classes;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::volume_attributes_class_summary> =
    coinformer::types::storage::v1::volume_attributes_classes;

namespace coinformer::detail {

template <> struct compiled_members<types::storage::v1::volume_attributes_class> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::volume_attributes_class_summary> { static member_type const type; };

} // namespace coinformer::detail

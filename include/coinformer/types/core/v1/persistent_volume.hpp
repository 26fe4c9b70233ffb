// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/persistent_volume_spec.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

struct persistent_volume_status {
    text phase;
    text message;
    text reason;
    std::optional<timestamp> lastPhaseTransitionTime;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolume-v1-core
struct persistent_volume {
    object_meta metadata;
    persistent_volume_spec spec;
    persistent_volume_status status;
};

struct persistent_volume_summary {
    struct object_reference {
        text namespace_;
        text name;
    };
    struct persistent_volume_spec {
        labels capacity;
        list<text> accessModes;
        text persistentVolumeReclaimPolicy;
        boxed<object_reference> claimRef;
        text storageClassName;
        std::optional<text> volumeAttributesClassName;
        std::optional<text> volumeMode;
    };
    struct persistent_volume_status {
        text phase;
        text reason;
    };

    meta::v1::object_meta_summary metadata;
    persistent_volume_spec spec;
    persistent_volume_status status;
};

inline constexpr coinformer::resource persistent_volumes{
    .group = "", .version = "v1", .plural = "persistentvolumes",
    .kind = "PersistentVolume", .where = scope::cluster};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::persistent_volume> =
    coinformer::types::core::v1::persistent_volumes;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::persistent_volume_summary> =
    coinformer::types::core::v1::persistent_volumes;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::persistent_volume_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_summary::object_reference> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_summary::persistent_volume_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_summary::persistent_volume_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_summary> { static member_type const type; };

} // namespace coinformer::detail

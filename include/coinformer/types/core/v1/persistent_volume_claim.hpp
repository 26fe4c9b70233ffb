// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/persistent_volume_claim_spec.hpp>
#include <coinformer/types/core/v1/volume_health_condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

struct persistent_volume_claim_condition {
    text type;
    text status;
    std::optional<timestamp> lastProbeTime;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct modify_volume_status {
    text targetVolumeAttributesClassName;
    text status;
};

struct volume_health_status {
    list<volume_health_condition> healthConditions;
    std::optional<timestamp> lastTransitionTime;
};

struct persistent_volume_claim_status {
    text phase;
    list<text> accessModes;
    labels capacity;
    list<persistent_volume_claim_condition> conditions;
    labels allocatedResources;
    labels allocatedResourceStatuses;
    std::optional<text> currentVolumeAttributesClassName;
    boxed<modify_volume_status> modifyVolumeStatus;
    boxed<volume_health_status> healthStatus;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#persistentvolumeclaim-v1-core
struct persistent_volume_claim {
    object_meta metadata;
    persistent_volume_claim_spec spec;
    persistent_volume_claim_status status;
};

struct persistent_volume_claim_summary {
    struct persistent_volume_claim_spec {
        text volumeName;
        std::optional<text> storageClassName;
        std::optional<text> volumeAttributesClassName;
        std::optional<text> volumeMode;
    };
    struct persistent_volume_claim_status {
        text phase;
        labels capacity;
        list<text> accessModes;
    };

    meta::v1::object_meta_summary metadata;
    persistent_volume_claim_spec spec;
    persistent_volume_claim_status status;
};

inline constexpr coinformer::resource persistent_volume_claims{
    .group = "", .version = "v1", .plural = "persistentvolumeclaims",
    .kind = "PersistentVolumeClaim", .where = scope::namespaced};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::persistent_volume_claim> =
    coinformer::types::core::v1::persistent_volume_claims;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::persistent_volume_claim_summary> =
    coinformer::types::core::v1::persistent_volume_claims;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::persistent_volume_claim_condition> { static member_type const type; };
template <> struct compiled_members<types::core::v1::modify_volume_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::volume_health_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_claim_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_claim> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_claim_summary::persistent_volume_claim_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_claim_summary::persistent_volume_claim_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_claim_summary> { static member_type const type; };

} // namespace coinformer::detail

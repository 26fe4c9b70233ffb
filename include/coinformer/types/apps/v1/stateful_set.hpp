// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/persistent_volume_claim.hpp>
#include <coinformer/types/core/v1/pod_template_spec.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::apps::v1 {

struct rolling_update_stateful_set_strategy {
    std::optional<std::int32_t> partition;
    std::optional<int_or_string> maxUnavailable;
};

struct stateful_set_update_strategy {
    text type;
    boxed<rolling_update_stateful_set_strategy> rollingUpdate;
};

struct stateful_set_persistent_volume_claim_retention_policy {
    text whenDeleted;
    text whenScaled;
};

struct stateful_set_ordinals {
    std::int32_t start{};
};

struct stateful_set_spec {
    std::optional<std::int32_t> replicas;
    meta::v1::label_selector selector;
    core::v1::pod_template_spec template_;
    list<core::v1::persistent_volume_claim> volumeClaimTemplates;
    text serviceName;
    text podManagementPolicy;
    stateful_set_update_strategy updateStrategy;
    std::optional<std::int32_t> revisionHistoryLimit;
    std::int32_t minReadySeconds{};
    boxed<stateful_set_persistent_volume_claim_retention_policy> persistentVolumeClaimRetentionPolicy;
    boxed<stateful_set_ordinals> ordinals;
};

struct stateful_set_condition {
    text type;
    text status;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct stateful_set_status {
    std::int64_t observedGeneration{};
    std::int32_t replicas{};
    std::int32_t readyReplicas{};
    std::int32_t currentReplicas{};
    std::int32_t updatedReplicas{};
    text currentRevision;
    text updateRevision;
    std::optional<std::int32_t> collisionCount;
    list<stateful_set_condition> conditions;
    std::int32_t availableReplicas{};
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#statefulset-v1-apps
struct stateful_set {
    object_meta metadata;
    stateful_set_spec spec;
    stateful_set_status status;
};

struct stateful_set_summary {
    struct container {
        text name;
        text image;
    };
    struct pod_spec {
        list<container> containers;
    };
    struct pod_template_spec {
        pod_spec spec;
    };
    struct stateful_set_spec {
        std::optional<std::int32_t> replicas;
        pod_template_spec template_;
    };
    struct stateful_set_status {
        std::int32_t replicas{};
        std::int32_t readyReplicas{};
    };

    meta::v1::object_meta_summary metadata;
    stateful_set_spec spec;
    stateful_set_status status;
};

inline constexpr coinformer::resource stateful_sets{
    .group = "apps", .version = "v1", .plural = "statefulsets",
    .kind = "StatefulSet", .where = scope::namespaced};

} // namespace coinformer::types::apps::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apps::v1::stateful_set> =
    coinformer::types::apps::v1::stateful_sets;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apps::v1::stateful_set_summary> =
    coinformer::types::apps::v1::stateful_sets;

namespace coinformer::detail {

template <> struct compiled_members<types::apps::v1::rolling_update_stateful_set_strategy> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_update_strategy> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_persistent_volume_claim_retention_policy> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_ordinals> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_condition> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_status> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_summary::container> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_summary::pod_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_summary::pod_template_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_summary::stateful_set_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_summary::stateful_set_status> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::stateful_set_summary> { static member_type const type; };

} // namespace coinformer::detail

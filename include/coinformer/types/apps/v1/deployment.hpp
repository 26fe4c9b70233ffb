// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/pod_template_spec.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::apps::v1 {

struct rolling_update_deployment {
    std::optional<int_or_string> maxUnavailable;
    std::optional<int_or_string> maxSurge;
};

struct deployment_strategy {
    text type;
    boxed<rolling_update_deployment> rollingUpdate;
};

struct deployment_spec {
    std::optional<std::int32_t> replicas;
    meta::v1::label_selector selector;
    core::v1::pod_template_spec template_;
    deployment_strategy strategy;
    std::int32_t minReadySeconds{};
    std::optional<std::int32_t> revisionHistoryLimit;
    bool paused{};
    std::optional<std::int32_t> progressDeadlineSeconds;
};

struct deployment_condition {
    text type;
    text status;
    text reason;
    text message;
    std::optional<timestamp> lastUpdateTime;
    std::optional<timestamp> lastTransitionTime;
};

struct deployment_status {
    std::int64_t observedGeneration{};
    std::int32_t replicas{};
    std::int32_t updatedReplicas{};
    std::int32_t availableReplicas{};
    std::int32_t unavailableReplicas{};
    list<deployment_condition> conditions;
    std::int32_t readyReplicas{};
    std::optional<std::int32_t> collisionCount;
    std::optional<std::int32_t> terminatingReplicas;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deployment-v1-apps
struct deployment {
    object_meta metadata;
    deployment_spec spec;
    deployment_status status;
};

struct deployment_summary {
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
    struct deployment_spec {
        std::optional<std::int32_t> replicas;
        meta::v1::label_selector selector;
        pod_template_spec template_;
    };
    struct deployment_status {
        std::int32_t replicas{};
        std::int32_t readyReplicas{};
        std::int32_t updatedReplicas{};
        std::int32_t availableReplicas{};
    };

    meta::v1::object_meta_summary metadata;
    deployment_spec spec;
    deployment_status status;
};

inline constexpr coinformer::resource deployments{
    .group = "apps", .version = "v1", .plural = "deployments",
    .kind = "Deployment", .where = scope::namespaced};

} // namespace coinformer::types::apps::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apps::v1::deployment> =
    coinformer::types::apps::v1::deployments;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apps::v1::deployment_summary> =
    coinformer::types::apps::v1::deployments;

namespace coinformer::detail {

template <> struct compiled_members<types::apps::v1::rolling_update_deployment> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::deployment_strategy> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::deployment_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::deployment_condition> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::deployment_status> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::deployment> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::deployment_summary::container> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::deployment_summary::pod_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::deployment_summary::pod_template_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::deployment_summary::deployment_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::deployment_summary::deployment_status> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::deployment_summary> { static member_type const type; };

} // namespace coinformer::detail

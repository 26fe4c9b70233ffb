// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::autoscaling::v1 {

struct cross_version_object_reference {
    text kind;
    text name;
    text apiVersion;
};

struct horizontal_pod_autoscaler_spec {
    cross_version_object_reference scaleTargetRef;
    std::optional<std::int32_t> minReplicas;
    std::int32_t maxReplicas{};
    std::optional<std::int32_t> targetCPUUtilizationPercentage;
};

struct horizontal_pod_autoscaler_status {
    std::optional<std::int64_t> observedGeneration;
    std::optional<timestamp> lastScaleTime;
    std::int32_t currentReplicas{};
    std::int32_t desiredReplicas{};
    std::optional<std::int32_t> currentCPUUtilizationPercentage;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscaler-v1-autoscaling
struct horizontal_pod_autoscaler {
    object_meta metadata;
    horizontal_pod_autoscaler_spec spec;
    horizontal_pod_autoscaler_status status;
};

struct horizontal_pod_autoscaler_summary {
    struct horizontal_pod_autoscaler_spec {
        cross_version_object_reference scaleTargetRef;
        std::optional<std::int32_t> minReplicas;
        std::int32_t maxReplicas{};
        std::optional<std::int32_t> targetCPUUtilizationPercentage;
    };
    struct horizontal_pod_autoscaler_status {
        std::int32_t currentReplicas{};
        std::optional<std::int32_t> currentCPUUtilizationPercentage;
    };

    meta::v1::object_meta_summary metadata;
    horizontal_pod_autoscaler_spec spec;
    horizontal_pod_autoscaler_status status;
};

inline constexpr coinformer::resource horizontal_pod_autoscalers{
    .group = "autoscaling", .version = "v1", .plural = "horizontalpodautoscalers",
    .kind = "HorizontalPodAutoscaler", .where = scope::namespaced};

} // namespace coinformer::types::autoscaling::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::autoscaling::v1::horizontal_pod_autoscaler> =
    coinformer::types::autoscaling::v1::horizontal_pod_autoscalers;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::autoscaling::v1::horizontal_pod_autoscaler_summary> =
    coinformer::types::autoscaling::v1::horizontal_pod_autoscalers;

namespace coinformer::detail {

template <> struct compiled_members<types::autoscaling::v1::cross_version_object_reference> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v1::horizontal_pod_autoscaler_spec> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v1::horizontal_pod_autoscaler_status> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v1::horizontal_pod_autoscaler> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_status> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v1::horizontal_pod_autoscaler_summary> { static member_type const type; };

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::autoscaling::v2 {

struct cross_version_object_reference {
    text kind;
    text name;
    text apiVersion;
};

struct metric_target {
    text type;
    std::optional<quantity> value;
    std::optional<quantity> averageValue;
    std::optional<std::int32_t> averageUtilization;
};

struct metric_identifier {
    text name;
    boxed<meta::v1::label_selector> selector;
};

struct object_metric_source {
    cross_version_object_reference describedObject;
    metric_target target;
    metric_identifier metric;
};

struct pods_metric_source {
    metric_identifier metric;
    metric_target target;
};

struct resource_metric_source {
    text name;
    metric_target target;
};

struct external_metric_source {
    metric_identifier metric;
    metric_target target;
};

struct container_resource_metric_source {
    text name;
    metric_target target;
    text container;
};

struct metric_spec {
    text type;
    boxed<object_metric_source> object;
    boxed<pods_metric_source> pods;
    boxed<resource_metric_source> resource;
    boxed<external_metric_source> external;
    boxed<container_resource_metric_source> containerResource;
};

struct hpa_scaling_policy {
    text type;
    std::int32_t value{};
    std::int32_t periodSeconds{};
};

struct hpa_scaling_rules {
    std::optional<text> selectPolicy;
    list<hpa_scaling_policy> policies;
    std::optional<std::int32_t> stabilizationWindowSeconds;
    std::optional<quantity> tolerance;
};

struct horizontal_pod_autoscaler_behavior {
    boxed<hpa_scaling_rules> scaleUp;
    boxed<hpa_scaling_rules> scaleDown;
};

struct horizontal_pod_autoscaler_spec {
    cross_version_object_reference scaleTargetRef;
    std::optional<std::int32_t> minReplicas;
    std::int32_t maxReplicas{};
    list<metric_spec> metrics;
    boxed<horizontal_pod_autoscaler_behavior> behavior;
};

struct metric_value_status {
    std::optional<quantity> value;
    std::optional<quantity> averageValue;
    std::optional<std::int32_t> averageUtilization;
};

struct object_metric_status {
    metric_identifier metric;
    metric_value_status current;
    cross_version_object_reference describedObject;
};

struct pods_metric_status {
    metric_identifier metric;
    metric_value_status current;
};

struct resource_metric_status {
    text name;
    metric_value_status current;
};

struct external_metric_status {
    metric_identifier metric;
    metric_value_status current;
};

struct container_resource_metric_status {
    text name;
    metric_value_status current;
    text container;
};

struct metric_status {
    text type;
    boxed<object_metric_status> object;
    boxed<pods_metric_status> pods;
    boxed<resource_metric_status> resource;
    boxed<external_metric_status> external;
    boxed<container_resource_metric_status> containerResource;
};

struct horizontal_pod_autoscaler_condition {
    text type;
    text status;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
    std::optional<std::int64_t> observedGeneration;
};

struct horizontal_pod_autoscaler_status {
    std::optional<std::int64_t> observedGeneration;
    std::optional<timestamp> lastScaleTime;
    std::int32_t currentReplicas{};
    std::int32_t desiredReplicas{};
    list<metric_status> currentMetrics;
    list<horizontal_pod_autoscaler_condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscaler-v2-autoscaling
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
        list<metric_spec> metrics;
    };
    struct horizontal_pod_autoscaler_status {
        std::int32_t currentReplicas{};
        list<metric_status> currentMetrics;
    };

    meta::v1::object_meta_summary metadata;
    horizontal_pod_autoscaler_spec spec;
    horizontal_pod_autoscaler_status status;
};

inline constexpr coinformer::resource horizontal_pod_autoscalers{
    .group = "autoscaling", .version = "v2", .plural = "horizontalpodautoscalers",
    .kind = "HorizontalPodAutoscaler", .where = scope::namespaced};

} // namespace coinformer::types::autoscaling::v2

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::autoscaling::v2::horizontal_pod_autoscaler> =
    coinformer::types::autoscaling::v2::horizontal_pod_autoscalers;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::autoscaling::v2::horizontal_pod_autoscaler_summary> =
    coinformer::types::autoscaling::v2::horizontal_pod_autoscalers;

namespace coinformer::detail {

template <> struct compiled_members<types::autoscaling::v2::cross_version_object_reference> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::metric_target> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::metric_identifier> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::object_metric_source> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::pods_metric_source> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::resource_metric_source> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::external_metric_source> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::container_resource_metric_source> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::metric_spec> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::hpa_scaling_policy> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::hpa_scaling_rules> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::horizontal_pod_autoscaler_behavior> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::horizontal_pod_autoscaler_spec> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::metric_value_status> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::object_metric_status> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::pods_metric_status> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::resource_metric_status> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::external_metric_status> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::container_resource_metric_status> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::metric_status> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::horizontal_pod_autoscaler_condition> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::horizontal_pod_autoscaler_status> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::horizontal_pod_autoscaler> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_status> { static member_type const type; };
template <> struct compiled_members<types::autoscaling::v2::horizontal_pod_autoscaler_summary> { static member_type const type; };

} // namespace coinformer::detail

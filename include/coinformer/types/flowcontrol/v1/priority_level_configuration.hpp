// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::flowcontrol::v1 {

struct queuing_configuration {
    std::int32_t queues{};
    std::int32_t handSize{};
    std::int32_t queueLengthLimit{};
};

struct limit_response {
    text type;
    boxed<queuing_configuration> queuing;
};

struct limited_priority_level_configuration {
    std::optional<std::int32_t> nominalConcurrencyShares;
    limit_response limitResponse;
    std::optional<std::int32_t> lendablePercent;
    std::optional<std::int32_t> borrowingLimitPercent;
};

struct exempt_priority_level_configuration {
    std::optional<std::int32_t> nominalConcurrencyShares;
    std::optional<std::int32_t> lendablePercent;
};

struct priority_level_configuration_spec {
    text type;
    boxed<limited_priority_level_configuration> limited;
    boxed<exempt_priority_level_configuration> exempt;
};

struct priority_level_configuration_condition {
    text type;
    text status;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct priority_level_configuration_status {
    list<priority_level_configuration_condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#prioritylevelconfiguration-v1-flowcontrol-apiserver-k8s-io
struct priority_level_configuration {
    object_meta metadata;
    priority_level_configuration_spec spec;
    priority_level_configuration_status status;
};

struct priority_level_configuration_summary {
    struct limit_response {
        boxed<queuing_configuration> queuing;
    };
    struct limited_priority_level_configuration {
        std::optional<std::int32_t> nominalConcurrencyShares;
        limit_response limitResponse;
    };
    struct priority_level_configuration_spec {
        text type;
        boxed<limited_priority_level_configuration> limited;
    };

    meta::v1::object_meta_summary metadata;
    priority_level_configuration_spec spec;
};

inline constexpr coinformer::resource priority_level_configurations{
    .group = "flowcontrol.apiserver.k8s.io", .version = "v1", .plural = "prioritylevelconfigurations",
    .kind = "PriorityLevelConfiguration", .where = scope::cluster};

} // namespace coinformer::types::flowcontrol::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::flowcontrol::v1::priority_level_configuration> =
    coinformer::types::flowcontrol::v1::priority_level_configurations;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::flowcontrol::v1::priority_level_configuration_summary> =
    coinformer::types::flowcontrol::v1::priority_level_configurations;

namespace coinformer::detail {

template <> struct compiled_members<types::flowcontrol::v1::queuing_configuration> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::limit_response> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::limited_priority_level_configuration> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::exempt_priority_level_configuration> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::priority_level_configuration_spec> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::priority_level_configuration_condition> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::priority_level_configuration_status> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::priority_level_configuration> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::priority_level_configuration_summary::limit_response> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::priority_level_configuration_summary::limited_priority_level_configuration> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::priority_level_configuration_summary::priority_level_configuration_spec> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::priority_level_configuration_summary> { static member_type const type; };

} // namespace coinformer::detail

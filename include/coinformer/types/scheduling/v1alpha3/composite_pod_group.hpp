// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>
#include <coinformer/types/scheduling/v1alpha3/topology_constraint.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload_reference.hpp>

namespace coinformer::types::scheduling::v1alpha3 {

struct composite_basic_scheduling_policy {
};

struct composite_gang_scheduling_policy {
    std::int32_t minGroupCount{};
};

struct composite_pod_group_scheduling_policy {
    boxed<composite_basic_scheduling_policy> basic;
    boxed<composite_gang_scheduling_policy> gang;
};

struct composite_pod_group_scheduling_constraints {
    list<topology_constraint> topology;
};

struct single_composite_disruption_mode {
};

struct all_composite_disruption_mode {
};

struct composite_disruption_mode {
    boxed<single_composite_disruption_mode> single;
    boxed<all_composite_disruption_mode> all;
};

struct composite_pod_group_spec {
    std::optional<text> parentCompositePodGroupName;
    workload_reference workloadRef;
    composite_pod_group_scheduling_policy schedulingPolicy;
    boxed<composite_pod_group_scheduling_constraints> schedulingConstraints;
    boxed<composite_disruption_mode> disruptionMode;
    text priorityClassName;
    std::optional<std::int32_t> priority;
    std::optional<text> preemptionPolicy;
};

struct composite_pod_group_status {
    list<meta::v1::condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#compositepodgroup-v1alpha3-scheduling-k8s-io
struct composite_pod_group {
    object_meta metadata;
    composite_pod_group_spec spec;
    composite_pod_group_status status;
};

struct composite_pod_group_summary {
    struct composite_pod_group_spec {
        composite_pod_group_scheduling_policy schedulingPolicy;
    };

    meta::v1::object_meta_summary metadata;
    composite_pod_group_spec spec;
};

inline constexpr coinformer::resource composite_pod_groups{
    .group = "scheduling.k8s.io", .version = "v1alpha3", .plural = "compositepodgroups",
    .kind = "CompositePodGroup", .where = scope::namespaced};

} // namespace coinformer::types::scheduling::v1alpha3

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::scheduling::v1alpha3::composite_pod_group> =
    coinformer::types::scheduling::v1alpha3::composite_pod_groups;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::scheduling::v1alpha3::composite_pod_group_summary> =
    coinformer::types::scheduling::v1alpha3::composite_pod_groups;

namespace coinformer::detail {

template <> struct compiled_members<types::scheduling::v1alpha3::composite_basic_scheduling_policy> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::composite_gang_scheduling_policy> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::composite_pod_group_scheduling_policy> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::composite_pod_group_scheduling_constraints> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::single_composite_disruption_mode> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::all_composite_disruption_mode> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::composite_disruption_mode> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::composite_pod_group_spec> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::composite_pod_group_status> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::composite_pod_group> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::composite_pod_group_summary::composite_pod_group_spec> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::composite_pod_group_summary> { static member_type const type; };

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>
#include <coinformer/types/scheduling/v1alpha3/disruption_mode.hpp>
#include <coinformer/types/scheduling/v1alpha3/pod_group_resource_claim.hpp>
#include <coinformer/types/scheduling/v1alpha3/pod_group_scheduling_constraints.hpp>
#include <coinformer/types/scheduling/v1alpha3/pod_group_scheduling_policy.hpp>

namespace coinformer::types::scheduling::v1alpha3 {

struct typed_local_object_reference {
    text apiGroup;
    text kind;
    text name;
};

struct pod_group_template {
    text name;
    pod_group_scheduling_policy schedulingPolicy;
    boxed<pod_group_scheduling_constraints> schedulingConstraints;
    list<pod_group_resource_claim> resourceClaims;
    boxed<disruption_mode> disruptionMode;
    text priorityClassName;
    std::optional<std::int32_t> priority;
    std::optional<text> preemptionPolicy;
};

struct workload_spec {
    boxed<typed_local_object_reference> controllerRef;
    list<pod_group_template> podGroupTemplates;
    list<raw_json> compositePodGroupTemplates;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workload-v1alpha3-scheduling-k8s-io
struct workload {
    object_meta metadata;
    workload_spec spec;
};

struct workload_summary {
    meta::v1::object_meta_summary metadata;
};

inline constexpr coinformer::resource workloads{
    .group = "scheduling.k8s.io", .version = "v1alpha3", .plural = "workloads",
    .kind = "Workload", .where = scope::namespaced};

} // namespace coinformer::types::scheduling::v1alpha3

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::scheduling::v1alpha3::workload> =
    coinformer::types::scheduling::v1alpha3::workloads;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::scheduling::v1alpha3::workload_summary> =
    coinformer::types::scheduling::v1alpha3::workloads;

namespace coinformer::detail {

template <> struct compiled_members<types::scheduling::v1alpha3::typed_local_object_reference> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::pod_group_template> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::workload_spec> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::workload> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::workload_summary> { static member_type const type; };

} // namespace coinformer::detail

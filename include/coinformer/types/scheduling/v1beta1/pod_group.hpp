// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>
#include <coinformer/types/scheduling/v1beta1/disruption_mode.hpp>
#include <coinformer/types/scheduling/v1beta1/pod_group_resource_claim.hpp>
#include <coinformer/types/scheduling/v1beta1/pod_group_scheduling_constraints.hpp>
#include <coinformer/types/scheduling/v1beta1/pod_group_scheduling_policy.hpp>

namespace coinformer::types::scheduling::v1beta1 {

struct workload_reference {
    text workloadName;
    text templateName;
};

struct pod_group_spec {
    std::optional<text> parentCompositePodGroupName;
    boxed<workload_reference> workloadRef;
    pod_group_scheduling_policy schedulingPolicy;
    boxed<pod_group_scheduling_constraints> schedulingConstraints;
    list<pod_group_resource_claim> resourceClaims;
    boxed<disruption_mode> disruptionMode;
    text priorityClassName;
    std::optional<std::int32_t> priority;
    std::optional<text> preemptionPolicy;
};

struct pod_group_resource_claim_status {
    text name;
    std::optional<text> resourceClaimName;
};

struct pod_group_status {
    list<meta::v1::condition> conditions;
    list<pod_group_resource_claim_status> resourceClaimStatuses;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podgroup-v1beta1-scheduling-k8s-io
struct pod_group {
    object_meta metadata;
    pod_group_spec spec;
    pod_group_status status;
};

struct pod_group_summary {
    struct pod_group_spec {
        pod_group_scheduling_policy schedulingPolicy;
    };
    struct condition {
        text type;
        text status;
        text reason;
    };
    struct pod_group_status {
        list<condition> conditions;
    };

    meta::v1::object_meta_summary metadata;
    pod_group_spec spec;
    pod_group_status status;
};

inline constexpr coinformer::resource pod_groups{
    .group = "scheduling.k8s.io", .version = "v1beta1", .plural = "podgroups",
    .kind = "PodGroup", .where = scope::namespaced};

} // namespace coinformer::types::scheduling::v1beta1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::scheduling::v1beta1::pod_group> =
    coinformer::types::scheduling::v1beta1::pod_groups;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::scheduling::v1beta1::pod_group_summary> =
    coinformer::types::scheduling::v1beta1::pod_groups;

namespace coinformer::detail {

template <> struct compiled_members<types::scheduling::v1beta1::workload_reference> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1beta1::pod_group_spec> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1beta1::pod_group_resource_claim_status> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1beta1::pod_group_status> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1beta1::pod_group> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1beta1::pod_group_summary::pod_group_spec> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1beta1::pod_group_summary::condition> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1beta1::pod_group_summary::pod_group_status> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1beta1::pod_group_summary> { static member_type const type; };

} // namespace coinformer::detail

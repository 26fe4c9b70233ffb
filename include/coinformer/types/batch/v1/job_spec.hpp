// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/types/core/v1/pod_template_spec.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload_pod_group_disruption_mode.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload_pod_group_resource_claim.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload_pod_group_scheduling_constraints.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload_pod_group_scheduling_policy.hpp>

namespace coinformer::types::batch::v1 {

struct pod_failure_policy_on_exit_codes_requirement {
    std::optional<text> containerName;
    text operator_;
    list<std::int32_t> values;
};

struct pod_failure_policy_on_pod_conditions_pattern {
    text type;
    text status;
};

struct pod_failure_policy_rule {
    text action;
    boxed<pod_failure_policy_on_exit_codes_requirement> onExitCodes;
    list<pod_failure_policy_on_pod_conditions_pattern> onPodConditions;
};

struct pod_failure_policy {
    list<pod_failure_policy_rule> rules;
};

struct success_policy_rule {
    std::optional<text> succeededIndexes;
    std::optional<std::int32_t> succeededCount;
};

struct success_policy {
    list<success_policy_rule> rules;
};

struct job_scheduling_configuration {
    boxed<scheduling::v1alpha3::workload_pod_group_scheduling_policy> schedulingPolicy;
    boxed<scheduling::v1alpha3::workload_pod_group_scheduling_constraints> schedulingConstraints;
    boxed<scheduling::v1alpha3::workload_pod_group_disruption_mode> disruptionMode;
    list<scheduling::v1alpha3::workload_pod_group_resource_claim> resourceClaims;
};

struct job_spec {
    std::optional<std::int32_t> parallelism;
    std::optional<std::int32_t> completions;
    std::optional<std::int64_t> activeDeadlineSeconds;
    boxed<meta::v1::label_selector> selector;
    std::optional<bool> manualSelector;
    core::v1::pod_template_spec template_;
    std::optional<std::int32_t> backoffLimit;
    std::optional<std::int32_t> ttlSecondsAfterFinished;
    std::optional<text> completionMode;
    std::optional<bool> suspend;
    boxed<pod_failure_policy> podFailurePolicy;
    std::optional<std::int32_t> backoffLimitPerIndex;
    std::optional<std::int32_t> maxFailedIndexes;
    std::optional<text> podReplacementPolicy;
    std::optional<text> managedBy;
    boxed<success_policy> successPolicy;
    boxed<job_scheduling_configuration> scheduling;
};

} // namespace coinformer::types::batch::v1

namespace coinformer::detail {

template <> struct compiled_members<types::batch::v1::pod_failure_policy_on_exit_codes_requirement> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::pod_failure_policy_on_pod_conditions_pattern> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::pod_failure_policy_rule> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::pod_failure_policy> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::success_policy_rule> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::success_policy> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::job_scheduling_configuration> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::job_spec> { static member_type const type; };

} // namespace coinformer::detail

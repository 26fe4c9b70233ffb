// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/scheduling/v1/priority_class.hpp>
#include <coinformer/types/scheduling/v1alpha3/composite_pod_group.hpp>
#include <coinformer/types/scheduling/v1alpha3/disruption_mode.hpp>
#include <coinformer/types/scheduling/v1alpha3/pod_group.hpp>
#include <coinformer/types/scheduling/v1alpha3/pod_group_resource_claim.hpp>
#include <coinformer/types/scheduling/v1alpha3/pod_group_scheduling_constraints.hpp>
#include <coinformer/types/scheduling/v1alpha3/pod_group_scheduling_policy.hpp>
#include <coinformer/types/scheduling/v1alpha3/topology_constraint.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload_pod_group_disruption_mode.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload_pod_group_resource_claim.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload_pod_group_scheduling_constraints.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload_pod_group_scheduling_policy.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload_reference.hpp>
#include <coinformer/types/scheduling/v1beta1/disruption_mode.hpp>
#include <coinformer/types/scheduling/v1beta1/pod_group.hpp>
#include <coinformer/types/scheduling/v1beta1/pod_group_resource_claim.hpp>
#include <coinformer/types/scheduling/v1beta1/pod_group_scheduling_constraints.hpp>
#include <coinformer/types/scheduling/v1beta1/pod_group_scheduling_policy.hpp>
#include <coinformer/types/scheduling/v1beta1/workload.hpp>

namespace coinformer::detail {

namespace here = types::scheduling;

constexpr member v1_priority_class_rows[] = {COINFORMER_ROW(v1::priority_class, metadata),
    COINFORMER_ROW(v1::priority_class, value), COINFORMER_ROW(v1::priority_class, globalDefault),
    COINFORMER_ROW(v1::priority_class, description), COINFORMER_ROW(v1::priority_class, preemptionPolicy)};
constinit member_type const compiled_members<here::v1::priority_class>::type =
    record_of<here::v1::priority_class>(v1_priority_class_rows);
constexpr member v1_priority_class_summary_rows[] = {COINFORMER_ROW(v1::priority_class_summary, metadata),
    COINFORMER_ROW(v1::priority_class_summary, value), COINFORMER_ROW(v1::priority_class_summary, globalDefault),
    COINFORMER_ROW(v1::priority_class_summary, preemptionPolicy)};
constinit member_type const compiled_members<here::v1::priority_class_summary>::type =
    record_of<here::v1::priority_class_summary>(v1_priority_class_summary_rows);
constinit member_type const compiled_members<here::v1alpha3::composite_basic_scheduling_policy>::type =
    record_of<here::v1alpha3::composite_basic_scheduling_policy>();
constexpr member v1alpha3_composite_gang_scheduling_policy_rows[] =
    {COINFORMER_ROW(v1alpha3::composite_gang_scheduling_policy, minGroupCount)};
constinit member_type const compiled_members<here::v1alpha3::composite_gang_scheduling_policy>::type =
    record_of<here::v1alpha3::composite_gang_scheduling_policy>(v1alpha3_composite_gang_scheduling_policy_rows);
constexpr member v1alpha3_composite_pod_group_scheduling_policy_rows[] =
    {COINFORMER_ROW(v1alpha3::composite_pod_group_scheduling_policy, basic),
    COINFORMER_ROW(v1alpha3::composite_pod_group_scheduling_policy, gang)};
constinit member_type const compiled_members<here::v1alpha3::composite_pod_group_scheduling_policy>::type =
    record_of<here::v1alpha3::composite_pod_group_scheduling_policy>(v1alpha3_composite_pod_group_scheduling_policy_rows);
constexpr member v1alpha3_composite_pod_group_scheduling_constraints_rows[] =
    {COINFORMER_ROW(v1alpha3::composite_pod_group_scheduling_constraints, topology)};
constinit member_type const compiled_members<here::v1alpha3::composite_pod_group_scheduling_constraints>::type =
    record_of<here::v1alpha3::composite_pod_group_scheduling_constraints>(v1alpha3_composite_pod_group_scheduling_constraints_rows);
constinit member_type const compiled_members<here::v1alpha3::single_composite_disruption_mode>::type =
    record_of<here::v1alpha3::single_composite_disruption_mode>();
constinit member_type const compiled_members<here::v1alpha3::all_composite_disruption_mode>::type =
    record_of<here::v1alpha3::all_composite_disruption_mode>();
constexpr member v1alpha3_composite_disruption_mode_rows[] = {COINFORMER_ROW(v1alpha3::composite_disruption_mode,
    single), COINFORMER_ROW(v1alpha3::composite_disruption_mode, all)};
constinit member_type const compiled_members<here::v1alpha3::composite_disruption_mode>::type =
    record_of<here::v1alpha3::composite_disruption_mode>(v1alpha3_composite_disruption_mode_rows);
constexpr member v1alpha3_composite_pod_group_spec_rows[] = {COINFORMER_ROW(v1alpha3::composite_pod_group_spec,
    parentCompositePodGroupName), COINFORMER_ROW(v1alpha3::composite_pod_group_spec, workloadRef),
    COINFORMER_ROW(v1alpha3::composite_pod_group_spec, schedulingPolicy),
    COINFORMER_ROW(v1alpha3::composite_pod_group_spec, schedulingConstraints),
    COINFORMER_ROW(v1alpha3::composite_pod_group_spec, disruptionMode),
    COINFORMER_ROW(v1alpha3::composite_pod_group_spec, priorityClassName),
    COINFORMER_ROW(v1alpha3::composite_pod_group_spec, priority), COINFORMER_ROW(v1alpha3::composite_pod_group_spec,
    preemptionPolicy)};
constinit member_type const compiled_members<here::v1alpha3::composite_pod_group_spec>::type =
    record_of<here::v1alpha3::composite_pod_group_spec>(v1alpha3_composite_pod_group_spec_rows);
constexpr member v1alpha3_composite_pod_group_status_rows[] = {COINFORMER_ROW(v1alpha3::composite_pod_group_status,
    conditions)};
constinit member_type const compiled_members<here::v1alpha3::composite_pod_group_status>::type =
    record_of<here::v1alpha3::composite_pod_group_status>(v1alpha3_composite_pod_group_status_rows);
constexpr member v1alpha3_composite_pod_group_rows[] = {COINFORMER_ROW(v1alpha3::composite_pod_group, metadata),
    COINFORMER_ROW(v1alpha3::composite_pod_group, spec), COINFORMER_ROW(v1alpha3::composite_pod_group, status)};
constinit member_type const compiled_members<here::v1alpha3::composite_pod_group>::type =
    record_of<here::v1alpha3::composite_pod_group>(v1alpha3_composite_pod_group_rows);
constexpr member v1alpha3_composite_pod_group_summary_composite_pod_group_spec_rows[] =
    {COINFORMER_ROW(v1alpha3::composite_pod_group_summary::composite_pod_group_spec, schedulingPolicy)};
constinit member_type const
    compiled_members<here::v1alpha3::composite_pod_group_summary::composite_pod_group_spec>::type =
    record_of<here::v1alpha3::composite_pod_group_summary::composite_pod_group_spec>(v1alpha3_composite_pod_group_summary_composite_pod_group_spec_rows);
constexpr member v1alpha3_composite_pod_group_summary_rows[] = {COINFORMER_ROW(v1alpha3::composite_pod_group_summary,
    metadata), COINFORMER_ROW(v1alpha3::composite_pod_group_summary, spec)};
constinit member_type const compiled_members<here::v1alpha3::composite_pod_group_summary>::type =
    record_of<here::v1alpha3::composite_pod_group_summary>(v1alpha3_composite_pod_group_summary_rows);
constinit member_type const compiled_members<here::v1alpha3::single_disruption_mode>::type =
    record_of<here::v1alpha3::single_disruption_mode>();
constinit member_type const compiled_members<here::v1alpha3::all_disruption_mode>::type =
    record_of<here::v1alpha3::all_disruption_mode>();
constexpr member v1alpha3_disruption_mode_rows[] = {COINFORMER_ROW(v1alpha3::disruption_mode, single),
    COINFORMER_ROW(v1alpha3::disruption_mode, all)};
constinit member_type const compiled_members<here::v1alpha3::disruption_mode>::type =
    record_of<here::v1alpha3::disruption_mode>(v1alpha3_disruption_mode_rows);
constexpr member v1alpha3_pod_group_spec_rows[] = {COINFORMER_ROW(v1alpha3::pod_group_spec,
    parentCompositePodGroupName), COINFORMER_ROW(v1alpha3::pod_group_spec, workloadRef),
    COINFORMER_ROW(v1alpha3::pod_group_spec, schedulingPolicy), COINFORMER_ROW(v1alpha3::pod_group_spec,
    schedulingConstraints), COINFORMER_ROW(v1alpha3::pod_group_spec, resourceClaims),
    COINFORMER_ROW(v1alpha3::pod_group_spec, disruptionMode), COINFORMER_ROW(v1alpha3::pod_group_spec,
    priorityClassName), COINFORMER_ROW(v1alpha3::pod_group_spec, priority), COINFORMER_ROW(v1alpha3::pod_group_spec,
    preemptionPolicy)};
constinit member_type const compiled_members<here::v1alpha3::pod_group_spec>::type =
    record_of<here::v1alpha3::pod_group_spec>(v1alpha3_pod_group_spec_rows);
constexpr member v1alpha3_pod_group_resource_claim_status_rows[] =
    {COINFORMER_ROW(v1alpha3::pod_group_resource_claim_status, name),
    COINFORMER_ROW(v1alpha3::pod_group_resource_claim_status, resourceClaimName)};
constinit member_type const compiled_members<here::v1alpha3::pod_group_resource_claim_status>::type =
    record_of<here::v1alpha3::pod_group_resource_claim_status>(v1alpha3_pod_group_resource_claim_status_rows);
constexpr member v1alpha3_pod_group_status_rows[] = {COINFORMER_ROW(v1alpha3::pod_group_status, conditions),
    COINFORMER_ROW(v1alpha3::pod_group_status, resourceClaimStatuses)};
constinit member_type const compiled_members<here::v1alpha3::pod_group_status>::type =
    record_of<here::v1alpha3::pod_group_status>(v1alpha3_pod_group_status_rows);
constexpr member v1alpha3_pod_group_rows[] = {COINFORMER_ROW(v1alpha3::pod_group, metadata),
    COINFORMER_ROW(v1alpha3::pod_group, spec), COINFORMER_ROW(v1alpha3::pod_group, status)};
constinit member_type const compiled_members<here::v1alpha3::pod_group>::type =
    record_of<here::v1alpha3::pod_group>(v1alpha3_pod_group_rows);
constexpr member v1alpha3_pod_group_summary_pod_group_spec_rows[] =
    {COINFORMER_ROW(v1alpha3::pod_group_summary::pod_group_spec, schedulingPolicy)};
constinit member_type const compiled_members<here::v1alpha3::pod_group_summary::pod_group_spec>::type =
    record_of<here::v1alpha3::pod_group_summary::pod_group_spec>(v1alpha3_pod_group_summary_pod_group_spec_rows);
constexpr member v1alpha3_pod_group_summary_condition_rows[] = {COINFORMER_ROW(v1alpha3::pod_group_summary::condition,
    type), COINFORMER_ROW(v1alpha3::pod_group_summary::condition, status),
    COINFORMER_ROW(v1alpha3::pod_group_summary::condition, reason)};
constinit member_type const compiled_members<here::v1alpha3::pod_group_summary::condition>::type =
    record_of<here::v1alpha3::pod_group_summary::condition>(v1alpha3_pod_group_summary_condition_rows);
constexpr member v1alpha3_pod_group_summary_pod_group_status_rows[] =
    {COINFORMER_ROW(v1alpha3::pod_group_summary::pod_group_status, conditions)};
constinit member_type const compiled_members<here::v1alpha3::pod_group_summary::pod_group_status>::type =
    record_of<here::v1alpha3::pod_group_summary::pod_group_status>(v1alpha3_pod_group_summary_pod_group_status_rows);
constexpr member v1alpha3_pod_group_summary_rows[] = {COINFORMER_ROW(v1alpha3::pod_group_summary, metadata),
    COINFORMER_ROW(v1alpha3::pod_group_summary, spec), COINFORMER_ROW(v1alpha3::pod_group_summary, status)};
constinit member_type const compiled_members<here::v1alpha3::pod_group_summary>::type =
    record_of<here::v1alpha3::pod_group_summary>(v1alpha3_pod_group_summary_rows);
constexpr member v1alpha3_pod_group_resource_claim_rows[] = {COINFORMER_ROW(v1alpha3::pod_group_resource_claim, name),
    COINFORMER_ROW(v1alpha3::pod_group_resource_claim, resourceClaimName),
    COINFORMER_ROW(v1alpha3::pod_group_resource_claim, resourceClaimTemplateName)};
constinit member_type const compiled_members<here::v1alpha3::pod_group_resource_claim>::type =
    record_of<here::v1alpha3::pod_group_resource_claim>(v1alpha3_pod_group_resource_claim_rows);
constexpr member v1alpha3_pod_group_scheduling_constraints_rows[] =
    {COINFORMER_ROW(v1alpha3::pod_group_scheduling_constraints, topology)};
constinit member_type const compiled_members<here::v1alpha3::pod_group_scheduling_constraints>::type =
    record_of<here::v1alpha3::pod_group_scheduling_constraints>(v1alpha3_pod_group_scheduling_constraints_rows);
constinit member_type const compiled_members<here::v1alpha3::basic_scheduling_policy>::type =
    record_of<here::v1alpha3::basic_scheduling_policy>();
constexpr member v1alpha3_gang_scheduling_policy_rows[] = {COINFORMER_ROW(v1alpha3::gang_scheduling_policy,
    minCount)};
constinit member_type const compiled_members<here::v1alpha3::gang_scheduling_policy>::type =
    record_of<here::v1alpha3::gang_scheduling_policy>(v1alpha3_gang_scheduling_policy_rows);
constexpr member v1alpha3_pod_group_scheduling_policy_rows[] = {COINFORMER_ROW(v1alpha3::pod_group_scheduling_policy,
    basic), COINFORMER_ROW(v1alpha3::pod_group_scheduling_policy, gang)};
constinit member_type const compiled_members<here::v1alpha3::pod_group_scheduling_policy>::type =
    record_of<here::v1alpha3::pod_group_scheduling_policy>(v1alpha3_pod_group_scheduling_policy_rows);
constexpr member v1alpha3_topology_constraint_rows[] = {COINFORMER_ROW(v1alpha3::topology_constraint, key)};
constinit member_type const compiled_members<here::v1alpha3::topology_constraint>::type =
    record_of<here::v1alpha3::topology_constraint>(v1alpha3_topology_constraint_rows);
constexpr member v1alpha3_typed_local_object_reference_rows[] =
    {COINFORMER_ROW(v1alpha3::typed_local_object_reference, apiGroup),
    COINFORMER_ROW(v1alpha3::typed_local_object_reference, kind),
    COINFORMER_ROW(v1alpha3::typed_local_object_reference, name)};
constinit member_type const compiled_members<here::v1alpha3::typed_local_object_reference>::type =
    record_of<here::v1alpha3::typed_local_object_reference>(v1alpha3_typed_local_object_reference_rows);
constexpr member v1alpha3_pod_group_template_rows[] = {COINFORMER_ROW(v1alpha3::pod_group_template, name),
    COINFORMER_ROW(v1alpha3::pod_group_template, schedulingPolicy), COINFORMER_ROW(v1alpha3::pod_group_template,
    schedulingConstraints), COINFORMER_ROW(v1alpha3::pod_group_template, resourceClaims),
    COINFORMER_ROW(v1alpha3::pod_group_template, disruptionMode), COINFORMER_ROW(v1alpha3::pod_group_template,
    priorityClassName), COINFORMER_ROW(v1alpha3::pod_group_template, priority),
    COINFORMER_ROW(v1alpha3::pod_group_template, preemptionPolicy)};
constinit member_type const compiled_members<here::v1alpha3::pod_group_template>::type =
    record_of<here::v1alpha3::pod_group_template>(v1alpha3_pod_group_template_rows);
constexpr member v1alpha3_workload_spec_rows[] = {COINFORMER_ROW(v1alpha3::workload_spec, controllerRef),
    COINFORMER_ROW(v1alpha3::workload_spec, podGroupTemplates), COINFORMER_ROW(v1alpha3::workload_spec,
    compositePodGroupTemplates)};
constinit member_type const compiled_members<here::v1alpha3::workload_spec>::type =
    record_of<here::v1alpha3::workload_spec>(v1alpha3_workload_spec_rows);
constexpr member v1alpha3_workload_rows[] = {COINFORMER_ROW(v1alpha3::workload, metadata),
    COINFORMER_ROW(v1alpha3::workload, spec)};
constinit member_type const compiled_members<here::v1alpha3::workload>::type =
    record_of<here::v1alpha3::workload>(v1alpha3_workload_rows);
constexpr member v1alpha3_workload_summary_rows[] = {COINFORMER_ROW(v1alpha3::workload_summary, metadata)};
constinit member_type const compiled_members<here::v1alpha3::workload_summary>::type =
    record_of<here::v1alpha3::workload_summary>(v1alpha3_workload_summary_rows);
constinit member_type const compiled_members<here::v1alpha3::workload_pod_group_single_disruption_mode>::type =
    record_of<here::v1alpha3::workload_pod_group_single_disruption_mode>();
constinit member_type const compiled_members<here::v1alpha3::workload_pod_group_all_disruption_mode>::type =
    record_of<here::v1alpha3::workload_pod_group_all_disruption_mode>();
constexpr member v1alpha3_workload_pod_group_disruption_mode_rows[] =
    {COINFORMER_ROW(v1alpha3::workload_pod_group_disruption_mode, single),
    COINFORMER_ROW(v1alpha3::workload_pod_group_disruption_mode, all)};
constinit member_type const compiled_members<here::v1alpha3::workload_pod_group_disruption_mode>::type =
    record_of<here::v1alpha3::workload_pod_group_disruption_mode>(v1alpha3_workload_pod_group_disruption_mode_rows);
constexpr member v1alpha3_workload_pod_group_resource_claim_rows[] =
    {COINFORMER_ROW(v1alpha3::workload_pod_group_resource_claim, name),
    COINFORMER_ROW(v1alpha3::workload_pod_group_resource_claim, resourceClaimName),
    COINFORMER_ROW(v1alpha3::workload_pod_group_resource_claim, resourceClaimTemplateName)};
constinit member_type const compiled_members<here::v1alpha3::workload_pod_group_resource_claim>::type =
    record_of<here::v1alpha3::workload_pod_group_resource_claim>(v1alpha3_workload_pod_group_resource_claim_rows);
constexpr member v1alpha3_workload_pod_group_scheduling_constraints_rows[] =
    {COINFORMER_ROW(v1alpha3::workload_pod_group_scheduling_constraints, topology)};
constinit member_type const compiled_members<here::v1alpha3::workload_pod_group_scheduling_constraints>::type =
    record_of<here::v1alpha3::workload_pod_group_scheduling_constraints>(v1alpha3_workload_pod_group_scheduling_constraints_rows);
constinit member_type const compiled_members<here::v1alpha3::workload_pod_group_basic_scheduling_policy>::type =
    record_of<here::v1alpha3::workload_pod_group_basic_scheduling_policy>();
constexpr member v1alpha3_workload_pod_group_gang_scheduling_policy_rows[] =
    {COINFORMER_ROW(v1alpha3::workload_pod_group_gang_scheduling_policy, minCount)};
constinit member_type const compiled_members<here::v1alpha3::workload_pod_group_gang_scheduling_policy>::type =
    record_of<here::v1alpha3::workload_pod_group_gang_scheduling_policy>(v1alpha3_workload_pod_group_gang_scheduling_policy_rows);
constexpr member v1alpha3_workload_pod_group_scheduling_policy_rows[] =
    {COINFORMER_ROW(v1alpha3::workload_pod_group_scheduling_policy, basic),
    COINFORMER_ROW(v1alpha3::workload_pod_group_scheduling_policy, gang)};
constinit member_type const compiled_members<here::v1alpha3::workload_pod_group_scheduling_policy>::type =
    record_of<here::v1alpha3::workload_pod_group_scheduling_policy>(v1alpha3_workload_pod_group_scheduling_policy_rows);
constexpr member v1alpha3_workload_reference_rows[] = {COINFORMER_ROW(v1alpha3::workload_reference, workloadName),
    COINFORMER_ROW(v1alpha3::workload_reference, templateName)};
constinit member_type const compiled_members<here::v1alpha3::workload_reference>::type =
    record_of<here::v1alpha3::workload_reference>(v1alpha3_workload_reference_rows);
constinit member_type const compiled_members<here::v1beta1::single_disruption_mode>::type =
    record_of<here::v1beta1::single_disruption_mode>();
constinit member_type const compiled_members<here::v1beta1::all_disruption_mode>::type =
    record_of<here::v1beta1::all_disruption_mode>();
constexpr member v1beta1_disruption_mode_rows[] = {COINFORMER_ROW(v1beta1::disruption_mode, single),
    COINFORMER_ROW(v1beta1::disruption_mode, all)};
constinit member_type const compiled_members<here::v1beta1::disruption_mode>::type =
    record_of<here::v1beta1::disruption_mode>(v1beta1_disruption_mode_rows);
constexpr member v1beta1_workload_reference_rows[] = {COINFORMER_ROW(v1beta1::workload_reference, workloadName),
    COINFORMER_ROW(v1beta1::workload_reference, templateName)};
constinit member_type const compiled_members<here::v1beta1::workload_reference>::type =
    record_of<here::v1beta1::workload_reference>(v1beta1_workload_reference_rows);
constexpr member v1beta1_pod_group_spec_rows[] = {COINFORMER_ROW(v1beta1::pod_group_spec,
    parentCompositePodGroupName), COINFORMER_ROW(v1beta1::pod_group_spec, workloadRef),
    COINFORMER_ROW(v1beta1::pod_group_spec, schedulingPolicy), COINFORMER_ROW(v1beta1::pod_group_spec,
    schedulingConstraints), COINFORMER_ROW(v1beta1::pod_group_spec, resourceClaims),
    COINFORMER_ROW(v1beta1::pod_group_spec, disruptionMode), COINFORMER_ROW(v1beta1::pod_group_spec,
    priorityClassName), COINFORMER_ROW(v1beta1::pod_group_spec, priority), COINFORMER_ROW(v1beta1::pod_group_spec,
    preemptionPolicy)};
constinit member_type const compiled_members<here::v1beta1::pod_group_spec>::type =
    record_of<here::v1beta1::pod_group_spec>(v1beta1_pod_group_spec_rows);
constexpr member v1beta1_pod_group_resource_claim_status_rows[] =
    {COINFORMER_ROW(v1beta1::pod_group_resource_claim_status, name),
    COINFORMER_ROW(v1beta1::pod_group_resource_claim_status, resourceClaimName)};
constinit member_type const compiled_members<here::v1beta1::pod_group_resource_claim_status>::type =
    record_of<here::v1beta1::pod_group_resource_claim_status>(v1beta1_pod_group_resource_claim_status_rows);
constexpr member v1beta1_pod_group_status_rows[] = {COINFORMER_ROW(v1beta1::pod_group_status, conditions),
    COINFORMER_ROW(v1beta1::pod_group_status, resourceClaimStatuses)};
constinit member_type const compiled_members<here::v1beta1::pod_group_status>::type =
    record_of<here::v1beta1::pod_group_status>(v1beta1_pod_group_status_rows);
constexpr member v1beta1_pod_group_rows[] = {COINFORMER_ROW(v1beta1::pod_group, metadata),
    COINFORMER_ROW(v1beta1::pod_group, spec), COINFORMER_ROW(v1beta1::pod_group, status)};
constinit member_type const compiled_members<here::v1beta1::pod_group>::type =
    record_of<here::v1beta1::pod_group>(v1beta1_pod_group_rows);
constexpr member v1beta1_pod_group_summary_pod_group_spec_rows[] =
    {COINFORMER_ROW(v1beta1::pod_group_summary::pod_group_spec, schedulingPolicy)};
constinit member_type const compiled_members<here::v1beta1::pod_group_summary::pod_group_spec>::type =
    record_of<here::v1beta1::pod_group_summary::pod_group_spec>(v1beta1_pod_group_summary_pod_group_spec_rows);
constexpr member v1beta1_pod_group_summary_condition_rows[] = {COINFORMER_ROW(v1beta1::pod_group_summary::condition,
    type), COINFORMER_ROW(v1beta1::pod_group_summary::condition, status),
    COINFORMER_ROW(v1beta1::pod_group_summary::condition, reason)};
constinit member_type const compiled_members<here::v1beta1::pod_group_summary::condition>::type =
    record_of<here::v1beta1::pod_group_summary::condition>(v1beta1_pod_group_summary_condition_rows);
constexpr member v1beta1_pod_group_summary_pod_group_status_rows[] =
    {COINFORMER_ROW(v1beta1::pod_group_summary::pod_group_status, conditions)};
constinit member_type const compiled_members<here::v1beta1::pod_group_summary::pod_group_status>::type =
    record_of<here::v1beta1::pod_group_summary::pod_group_status>(v1beta1_pod_group_summary_pod_group_status_rows);
constexpr member v1beta1_pod_group_summary_rows[] = {COINFORMER_ROW(v1beta1::pod_group_summary, metadata),
    COINFORMER_ROW(v1beta1::pod_group_summary, spec), COINFORMER_ROW(v1beta1::pod_group_summary, status)};
constinit member_type const compiled_members<here::v1beta1::pod_group_summary>::type =
    record_of<here::v1beta1::pod_group_summary>(v1beta1_pod_group_summary_rows);
constexpr member v1beta1_pod_group_resource_claim_rows[] = {COINFORMER_ROW(v1beta1::pod_group_resource_claim, name),
    COINFORMER_ROW(v1beta1::pod_group_resource_claim, resourceClaimName),
    COINFORMER_ROW(v1beta1::pod_group_resource_claim, resourceClaimTemplateName)};
constinit member_type const compiled_members<here::v1beta1::pod_group_resource_claim>::type =
    record_of<here::v1beta1::pod_group_resource_claim>(v1beta1_pod_group_resource_claim_rows);
constexpr member v1beta1_topology_constraint_rows[] = {COINFORMER_ROW(v1beta1::topology_constraint, key)};
constinit member_type const compiled_members<here::v1beta1::topology_constraint>::type =
    record_of<here::v1beta1::topology_constraint>(v1beta1_topology_constraint_rows);
constexpr member v1beta1_pod_group_scheduling_constraints_rows[] =
    {COINFORMER_ROW(v1beta1::pod_group_scheduling_constraints, topology)};
constinit member_type const compiled_members<here::v1beta1::pod_group_scheduling_constraints>::type =
    record_of<here::v1beta1::pod_group_scheduling_constraints>(v1beta1_pod_group_scheduling_constraints_rows);
constinit member_type const compiled_members<here::v1beta1::basic_scheduling_policy>::type =
    record_of<here::v1beta1::basic_scheduling_policy>();
constexpr member v1beta1_gang_scheduling_policy_rows[] = {COINFORMER_ROW(v1beta1::gang_scheduling_policy, minCount)};
constinit member_type const compiled_members<here::v1beta1::gang_scheduling_policy>::type =
    record_of<here::v1beta1::gang_scheduling_policy>(v1beta1_gang_scheduling_policy_rows);
constexpr member v1beta1_pod_group_scheduling_policy_rows[] = {COINFORMER_ROW(v1beta1::pod_group_scheduling_policy,
    basic), COINFORMER_ROW(v1beta1::pod_group_scheduling_policy, gang)};
constinit member_type const compiled_members<here::v1beta1::pod_group_scheduling_policy>::type =
    record_of<here::v1beta1::pod_group_scheduling_policy>(v1beta1_pod_group_scheduling_policy_rows);
constexpr member v1beta1_typed_local_object_reference_rows[] = {COINFORMER_ROW(v1beta1::typed_local_object_reference,
    apiGroup), COINFORMER_ROW(v1beta1::typed_local_object_reference, kind),
    COINFORMER_ROW(v1beta1::typed_local_object_reference, name)};
constinit member_type const compiled_members<here::v1beta1::typed_local_object_reference>::type =
    record_of<here::v1beta1::typed_local_object_reference>(v1beta1_typed_local_object_reference_rows);
constexpr member v1beta1_pod_group_template_rows[] = {COINFORMER_ROW(v1beta1::pod_group_template, name),
    COINFORMER_ROW(v1beta1::pod_group_template, schedulingPolicy), COINFORMER_ROW(v1beta1::pod_group_template,
    schedulingConstraints), COINFORMER_ROW(v1beta1::pod_group_template, resourceClaims),
    COINFORMER_ROW(v1beta1::pod_group_template, disruptionMode), COINFORMER_ROW(v1beta1::pod_group_template,
    priorityClassName), COINFORMER_ROW(v1beta1::pod_group_template, priority),
    COINFORMER_ROW(v1beta1::pod_group_template, preemptionPolicy)};
constinit member_type const compiled_members<here::v1beta1::pod_group_template>::type =
    record_of<here::v1beta1::pod_group_template>(v1beta1_pod_group_template_rows);
constexpr member v1beta1_workload_spec_rows[] = {COINFORMER_ROW(v1beta1::workload_spec, controllerRef),
    COINFORMER_ROW(v1beta1::workload_spec, podGroupTemplates), COINFORMER_ROW(v1beta1::workload_spec,
    compositePodGroupTemplates)};
constinit member_type const compiled_members<here::v1beta1::workload_spec>::type =
    record_of<here::v1beta1::workload_spec>(v1beta1_workload_spec_rows);
constexpr member v1beta1_workload_rows[] = {COINFORMER_ROW(v1beta1::workload, metadata),
    COINFORMER_ROW(v1beta1::workload, spec)};
constinit member_type const compiled_members<here::v1beta1::workload>::type =
    record_of<here::v1beta1::workload>(v1beta1_workload_rows);
constexpr member v1beta1_workload_summary_rows[] = {COINFORMER_ROW(v1beta1::workload_summary, metadata)};
constinit member_type const compiled_members<here::v1beta1::workload_summary>::type =
    record_of<here::v1beta1::workload_summary>(v1beta1_workload_summary_rows);

} // namespace coinformer::detail

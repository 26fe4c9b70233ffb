// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/batch/v1/cron_job.hpp>
#include <coinformer/types/batch/v1/job.hpp>
#include <coinformer/types/batch/v1/job_spec.hpp>

namespace coinformer::detail {

namespace here = types::batch;

constexpr member v1_job_template_spec_rows[] = {COINFORMER_ROW(v1::job_template_spec, metadata),
    COINFORMER_ROW(v1::job_template_spec, spec)};
constinit member_type const compiled_members<here::v1::job_template_spec>::type =
    record_of<here::v1::job_template_spec>(v1_job_template_spec_rows);
constexpr member v1_cron_job_spec_rows[] = {COINFORMER_ROW(v1::cron_job_spec, schedule),
    COINFORMER_ROW(v1::cron_job_spec, startingDeadlineSeconds), COINFORMER_ROW(v1::cron_job_spec, concurrencyPolicy),
    COINFORMER_ROW(v1::cron_job_spec, suspend), COINFORMER_ROW(v1::cron_job_spec, jobTemplate),
    COINFORMER_ROW(v1::cron_job_spec, successfulJobsHistoryLimit), COINFORMER_ROW(v1::cron_job_spec,
    failedJobsHistoryLimit), COINFORMER_ROW(v1::cron_job_spec, timeZone)};
constinit member_type const compiled_members<here::v1::cron_job_spec>::type =
    record_of<here::v1::cron_job_spec>(v1_cron_job_spec_rows);
constexpr member v1_cron_job_status_rows[] = {COINFORMER_ROW(v1::cron_job_status, active),
    COINFORMER_ROW(v1::cron_job_status, lastScheduleTime), COINFORMER_ROW(v1::cron_job_status, lastSuccessfulTime)};
constinit member_type const compiled_members<here::v1::cron_job_status>::type =
    record_of<here::v1::cron_job_status>(v1_cron_job_status_rows);
constexpr member v1_cron_job_rows[] = {COINFORMER_ROW(v1::cron_job, metadata), COINFORMER_ROW(v1::cron_job, spec),
    COINFORMER_ROW(v1::cron_job, status)};
constinit member_type const compiled_members<here::v1::cron_job>::type =
    record_of<here::v1::cron_job>(v1_cron_job_rows);
constexpr member v1_cron_job_summary_container_rows[] = {COINFORMER_ROW(v1::cron_job_summary::container, name),
    COINFORMER_ROW(v1::cron_job_summary::container, image)};
constinit member_type const compiled_members<here::v1::cron_job_summary::container>::type =
    record_of<here::v1::cron_job_summary::container>(v1_cron_job_summary_container_rows);
constexpr member v1_cron_job_summary_pod_spec_rows[] = {COINFORMER_ROW(v1::cron_job_summary::pod_spec, containers)};
constinit member_type const compiled_members<here::v1::cron_job_summary::pod_spec>::type =
    record_of<here::v1::cron_job_summary::pod_spec>(v1_cron_job_summary_pod_spec_rows);
constexpr member v1_cron_job_summary_pod_template_spec_rows[] =
    {COINFORMER_ROW(v1::cron_job_summary::pod_template_spec, spec)};
constinit member_type const compiled_members<here::v1::cron_job_summary::pod_template_spec>::type =
    record_of<here::v1::cron_job_summary::pod_template_spec>(v1_cron_job_summary_pod_template_spec_rows);
constexpr member v1_cron_job_summary_job_spec_rows[] = {COINFORMER_ROW(v1::cron_job_summary::job_spec, selector),
    COINFORMER_ROW(v1::cron_job_summary::job_spec, template_)};
constinit member_type const compiled_members<here::v1::cron_job_summary::job_spec>::type =
    record_of<here::v1::cron_job_summary::job_spec>(v1_cron_job_summary_job_spec_rows);
constexpr member v1_cron_job_summary_job_template_spec_rows[] =
    {COINFORMER_ROW(v1::cron_job_summary::job_template_spec, spec)};
constinit member_type const compiled_members<here::v1::cron_job_summary::job_template_spec>::type =
    record_of<here::v1::cron_job_summary::job_template_spec>(v1_cron_job_summary_job_template_spec_rows);
constexpr member v1_cron_job_summary_cron_job_spec_rows[] = {COINFORMER_ROW(v1::cron_job_summary::cron_job_spec,
    schedule), COINFORMER_ROW(v1::cron_job_summary::cron_job_spec, timeZone),
    COINFORMER_ROW(v1::cron_job_summary::cron_job_spec, suspend), COINFORMER_ROW(v1::cron_job_summary::cron_job_spec,
    jobTemplate)};
constinit member_type const compiled_members<here::v1::cron_job_summary::cron_job_spec>::type =
    record_of<here::v1::cron_job_summary::cron_job_spec>(v1_cron_job_summary_cron_job_spec_rows);
constexpr member v1_cron_job_summary_cron_job_status_rows[] = {COINFORMER_ROW(v1::cron_job_summary::cron_job_status,
    active), COINFORMER_ROW(v1::cron_job_summary::cron_job_status, lastScheduleTime)};
constinit member_type const compiled_members<here::v1::cron_job_summary::cron_job_status>::type =
    record_of<here::v1::cron_job_summary::cron_job_status>(v1_cron_job_summary_cron_job_status_rows);
constexpr member v1_cron_job_summary_rows[] = {COINFORMER_ROW(v1::cron_job_summary, metadata),
    COINFORMER_ROW(v1::cron_job_summary, spec), COINFORMER_ROW(v1::cron_job_summary, status)};
constinit member_type const compiled_members<here::v1::cron_job_summary>::type =
    record_of<here::v1::cron_job_summary>(v1_cron_job_summary_rows);
constexpr member v1_job_condition_rows[] = {COINFORMER_ROW(v1::job_condition, type), COINFORMER_ROW(v1::job_condition,
    status), COINFORMER_ROW(v1::job_condition, lastProbeTime), COINFORMER_ROW(v1::job_condition, lastTransitionTime),
    COINFORMER_ROW(v1::job_condition, reason), COINFORMER_ROW(v1::job_condition, message)};
constinit member_type const compiled_members<here::v1::job_condition>::type =
    record_of<here::v1::job_condition>(v1_job_condition_rows);
constexpr member v1_uncounted_terminated_pods_rows[] = {COINFORMER_ROW(v1::uncounted_terminated_pods, succeeded),
    COINFORMER_ROW(v1::uncounted_terminated_pods, failed)};
constinit member_type const compiled_members<here::v1::uncounted_terminated_pods>::type =
    record_of<here::v1::uncounted_terminated_pods>(v1_uncounted_terminated_pods_rows);
constexpr member v1_job_status_rows[] = {COINFORMER_ROW(v1::job_status, conditions), COINFORMER_ROW(v1::job_status,
    startTime), COINFORMER_ROW(v1::job_status, completionTime), COINFORMER_ROW(v1::job_status, active),
    COINFORMER_ROW(v1::job_status, succeeded), COINFORMER_ROW(v1::job_status, failed), COINFORMER_ROW(v1::job_status,
    completedIndexes), COINFORMER_ROW(v1::job_status, uncountedTerminatedPods), COINFORMER_ROW(v1::job_status, ready),
    COINFORMER_ROW(v1::job_status, failedIndexes), COINFORMER_ROW(v1::job_status, terminating)};
constinit member_type const compiled_members<here::v1::job_status>::type =
    record_of<here::v1::job_status>(v1_job_status_rows);
constexpr member v1_job_rows[] = {COINFORMER_ROW(v1::job, metadata), COINFORMER_ROW(v1::job, spec),
    COINFORMER_ROW(v1::job, status)};
constinit member_type const compiled_members<here::v1::job>::type = record_of<here::v1::job>(v1_job_rows);
constexpr member v1_job_summary_container_rows[] = {COINFORMER_ROW(v1::job_summary::container, name),
    COINFORMER_ROW(v1::job_summary::container, image)};
constinit member_type const compiled_members<here::v1::job_summary::container>::type =
    record_of<here::v1::job_summary::container>(v1_job_summary_container_rows);
constexpr member v1_job_summary_pod_spec_rows[] = {COINFORMER_ROW(v1::job_summary::pod_spec, containers)};
constinit member_type const compiled_members<here::v1::job_summary::pod_spec>::type =
    record_of<here::v1::job_summary::pod_spec>(v1_job_summary_pod_spec_rows);
constexpr member v1_job_summary_pod_template_spec_rows[] = {COINFORMER_ROW(v1::job_summary::pod_template_spec, spec)};
constinit member_type const compiled_members<here::v1::job_summary::pod_template_spec>::type =
    record_of<here::v1::job_summary::pod_template_spec>(v1_job_summary_pod_template_spec_rows);
constexpr member v1_job_summary_job_spec_rows[] = {COINFORMER_ROW(v1::job_summary::job_spec, completions),
    COINFORMER_ROW(v1::job_summary::job_spec, parallelism), COINFORMER_ROW(v1::job_summary::job_spec, suspend),
    COINFORMER_ROW(v1::job_summary::job_spec, selector), COINFORMER_ROW(v1::job_summary::job_spec, template_)};
constinit member_type const compiled_members<here::v1::job_summary::job_spec>::type =
    record_of<here::v1::job_summary::job_spec>(v1_job_summary_job_spec_rows);
constexpr member v1_job_summary_job_condition_rows[] = {COINFORMER_ROW(v1::job_summary::job_condition, type),
    COINFORMER_ROW(v1::job_summary::job_condition, status), COINFORMER_ROW(v1::job_summary::job_condition, reason)};
constinit member_type const compiled_members<here::v1::job_summary::job_condition>::type =
    record_of<here::v1::job_summary::job_condition>(v1_job_summary_job_condition_rows);
constexpr member v1_job_summary_job_status_rows[] = {COINFORMER_ROW(v1::job_summary::job_status, active),
    COINFORMER_ROW(v1::job_summary::job_status, succeeded), COINFORMER_ROW(v1::job_summary::job_status, failed),
    COINFORMER_ROW(v1::job_summary::job_status, startTime), COINFORMER_ROW(v1::job_summary::job_status,
    completionTime), COINFORMER_ROW(v1::job_summary::job_status, conditions)};
constinit member_type const compiled_members<here::v1::job_summary::job_status>::type =
    record_of<here::v1::job_summary::job_status>(v1_job_summary_job_status_rows);
constexpr member v1_job_summary_rows[] = {COINFORMER_ROW(v1::job_summary, metadata), COINFORMER_ROW(v1::job_summary,
    spec), COINFORMER_ROW(v1::job_summary, status)};
constinit member_type const compiled_members<here::v1::job_summary>::type =
    record_of<here::v1::job_summary>(v1_job_summary_rows);
constexpr member v1_pod_failure_policy_on_exit_codes_requirement_rows[] =
    {COINFORMER_ROW(v1::pod_failure_policy_on_exit_codes_requirement, containerName),
    COINFORMER_ROW(v1::pod_failure_policy_on_exit_codes_requirement, operator_),
    COINFORMER_ROW(v1::pod_failure_policy_on_exit_codes_requirement, values)};
constinit member_type const compiled_members<here::v1::pod_failure_policy_on_exit_codes_requirement>::type =
    record_of<here::v1::pod_failure_policy_on_exit_codes_requirement>(v1_pod_failure_policy_on_exit_codes_requirement_rows);
constexpr member v1_pod_failure_policy_on_pod_conditions_pattern_rows[] =
    {COINFORMER_ROW(v1::pod_failure_policy_on_pod_conditions_pattern, type),
    COINFORMER_ROW(v1::pod_failure_policy_on_pod_conditions_pattern, status)};
constinit member_type const compiled_members<here::v1::pod_failure_policy_on_pod_conditions_pattern>::type =
    record_of<here::v1::pod_failure_policy_on_pod_conditions_pattern>(v1_pod_failure_policy_on_pod_conditions_pattern_rows);
constexpr member v1_pod_failure_policy_rule_rows[] = {COINFORMER_ROW(v1::pod_failure_policy_rule, action),
    COINFORMER_ROW(v1::pod_failure_policy_rule, onExitCodes), COINFORMER_ROW(v1::pod_failure_policy_rule,
    onPodConditions)};
constinit member_type const compiled_members<here::v1::pod_failure_policy_rule>::type =
    record_of<here::v1::pod_failure_policy_rule>(v1_pod_failure_policy_rule_rows);
constexpr member v1_pod_failure_policy_rows[] = {COINFORMER_ROW(v1::pod_failure_policy, rules)};
constinit member_type const compiled_members<here::v1::pod_failure_policy>::type =
    record_of<here::v1::pod_failure_policy>(v1_pod_failure_policy_rows);
constexpr member v1_success_policy_rule_rows[] = {COINFORMER_ROW(v1::success_policy_rule, succeededIndexes),
    COINFORMER_ROW(v1::success_policy_rule, succeededCount)};
constinit member_type const compiled_members<here::v1::success_policy_rule>::type =
    record_of<here::v1::success_policy_rule>(v1_success_policy_rule_rows);
constexpr member v1_success_policy_rows[] = {COINFORMER_ROW(v1::success_policy, rules)};
constinit member_type const compiled_members<here::v1::success_policy>::type =
    record_of<here::v1::success_policy>(v1_success_policy_rows);
constexpr member v1_job_scheduling_configuration_rows[] = {COINFORMER_ROW(v1::job_scheduling_configuration,
    schedulingPolicy), COINFORMER_ROW(v1::job_scheduling_configuration, schedulingConstraints),
    COINFORMER_ROW(v1::job_scheduling_configuration, disruptionMode), COINFORMER_ROW(v1::job_scheduling_configuration,
    resourceClaims)};
constinit member_type const compiled_members<here::v1::job_scheduling_configuration>::type =
    record_of<here::v1::job_scheduling_configuration>(v1_job_scheduling_configuration_rows);
constexpr member v1_job_spec_rows[] = {COINFORMER_ROW(v1::job_spec, parallelism), COINFORMER_ROW(v1::job_spec,
    completions), COINFORMER_ROW(v1::job_spec, activeDeadlineSeconds), COINFORMER_ROW(v1::job_spec, selector),
    COINFORMER_ROW(v1::job_spec, manualSelector), COINFORMER_ROW(v1::job_spec, template_),
    COINFORMER_ROW(v1::job_spec, backoffLimit), COINFORMER_ROW(v1::job_spec, ttlSecondsAfterFinished),
    COINFORMER_ROW(v1::job_spec, completionMode), COINFORMER_ROW(v1::job_spec, suspend), COINFORMER_ROW(v1::job_spec,
    podFailurePolicy), COINFORMER_ROW(v1::job_spec, backoffLimitPerIndex), COINFORMER_ROW(v1::job_spec,
    maxFailedIndexes), COINFORMER_ROW(v1::job_spec, podReplacementPolicy), COINFORMER_ROW(v1::job_spec, managedBy),
    COINFORMER_ROW(v1::job_spec, successPolicy), COINFORMER_ROW(v1::job_spec, scheduling)};
constinit member_type const compiled_members<here::v1::job_spec>::type =
    record_of<here::v1::job_spec>(v1_job_spec_rows);

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/autoscaling/v1/horizontal_pod_autoscaler.hpp>
#include <coinformer/types/autoscaling/v2/horizontal_pod_autoscaler.hpp>

namespace coinformer::detail {

namespace here = types::autoscaling;

constexpr member v1_cross_version_object_reference_rows[] = {COINFORMER_ROW(v1::cross_version_object_reference, kind),
    COINFORMER_ROW(v1::cross_version_object_reference, name), COINFORMER_ROW(v1::cross_version_object_reference,
    apiVersion)};
constinit member_type const compiled_members<here::v1::cross_version_object_reference>::type =
    record_of<here::v1::cross_version_object_reference>(v1_cross_version_object_reference_rows);
constexpr member v1_horizontal_pod_autoscaler_spec_rows[] = {COINFORMER_ROW(v1::horizontal_pod_autoscaler_spec,
    scaleTargetRef), COINFORMER_ROW(v1::horizontal_pod_autoscaler_spec, minReplicas),
    COINFORMER_ROW(v1::horizontal_pod_autoscaler_spec, maxReplicas),
    COINFORMER_ROW(v1::horizontal_pod_autoscaler_spec, targetCPUUtilizationPercentage)};
constinit member_type const compiled_members<here::v1::horizontal_pod_autoscaler_spec>::type =
    record_of<here::v1::horizontal_pod_autoscaler_spec>(v1_horizontal_pod_autoscaler_spec_rows);
constexpr member v1_horizontal_pod_autoscaler_status_rows[] = {COINFORMER_ROW(v1::horizontal_pod_autoscaler_status,
    observedGeneration), COINFORMER_ROW(v1::horizontal_pod_autoscaler_status, lastScaleTime),
    COINFORMER_ROW(v1::horizontal_pod_autoscaler_status, currentReplicas),
    COINFORMER_ROW(v1::horizontal_pod_autoscaler_status, desiredReplicas),
    COINFORMER_ROW(v1::horizontal_pod_autoscaler_status, currentCPUUtilizationPercentage)};
constinit member_type const compiled_members<here::v1::horizontal_pod_autoscaler_status>::type =
    record_of<here::v1::horizontal_pod_autoscaler_status>(v1_horizontal_pod_autoscaler_status_rows);
constexpr member v1_horizontal_pod_autoscaler_rows[] = {COINFORMER_ROW(v1::horizontal_pod_autoscaler, metadata),
    COINFORMER_ROW(v1::horizontal_pod_autoscaler, spec), COINFORMER_ROW(v1::horizontal_pod_autoscaler, status)};
constinit member_type const compiled_members<here::v1::horizontal_pod_autoscaler>::type =
    record_of<here::v1::horizontal_pod_autoscaler>(v1_horizontal_pod_autoscaler_rows);
constexpr member v1_horizontal_pod_autoscaler_summary_horizontal_pod_autoscaler_spec_rows[] =
    {COINFORMER_ROW(v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec, scaleTargetRef),
    COINFORMER_ROW(v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec, minReplicas),
    COINFORMER_ROW(v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec, maxReplicas),
    COINFORMER_ROW(v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec,
    targetCPUUtilizationPercentage)};
constinit member_type const
    compiled_members<here::v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec>::type =
    record_of<here::v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec>(v1_horizontal_pod_autoscaler_summary_horizontal_pod_autoscaler_spec_rows);
constexpr member v1_horizontal_pod_autoscaler_summary_horizontal_pod_autoscaler_status_rows[] =
    {COINFORMER_ROW(v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_status, currentReplicas),
    COINFORMER_ROW(v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_status,
    currentCPUUtilizationPercentage)};
constinit member_type const
    compiled_members<here::v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_status>::type =
    record_of<here::v1::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_status>(v1_horizontal_pod_autoscaler_summary_horizontal_pod_autoscaler_status_rows);
constexpr member v1_horizontal_pod_autoscaler_summary_rows[] = {COINFORMER_ROW(v1::horizontal_pod_autoscaler_summary,
    metadata), COINFORMER_ROW(v1::horizontal_pod_autoscaler_summary, spec),
    COINFORMER_ROW(v1::horizontal_pod_autoscaler_summary, status)};
constinit member_type const compiled_members<here::v1::horizontal_pod_autoscaler_summary>::type =
    record_of<here::v1::horizontal_pod_autoscaler_summary>(v1_horizontal_pod_autoscaler_summary_rows);
constexpr member v2_cross_version_object_reference_rows[] = {COINFORMER_ROW(v2::cross_version_object_reference, kind),
    COINFORMER_ROW(v2::cross_version_object_reference, name), COINFORMER_ROW(v2::cross_version_object_reference,
    apiVersion)};
constinit member_type const compiled_members<here::v2::cross_version_object_reference>::type =
    record_of<here::v2::cross_version_object_reference>(v2_cross_version_object_reference_rows);
constexpr member v2_metric_target_rows[] = {COINFORMER_ROW(v2::metric_target, type), COINFORMER_ROW(v2::metric_target,
    value), COINFORMER_ROW(v2::metric_target, averageValue), COINFORMER_ROW(v2::metric_target, averageUtilization)};
constinit member_type const compiled_members<here::v2::metric_target>::type =
    record_of<here::v2::metric_target>(v2_metric_target_rows);
constexpr member v2_metric_identifier_rows[] = {COINFORMER_ROW(v2::metric_identifier, name),
    COINFORMER_ROW(v2::metric_identifier, selector)};
constinit member_type const compiled_members<here::v2::metric_identifier>::type =
    record_of<here::v2::metric_identifier>(v2_metric_identifier_rows);
constexpr member v2_object_metric_source_rows[] = {COINFORMER_ROW(v2::object_metric_source, describedObject),
    COINFORMER_ROW(v2::object_metric_source, target), COINFORMER_ROW(v2::object_metric_source, metric)};
constinit member_type const compiled_members<here::v2::object_metric_source>::type =
    record_of<here::v2::object_metric_source>(v2_object_metric_source_rows);
constexpr member v2_pods_metric_source_rows[] = {COINFORMER_ROW(v2::pods_metric_source, metric),
    COINFORMER_ROW(v2::pods_metric_source, target)};
constinit member_type const compiled_members<here::v2::pods_metric_source>::type =
    record_of<here::v2::pods_metric_source>(v2_pods_metric_source_rows);
constexpr member v2_resource_metric_source_rows[] = {COINFORMER_ROW(v2::resource_metric_source, name),
    COINFORMER_ROW(v2::resource_metric_source, target)};
constinit member_type const compiled_members<here::v2::resource_metric_source>::type =
    record_of<here::v2::resource_metric_source>(v2_resource_metric_source_rows);
constexpr member v2_external_metric_source_rows[] = {COINFORMER_ROW(v2::external_metric_source, metric),
    COINFORMER_ROW(v2::external_metric_source, target)};
constinit member_type const compiled_members<here::v2::external_metric_source>::type =
    record_of<here::v2::external_metric_source>(v2_external_metric_source_rows);
constexpr member v2_container_resource_metric_source_rows[] = {COINFORMER_ROW(v2::container_resource_metric_source,
    name), COINFORMER_ROW(v2::container_resource_metric_source, target),
    COINFORMER_ROW(v2::container_resource_metric_source, container)};
constinit member_type const compiled_members<here::v2::container_resource_metric_source>::type =
    record_of<here::v2::container_resource_metric_source>(v2_container_resource_metric_source_rows);
constexpr member v2_metric_spec_rows[] = {COINFORMER_ROW(v2::metric_spec, type), COINFORMER_ROW(v2::metric_spec,
    object), COINFORMER_ROW(v2::metric_spec, pods), COINFORMER_ROW(v2::metric_spec, resource),
    COINFORMER_ROW(v2::metric_spec, external), COINFORMER_ROW(v2::metric_spec, containerResource)};
constinit member_type const compiled_members<here::v2::metric_spec>::type =
    record_of<here::v2::metric_spec>(v2_metric_spec_rows);
constexpr member v2_hpa_scaling_policy_rows[] = {COINFORMER_ROW(v2::hpa_scaling_policy, type),
    COINFORMER_ROW(v2::hpa_scaling_policy, value), COINFORMER_ROW(v2::hpa_scaling_policy, periodSeconds)};
constinit member_type const compiled_members<here::v2::hpa_scaling_policy>::type =
    record_of<here::v2::hpa_scaling_policy>(v2_hpa_scaling_policy_rows);
constexpr member v2_hpa_scaling_rules_rows[] = {COINFORMER_ROW(v2::hpa_scaling_rules, selectPolicy),
    COINFORMER_ROW(v2::hpa_scaling_rules, policies), COINFORMER_ROW(v2::hpa_scaling_rules,
    stabilizationWindowSeconds), COINFORMER_ROW(v2::hpa_scaling_rules, tolerance)};
constinit member_type const compiled_members<here::v2::hpa_scaling_rules>::type =
    record_of<here::v2::hpa_scaling_rules>(v2_hpa_scaling_rules_rows);
constexpr member v2_horizontal_pod_autoscaler_behavior_rows[] =
    {COINFORMER_ROW(v2::horizontal_pod_autoscaler_behavior, scaleUp),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_behavior, scaleDown)};
constinit member_type const compiled_members<here::v2::horizontal_pod_autoscaler_behavior>::type =
    record_of<here::v2::horizontal_pod_autoscaler_behavior>(v2_horizontal_pod_autoscaler_behavior_rows);
constexpr member v2_horizontal_pod_autoscaler_spec_rows[] = {COINFORMER_ROW(v2::horizontal_pod_autoscaler_spec,
    scaleTargetRef), COINFORMER_ROW(v2::horizontal_pod_autoscaler_spec, minReplicas),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_spec, maxReplicas),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_spec, metrics), COINFORMER_ROW(v2::horizontal_pod_autoscaler_spec,
    behavior)};
constinit member_type const compiled_members<here::v2::horizontal_pod_autoscaler_spec>::type =
    record_of<here::v2::horizontal_pod_autoscaler_spec>(v2_horizontal_pod_autoscaler_spec_rows);
constexpr member v2_metric_value_status_rows[] = {COINFORMER_ROW(v2::metric_value_status, value),
    COINFORMER_ROW(v2::metric_value_status, averageValue), COINFORMER_ROW(v2::metric_value_status,
    averageUtilization)};
constinit member_type const compiled_members<here::v2::metric_value_status>::type =
    record_of<here::v2::metric_value_status>(v2_metric_value_status_rows);
constexpr member v2_object_metric_status_rows[] = {COINFORMER_ROW(v2::object_metric_status, metric),
    COINFORMER_ROW(v2::object_metric_status, current), COINFORMER_ROW(v2::object_metric_status, describedObject)};
constinit member_type const compiled_members<here::v2::object_metric_status>::type =
    record_of<here::v2::object_metric_status>(v2_object_metric_status_rows);
constexpr member v2_pods_metric_status_rows[] = {COINFORMER_ROW(v2::pods_metric_status, metric),
    COINFORMER_ROW(v2::pods_metric_status, current)};
constinit member_type const compiled_members<here::v2::pods_metric_status>::type =
    record_of<here::v2::pods_metric_status>(v2_pods_metric_status_rows);
constexpr member v2_resource_metric_status_rows[] = {COINFORMER_ROW(v2::resource_metric_status, name),
    COINFORMER_ROW(v2::resource_metric_status, current)};
constinit member_type const compiled_members<here::v2::resource_metric_status>::type =
    record_of<here::v2::resource_metric_status>(v2_resource_metric_status_rows);
constexpr member v2_external_metric_status_rows[] = {COINFORMER_ROW(v2::external_metric_status, metric),
    COINFORMER_ROW(v2::external_metric_status, current)};
constinit member_type const compiled_members<here::v2::external_metric_status>::type =
    record_of<here::v2::external_metric_status>(v2_external_metric_status_rows);
constexpr member v2_container_resource_metric_status_rows[] = {COINFORMER_ROW(v2::container_resource_metric_status,
    name), COINFORMER_ROW(v2::container_resource_metric_status, current),
    COINFORMER_ROW(v2::container_resource_metric_status, container)};
constinit member_type const compiled_members<here::v2::container_resource_metric_status>::type =
    record_of<here::v2::container_resource_metric_status>(v2_container_resource_metric_status_rows);
constexpr member v2_metric_status_rows[] = {COINFORMER_ROW(v2::metric_status, type), COINFORMER_ROW(v2::metric_status,
    object), COINFORMER_ROW(v2::metric_status, pods), COINFORMER_ROW(v2::metric_status, resource),
    COINFORMER_ROW(v2::metric_status, external), COINFORMER_ROW(v2::metric_status, containerResource)};
constinit member_type const compiled_members<here::v2::metric_status>::type =
    record_of<here::v2::metric_status>(v2_metric_status_rows);
constexpr member v2_horizontal_pod_autoscaler_condition_rows[] =
    {COINFORMER_ROW(v2::horizontal_pod_autoscaler_condition, type),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_condition, status),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_condition, lastTransitionTime),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_condition, reason),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_condition, message),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_condition, observedGeneration)};
constinit member_type const compiled_members<here::v2::horizontal_pod_autoscaler_condition>::type =
    record_of<here::v2::horizontal_pod_autoscaler_condition>(v2_horizontal_pod_autoscaler_condition_rows);
constexpr member v2_horizontal_pod_autoscaler_status_rows[] = {COINFORMER_ROW(v2::horizontal_pod_autoscaler_status,
    observedGeneration), COINFORMER_ROW(v2::horizontal_pod_autoscaler_status, lastScaleTime),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_status, currentReplicas),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_status, desiredReplicas),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_status, currentMetrics),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_status, conditions)};
constinit member_type const compiled_members<here::v2::horizontal_pod_autoscaler_status>::type =
    record_of<here::v2::horizontal_pod_autoscaler_status>(v2_horizontal_pod_autoscaler_status_rows);
constexpr member v2_horizontal_pod_autoscaler_rows[] = {COINFORMER_ROW(v2::horizontal_pod_autoscaler, metadata),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler, spec), COINFORMER_ROW(v2::horizontal_pod_autoscaler, status)};
constinit member_type const compiled_members<here::v2::horizontal_pod_autoscaler>::type =
    record_of<here::v2::horizontal_pod_autoscaler>(v2_horizontal_pod_autoscaler_rows);
constexpr member v2_horizontal_pod_autoscaler_summary_horizontal_pod_autoscaler_spec_rows[] =
    {COINFORMER_ROW(v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec, scaleTargetRef),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec, minReplicas),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec, maxReplicas),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec, metrics)};
constinit member_type const
    compiled_members<here::v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec>::type =
    record_of<here::v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_spec>(v2_horizontal_pod_autoscaler_summary_horizontal_pod_autoscaler_spec_rows);
constexpr member v2_horizontal_pod_autoscaler_summary_horizontal_pod_autoscaler_status_rows[] =
    {COINFORMER_ROW(v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_status, currentReplicas),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_status, currentMetrics)};
constinit member_type const
    compiled_members<here::v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_status>::type =
    record_of<here::v2::horizontal_pod_autoscaler_summary::horizontal_pod_autoscaler_status>(v2_horizontal_pod_autoscaler_summary_horizontal_pod_autoscaler_status_rows);
constexpr member v2_horizontal_pod_autoscaler_summary_rows[] = {COINFORMER_ROW(v2::horizontal_pod_autoscaler_summary,
    metadata), COINFORMER_ROW(v2::horizontal_pod_autoscaler_summary, spec),
    COINFORMER_ROW(v2::horizontal_pod_autoscaler_summary, status)};
constinit member_type const compiled_members<here::v2::horizontal_pod_autoscaler_summary>::type =
    record_of<here::v2::horizontal_pod_autoscaler_summary>(v2_horizontal_pod_autoscaler_summary_rows);

} // namespace coinformer::detail

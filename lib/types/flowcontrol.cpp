// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/flowcontrol/v1/flow_schema.hpp>
#include <coinformer/types/flowcontrol/v1/priority_level_configuration.hpp>

namespace coinformer::detail {

namespace here = types::flowcontrol;

constexpr member v1_priority_level_configuration_reference_rows[] =
    {COINFORMER_ROW(v1::priority_level_configuration_reference, name)};
constinit member_type const compiled_members<here::v1::priority_level_configuration_reference>::type =
    record_of<here::v1::priority_level_configuration_reference>(v1_priority_level_configuration_reference_rows);
constexpr member v1_flow_distinguisher_method_rows[] = {COINFORMER_ROW(v1::flow_distinguisher_method, type)};
constinit member_type const compiled_members<here::v1::flow_distinguisher_method>::type =
    record_of<here::v1::flow_distinguisher_method>(v1_flow_distinguisher_method_rows);
constexpr member v1_user_subject_rows[] = {COINFORMER_ROW(v1::user_subject, name)};
constinit member_type const compiled_members<here::v1::user_subject>::type =
    record_of<here::v1::user_subject>(v1_user_subject_rows);
constexpr member v1_group_subject_rows[] = {COINFORMER_ROW(v1::group_subject, name)};
constinit member_type const compiled_members<here::v1::group_subject>::type =
    record_of<here::v1::group_subject>(v1_group_subject_rows);
constexpr member v1_service_account_subject_rows[] = {COINFORMER_ROW(v1::service_account_subject, namespace_),
    COINFORMER_ROW(v1::service_account_subject, name)};
constinit member_type const compiled_members<here::v1::service_account_subject>::type =
    record_of<here::v1::service_account_subject>(v1_service_account_subject_rows);
constexpr member v1_subject_rows[] = {COINFORMER_ROW(v1::subject, kind), COINFORMER_ROW(v1::subject, user),
    COINFORMER_ROW(v1::subject, group), COINFORMER_ROW(v1::subject, serviceAccount)};
constinit member_type const compiled_members<here::v1::subject>::type = record_of<here::v1::subject>(v1_subject_rows);
constexpr member v1_resource_policy_rule_rows[] = {COINFORMER_ROW(v1::resource_policy_rule, verbs),
    COINFORMER_ROW(v1::resource_policy_rule, apiGroups), COINFORMER_ROW(v1::resource_policy_rule, resources),
    COINFORMER_ROW(v1::resource_policy_rule, clusterScope), COINFORMER_ROW(v1::resource_policy_rule, namespaces)};
constinit member_type const compiled_members<here::v1::resource_policy_rule>::type =
    record_of<here::v1::resource_policy_rule>(v1_resource_policy_rule_rows);
constexpr member v1_non_resource_policy_rule_rows[] = {COINFORMER_ROW(v1::non_resource_policy_rule, verbs),
    COINFORMER_ROW(v1::non_resource_policy_rule, nonResourceURLs)};
constinit member_type const compiled_members<here::v1::non_resource_policy_rule>::type =
    record_of<here::v1::non_resource_policy_rule>(v1_non_resource_policy_rule_rows);
constexpr member v1_policy_rules_with_subjects_rows[] = {COINFORMER_ROW(v1::policy_rules_with_subjects, subjects),
    COINFORMER_ROW(v1::policy_rules_with_subjects, resourceRules), COINFORMER_ROW(v1::policy_rules_with_subjects,
    nonResourceRules)};
constinit member_type const compiled_members<here::v1::policy_rules_with_subjects>::type =
    record_of<here::v1::policy_rules_with_subjects>(v1_policy_rules_with_subjects_rows);
constexpr member v1_flow_schema_spec_rows[] = {COINFORMER_ROW(v1::flow_schema_spec, priorityLevelConfiguration),
    COINFORMER_ROW(v1::flow_schema_spec, matchingPrecedence), COINFORMER_ROW(v1::flow_schema_spec,
    distinguisherMethod), COINFORMER_ROW(v1::flow_schema_spec, rules)};
constinit member_type const compiled_members<here::v1::flow_schema_spec>::type =
    record_of<here::v1::flow_schema_spec>(v1_flow_schema_spec_rows);
constexpr member v1_flow_schema_condition_rows[] = {COINFORMER_ROW(v1::flow_schema_condition, type),
    COINFORMER_ROW(v1::flow_schema_condition, status), COINFORMER_ROW(v1::flow_schema_condition, lastTransitionTime),
    COINFORMER_ROW(v1::flow_schema_condition, reason), COINFORMER_ROW(v1::flow_schema_condition, message)};
constinit member_type const compiled_members<here::v1::flow_schema_condition>::type =
    record_of<here::v1::flow_schema_condition>(v1_flow_schema_condition_rows);
constexpr member v1_flow_schema_status_rows[] = {COINFORMER_ROW(v1::flow_schema_status, conditions)};
constinit member_type const compiled_members<here::v1::flow_schema_status>::type =
    record_of<here::v1::flow_schema_status>(v1_flow_schema_status_rows);
constexpr member v1_flow_schema_rows[] = {COINFORMER_ROW(v1::flow_schema, metadata), COINFORMER_ROW(v1::flow_schema,
    spec), COINFORMER_ROW(v1::flow_schema, status)};
constinit member_type const compiled_members<here::v1::flow_schema>::type =
    record_of<here::v1::flow_schema>(v1_flow_schema_rows);
constexpr member v1_flow_schema_summary_priority_level_configuration_reference_rows[] =
    {COINFORMER_ROW(v1::flow_schema_summary::priority_level_configuration_reference, name)};
constinit member_type const
    compiled_members<here::v1::flow_schema_summary::priority_level_configuration_reference>::type =
    record_of<here::v1::flow_schema_summary::priority_level_configuration_reference>(v1_flow_schema_summary_priority_level_configuration_reference_rows);
constexpr member v1_flow_schema_summary_flow_distinguisher_method_rows[] =
    {COINFORMER_ROW(v1::flow_schema_summary::flow_distinguisher_method, type)};
constinit member_type const compiled_members<here::v1::flow_schema_summary::flow_distinguisher_method>::type =
    record_of<here::v1::flow_schema_summary::flow_distinguisher_method>(v1_flow_schema_summary_flow_distinguisher_method_rows);
constexpr member v1_flow_schema_summary_flow_schema_spec_rows[] =
    {COINFORMER_ROW(v1::flow_schema_summary::flow_schema_spec, priorityLevelConfiguration),
    COINFORMER_ROW(v1::flow_schema_summary::flow_schema_spec, matchingPrecedence),
    COINFORMER_ROW(v1::flow_schema_summary::flow_schema_spec, distinguisherMethod)};
constinit member_type const compiled_members<here::v1::flow_schema_summary::flow_schema_spec>::type =
    record_of<here::v1::flow_schema_summary::flow_schema_spec>(v1_flow_schema_summary_flow_schema_spec_rows);
constexpr member v1_flow_schema_summary_flow_schema_condition_rows[] =
    {COINFORMER_ROW(v1::flow_schema_summary::flow_schema_condition, type),
    COINFORMER_ROW(v1::flow_schema_summary::flow_schema_condition, status),
    COINFORMER_ROW(v1::flow_schema_summary::flow_schema_condition, reason)};
constinit member_type const compiled_members<here::v1::flow_schema_summary::flow_schema_condition>::type =
    record_of<here::v1::flow_schema_summary::flow_schema_condition>(v1_flow_schema_summary_flow_schema_condition_rows);
constexpr member v1_flow_schema_summary_flow_schema_status_rows[] =
    {COINFORMER_ROW(v1::flow_schema_summary::flow_schema_status, conditions)};
constinit member_type const compiled_members<here::v1::flow_schema_summary::flow_schema_status>::type =
    record_of<here::v1::flow_schema_summary::flow_schema_status>(v1_flow_schema_summary_flow_schema_status_rows);
constexpr member v1_flow_schema_summary_rows[] = {COINFORMER_ROW(v1::flow_schema_summary, metadata),
    COINFORMER_ROW(v1::flow_schema_summary, spec), COINFORMER_ROW(v1::flow_schema_summary, status)};
constinit member_type const compiled_members<here::v1::flow_schema_summary>::type =
    record_of<here::v1::flow_schema_summary>(v1_flow_schema_summary_rows);
constexpr member v1_queuing_configuration_rows[] = {COINFORMER_ROW(v1::queuing_configuration, queues),
    COINFORMER_ROW(v1::queuing_configuration, handSize), COINFORMER_ROW(v1::queuing_configuration, queueLengthLimit)};
constinit member_type const compiled_members<here::v1::queuing_configuration>::type =
    record_of<here::v1::queuing_configuration>(v1_queuing_configuration_rows);
constexpr member v1_limit_response_rows[] = {COINFORMER_ROW(v1::limit_response, type),
    COINFORMER_ROW(v1::limit_response, queuing)};
constinit member_type const compiled_members<here::v1::limit_response>::type =
    record_of<here::v1::limit_response>(v1_limit_response_rows);
constexpr member v1_limited_priority_level_configuration_rows[] =
    {COINFORMER_ROW(v1::limited_priority_level_configuration, nominalConcurrencyShares),
    COINFORMER_ROW(v1::limited_priority_level_configuration, limitResponse),
    COINFORMER_ROW(v1::limited_priority_level_configuration, lendablePercent),
    COINFORMER_ROW(v1::limited_priority_level_configuration, borrowingLimitPercent)};
constinit member_type const compiled_members<here::v1::limited_priority_level_configuration>::type =
    record_of<here::v1::limited_priority_level_configuration>(v1_limited_priority_level_configuration_rows);
constexpr member v1_exempt_priority_level_configuration_rows[] =
    {COINFORMER_ROW(v1::exempt_priority_level_configuration, nominalConcurrencyShares),
    COINFORMER_ROW(v1::exempt_priority_level_configuration, lendablePercent)};
constinit member_type const compiled_members<here::v1::exempt_priority_level_configuration>::type =
    record_of<here::v1::exempt_priority_level_configuration>(v1_exempt_priority_level_configuration_rows);
constexpr member v1_priority_level_configuration_spec_rows[] = {COINFORMER_ROW(v1::priority_level_configuration_spec,
    type), COINFORMER_ROW(v1::priority_level_configuration_spec, limited),
    COINFORMER_ROW(v1::priority_level_configuration_spec, exempt)};
constinit member_type const compiled_members<here::v1::priority_level_configuration_spec>::type =
    record_of<here::v1::priority_level_configuration_spec>(v1_priority_level_configuration_spec_rows);
constexpr member v1_priority_level_configuration_condition_rows[] =
    {COINFORMER_ROW(v1::priority_level_configuration_condition, type),
    COINFORMER_ROW(v1::priority_level_configuration_condition, status),
    COINFORMER_ROW(v1::priority_level_configuration_condition, lastTransitionTime),
    COINFORMER_ROW(v1::priority_level_configuration_condition, reason),
    COINFORMER_ROW(v1::priority_level_configuration_condition, message)};
constinit member_type const compiled_members<here::v1::priority_level_configuration_condition>::type =
    record_of<here::v1::priority_level_configuration_condition>(v1_priority_level_configuration_condition_rows);
constexpr member v1_priority_level_configuration_status_rows[] =
    {COINFORMER_ROW(v1::priority_level_configuration_status, conditions)};
constinit member_type const compiled_members<here::v1::priority_level_configuration_status>::type =
    record_of<here::v1::priority_level_configuration_status>(v1_priority_level_configuration_status_rows);
constexpr member v1_priority_level_configuration_rows[] = {COINFORMER_ROW(v1::priority_level_configuration, metadata),
    COINFORMER_ROW(v1::priority_level_configuration, spec), COINFORMER_ROW(v1::priority_level_configuration, status)};
constinit member_type const compiled_members<here::v1::priority_level_configuration>::type =
    record_of<here::v1::priority_level_configuration>(v1_priority_level_configuration_rows);
constexpr member v1_priority_level_configuration_summary_limit_response_rows[] =
    {COINFORMER_ROW(v1::priority_level_configuration_summary::limit_response, queuing)};
constinit member_type const compiled_members<here::v1::priority_level_configuration_summary::limit_response>::type =
    record_of<here::v1::priority_level_configuration_summary::limit_response>(v1_priority_level_configuration_summary_limit_response_rows);
constexpr member v1_priority_level_configuration_summary_limited_priority_level_configuration_rows[] =
    {COINFORMER_ROW(v1::priority_level_configuration_summary::limited_priority_level_configuration,
    nominalConcurrencyShares),
    COINFORMER_ROW(v1::priority_level_configuration_summary::limited_priority_level_configuration, limitResponse)};
constinit member_type const
    compiled_members<here::v1::priority_level_configuration_summary::limited_priority_level_configuration>::type =
    record_of<here::v1::priority_level_configuration_summary::limited_priority_level_configuration>(v1_priority_level_configuration_summary_limited_priority_level_configuration_rows);
constexpr member v1_priority_level_configuration_summary_priority_level_configuration_spec_rows[] =
    {COINFORMER_ROW(v1::priority_level_configuration_summary::priority_level_configuration_spec, type),
    COINFORMER_ROW(v1::priority_level_configuration_summary::priority_level_configuration_spec, limited)};
constinit member_type const
    compiled_members<here::v1::priority_level_configuration_summary::priority_level_configuration_spec>::type =
    record_of<here::v1::priority_level_configuration_summary::priority_level_configuration_spec>(v1_priority_level_configuration_summary_priority_level_configuration_spec_rows);
constexpr member v1_priority_level_configuration_summary_rows[] =
    {COINFORMER_ROW(v1::priority_level_configuration_summary, metadata),
    COINFORMER_ROW(v1::priority_level_configuration_summary, spec)};
constinit member_type const compiled_members<here::v1::priority_level_configuration_summary>::type =
    record_of<here::v1::priority_level_configuration_summary>(v1_priority_level_configuration_summary_rows);

} // namespace coinformer::detail

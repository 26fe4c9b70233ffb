// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/admissionregistration/v1/match_condition.hpp>
#include <coinformer/types/admissionregistration/v1/match_resources.hpp>
#include <coinformer/types/admissionregistration/v1/mutating_admission_policy.hpp>
#include <coinformer/types/admissionregistration/v1/mutating_admission_policy_binding.hpp>
#include <coinformer/types/admissionregistration/v1/mutating_webhook_configuration.hpp>
#include <coinformer/types/admissionregistration/v1/param_kind.hpp>
#include <coinformer/types/admissionregistration/v1/param_ref.hpp>
#include <coinformer/types/admissionregistration/v1/rule_with_operations.hpp>
#include <coinformer/types/admissionregistration/v1/validating_admission_policy.hpp>
#include <coinformer/types/admissionregistration/v1/validating_admission_policy_binding.hpp>
#include <coinformer/types/admissionregistration/v1/validating_webhook_configuration.hpp>
#include <coinformer/types/admissionregistration/v1/variable.hpp>
#include <coinformer/types/admissionregistration/v1/webhook_client_config.hpp>
#include <coinformer/types/admissionregistration/v1alpha1/match_resources.hpp>
#include <coinformer/types/admissionregistration/v1alpha1/mutating_admission_policy.hpp>
#include <coinformer/types/admissionregistration/v1alpha1/mutating_admission_policy_binding.hpp>
#include <coinformer/types/admissionregistration/v1beta1/match_resources.hpp>
#include <coinformer/types/admissionregistration/v1beta1/mutating_admission_policy.hpp>
#include <coinformer/types/admissionregistration/v1beta1/mutating_admission_policy_binding.hpp>

namespace coinformer::detail {

namespace here = types::admissionregistration;

constexpr member v1_match_condition_rows[] = {COINFORMER_ROW(v1::match_condition, name),
    COINFORMER_ROW(v1::match_condition, expression)};
constinit member_type const compiled_members<here::v1::match_condition>::type =
    record_of<here::v1::match_condition>(v1_match_condition_rows);
constexpr member v1_named_rule_with_operations_rows[] = {COINFORMER_ROW(v1::named_rule_with_operations,
    resourceNames), COINFORMER_ROW(v1::named_rule_with_operations, operations),
    COINFORMER_ROW(v1::named_rule_with_operations, apiGroups), COINFORMER_ROW(v1::named_rule_with_operations,
    apiVersions), COINFORMER_ROW(v1::named_rule_with_operations, resources),
    COINFORMER_ROW(v1::named_rule_with_operations, scope)};
constinit member_type const compiled_members<here::v1::named_rule_with_operations>::type =
    record_of<here::v1::named_rule_with_operations>(v1_named_rule_with_operations_rows);
constexpr member v1_match_resources_rows[] = {COINFORMER_ROW(v1::match_resources, namespaceSelector),
    COINFORMER_ROW(v1::match_resources, objectSelector), COINFORMER_ROW(v1::match_resources, resourceRules),
    COINFORMER_ROW(v1::match_resources, excludeResourceRules), COINFORMER_ROW(v1::match_resources, matchPolicy)};
constinit member_type const compiled_members<here::v1::match_resources>::type =
    record_of<here::v1::match_resources>(v1_match_resources_rows);
constexpr member v1_apply_configuration_rows[] = {COINFORMER_ROW(v1::apply_configuration, expression)};
constinit member_type const compiled_members<here::v1::apply_configuration>::type =
    record_of<here::v1::apply_configuration>(v1_apply_configuration_rows);
constexpr member v1_json_patch_rows[] = {COINFORMER_ROW(v1::json_patch, expression)};
constinit member_type const compiled_members<here::v1::json_patch>::type =
    record_of<here::v1::json_patch>(v1_json_patch_rows);
constexpr member v1_mutation_rows[] = {COINFORMER_ROW(v1::mutation, patchType), COINFORMER_ROW(v1::mutation,
    applyConfiguration), COINFORMER_ROW(v1::mutation, jsonPatch)};
constinit member_type const compiled_members<here::v1::mutation>::type =
    record_of<here::v1::mutation>(v1_mutation_rows);
constexpr member v1_mutating_admission_policy_spec_rows[] = {COINFORMER_ROW(v1::mutating_admission_policy_spec,
    paramKind), COINFORMER_ROW(v1::mutating_admission_policy_spec, matchConstraints),
    COINFORMER_ROW(v1::mutating_admission_policy_spec, variables), COINFORMER_ROW(v1::mutating_admission_policy_spec,
    mutations), COINFORMER_ROW(v1::mutating_admission_policy_spec, failurePolicy),
    COINFORMER_ROW(v1::mutating_admission_policy_spec, matchConditions),
    COINFORMER_ROW(v1::mutating_admission_policy_spec, reinvocationPolicy)};
constinit member_type const compiled_members<here::v1::mutating_admission_policy_spec>::type =
    record_of<here::v1::mutating_admission_policy_spec>(v1_mutating_admission_policy_spec_rows);
constexpr member v1_mutating_admission_policy_rows[] = {COINFORMER_ROW(v1::mutating_admission_policy, metadata),
    COINFORMER_ROW(v1::mutating_admission_policy, spec)};
constinit member_type const compiled_members<here::v1::mutating_admission_policy>::type =
    record_of<here::v1::mutating_admission_policy>(v1_mutating_admission_policy_rows);
constexpr member v1_mutating_admission_policy_summary_mutating_admission_policy_spec_rows[] =
    {COINFORMER_ROW(v1::mutating_admission_policy_summary::mutating_admission_policy_spec, paramKind)};
constinit member_type const
    compiled_members<here::v1::mutating_admission_policy_summary::mutating_admission_policy_spec>::type =
    record_of<here::v1::mutating_admission_policy_summary::mutating_admission_policy_spec>(v1_mutating_admission_policy_summary_mutating_admission_policy_spec_rows);
constexpr member v1_mutating_admission_policy_summary_rows[] = {COINFORMER_ROW(v1::mutating_admission_policy_summary,
    metadata), COINFORMER_ROW(v1::mutating_admission_policy_summary, spec)};
constinit member_type const compiled_members<here::v1::mutating_admission_policy_summary>::type =
    record_of<here::v1::mutating_admission_policy_summary>(v1_mutating_admission_policy_summary_rows);
constexpr member v1_mutating_admission_policy_binding_spec_rows[] =
    {COINFORMER_ROW(v1::mutating_admission_policy_binding_spec, policyName),
    COINFORMER_ROW(v1::mutating_admission_policy_binding_spec, paramRef),
    COINFORMER_ROW(v1::mutating_admission_policy_binding_spec, matchResources)};
constinit member_type const compiled_members<here::v1::mutating_admission_policy_binding_spec>::type =
    record_of<here::v1::mutating_admission_policy_binding_spec>(v1_mutating_admission_policy_binding_spec_rows);
constexpr member v1_mutating_admission_policy_binding_rows[] = {COINFORMER_ROW(v1::mutating_admission_policy_binding,
    metadata), COINFORMER_ROW(v1::mutating_admission_policy_binding, spec)};
constinit member_type const compiled_members<here::v1::mutating_admission_policy_binding>::type =
    record_of<here::v1::mutating_admission_policy_binding>(v1_mutating_admission_policy_binding_rows);
constexpr member v1_mutating_admission_policy_binding_summary_mutating_admission_policy_binding_spec_rows[] =
    {COINFORMER_ROW(v1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec,
    policyName), COINFORMER_ROW(v1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec,
    paramRef)};
constinit member_type const
    compiled_members<here::v1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec>::type
    =
    record_of<here::v1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec>(v1_mutating_admission_policy_binding_summary_mutating_admission_policy_binding_spec_rows);
constexpr member v1_mutating_admission_policy_binding_summary_rows[] =
    {COINFORMER_ROW(v1::mutating_admission_policy_binding_summary, metadata),
    COINFORMER_ROW(v1::mutating_admission_policy_binding_summary, spec)};
constinit member_type const compiled_members<here::v1::mutating_admission_policy_binding_summary>::type =
    record_of<here::v1::mutating_admission_policy_binding_summary>(v1_mutating_admission_policy_binding_summary_rows);
constexpr member v1_mutating_webhook_rows[] = {COINFORMER_ROW(v1::mutating_webhook, name),
    COINFORMER_ROW(v1::mutating_webhook, clientConfig), COINFORMER_ROW(v1::mutating_webhook, rules),
    COINFORMER_ROW(v1::mutating_webhook, failurePolicy), COINFORMER_ROW(v1::mutating_webhook, namespaceSelector),
    COINFORMER_ROW(v1::mutating_webhook, sideEffects), COINFORMER_ROW(v1::mutating_webhook, timeoutSeconds),
    COINFORMER_ROW(v1::mutating_webhook, admissionReviewVersions), COINFORMER_ROW(v1::mutating_webhook, matchPolicy),
    COINFORMER_ROW(v1::mutating_webhook, reinvocationPolicy), COINFORMER_ROW(v1::mutating_webhook, objectSelector),
    COINFORMER_ROW(v1::mutating_webhook, matchConditions)};
constinit member_type const compiled_members<here::v1::mutating_webhook>::type =
    record_of<here::v1::mutating_webhook>(v1_mutating_webhook_rows);
constexpr member v1_mutating_webhook_configuration_rows[] = {COINFORMER_ROW(v1::mutating_webhook_configuration,
    metadata), COINFORMER_ROW(v1::mutating_webhook_configuration, webhooks)};
constinit member_type const compiled_members<here::v1::mutating_webhook_configuration>::type =
    record_of<here::v1::mutating_webhook_configuration>(v1_mutating_webhook_configuration_rows);
constexpr member v1_mutating_webhook_configuration_summary_mutating_webhook_rows[] =
    {COINFORMER_ROW(v1::mutating_webhook_configuration_summary::mutating_webhook, name)};
constinit member_type const compiled_members<here::v1::mutating_webhook_configuration_summary::mutating_webhook>::type
    =
    record_of<here::v1::mutating_webhook_configuration_summary::mutating_webhook>(v1_mutating_webhook_configuration_summary_mutating_webhook_rows);
constexpr member v1_mutating_webhook_configuration_summary_rows[] =
    {COINFORMER_ROW(v1::mutating_webhook_configuration_summary, metadata),
    COINFORMER_ROW(v1::mutating_webhook_configuration_summary, webhooks)};
constinit member_type const compiled_members<here::v1::mutating_webhook_configuration_summary>::type =
    record_of<here::v1::mutating_webhook_configuration_summary>(v1_mutating_webhook_configuration_summary_rows);
constexpr member v1_param_kind_rows[] = {COINFORMER_ROW(v1::param_kind, apiVersion), COINFORMER_ROW(v1::param_kind,
    kind)};
constinit member_type const compiled_members<here::v1::param_kind>::type =
    record_of<here::v1::param_kind>(v1_param_kind_rows);
constexpr member v1_param_ref_rows[] = {COINFORMER_ROW(v1::param_ref, name), COINFORMER_ROW(v1::param_ref,
    namespace_), COINFORMER_ROW(v1::param_ref, selector), COINFORMER_ROW(v1::param_ref, parameterNotFoundAction)};
constinit member_type const compiled_members<here::v1::param_ref>::type =
    record_of<here::v1::param_ref>(v1_param_ref_rows);
constexpr member v1_rule_with_operations_rows[] = {COINFORMER_ROW(v1::rule_with_operations, operations),
    COINFORMER_ROW(v1::rule_with_operations, apiGroups), COINFORMER_ROW(v1::rule_with_operations, apiVersions),
    COINFORMER_ROW(v1::rule_with_operations, resources), COINFORMER_ROW(v1::rule_with_operations, scope)};
constinit member_type const compiled_members<here::v1::rule_with_operations>::type =
    record_of<here::v1::rule_with_operations>(v1_rule_with_operations_rows);
constexpr member v1_validation_rows[] = {COINFORMER_ROW(v1::validation, expression), COINFORMER_ROW(v1::validation,
    message), COINFORMER_ROW(v1::validation, reason), COINFORMER_ROW(v1::validation, messageExpression)};
constinit member_type const compiled_members<here::v1::validation>::type =
    record_of<here::v1::validation>(v1_validation_rows);
constexpr member v1_audit_annotation_rows[] = {COINFORMER_ROW(v1::audit_annotation, key),
    COINFORMER_ROW(v1::audit_annotation, valueExpression)};
constinit member_type const compiled_members<here::v1::audit_annotation>::type =
    record_of<here::v1::audit_annotation>(v1_audit_annotation_rows);
constexpr member v1_validating_admission_policy_spec_rows[] = {COINFORMER_ROW(v1::validating_admission_policy_spec,
    paramKind), COINFORMER_ROW(v1::validating_admission_policy_spec, matchConstraints),
    COINFORMER_ROW(v1::validating_admission_policy_spec, validations),
    COINFORMER_ROW(v1::validating_admission_policy_spec, failurePolicy),
    COINFORMER_ROW(v1::validating_admission_policy_spec, auditAnnotations),
    COINFORMER_ROW(v1::validating_admission_policy_spec, matchConditions),
    COINFORMER_ROW(v1::validating_admission_policy_spec, variables)};
constinit member_type const compiled_members<here::v1::validating_admission_policy_spec>::type =
    record_of<here::v1::validating_admission_policy_spec>(v1_validating_admission_policy_spec_rows);
constexpr member v1_expression_warning_rows[] = {COINFORMER_ROW(v1::expression_warning, fieldRef),
    COINFORMER_ROW(v1::expression_warning, warning)};
constinit member_type const compiled_members<here::v1::expression_warning>::type =
    record_of<here::v1::expression_warning>(v1_expression_warning_rows);
constexpr member v1_type_checking_rows[] = {COINFORMER_ROW(v1::type_checking, expressionWarnings)};
constinit member_type const compiled_members<here::v1::type_checking>::type =
    record_of<here::v1::type_checking>(v1_type_checking_rows);
constexpr member v1_validating_admission_policy_status_rows[] =
    {COINFORMER_ROW(v1::validating_admission_policy_status, observedGeneration),
    COINFORMER_ROW(v1::validating_admission_policy_status, typeChecking),
    COINFORMER_ROW(v1::validating_admission_policy_status, conditions)};
constinit member_type const compiled_members<here::v1::validating_admission_policy_status>::type =
    record_of<here::v1::validating_admission_policy_status>(v1_validating_admission_policy_status_rows);
constexpr member v1_validating_admission_policy_rows[] = {COINFORMER_ROW(v1::validating_admission_policy, metadata),
    COINFORMER_ROW(v1::validating_admission_policy, spec), COINFORMER_ROW(v1::validating_admission_policy, status)};
constinit member_type const compiled_members<here::v1::validating_admission_policy>::type =
    record_of<here::v1::validating_admission_policy>(v1_validating_admission_policy_rows);
constexpr member v1_validating_admission_policy_summary_validating_admission_policy_spec_rows[] =
    {COINFORMER_ROW(v1::validating_admission_policy_summary::validating_admission_policy_spec, paramKind)};
constinit member_type const
    compiled_members<here::v1::validating_admission_policy_summary::validating_admission_policy_spec>::type =
    record_of<here::v1::validating_admission_policy_summary::validating_admission_policy_spec>(v1_validating_admission_policy_summary_validating_admission_policy_spec_rows);
constexpr member v1_validating_admission_policy_summary_rows[] =
    {COINFORMER_ROW(v1::validating_admission_policy_summary, metadata),
    COINFORMER_ROW(v1::validating_admission_policy_summary, spec)};
constinit member_type const compiled_members<here::v1::validating_admission_policy_summary>::type =
    record_of<here::v1::validating_admission_policy_summary>(v1_validating_admission_policy_summary_rows);
constexpr member v1_validating_admission_policy_binding_spec_rows[] =
    {COINFORMER_ROW(v1::validating_admission_policy_binding_spec, policyName),
    COINFORMER_ROW(v1::validating_admission_policy_binding_spec, paramRef),
    COINFORMER_ROW(v1::validating_admission_policy_binding_spec, matchResources),
    COINFORMER_ROW(v1::validating_admission_policy_binding_spec, validationActions)};
constinit member_type const compiled_members<here::v1::validating_admission_policy_binding_spec>::type =
    record_of<here::v1::validating_admission_policy_binding_spec>(v1_validating_admission_policy_binding_spec_rows);
constexpr member v1_validating_admission_policy_binding_rows[] =
    {COINFORMER_ROW(v1::validating_admission_policy_binding, metadata),
    COINFORMER_ROW(v1::validating_admission_policy_binding, spec)};
constinit member_type const compiled_members<here::v1::validating_admission_policy_binding>::type =
    record_of<here::v1::validating_admission_policy_binding>(v1_validating_admission_policy_binding_rows);
constexpr member v1_validating_admission_policy_binding_summary_validating_admission_policy_binding_spec_rows[] =
    {COINFORMER_ROW(v1::validating_admission_policy_binding_summary::validating_admission_policy_binding_spec,
    policyName),
    COINFORMER_ROW(v1::validating_admission_policy_binding_summary::validating_admission_policy_binding_spec,
    paramRef)};
constinit member_type const
    compiled_members<here::v1::validating_admission_policy_binding_summary::validating_admission_policy_binding_spec>::type
    =
    record_of<here::v1::validating_admission_policy_binding_summary::validating_admission_policy_binding_spec>(v1_validating_admission_policy_binding_summary_validating_admission_policy_binding_spec_rows);
constexpr member v1_validating_admission_policy_binding_summary_rows[] =
    {COINFORMER_ROW(v1::validating_admission_policy_binding_summary, metadata),
    COINFORMER_ROW(v1::validating_admission_policy_binding_summary, spec)};
constinit member_type const compiled_members<here::v1::validating_admission_policy_binding_summary>::type =
    record_of<here::v1::validating_admission_policy_binding_summary>(v1_validating_admission_policy_binding_summary_rows);
constexpr member v1_validating_webhook_rows[] = {COINFORMER_ROW(v1::validating_webhook, name),
    COINFORMER_ROW(v1::validating_webhook, clientConfig), COINFORMER_ROW(v1::validating_webhook, rules),
    COINFORMER_ROW(v1::validating_webhook, failurePolicy), COINFORMER_ROW(v1::validating_webhook, namespaceSelector),
    COINFORMER_ROW(v1::validating_webhook, sideEffects), COINFORMER_ROW(v1::validating_webhook, timeoutSeconds),
    COINFORMER_ROW(v1::validating_webhook, admissionReviewVersions), COINFORMER_ROW(v1::validating_webhook,
    matchPolicy), COINFORMER_ROW(v1::validating_webhook, objectSelector), COINFORMER_ROW(v1::validating_webhook,
    matchConditions)};
constinit member_type const compiled_members<here::v1::validating_webhook>::type =
    record_of<here::v1::validating_webhook>(v1_validating_webhook_rows);
constexpr member v1_validating_webhook_configuration_rows[] = {COINFORMER_ROW(v1::validating_webhook_configuration,
    metadata), COINFORMER_ROW(v1::validating_webhook_configuration, webhooks)};
constinit member_type const compiled_members<here::v1::validating_webhook_configuration>::type =
    record_of<here::v1::validating_webhook_configuration>(v1_validating_webhook_configuration_rows);
constexpr member v1_validating_webhook_configuration_summary_validating_webhook_rows[] =
    {COINFORMER_ROW(v1::validating_webhook_configuration_summary::validating_webhook, name)};
constinit member_type const
    compiled_members<here::v1::validating_webhook_configuration_summary::validating_webhook>::type =
    record_of<here::v1::validating_webhook_configuration_summary::validating_webhook>(v1_validating_webhook_configuration_summary_validating_webhook_rows);
constexpr member v1_validating_webhook_configuration_summary_rows[] =
    {COINFORMER_ROW(v1::validating_webhook_configuration_summary, metadata),
    COINFORMER_ROW(v1::validating_webhook_configuration_summary, webhooks)};
constinit member_type const compiled_members<here::v1::validating_webhook_configuration_summary>::type =
    record_of<here::v1::validating_webhook_configuration_summary>(v1_validating_webhook_configuration_summary_rows);
constexpr member v1_variable_rows[] = {COINFORMER_ROW(v1::variable, name), COINFORMER_ROW(v1::variable, expression)};
constinit member_type const compiled_members<here::v1::variable>::type =
    record_of<here::v1::variable>(v1_variable_rows);
constexpr member v1_service_reference_rows[] = {COINFORMER_ROW(v1::service_reference, namespace_),
    COINFORMER_ROW(v1::service_reference, name), COINFORMER_ROW(v1::service_reference, path),
    COINFORMER_ROW(v1::service_reference, port)};
constinit member_type const compiled_members<here::v1::service_reference>::type =
    record_of<here::v1::service_reference>(v1_service_reference_rows);
constexpr member v1_webhook_client_config_rows[] = {COINFORMER_ROW(v1::webhook_client_config, service),
    COINFORMER_ROW(v1::webhook_client_config, caBundle), COINFORMER_ROW(v1::webhook_client_config, url)};
constinit member_type const compiled_members<here::v1::webhook_client_config>::type =
    record_of<here::v1::webhook_client_config>(v1_webhook_client_config_rows);
constexpr member v1alpha1_named_rule_with_operations_rows[] = {COINFORMER_ROW(v1alpha1::named_rule_with_operations,
    resourceNames), COINFORMER_ROW(v1alpha1::named_rule_with_operations, operations),
    COINFORMER_ROW(v1alpha1::named_rule_with_operations, apiGroups),
    COINFORMER_ROW(v1alpha1::named_rule_with_operations, apiVersions),
    COINFORMER_ROW(v1alpha1::named_rule_with_operations, resources),
    COINFORMER_ROW(v1alpha1::named_rule_with_operations, scope)};
constinit member_type const compiled_members<here::v1alpha1::named_rule_with_operations>::type =
    record_of<here::v1alpha1::named_rule_with_operations>(v1alpha1_named_rule_with_operations_rows);
constexpr member v1alpha1_match_resources_rows[] = {COINFORMER_ROW(v1alpha1::match_resources, namespaceSelector),
    COINFORMER_ROW(v1alpha1::match_resources, objectSelector), COINFORMER_ROW(v1alpha1::match_resources,
    resourceRules), COINFORMER_ROW(v1alpha1::match_resources, excludeResourceRules),
    COINFORMER_ROW(v1alpha1::match_resources, matchPolicy)};
constinit member_type const compiled_members<here::v1alpha1::match_resources>::type =
    record_of<here::v1alpha1::match_resources>(v1alpha1_match_resources_rows);
constexpr member v1alpha1_param_kind_rows[] = {COINFORMER_ROW(v1alpha1::param_kind, apiVersion),
    COINFORMER_ROW(v1alpha1::param_kind, kind)};
constinit member_type const compiled_members<here::v1alpha1::param_kind>::type =
    record_of<here::v1alpha1::param_kind>(v1alpha1_param_kind_rows);
constexpr member v1alpha1_variable_rows[] = {COINFORMER_ROW(v1alpha1::variable, name),
    COINFORMER_ROW(v1alpha1::variable, expression)};
constinit member_type const compiled_members<here::v1alpha1::variable>::type =
    record_of<here::v1alpha1::variable>(v1alpha1_variable_rows);
constexpr member v1alpha1_apply_configuration_rows[] = {COINFORMER_ROW(v1alpha1::apply_configuration, expression)};
constinit member_type const compiled_members<here::v1alpha1::apply_configuration>::type =
    record_of<here::v1alpha1::apply_configuration>(v1alpha1_apply_configuration_rows);
constexpr member v1alpha1_json_patch_rows[] = {COINFORMER_ROW(v1alpha1::json_patch, expression)};
constinit member_type const compiled_members<here::v1alpha1::json_patch>::type =
    record_of<here::v1alpha1::json_patch>(v1alpha1_json_patch_rows);
constexpr member v1alpha1_mutation_rows[] = {COINFORMER_ROW(v1alpha1::mutation, patchType),
    COINFORMER_ROW(v1alpha1::mutation, applyConfiguration), COINFORMER_ROW(v1alpha1::mutation, jsonPatch)};
constinit member_type const compiled_members<here::v1alpha1::mutation>::type =
    record_of<here::v1alpha1::mutation>(v1alpha1_mutation_rows);
constexpr member v1alpha1_mutating_admission_policy_spec_rows[] =
    {COINFORMER_ROW(v1alpha1::mutating_admission_policy_spec, paramKind),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_spec, matchConstraints),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_spec, variables),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_spec, mutations),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_spec, failurePolicy),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_spec, matchConditions),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_spec, reinvocationPolicy)};
constinit member_type const compiled_members<here::v1alpha1::mutating_admission_policy_spec>::type =
    record_of<here::v1alpha1::mutating_admission_policy_spec>(v1alpha1_mutating_admission_policy_spec_rows);
constexpr member v1alpha1_mutating_admission_policy_rows[] = {COINFORMER_ROW(v1alpha1::mutating_admission_policy,
    metadata), COINFORMER_ROW(v1alpha1::mutating_admission_policy, spec)};
constinit member_type const compiled_members<here::v1alpha1::mutating_admission_policy>::type =
    record_of<here::v1alpha1::mutating_admission_policy>(v1alpha1_mutating_admission_policy_rows);
constexpr member v1alpha1_mutating_admission_policy_summary_mutating_admission_policy_spec_rows[] =
    {COINFORMER_ROW(v1alpha1::mutating_admission_policy_summary::mutating_admission_policy_spec, paramKind)};
constinit member_type const
    compiled_members<here::v1alpha1::mutating_admission_policy_summary::mutating_admission_policy_spec>::type =
    record_of<here::v1alpha1::mutating_admission_policy_summary::mutating_admission_policy_spec>(v1alpha1_mutating_admission_policy_summary_mutating_admission_policy_spec_rows);
constexpr member v1alpha1_mutating_admission_policy_summary_rows[] =
    {COINFORMER_ROW(v1alpha1::mutating_admission_policy_summary, metadata),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_summary, spec)};
constinit member_type const compiled_members<here::v1alpha1::mutating_admission_policy_summary>::type =
    record_of<here::v1alpha1::mutating_admission_policy_summary>(v1alpha1_mutating_admission_policy_summary_rows);
constexpr member v1alpha1_param_ref_rows[] = {COINFORMER_ROW(v1alpha1::param_ref, name),
    COINFORMER_ROW(v1alpha1::param_ref, namespace_), COINFORMER_ROW(v1alpha1::param_ref, selector),
    COINFORMER_ROW(v1alpha1::param_ref, parameterNotFoundAction)};
constinit member_type const compiled_members<here::v1alpha1::param_ref>::type =
    record_of<here::v1alpha1::param_ref>(v1alpha1_param_ref_rows);
constexpr member v1alpha1_mutating_admission_policy_binding_spec_rows[] =
    {COINFORMER_ROW(v1alpha1::mutating_admission_policy_binding_spec, policyName),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_binding_spec, paramRef),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_binding_spec, matchResources)};
constinit member_type const compiled_members<here::v1alpha1::mutating_admission_policy_binding_spec>::type =
    record_of<here::v1alpha1::mutating_admission_policy_binding_spec>(v1alpha1_mutating_admission_policy_binding_spec_rows);
constexpr member v1alpha1_mutating_admission_policy_binding_rows[] =
    {COINFORMER_ROW(v1alpha1::mutating_admission_policy_binding, metadata),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_binding, spec)};
constinit member_type const compiled_members<here::v1alpha1::mutating_admission_policy_binding>::type =
    record_of<here::v1alpha1::mutating_admission_policy_binding>(v1alpha1_mutating_admission_policy_binding_rows);
constexpr member v1alpha1_mutating_admission_policy_binding_summary_mutating_admission_policy_binding_spec_rows[] =
    {COINFORMER_ROW(v1alpha1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec,
    policyName),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec,
    paramRef)};
constinit member_type const
    compiled_members<here::v1alpha1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec>::type
    =
    record_of<here::v1alpha1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec>(v1alpha1_mutating_admission_policy_binding_summary_mutating_admission_policy_binding_spec_rows);
constexpr member v1alpha1_mutating_admission_policy_binding_summary_rows[] =
    {COINFORMER_ROW(v1alpha1::mutating_admission_policy_binding_summary, metadata),
    COINFORMER_ROW(v1alpha1::mutating_admission_policy_binding_summary, spec)};
constinit member_type const compiled_members<here::v1alpha1::mutating_admission_policy_binding_summary>::type =
    record_of<here::v1alpha1::mutating_admission_policy_binding_summary>(v1alpha1_mutating_admission_policy_binding_summary_rows);
constexpr member v1beta1_named_rule_with_operations_rows[] = {COINFORMER_ROW(v1beta1::named_rule_with_operations,
    resourceNames), COINFORMER_ROW(v1beta1::named_rule_with_operations, operations),
    COINFORMER_ROW(v1beta1::named_rule_with_operations, apiGroups),
    COINFORMER_ROW(v1beta1::named_rule_with_operations, apiVersions),
    COINFORMER_ROW(v1beta1::named_rule_with_operations, resources),
    COINFORMER_ROW(v1beta1::named_rule_with_operations, scope)};
constinit member_type const compiled_members<here::v1beta1::named_rule_with_operations>::type =
    record_of<here::v1beta1::named_rule_with_operations>(v1beta1_named_rule_with_operations_rows);
constexpr member v1beta1_match_resources_rows[] = {COINFORMER_ROW(v1beta1::match_resources, namespaceSelector),
    COINFORMER_ROW(v1beta1::match_resources, objectSelector), COINFORMER_ROW(v1beta1::match_resources, resourceRules),
    COINFORMER_ROW(v1beta1::match_resources, excludeResourceRules), COINFORMER_ROW(v1beta1::match_resources,
    matchPolicy)};
constinit member_type const compiled_members<here::v1beta1::match_resources>::type =
    record_of<here::v1beta1::match_resources>(v1beta1_match_resources_rows);
constexpr member v1beta1_param_kind_rows[] = {COINFORMER_ROW(v1beta1::param_kind, apiVersion),
    COINFORMER_ROW(v1beta1::param_kind, kind)};
constinit member_type const compiled_members<here::v1beta1::param_kind>::type =
    record_of<here::v1beta1::param_kind>(v1beta1_param_kind_rows);
constexpr member v1beta1_variable_rows[] = {COINFORMER_ROW(v1beta1::variable, name), COINFORMER_ROW(v1beta1::variable,
    expression)};
constinit member_type const compiled_members<here::v1beta1::variable>::type =
    record_of<here::v1beta1::variable>(v1beta1_variable_rows);
constexpr member v1beta1_apply_configuration_rows[] = {COINFORMER_ROW(v1beta1::apply_configuration, expression)};
constinit member_type const compiled_members<here::v1beta1::apply_configuration>::type =
    record_of<here::v1beta1::apply_configuration>(v1beta1_apply_configuration_rows);
constexpr member v1beta1_json_patch_rows[] = {COINFORMER_ROW(v1beta1::json_patch, expression)};
constinit member_type const compiled_members<here::v1beta1::json_patch>::type =
    record_of<here::v1beta1::json_patch>(v1beta1_json_patch_rows);
constexpr member v1beta1_mutation_rows[] = {COINFORMER_ROW(v1beta1::mutation, patchType),
    COINFORMER_ROW(v1beta1::mutation, applyConfiguration), COINFORMER_ROW(v1beta1::mutation, jsonPatch)};
constinit member_type const compiled_members<here::v1beta1::mutation>::type =
    record_of<here::v1beta1::mutation>(v1beta1_mutation_rows);
constexpr member v1beta1_match_condition_rows[] = {COINFORMER_ROW(v1beta1::match_condition, name),
    COINFORMER_ROW(v1beta1::match_condition, expression)};
constinit member_type const compiled_members<here::v1beta1::match_condition>::type =
    record_of<here::v1beta1::match_condition>(v1beta1_match_condition_rows);
constexpr member v1beta1_mutating_admission_policy_spec_rows[] =
    {COINFORMER_ROW(v1beta1::mutating_admission_policy_spec, paramKind),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_spec, matchConstraints),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_spec, variables),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_spec, mutations),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_spec, failurePolicy),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_spec, matchConditions),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_spec, reinvocationPolicy)};
constinit member_type const compiled_members<here::v1beta1::mutating_admission_policy_spec>::type =
    record_of<here::v1beta1::mutating_admission_policy_spec>(v1beta1_mutating_admission_policy_spec_rows);
constexpr member v1beta1_mutating_admission_policy_rows[] = {COINFORMER_ROW(v1beta1::mutating_admission_policy,
    metadata), COINFORMER_ROW(v1beta1::mutating_admission_policy, spec)};
constinit member_type const compiled_members<here::v1beta1::mutating_admission_policy>::type =
    record_of<here::v1beta1::mutating_admission_policy>(v1beta1_mutating_admission_policy_rows);
constexpr member v1beta1_mutating_admission_policy_summary_mutating_admission_policy_spec_rows[] =
    {COINFORMER_ROW(v1beta1::mutating_admission_policy_summary::mutating_admission_policy_spec, paramKind)};
constinit member_type const
    compiled_members<here::v1beta1::mutating_admission_policy_summary::mutating_admission_policy_spec>::type =
    record_of<here::v1beta1::mutating_admission_policy_summary::mutating_admission_policy_spec>(v1beta1_mutating_admission_policy_summary_mutating_admission_policy_spec_rows);
constexpr member v1beta1_mutating_admission_policy_summary_rows[] =
    {COINFORMER_ROW(v1beta1::mutating_admission_policy_summary, metadata),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_summary, spec)};
constinit member_type const compiled_members<here::v1beta1::mutating_admission_policy_summary>::type =
    record_of<here::v1beta1::mutating_admission_policy_summary>(v1beta1_mutating_admission_policy_summary_rows);
constexpr member v1beta1_param_ref_rows[] = {COINFORMER_ROW(v1beta1::param_ref, name),
    COINFORMER_ROW(v1beta1::param_ref, namespace_), COINFORMER_ROW(v1beta1::param_ref, selector),
    COINFORMER_ROW(v1beta1::param_ref, parameterNotFoundAction)};
constinit member_type const compiled_members<here::v1beta1::param_ref>::type =
    record_of<here::v1beta1::param_ref>(v1beta1_param_ref_rows);
constexpr member v1beta1_mutating_admission_policy_binding_spec_rows[] =
    {COINFORMER_ROW(v1beta1::mutating_admission_policy_binding_spec, policyName),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_binding_spec, paramRef),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_binding_spec, matchResources)};
constinit member_type const compiled_members<here::v1beta1::mutating_admission_policy_binding_spec>::type =
    record_of<here::v1beta1::mutating_admission_policy_binding_spec>(v1beta1_mutating_admission_policy_binding_spec_rows);
constexpr member v1beta1_mutating_admission_policy_binding_rows[] =
    {COINFORMER_ROW(v1beta1::mutating_admission_policy_binding, metadata),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_binding, spec)};
constinit member_type const compiled_members<here::v1beta1::mutating_admission_policy_binding>::type =
    record_of<here::v1beta1::mutating_admission_policy_binding>(v1beta1_mutating_admission_policy_binding_rows);
constexpr member v1beta1_mutating_admission_policy_binding_summary_mutating_admission_policy_binding_spec_rows[] =
    {COINFORMER_ROW(v1beta1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec,
    policyName),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec,
    paramRef)};
constinit member_type const
    compiled_members<here::v1beta1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec>::type
    =
    record_of<here::v1beta1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec>(v1beta1_mutating_admission_policy_binding_summary_mutating_admission_policy_binding_spec_rows);
constexpr member v1beta1_mutating_admission_policy_binding_summary_rows[] =
    {COINFORMER_ROW(v1beta1::mutating_admission_policy_binding_summary, metadata),
    COINFORMER_ROW(v1beta1::mutating_admission_policy_binding_summary, spec)};
constinit member_type const compiled_members<here::v1beta1::mutating_admission_policy_binding_summary>::type =
    record_of<here::v1beta1::mutating_admission_policy_binding_summary>(v1beta1_mutating_admission_policy_binding_summary_rows);

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/resource/v1/device_class.hpp>
#include <coinformer/types/resource/v1/device_selector.hpp>
#include <coinformer/types/resource/v1/device_taint.hpp>
#include <coinformer/types/resource/v1/device_taint_rule.hpp>
#include <coinformer/types/resource/v1/device_toleration.hpp>
#include <coinformer/types/resource/v1/opaque_device_configuration.hpp>
#include <coinformer/types/resource/v1/resource_claim.hpp>
#include <coinformer/types/resource/v1/resource_claim_spec.hpp>
#include <coinformer/types/resource/v1/resource_claim_template.hpp>
#include <coinformer/types/resource/v1/resource_slice.hpp>
#include <coinformer/types/resource/v1alpha3/device_taint_rule.hpp>
#include <coinformer/types/resource/v1alpha3/resource_pool_status_request.hpp>
#include <coinformer/types/resource/v1beta1/device_class.hpp>
#include <coinformer/types/resource/v1beta1/device_selector.hpp>
#include <coinformer/types/resource/v1beta1/device_toleration.hpp>
#include <coinformer/types/resource/v1beta1/opaque_device_configuration.hpp>
#include <coinformer/types/resource/v1beta1/resource_claim.hpp>
#include <coinformer/types/resource/v1beta1/resource_claim_spec.hpp>
#include <coinformer/types/resource/v1beta1/resource_claim_template.hpp>
#include <coinformer/types/resource/v1beta1/resource_slice.hpp>
#include <coinformer/types/resource/v1beta2/device_class.hpp>
#include <coinformer/types/resource/v1beta2/device_selector.hpp>
#include <coinformer/types/resource/v1beta2/device_taint.hpp>
#include <coinformer/types/resource/v1beta2/device_taint_rule.hpp>
#include <coinformer/types/resource/v1beta2/device_toleration.hpp>
#include <coinformer/types/resource/v1beta2/opaque_device_configuration.hpp>
#include <coinformer/types/resource/v1beta2/resource_claim.hpp>
#include <coinformer/types/resource/v1beta2/resource_claim_spec.hpp>
#include <coinformer/types/resource/v1beta2/resource_claim_template.hpp>
#include <coinformer/types/resource/v1beta2/resource_slice.hpp>

namespace coinformer::detail {

namespace here = types::resource;

constexpr member v1_device_class_configuration_rows[] = {COINFORMER_ROW(v1::device_class_configuration, opaque)};
constinit member_type const compiled_members<here::v1::device_class_configuration>::type =
    record_of<here::v1::device_class_configuration>(v1_device_class_configuration_rows);
constexpr member v1_device_class_spec_rows[] = {COINFORMER_ROW(v1::device_class_spec, selectors),
    COINFORMER_ROW(v1::device_class_spec, config), COINFORMER_ROW(v1::device_class_spec, extendedResourceName)};
constinit member_type const compiled_members<here::v1::device_class_spec>::type =
    record_of<here::v1::device_class_spec>(v1_device_class_spec_rows);
constexpr member v1_device_class_rows[] = {COINFORMER_ROW(v1::device_class, metadata),
    COINFORMER_ROW(v1::device_class, spec)};
constinit member_type const compiled_members<here::v1::device_class>::type =
    record_of<here::v1::device_class>(v1_device_class_rows);
constexpr member v1_device_class_summary_rows[] = {COINFORMER_ROW(v1::device_class_summary, metadata)};
constinit member_type const compiled_members<here::v1::device_class_summary>::type =
    record_of<here::v1::device_class_summary>(v1_device_class_summary_rows);
constexpr member v1_cel_device_selector_rows[] = {COINFORMER_ROW(v1::cel_device_selector, expression)};
constinit member_type const compiled_members<here::v1::cel_device_selector>::type =
    record_of<here::v1::cel_device_selector>(v1_cel_device_selector_rows);
constexpr member v1_device_selector_rows[] = {COINFORMER_ROW(v1::device_selector, cel)};
constinit member_type const compiled_members<here::v1::device_selector>::type =
    record_of<here::v1::device_selector>(v1_device_selector_rows);
constexpr member v1_device_taint_rows[] = {COINFORMER_ROW(v1::device_taint, key), COINFORMER_ROW(v1::device_taint,
    value), COINFORMER_ROW(v1::device_taint, effect), COINFORMER_ROW(v1::device_taint, timeAdded)};
constinit member_type const compiled_members<here::v1::device_taint>::type =
    record_of<here::v1::device_taint>(v1_device_taint_rows);
constexpr member v1_device_taint_selector_rows[] = {COINFORMER_ROW(v1::device_taint_selector, driver),
    COINFORMER_ROW(v1::device_taint_selector, pool), COINFORMER_ROW(v1::device_taint_selector, device)};
constinit member_type const compiled_members<here::v1::device_taint_selector>::type =
    record_of<here::v1::device_taint_selector>(v1_device_taint_selector_rows);
constexpr member v1_device_taint_rule_spec_rows[] = {COINFORMER_ROW(v1::device_taint_rule_spec, deviceSelector),
    COINFORMER_ROW(v1::device_taint_rule_spec, taint)};
constinit member_type const compiled_members<here::v1::device_taint_rule_spec>::type =
    record_of<here::v1::device_taint_rule_spec>(v1_device_taint_rule_spec_rows);
constexpr member v1_device_taint_rule_status_rows[] = {COINFORMER_ROW(v1::device_taint_rule_status, conditions)};
constinit member_type const compiled_members<here::v1::device_taint_rule_status>::type =
    record_of<here::v1::device_taint_rule_status>(v1_device_taint_rule_status_rows);
constexpr member v1_device_taint_rule_rows[] = {COINFORMER_ROW(v1::device_taint_rule, metadata),
    COINFORMER_ROW(v1::device_taint_rule, spec), COINFORMER_ROW(v1::device_taint_rule, status)};
constinit member_type const compiled_members<here::v1::device_taint_rule>::type =
    record_of<here::v1::device_taint_rule>(v1_device_taint_rule_rows);
constexpr member v1_device_taint_rule_summary_device_taint_rule_spec_rows[] =
    {COINFORMER_ROW(v1::device_taint_rule_summary::device_taint_rule_spec, taint)};
constinit member_type const compiled_members<here::v1::device_taint_rule_summary::device_taint_rule_spec>::type =
    record_of<here::v1::device_taint_rule_summary::device_taint_rule_spec>(v1_device_taint_rule_summary_device_taint_rule_spec_rows);
constexpr member v1_device_taint_rule_summary_rows[] = {COINFORMER_ROW(v1::device_taint_rule_summary, metadata),
    COINFORMER_ROW(v1::device_taint_rule_summary, spec)};
constinit member_type const compiled_members<here::v1::device_taint_rule_summary>::type =
    record_of<here::v1::device_taint_rule_summary>(v1_device_taint_rule_summary_rows);
constexpr member v1_device_toleration_rows[] = {COINFORMER_ROW(v1::device_toleration, key),
    COINFORMER_ROW(v1::device_toleration, operator_), COINFORMER_ROW(v1::device_toleration, value),
    COINFORMER_ROW(v1::device_toleration, effect), COINFORMER_ROW(v1::device_toleration, tolerationSeconds)};
constinit member_type const compiled_members<here::v1::device_toleration>::type =
    record_of<here::v1::device_toleration>(v1_device_toleration_rows);
constexpr member v1_opaque_device_configuration_rows[] = {COINFORMER_ROW(v1::opaque_device_configuration, driver),
    COINFORMER_ROW(v1::opaque_device_configuration, parameters)};
constinit member_type const compiled_members<here::v1::opaque_device_configuration>::type =
    record_of<here::v1::opaque_device_configuration>(v1_opaque_device_configuration_rows);
constexpr member v1_device_request_allocation_result_rows[] = {COINFORMER_ROW(v1::device_request_allocation_result,
    request), COINFORMER_ROW(v1::device_request_allocation_result, driver),
    COINFORMER_ROW(v1::device_request_allocation_result, pool), COINFORMER_ROW(v1::device_request_allocation_result,
    device), COINFORMER_ROW(v1::device_request_allocation_result, adminAccess),
    COINFORMER_ROW(v1::device_request_allocation_result, tolerations),
    COINFORMER_ROW(v1::device_request_allocation_result, bindingConditions),
    COINFORMER_ROW(v1::device_request_allocation_result, bindingFailureConditions),
    COINFORMER_ROW(v1::device_request_allocation_result, shareID),
    COINFORMER_ROW(v1::device_request_allocation_result, consumedCapacity),
    COINFORMER_ROW(v1::device_request_allocation_result, skipNodeOperations)};
constinit member_type const compiled_members<here::v1::device_request_allocation_result>::type =
    record_of<here::v1::device_request_allocation_result>(v1_device_request_allocation_result_rows);
constexpr member v1_device_allocation_configuration_rows[] = {COINFORMER_ROW(v1::device_allocation_configuration,
    source), COINFORMER_ROW(v1::device_allocation_configuration, requests),
    COINFORMER_ROW(v1::device_allocation_configuration, opaque)};
constinit member_type const compiled_members<here::v1::device_allocation_configuration>::type =
    record_of<here::v1::device_allocation_configuration>(v1_device_allocation_configuration_rows);
constexpr member v1_device_allocation_result_rows[] = {COINFORMER_ROW(v1::device_allocation_result, results),
    COINFORMER_ROW(v1::device_allocation_result, config)};
constinit member_type const compiled_members<here::v1::device_allocation_result>::type =
    record_of<here::v1::device_allocation_result>(v1_device_allocation_result_rows);
constexpr member v1_allocation_result_rows[] = {COINFORMER_ROW(v1::allocation_result, devices),
    COINFORMER_ROW(v1::allocation_result, nodeSelector), COINFORMER_ROW(v1::allocation_result, allocationTimestamp)};
constinit member_type const compiled_members<here::v1::allocation_result>::type =
    record_of<here::v1::allocation_result>(v1_allocation_result_rows);
constexpr member v1_resource_claim_consumer_reference_rows[] = {COINFORMER_ROW(v1::resource_claim_consumer_reference,
    apiGroup), COINFORMER_ROW(v1::resource_claim_consumer_reference, resource),
    COINFORMER_ROW(v1::resource_claim_consumer_reference, name), COINFORMER_ROW(v1::resource_claim_consumer_reference,
    uid)};
constinit member_type const compiled_members<here::v1::resource_claim_consumer_reference>::type =
    record_of<here::v1::resource_claim_consumer_reference>(v1_resource_claim_consumer_reference_rows);
constexpr member v1_network_device_data_rows[] = {COINFORMER_ROW(v1::network_device_data, interfaceName),
    COINFORMER_ROW(v1::network_device_data, ips), COINFORMER_ROW(v1::network_device_data, hardwareAddress)};
constinit member_type const compiled_members<here::v1::network_device_data>::type =
    record_of<here::v1::network_device_data>(v1_network_device_data_rows);
constexpr member v1_allocated_device_status_rows[] = {COINFORMER_ROW(v1::allocated_device_status, driver),
    COINFORMER_ROW(v1::allocated_device_status, pool), COINFORMER_ROW(v1::allocated_device_status, device),
    COINFORMER_ROW(v1::allocated_device_status, conditions), COINFORMER_ROW(v1::allocated_device_status, data),
    COINFORMER_ROW(v1::allocated_device_status, networkData), COINFORMER_ROW(v1::allocated_device_status, shareID)};
constinit member_type const compiled_members<here::v1::allocated_device_status>::type =
    record_of<here::v1::allocated_device_status>(v1_allocated_device_status_rows);
constexpr member v1_resource_claim_status_rows[] = {COINFORMER_ROW(v1::resource_claim_status, allocation),
    COINFORMER_ROW(v1::resource_claim_status, reservedFor), COINFORMER_ROW(v1::resource_claim_status, devices)};
constinit member_type const compiled_members<here::v1::resource_claim_status>::type =
    record_of<here::v1::resource_claim_status>(v1_resource_claim_status_rows);
constexpr member v1_resource_claim_rows[] = {COINFORMER_ROW(v1::resource_claim, metadata),
    COINFORMER_ROW(v1::resource_claim, spec), COINFORMER_ROW(v1::resource_claim, status)};
constinit member_type const compiled_members<here::v1::resource_claim>::type =
    record_of<here::v1::resource_claim>(v1_resource_claim_rows);
constexpr member v1_resource_claim_summary_allocation_result_rows[] =
    {COINFORMER_ROW(v1::resource_claim_summary::allocation_result, allocationTimestamp)};
constinit member_type const compiled_members<here::v1::resource_claim_summary::allocation_result>::type =
    record_of<here::v1::resource_claim_summary::allocation_result>(v1_resource_claim_summary_allocation_result_rows);
constexpr member v1_resource_claim_summary_resource_claim_status_rows[] =
    {COINFORMER_ROW(v1::resource_claim_summary::resource_claim_status, reservedFor),
    COINFORMER_ROW(v1::resource_claim_summary::resource_claim_status, allocation)};
constinit member_type const compiled_members<here::v1::resource_claim_summary::resource_claim_status>::type =
    record_of<here::v1::resource_claim_summary::resource_claim_status>(v1_resource_claim_summary_resource_claim_status_rows);
constexpr member v1_resource_claim_summary_rows[] = {COINFORMER_ROW(v1::resource_claim_summary, metadata),
    COINFORMER_ROW(v1::resource_claim_summary, status)};
constinit member_type const compiled_members<here::v1::resource_claim_summary>::type =
    record_of<here::v1::resource_claim_summary>(v1_resource_claim_summary_rows);
constexpr member v1_capacity_requirements_rows[] = {COINFORMER_ROW(v1::capacity_requirements, requests)};
constinit member_type const compiled_members<here::v1::capacity_requirements>::type =
    record_of<here::v1::capacity_requirements>(v1_capacity_requirements_rows);
constexpr member v1_device_derived_attribute_rows[] = {COINFORMER_ROW(v1::device_derived_attribute, name),
    COINFORMER_ROW(v1::device_derived_attribute, expression)};
constinit member_type const compiled_members<here::v1::device_derived_attribute>::type =
    record_of<here::v1::device_derived_attribute>(v1_device_derived_attribute_rows);
constexpr member v1_exact_device_request_rows[] = {COINFORMER_ROW(v1::exact_device_request, deviceClassName),
    COINFORMER_ROW(v1::exact_device_request, selectors), COINFORMER_ROW(v1::exact_device_request, allocationMode),
    COINFORMER_ROW(v1::exact_device_request, count), COINFORMER_ROW(v1::exact_device_request, adminAccess),
    COINFORMER_ROW(v1::exact_device_request, tolerations), COINFORMER_ROW(v1::exact_device_request, capacity),
    COINFORMER_ROW(v1::exact_device_request, derivedAttributes)};
constinit member_type const compiled_members<here::v1::exact_device_request>::type =
    record_of<here::v1::exact_device_request>(v1_exact_device_request_rows);
constexpr member v1_device_sub_request_rows[] = {COINFORMER_ROW(v1::device_sub_request, name),
    COINFORMER_ROW(v1::device_sub_request, deviceClassName), COINFORMER_ROW(v1::device_sub_request, selectors),
    COINFORMER_ROW(v1::device_sub_request, allocationMode), COINFORMER_ROW(v1::device_sub_request, count),
    COINFORMER_ROW(v1::device_sub_request, tolerations), COINFORMER_ROW(v1::device_sub_request, capacity),
    COINFORMER_ROW(v1::device_sub_request, derivedAttributes)};
constinit member_type const compiled_members<here::v1::device_sub_request>::type =
    record_of<here::v1::device_sub_request>(v1_device_sub_request_rows);
constexpr member v1_device_request_rows[] = {COINFORMER_ROW(v1::device_request, name),
    COINFORMER_ROW(v1::device_request, exactly), COINFORMER_ROW(v1::device_request, firstAvailable)};
constinit member_type const compiled_members<here::v1::device_request>::type =
    record_of<here::v1::device_request>(v1_device_request_rows);
constexpr member v1_device_constraint_rows[] = {COINFORMER_ROW(v1::device_constraint, requests),
    COINFORMER_ROW(v1::device_constraint, matchAttribute), COINFORMER_ROW(v1::device_constraint, distinctAttribute)};
constinit member_type const compiled_members<here::v1::device_constraint>::type =
    record_of<here::v1::device_constraint>(v1_device_constraint_rows);
constexpr member v1_device_claim_configuration_rows[] = {COINFORMER_ROW(v1::device_claim_configuration, requests),
    COINFORMER_ROW(v1::device_claim_configuration, opaque)};
constinit member_type const compiled_members<here::v1::device_claim_configuration>::type =
    record_of<here::v1::device_claim_configuration>(v1_device_claim_configuration_rows);
constexpr member v1_device_claim_rows[] = {COINFORMER_ROW(v1::device_claim, requests),
    COINFORMER_ROW(v1::device_claim, constraints), COINFORMER_ROW(v1::device_claim, config)};
constinit member_type const compiled_members<here::v1::device_claim>::type =
    record_of<here::v1::device_claim>(v1_device_claim_rows);
constexpr member v1_resource_claim_spec_rows[] = {COINFORMER_ROW(v1::resource_claim_spec, devices)};
constinit member_type const compiled_members<here::v1::resource_claim_spec>::type =
    record_of<here::v1::resource_claim_spec>(v1_resource_claim_spec_rows);
constexpr member v1_resource_claim_template_spec_rows[] = {COINFORMER_ROW(v1::resource_claim_template_spec, metadata),
    COINFORMER_ROW(v1::resource_claim_template_spec, spec)};
constinit member_type const compiled_members<here::v1::resource_claim_template_spec>::type =
    record_of<here::v1::resource_claim_template_spec>(v1_resource_claim_template_spec_rows);
constexpr member v1_resource_claim_template_rows[] = {COINFORMER_ROW(v1::resource_claim_template, metadata),
    COINFORMER_ROW(v1::resource_claim_template, spec)};
constinit member_type const compiled_members<here::v1::resource_claim_template>::type =
    record_of<here::v1::resource_claim_template>(v1_resource_claim_template_rows);
constexpr member v1_resource_claim_template_summary_rows[] = {COINFORMER_ROW(v1::resource_claim_template_summary,
    metadata)};
constinit member_type const compiled_members<here::v1::resource_claim_template_summary>::type =
    record_of<here::v1::resource_claim_template_summary>(v1_resource_claim_template_summary_rows);
constexpr member v1_resource_pool_rows[] = {COINFORMER_ROW(v1::resource_pool, name), COINFORMER_ROW(v1::resource_pool,
    generation), COINFORMER_ROW(v1::resource_pool, resourceSliceCount)};
constinit member_type const compiled_members<here::v1::resource_pool>::type =
    record_of<here::v1::resource_pool>(v1_resource_pool_rows);
constexpr member v1_device_attribute_rows[] = {COINFORMER_ROW(v1::device_attribute, int_),
    COINFORMER_ROW(v1::device_attribute, bool_), COINFORMER_ROW(v1::device_attribute, string),
    COINFORMER_ROW(v1::device_attribute, version), COINFORMER_ROW(v1::device_attribute, ints),
    COINFORMER_ROW(v1::device_attribute, bools), COINFORMER_ROW(v1::device_attribute, strings),
    COINFORMER_ROW(v1::device_attribute, versions)};
constinit member_type const compiled_members<here::v1::device_attribute>::type =
    record_of<here::v1::device_attribute>(v1_device_attribute_rows);
constexpr member v1_capacity_request_policy_range_rows[] = {COINFORMER_ROW(v1::capacity_request_policy_range, min),
    COINFORMER_ROW(v1::capacity_request_policy_range, max), COINFORMER_ROW(v1::capacity_request_policy_range, step)};
constinit member_type const compiled_members<here::v1::capacity_request_policy_range>::type =
    record_of<here::v1::capacity_request_policy_range>(v1_capacity_request_policy_range_rows);
constexpr member v1_capacity_request_policy_rows[] = {COINFORMER_ROW(v1::capacity_request_policy, default_),
    COINFORMER_ROW(v1::capacity_request_policy, validValues), COINFORMER_ROW(v1::capacity_request_policy,
    validRange)};
constinit member_type const compiled_members<here::v1::capacity_request_policy>::type =
    record_of<here::v1::capacity_request_policy>(v1_capacity_request_policy_rows);
constexpr member v1_device_capacity_rows[] = {COINFORMER_ROW(v1::device_capacity, value),
    COINFORMER_ROW(v1::device_capacity, requestPolicy)};
constinit member_type const compiled_members<here::v1::device_capacity>::type =
    record_of<here::v1::device_capacity>(v1_device_capacity_rows);
constexpr member v1_counter_rows[] = {COINFORMER_ROW(v1::counter, value)};
constinit member_type const compiled_members<here::v1::counter>::type = record_of<here::v1::counter>(v1_counter_rows);
constexpr member v1_device_counter_consumption_rows[] = {COINFORMER_ROW(v1::device_counter_consumption, counterSet),
    COINFORMER_ROW(v1::device_counter_consumption, counters), COINFORMER_ROW(v1::device_counter_consumption,
    compatibilityGroups)};
constinit member_type const compiled_members<here::v1::device_counter_consumption>::type =
    record_of<here::v1::device_counter_consumption>(v1_device_counter_consumption_rows);
constexpr member v1_node_allocatable_mapping_rows[] = {COINFORMER_ROW(v1::node_allocatable_mapping, capacityKey),
    COINFORMER_ROW(v1::node_allocatable_mapping, capacityMultiplier), COINFORMER_ROW(v1::node_allocatable_mapping,
    deviceMultiplier)};
constinit member_type const compiled_members<here::v1::node_allocatable_mapping>::type =
    record_of<here::v1::node_allocatable_mapping>(v1_node_allocatable_mapping_rows);
constexpr member v1_node_allocatable_overhead_rows[] = {COINFORMER_ROW(v1::node_allocatable_overhead, perPod),
    COINFORMER_ROW(v1::node_allocatable_overhead, perContainer)};
constinit member_type const compiled_members<here::v1::node_allocatable_overhead>::type =
    record_of<here::v1::node_allocatable_overhead>(v1_node_allocatable_overhead_rows);
constexpr member v1_node_allocatable_resource_rows[] = {COINFORMER_ROW(v1::node_allocatable_resource, mapping),
    COINFORMER_ROW(v1::node_allocatable_resource, overhead)};
constinit member_type const compiled_members<here::v1::node_allocatable_resource>::type =
    record_of<here::v1::node_allocatable_resource>(v1_node_allocatable_resource_rows);
constexpr member v1_device_rows[] = {COINFORMER_ROW(v1::device, name), COINFORMER_ROW(v1::device, attributes),
    COINFORMER_ROW(v1::device, capacity), COINFORMER_ROW(v1::device, consumesCounters), COINFORMER_ROW(v1::device,
    nodeName), COINFORMER_ROW(v1::device, nodeSelector), COINFORMER_ROW(v1::device, allNodes),
    COINFORMER_ROW(v1::device, taints), COINFORMER_ROW(v1::device, bindsToNode), COINFORMER_ROW(v1::device,
    bindingConditions), COINFORMER_ROW(v1::device, bindingFailureConditions), COINFORMER_ROW(v1::device,
    allowMultipleAllocations), COINFORMER_ROW(v1::device, nodeAllocatableResources)};
constinit member_type const compiled_members<here::v1::device>::type = record_of<here::v1::device>(v1_device_rows);
constexpr member v1_counter_set_rows[] = {COINFORMER_ROW(v1::counter_set, name), COINFORMER_ROW(v1::counter_set,
    counters)};
constinit member_type const compiled_members<here::v1::counter_set>::type =
    record_of<here::v1::counter_set>(v1_counter_set_rows);
constexpr member v1_resource_slice_spec_rows[] = {COINFORMER_ROW(v1::resource_slice_spec, driver),
    COINFORMER_ROW(v1::resource_slice_spec, pool), COINFORMER_ROW(v1::resource_slice_spec, nodeName),
    COINFORMER_ROW(v1::resource_slice_spec, nodeSelector), COINFORMER_ROW(v1::resource_slice_spec, allNodes),
    COINFORMER_ROW(v1::resource_slice_spec, devices), COINFORMER_ROW(v1::resource_slice_spec, perDeviceNodeSelection),
    COINFORMER_ROW(v1::resource_slice_spec, sharedCounters), COINFORMER_ROW(v1::resource_slice_spec,
    partitionTypeAttribute), COINFORMER_ROW(v1::resource_slice_spec, skipNodeOperations)};
constinit member_type const compiled_members<here::v1::resource_slice_spec>::type =
    record_of<here::v1::resource_slice_spec>(v1_resource_slice_spec_rows);
constexpr member v1_resource_slice_rows[] = {COINFORMER_ROW(v1::resource_slice, metadata),
    COINFORMER_ROW(v1::resource_slice, spec)};
constinit member_type const compiled_members<here::v1::resource_slice>::type =
    record_of<here::v1::resource_slice>(v1_resource_slice_rows);
constexpr member v1_resource_slice_summary_resource_slice_spec_rows[] =
    {COINFORMER_ROW(v1::resource_slice_summary::resource_slice_spec, nodeName),
    COINFORMER_ROW(v1::resource_slice_summary::resource_slice_spec, driver),
    COINFORMER_ROW(v1::resource_slice_summary::resource_slice_spec, pool)};
constinit member_type const compiled_members<here::v1::resource_slice_summary::resource_slice_spec>::type =
    record_of<here::v1::resource_slice_summary::resource_slice_spec>(v1_resource_slice_summary_resource_slice_spec_rows);
constexpr member v1_resource_slice_summary_rows[] = {COINFORMER_ROW(v1::resource_slice_summary, metadata),
    COINFORMER_ROW(v1::resource_slice_summary, spec)};
constinit member_type const compiled_members<here::v1::resource_slice_summary>::type =
    record_of<here::v1::resource_slice_summary>(v1_resource_slice_summary_rows);
constexpr member v1alpha3_device_taint_selector_rows[] = {COINFORMER_ROW(v1alpha3::device_taint_selector, driver),
    COINFORMER_ROW(v1alpha3::device_taint_selector, pool), COINFORMER_ROW(v1alpha3::device_taint_selector, device)};
constinit member_type const compiled_members<here::v1alpha3::device_taint_selector>::type =
    record_of<here::v1alpha3::device_taint_selector>(v1alpha3_device_taint_selector_rows);
constexpr member v1alpha3_device_taint_rows[] = {COINFORMER_ROW(v1alpha3::device_taint, key),
    COINFORMER_ROW(v1alpha3::device_taint, value), COINFORMER_ROW(v1alpha3::device_taint, effect),
    COINFORMER_ROW(v1alpha3::device_taint, timeAdded)};
constinit member_type const compiled_members<here::v1alpha3::device_taint>::type =
    record_of<here::v1alpha3::device_taint>(v1alpha3_device_taint_rows);
constexpr member v1alpha3_device_taint_rule_spec_rows[] = {COINFORMER_ROW(v1alpha3::device_taint_rule_spec,
    deviceSelector), COINFORMER_ROW(v1alpha3::device_taint_rule_spec, taint)};
constinit member_type const compiled_members<here::v1alpha3::device_taint_rule_spec>::type =
    record_of<here::v1alpha3::device_taint_rule_spec>(v1alpha3_device_taint_rule_spec_rows);
constexpr member v1alpha3_device_taint_rule_status_rows[] = {COINFORMER_ROW(v1alpha3::device_taint_rule_status,
    conditions)};
constinit member_type const compiled_members<here::v1alpha3::device_taint_rule_status>::type =
    record_of<here::v1alpha3::device_taint_rule_status>(v1alpha3_device_taint_rule_status_rows);
constexpr member v1alpha3_device_taint_rule_rows[] = {COINFORMER_ROW(v1alpha3::device_taint_rule, metadata),
    COINFORMER_ROW(v1alpha3::device_taint_rule, spec), COINFORMER_ROW(v1alpha3::device_taint_rule, status)};
constinit member_type const compiled_members<here::v1alpha3::device_taint_rule>::type =
    record_of<here::v1alpha3::device_taint_rule>(v1alpha3_device_taint_rule_rows);
constexpr member v1alpha3_device_taint_rule_summary_device_taint_rule_spec_rows[] =
    {COINFORMER_ROW(v1alpha3::device_taint_rule_summary::device_taint_rule_spec, taint)};
constinit member_type const compiled_members<here::v1alpha3::device_taint_rule_summary::device_taint_rule_spec>::type
    =
    record_of<here::v1alpha3::device_taint_rule_summary::device_taint_rule_spec>(v1alpha3_device_taint_rule_summary_device_taint_rule_spec_rows);
constexpr member v1alpha3_device_taint_rule_summary_rows[] = {COINFORMER_ROW(v1alpha3::device_taint_rule_summary,
    metadata), COINFORMER_ROW(v1alpha3::device_taint_rule_summary, spec)};
constinit member_type const compiled_members<here::v1alpha3::device_taint_rule_summary>::type =
    record_of<here::v1alpha3::device_taint_rule_summary>(v1alpha3_device_taint_rule_summary_rows);
constexpr member v1alpha3_resource_pool_status_request_spec_rows[] =
    {COINFORMER_ROW(v1alpha3::resource_pool_status_request_spec, driver),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request_spec, poolName),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request_spec, limit),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request_spec, defaultPartitionTypeAttribute)};
constinit member_type const compiled_members<here::v1alpha3::resource_pool_status_request_spec>::type =
    record_of<here::v1alpha3::resource_pool_status_request_spec>(v1alpha3_resource_pool_status_request_spec_rows);
constexpr member v1alpha3_partition_type_status_rows[] = {COINFORMER_ROW(v1alpha3::partition_type_status, type),
    COINFORMER_ROW(v1alpha3::partition_type_status, total), COINFORMER_ROW(v1alpha3::partition_type_status,
    allocatable), COINFORMER_ROW(v1alpha3::partition_type_status, attribute)};
constinit member_type const compiled_members<here::v1alpha3::partition_type_status>::type =
    record_of<here::v1alpha3::partition_type_status>(v1alpha3_partition_type_status_rows);
constexpr member v1alpha3_shareable_capacity_status_rows[] = {COINFORMER_ROW(v1alpha3::shareable_capacity_status,
    name), COINFORMER_ROW(v1alpha3::shareable_capacity_status, total),
    COINFORMER_ROW(v1alpha3::shareable_capacity_status, consumed), COINFORMER_ROW(v1alpha3::shareable_capacity_status,
    available)};
constinit member_type const compiled_members<here::v1alpha3::shareable_capacity_status>::type =
    record_of<here::v1alpha3::shareable_capacity_status>(v1alpha3_shareable_capacity_status_rows);
constexpr member v1alpha3_shareable_summary_status_rows[] = {COINFORMER_ROW(v1alpha3::shareable_summary_status,
    fullyAvailableDevices), COINFORMER_ROW(v1alpha3::shareable_summary_status, partiallyAvailableDevices),
    COINFORMER_ROW(v1alpha3::shareable_summary_status, capacity)};
constinit member_type const compiled_members<here::v1alpha3::shareable_summary_status>::type =
    record_of<here::v1alpha3::shareable_summary_status>(v1alpha3_shareable_summary_status_rows);
constexpr member v1alpha3_pool_status_rows[] = {COINFORMER_ROW(v1alpha3::pool_status, driver),
    COINFORMER_ROW(v1alpha3::pool_status, poolName), COINFORMER_ROW(v1alpha3::pool_status, nodeName),
    COINFORMER_ROW(v1alpha3::pool_status, totalDevices), COINFORMER_ROW(v1alpha3::pool_status, allocatedDevices),
    COINFORMER_ROW(v1alpha3::pool_status, availableDevices), COINFORMER_ROW(v1alpha3::pool_status,
    unavailableDevices), COINFORMER_ROW(v1alpha3::pool_status, resourceSliceCount),
    COINFORMER_ROW(v1alpha3::pool_status, generation), COINFORMER_ROW(v1alpha3::pool_status, validationError),
    COINFORMER_ROW(v1alpha3::pool_status, partitionSummary), COINFORMER_ROW(v1alpha3::pool_status, shareableSummary)};
constinit member_type const compiled_members<here::v1alpha3::pool_status>::type =
    record_of<here::v1alpha3::pool_status>(v1alpha3_pool_status_rows);
constexpr member v1alpha3_resource_pool_status_request_status_rows[] =
    {COINFORMER_ROW(v1alpha3::resource_pool_status_request_status, pools),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request_status, conditions),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request_status, poolCount)};
constinit member_type const compiled_members<here::v1alpha3::resource_pool_status_request_status>::type =
    record_of<here::v1alpha3::resource_pool_status_request_status>(v1alpha3_resource_pool_status_request_status_rows);
constexpr member v1alpha3_resource_pool_status_request_rows[] =
    {COINFORMER_ROW(v1alpha3::resource_pool_status_request, metadata),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request, spec),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request, status)};
constinit member_type const compiled_members<here::v1alpha3::resource_pool_status_request>::type =
    record_of<here::v1alpha3::resource_pool_status_request>(v1alpha3_resource_pool_status_request_rows);
constexpr member v1alpha3_resource_pool_status_request_summary_resource_pool_status_request_spec_rows[] =
    {COINFORMER_ROW(v1alpha3::resource_pool_status_request_summary::resource_pool_status_request_spec, driver)};
constinit member_type const
    compiled_members<here::v1alpha3::resource_pool_status_request_summary::resource_pool_status_request_spec>::type =
    record_of<here::v1alpha3::resource_pool_status_request_summary::resource_pool_status_request_spec>(v1alpha3_resource_pool_status_request_summary_resource_pool_status_request_spec_rows);
constexpr member v1alpha3_resource_pool_status_request_summary_condition_rows[] =
    {COINFORMER_ROW(v1alpha3::resource_pool_status_request_summary::condition, type),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request_summary::condition, status),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request_summary::condition, reason)};
constinit member_type const compiled_members<here::v1alpha3::resource_pool_status_request_summary::condition>::type =
    record_of<here::v1alpha3::resource_pool_status_request_summary::condition>(v1alpha3_resource_pool_status_request_summary_condition_rows);
constexpr member v1alpha3_resource_pool_status_request_summary_resource_pool_status_request_status_rows[] =
    {COINFORMER_ROW(v1alpha3::resource_pool_status_request_summary::resource_pool_status_request_status, poolCount),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request_summary::resource_pool_status_request_status, conditions)};
constinit member_type const
    compiled_members<here::v1alpha3::resource_pool_status_request_summary::resource_pool_status_request_status>::type
    =
    record_of<here::v1alpha3::resource_pool_status_request_summary::resource_pool_status_request_status>(v1alpha3_resource_pool_status_request_summary_resource_pool_status_request_status_rows);
constexpr member v1alpha3_resource_pool_status_request_summary_rows[] =
    {COINFORMER_ROW(v1alpha3::resource_pool_status_request_summary, metadata),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request_summary, spec),
    COINFORMER_ROW(v1alpha3::resource_pool_status_request_summary, status)};
constinit member_type const compiled_members<here::v1alpha3::resource_pool_status_request_summary>::type =
    record_of<here::v1alpha3::resource_pool_status_request_summary>(v1alpha3_resource_pool_status_request_summary_rows);
constexpr member v1beta1_device_class_configuration_rows[] = {COINFORMER_ROW(v1beta1::device_class_configuration,
    opaque)};
constinit member_type const compiled_members<here::v1beta1::device_class_configuration>::type =
    record_of<here::v1beta1::device_class_configuration>(v1beta1_device_class_configuration_rows);
constexpr member v1beta1_device_class_spec_rows[] = {COINFORMER_ROW(v1beta1::device_class_spec, selectors),
    COINFORMER_ROW(v1beta1::device_class_spec, config), COINFORMER_ROW(v1beta1::device_class_spec,
    extendedResourceName)};
constinit member_type const compiled_members<here::v1beta1::device_class_spec>::type =
    record_of<here::v1beta1::device_class_spec>(v1beta1_device_class_spec_rows);
constexpr member v1beta1_device_class_rows[] = {COINFORMER_ROW(v1beta1::device_class, metadata),
    COINFORMER_ROW(v1beta1::device_class, spec)};
constinit member_type const compiled_members<here::v1beta1::device_class>::type =
    record_of<here::v1beta1::device_class>(v1beta1_device_class_rows);
constexpr member v1beta1_device_class_summary_rows[] = {COINFORMER_ROW(v1beta1::device_class_summary, metadata)};
constinit member_type const compiled_members<here::v1beta1::device_class_summary>::type =
    record_of<here::v1beta1::device_class_summary>(v1beta1_device_class_summary_rows);
constexpr member v1beta1_cel_device_selector_rows[] = {COINFORMER_ROW(v1beta1::cel_device_selector, expression)};
constinit member_type const compiled_members<here::v1beta1::cel_device_selector>::type =
    record_of<here::v1beta1::cel_device_selector>(v1beta1_cel_device_selector_rows);
constexpr member v1beta1_device_selector_rows[] = {COINFORMER_ROW(v1beta1::device_selector, cel)};
constinit member_type const compiled_members<here::v1beta1::device_selector>::type =
    record_of<here::v1beta1::device_selector>(v1beta1_device_selector_rows);
constexpr member v1beta1_device_toleration_rows[] = {COINFORMER_ROW(v1beta1::device_toleration, key),
    COINFORMER_ROW(v1beta1::device_toleration, operator_), COINFORMER_ROW(v1beta1::device_toleration, value),
    COINFORMER_ROW(v1beta1::device_toleration, effect), COINFORMER_ROW(v1beta1::device_toleration,
    tolerationSeconds)};
constinit member_type const compiled_members<here::v1beta1::device_toleration>::type =
    record_of<here::v1beta1::device_toleration>(v1beta1_device_toleration_rows);
constexpr member v1beta1_opaque_device_configuration_rows[] = {COINFORMER_ROW(v1beta1::opaque_device_configuration,
    driver), COINFORMER_ROW(v1beta1::opaque_device_configuration, parameters)};
constinit member_type const compiled_members<here::v1beta1::opaque_device_configuration>::type =
    record_of<here::v1beta1::opaque_device_configuration>(v1beta1_opaque_device_configuration_rows);
constexpr member v1beta1_device_request_allocation_result_rows[] =
    {COINFORMER_ROW(v1beta1::device_request_allocation_result, request),
    COINFORMER_ROW(v1beta1::device_request_allocation_result, driver),
    COINFORMER_ROW(v1beta1::device_request_allocation_result, pool),
    COINFORMER_ROW(v1beta1::device_request_allocation_result, device),
    COINFORMER_ROW(v1beta1::device_request_allocation_result, adminAccess),
    COINFORMER_ROW(v1beta1::device_request_allocation_result, tolerations),
    COINFORMER_ROW(v1beta1::device_request_allocation_result, bindingConditions),
    COINFORMER_ROW(v1beta1::device_request_allocation_result, bindingFailureConditions),
    COINFORMER_ROW(v1beta1::device_request_allocation_result, shareID),
    COINFORMER_ROW(v1beta1::device_request_allocation_result, consumedCapacity),
    COINFORMER_ROW(v1beta1::device_request_allocation_result, skipNodeOperations)};
constinit member_type const compiled_members<here::v1beta1::device_request_allocation_result>::type =
    record_of<here::v1beta1::device_request_allocation_result>(v1beta1_device_request_allocation_result_rows);
constexpr member v1beta1_device_allocation_configuration_rows[] =
    {COINFORMER_ROW(v1beta1::device_allocation_configuration, source),
    COINFORMER_ROW(v1beta1::device_allocation_configuration, requests),
    COINFORMER_ROW(v1beta1::device_allocation_configuration, opaque)};
constinit member_type const compiled_members<here::v1beta1::device_allocation_configuration>::type =
    record_of<here::v1beta1::device_allocation_configuration>(v1beta1_device_allocation_configuration_rows);
constexpr member v1beta1_device_allocation_result_rows[] = {COINFORMER_ROW(v1beta1::device_allocation_result,
    results), COINFORMER_ROW(v1beta1::device_allocation_result, config)};
constinit member_type const compiled_members<here::v1beta1::device_allocation_result>::type =
    record_of<here::v1beta1::device_allocation_result>(v1beta1_device_allocation_result_rows);
constexpr member v1beta1_allocation_result_rows[] = {COINFORMER_ROW(v1beta1::allocation_result, devices),
    COINFORMER_ROW(v1beta1::allocation_result, nodeSelector), COINFORMER_ROW(v1beta1::allocation_result,
    allocationTimestamp)};
constinit member_type const compiled_members<here::v1beta1::allocation_result>::type =
    record_of<here::v1beta1::allocation_result>(v1beta1_allocation_result_rows);
constexpr member v1beta1_resource_claim_consumer_reference_rows[] =
    {COINFORMER_ROW(v1beta1::resource_claim_consumer_reference, apiGroup),
    COINFORMER_ROW(v1beta1::resource_claim_consumer_reference, resource),
    COINFORMER_ROW(v1beta1::resource_claim_consumer_reference, name),
    COINFORMER_ROW(v1beta1::resource_claim_consumer_reference, uid)};
constinit member_type const compiled_members<here::v1beta1::resource_claim_consumer_reference>::type =
    record_of<here::v1beta1::resource_claim_consumer_reference>(v1beta1_resource_claim_consumer_reference_rows);
constexpr member v1beta1_network_device_data_rows[] = {COINFORMER_ROW(v1beta1::network_device_data, interfaceName),
    COINFORMER_ROW(v1beta1::network_device_data, ips), COINFORMER_ROW(v1beta1::network_device_data, hardwareAddress)};
constinit member_type const compiled_members<here::v1beta1::network_device_data>::type =
    record_of<here::v1beta1::network_device_data>(v1beta1_network_device_data_rows);
constexpr member v1beta1_allocated_device_status_rows[] = {COINFORMER_ROW(v1beta1::allocated_device_status, driver),
    COINFORMER_ROW(v1beta1::allocated_device_status, pool), COINFORMER_ROW(v1beta1::allocated_device_status, device),
    COINFORMER_ROW(v1beta1::allocated_device_status, conditions), COINFORMER_ROW(v1beta1::allocated_device_status,
    data), COINFORMER_ROW(v1beta1::allocated_device_status, networkData),
    COINFORMER_ROW(v1beta1::allocated_device_status, shareID)};
constinit member_type const compiled_members<here::v1beta1::allocated_device_status>::type =
    record_of<here::v1beta1::allocated_device_status>(v1beta1_allocated_device_status_rows);
constexpr member v1beta1_resource_claim_status_rows[] = {COINFORMER_ROW(v1beta1::resource_claim_status, allocation),
    COINFORMER_ROW(v1beta1::resource_claim_status, reservedFor), COINFORMER_ROW(v1beta1::resource_claim_status,
    devices)};
constinit member_type const compiled_members<here::v1beta1::resource_claim_status>::type =
    record_of<here::v1beta1::resource_claim_status>(v1beta1_resource_claim_status_rows);
constexpr member v1beta1_resource_claim_rows[] = {COINFORMER_ROW(v1beta1::resource_claim, metadata),
    COINFORMER_ROW(v1beta1::resource_claim, spec), COINFORMER_ROW(v1beta1::resource_claim, status)};
constinit member_type const compiled_members<here::v1beta1::resource_claim>::type =
    record_of<here::v1beta1::resource_claim>(v1beta1_resource_claim_rows);
constexpr member v1beta1_resource_claim_summary_allocation_result_rows[] =
    {COINFORMER_ROW(v1beta1::resource_claim_summary::allocation_result, allocationTimestamp)};
constinit member_type const compiled_members<here::v1beta1::resource_claim_summary::allocation_result>::type =
    record_of<here::v1beta1::resource_claim_summary::allocation_result>(v1beta1_resource_claim_summary_allocation_result_rows);
constexpr member v1beta1_resource_claim_summary_resource_claim_status_rows[] =
    {COINFORMER_ROW(v1beta1::resource_claim_summary::resource_claim_status, reservedFor),
    COINFORMER_ROW(v1beta1::resource_claim_summary::resource_claim_status, allocation)};
constinit member_type const compiled_members<here::v1beta1::resource_claim_summary::resource_claim_status>::type =
    record_of<here::v1beta1::resource_claim_summary::resource_claim_status>(v1beta1_resource_claim_summary_resource_claim_status_rows);
constexpr member v1beta1_resource_claim_summary_rows[] = {COINFORMER_ROW(v1beta1::resource_claim_summary, metadata),
    COINFORMER_ROW(v1beta1::resource_claim_summary, status)};
constinit member_type const compiled_members<here::v1beta1::resource_claim_summary>::type =
    record_of<here::v1beta1::resource_claim_summary>(v1beta1_resource_claim_summary_rows);
constexpr member v1beta1_capacity_requirements_rows[] = {COINFORMER_ROW(v1beta1::capacity_requirements, requests)};
constinit member_type const compiled_members<here::v1beta1::capacity_requirements>::type =
    record_of<here::v1beta1::capacity_requirements>(v1beta1_capacity_requirements_rows);
constexpr member v1beta1_device_derived_attribute_rows[] = {COINFORMER_ROW(v1beta1::device_derived_attribute, name),
    COINFORMER_ROW(v1beta1::device_derived_attribute, expression)};
constinit member_type const compiled_members<here::v1beta1::device_derived_attribute>::type =
    record_of<here::v1beta1::device_derived_attribute>(v1beta1_device_derived_attribute_rows);
constexpr member v1beta1_device_sub_request_rows[] = {COINFORMER_ROW(v1beta1::device_sub_request, name),
    COINFORMER_ROW(v1beta1::device_sub_request, deviceClassName), COINFORMER_ROW(v1beta1::device_sub_request,
    selectors), COINFORMER_ROW(v1beta1::device_sub_request, allocationMode),
    COINFORMER_ROW(v1beta1::device_sub_request, count), COINFORMER_ROW(v1beta1::device_sub_request, tolerations),
    COINFORMER_ROW(v1beta1::device_sub_request, capacity), COINFORMER_ROW(v1beta1::device_sub_request,
    derivedAttributes)};
constinit member_type const compiled_members<here::v1beta1::device_sub_request>::type =
    record_of<here::v1beta1::device_sub_request>(v1beta1_device_sub_request_rows);
constexpr member v1beta1_device_request_rows[] = {COINFORMER_ROW(v1beta1::device_request, name),
    COINFORMER_ROW(v1beta1::device_request, deviceClassName), COINFORMER_ROW(v1beta1::device_request, selectors),
    COINFORMER_ROW(v1beta1::device_request, allocationMode), COINFORMER_ROW(v1beta1::device_request, count),
    COINFORMER_ROW(v1beta1::device_request, adminAccess), COINFORMER_ROW(v1beta1::device_request, firstAvailable),
    COINFORMER_ROW(v1beta1::device_request, tolerations), COINFORMER_ROW(v1beta1::device_request, capacity),
    COINFORMER_ROW(v1beta1::device_request, derivedAttributes)};
constinit member_type const compiled_members<here::v1beta1::device_request>::type =
    record_of<here::v1beta1::device_request>(v1beta1_device_request_rows);
constexpr member v1beta1_device_constraint_rows[] = {COINFORMER_ROW(v1beta1::device_constraint, requests),
    COINFORMER_ROW(v1beta1::device_constraint, matchAttribute), COINFORMER_ROW(v1beta1::device_constraint,
    distinctAttribute)};
constinit member_type const compiled_members<here::v1beta1::device_constraint>::type =
    record_of<here::v1beta1::device_constraint>(v1beta1_device_constraint_rows);
constexpr member v1beta1_device_claim_configuration_rows[] = {COINFORMER_ROW(v1beta1::device_claim_configuration,
    requests), COINFORMER_ROW(v1beta1::device_claim_configuration, opaque)};
constinit member_type const compiled_members<here::v1beta1::device_claim_configuration>::type =
    record_of<here::v1beta1::device_claim_configuration>(v1beta1_device_claim_configuration_rows);
constexpr member v1beta1_device_claim_rows[] = {COINFORMER_ROW(v1beta1::device_claim, requests),
    COINFORMER_ROW(v1beta1::device_claim, constraints), COINFORMER_ROW(v1beta1::device_claim, config)};
constinit member_type const compiled_members<here::v1beta1::device_claim>::type =
    record_of<here::v1beta1::device_claim>(v1beta1_device_claim_rows);
constexpr member v1beta1_resource_claim_spec_rows[] = {COINFORMER_ROW(v1beta1::resource_claim_spec, devices)};
constinit member_type const compiled_members<here::v1beta1::resource_claim_spec>::type =
    record_of<here::v1beta1::resource_claim_spec>(v1beta1_resource_claim_spec_rows);
constexpr member v1beta1_resource_claim_template_spec_rows[] = {COINFORMER_ROW(v1beta1::resource_claim_template_spec,
    metadata), COINFORMER_ROW(v1beta1::resource_claim_template_spec, spec)};
constinit member_type const compiled_members<here::v1beta1::resource_claim_template_spec>::type =
    record_of<here::v1beta1::resource_claim_template_spec>(v1beta1_resource_claim_template_spec_rows);
constexpr member v1beta1_resource_claim_template_rows[] = {COINFORMER_ROW(v1beta1::resource_claim_template, metadata),
    COINFORMER_ROW(v1beta1::resource_claim_template, spec)};
constinit member_type const compiled_members<here::v1beta1::resource_claim_template>::type =
    record_of<here::v1beta1::resource_claim_template>(v1beta1_resource_claim_template_rows);
constexpr member v1beta1_resource_claim_template_summary_rows[] =
    {COINFORMER_ROW(v1beta1::resource_claim_template_summary, metadata)};
constinit member_type const compiled_members<here::v1beta1::resource_claim_template_summary>::type =
    record_of<here::v1beta1::resource_claim_template_summary>(v1beta1_resource_claim_template_summary_rows);
constexpr member v1beta1_resource_pool_rows[] = {COINFORMER_ROW(v1beta1::resource_pool, name),
    COINFORMER_ROW(v1beta1::resource_pool, generation), COINFORMER_ROW(v1beta1::resource_pool, resourceSliceCount)};
constinit member_type const compiled_members<here::v1beta1::resource_pool>::type =
    record_of<here::v1beta1::resource_pool>(v1beta1_resource_pool_rows);
constexpr member v1beta1_device_attribute_rows[] = {COINFORMER_ROW(v1beta1::device_attribute, int_),
    COINFORMER_ROW(v1beta1::device_attribute, bool_), COINFORMER_ROW(v1beta1::device_attribute, string),
    COINFORMER_ROW(v1beta1::device_attribute, version), COINFORMER_ROW(v1beta1::device_attribute, ints),
    COINFORMER_ROW(v1beta1::device_attribute, bools), COINFORMER_ROW(v1beta1::device_attribute, strings),
    COINFORMER_ROW(v1beta1::device_attribute, versions)};
constinit member_type const compiled_members<here::v1beta1::device_attribute>::type =
    record_of<here::v1beta1::device_attribute>(v1beta1_device_attribute_rows);
constexpr member v1beta1_capacity_request_policy_range_rows[] =
    {COINFORMER_ROW(v1beta1::capacity_request_policy_range, min),
    COINFORMER_ROW(v1beta1::capacity_request_policy_range, max),
    COINFORMER_ROW(v1beta1::capacity_request_policy_range, step)};
constinit member_type const compiled_members<here::v1beta1::capacity_request_policy_range>::type =
    record_of<here::v1beta1::capacity_request_policy_range>(v1beta1_capacity_request_policy_range_rows);
constexpr member v1beta1_capacity_request_policy_rows[] = {COINFORMER_ROW(v1beta1::capacity_request_policy, default_),
    COINFORMER_ROW(v1beta1::capacity_request_policy, validValues), COINFORMER_ROW(v1beta1::capacity_request_policy,
    validRange)};
constinit member_type const compiled_members<here::v1beta1::capacity_request_policy>::type =
    record_of<here::v1beta1::capacity_request_policy>(v1beta1_capacity_request_policy_rows);
constexpr member v1beta1_device_capacity_rows[] = {COINFORMER_ROW(v1beta1::device_capacity, value),
    COINFORMER_ROW(v1beta1::device_capacity, requestPolicy)};
constinit member_type const compiled_members<here::v1beta1::device_capacity>::type =
    record_of<here::v1beta1::device_capacity>(v1beta1_device_capacity_rows);
constexpr member v1beta1_counter_rows[] = {COINFORMER_ROW(v1beta1::counter, value)};
constinit member_type const compiled_members<here::v1beta1::counter>::type =
    record_of<here::v1beta1::counter>(v1beta1_counter_rows);
constexpr member v1beta1_device_counter_consumption_rows[] = {COINFORMER_ROW(v1beta1::device_counter_consumption,
    counterSet), COINFORMER_ROW(v1beta1::device_counter_consumption, counters),
    COINFORMER_ROW(v1beta1::device_counter_consumption, compatibilityGroups)};
constinit member_type const compiled_members<here::v1beta1::device_counter_consumption>::type =
    record_of<here::v1beta1::device_counter_consumption>(v1beta1_device_counter_consumption_rows);
constexpr member v1beta1_device_taint_rows[] = {COINFORMER_ROW(v1beta1::device_taint, key),
    COINFORMER_ROW(v1beta1::device_taint, value), COINFORMER_ROW(v1beta1::device_taint, effect),
    COINFORMER_ROW(v1beta1::device_taint, timeAdded)};
constinit member_type const compiled_members<here::v1beta1::device_taint>::type =
    record_of<here::v1beta1::device_taint>(v1beta1_device_taint_rows);
constexpr member v1beta1_node_allocatable_mapping_rows[] = {COINFORMER_ROW(v1beta1::node_allocatable_mapping,
    capacityKey), COINFORMER_ROW(v1beta1::node_allocatable_mapping, capacityMultiplier),
    COINFORMER_ROW(v1beta1::node_allocatable_mapping, deviceMultiplier)};
constinit member_type const compiled_members<here::v1beta1::node_allocatable_mapping>::type =
    record_of<here::v1beta1::node_allocatable_mapping>(v1beta1_node_allocatable_mapping_rows);
constexpr member v1beta1_node_allocatable_overhead_rows[] = {COINFORMER_ROW(v1beta1::node_allocatable_overhead,
    perPod), COINFORMER_ROW(v1beta1::node_allocatable_overhead, perContainer)};
constinit member_type const compiled_members<here::v1beta1::node_allocatable_overhead>::type =
    record_of<here::v1beta1::node_allocatable_overhead>(v1beta1_node_allocatable_overhead_rows);
constexpr member v1beta1_node_allocatable_resource_rows[] = {COINFORMER_ROW(v1beta1::node_allocatable_resource,
    mapping), COINFORMER_ROW(v1beta1::node_allocatable_resource, overhead)};
constinit member_type const compiled_members<here::v1beta1::node_allocatable_resource>::type =
    record_of<here::v1beta1::node_allocatable_resource>(v1beta1_node_allocatable_resource_rows);
constexpr member v1beta1_basic_device_rows[] = {COINFORMER_ROW(v1beta1::basic_device, attributes),
    COINFORMER_ROW(v1beta1::basic_device, capacity), COINFORMER_ROW(v1beta1::basic_device, consumesCounters),
    COINFORMER_ROW(v1beta1::basic_device, nodeName), COINFORMER_ROW(v1beta1::basic_device, nodeSelector),
    COINFORMER_ROW(v1beta1::basic_device, allNodes), COINFORMER_ROW(v1beta1::basic_device, taints),
    COINFORMER_ROW(v1beta1::basic_device, bindsToNode), COINFORMER_ROW(v1beta1::basic_device, bindingConditions),
    COINFORMER_ROW(v1beta1::basic_device, bindingFailureConditions), COINFORMER_ROW(v1beta1::basic_device,
    allowMultipleAllocations), COINFORMER_ROW(v1beta1::basic_device, nodeAllocatableResources)};
constinit member_type const compiled_members<here::v1beta1::basic_device>::type =
    record_of<here::v1beta1::basic_device>(v1beta1_basic_device_rows);
constexpr member v1beta1_device_rows[] = {COINFORMER_ROW(v1beta1::device, name), COINFORMER_ROW(v1beta1::device,
    basic)};
constinit member_type const compiled_members<here::v1beta1::device>::type =
    record_of<here::v1beta1::device>(v1beta1_device_rows);
constexpr member v1beta1_counter_set_rows[] = {COINFORMER_ROW(v1beta1::counter_set, name),
    COINFORMER_ROW(v1beta1::counter_set, counters)};
constinit member_type const compiled_members<here::v1beta1::counter_set>::type =
    record_of<here::v1beta1::counter_set>(v1beta1_counter_set_rows);
constexpr member v1beta1_resource_slice_spec_rows[] = {COINFORMER_ROW(v1beta1::resource_slice_spec, driver),
    COINFORMER_ROW(v1beta1::resource_slice_spec, pool), COINFORMER_ROW(v1beta1::resource_slice_spec, nodeName),
    COINFORMER_ROW(v1beta1::resource_slice_spec, nodeSelector), COINFORMER_ROW(v1beta1::resource_slice_spec,
    allNodes), COINFORMER_ROW(v1beta1::resource_slice_spec, devices), COINFORMER_ROW(v1beta1::resource_slice_spec,
    perDeviceNodeSelection), COINFORMER_ROW(v1beta1::resource_slice_spec, sharedCounters),
    COINFORMER_ROW(v1beta1::resource_slice_spec, partitionTypeAttribute), COINFORMER_ROW(v1beta1::resource_slice_spec,
    skipNodeOperations)};
constinit member_type const compiled_members<here::v1beta1::resource_slice_spec>::type =
    record_of<here::v1beta1::resource_slice_spec>(v1beta1_resource_slice_spec_rows);
constexpr member v1beta1_resource_slice_rows[] = {COINFORMER_ROW(v1beta1::resource_slice, metadata),
    COINFORMER_ROW(v1beta1::resource_slice, spec)};
constinit member_type const compiled_members<here::v1beta1::resource_slice>::type =
    record_of<here::v1beta1::resource_slice>(v1beta1_resource_slice_rows);
constexpr member v1beta1_resource_slice_summary_resource_slice_spec_rows[] =
    {COINFORMER_ROW(v1beta1::resource_slice_summary::resource_slice_spec, nodeName),
    COINFORMER_ROW(v1beta1::resource_slice_summary::resource_slice_spec, driver),
    COINFORMER_ROW(v1beta1::resource_slice_summary::resource_slice_spec, pool)};
constinit member_type const compiled_members<here::v1beta1::resource_slice_summary::resource_slice_spec>::type =
    record_of<here::v1beta1::resource_slice_summary::resource_slice_spec>(v1beta1_resource_slice_summary_resource_slice_spec_rows);
constexpr member v1beta1_resource_slice_summary_rows[] = {COINFORMER_ROW(v1beta1::resource_slice_summary, metadata),
    COINFORMER_ROW(v1beta1::resource_slice_summary, spec)};
constinit member_type const compiled_members<here::v1beta1::resource_slice_summary>::type =
    record_of<here::v1beta1::resource_slice_summary>(v1beta1_resource_slice_summary_rows);
constexpr member v1beta2_device_class_configuration_rows[] = {COINFORMER_ROW(v1beta2::device_class_configuration,
    opaque)};
constinit member_type const compiled_members<here::v1beta2::device_class_configuration>::type =
    record_of<here::v1beta2::device_class_configuration>(v1beta2_device_class_configuration_rows);
constexpr member v1beta2_device_class_spec_rows[] = {COINFORMER_ROW(v1beta2::device_class_spec, selectors),
    COINFORMER_ROW(v1beta2::device_class_spec, config), COINFORMER_ROW(v1beta2::device_class_spec,
    extendedResourceName)};
constinit member_type const compiled_members<here::v1beta2::device_class_spec>::type =
    record_of<here::v1beta2::device_class_spec>(v1beta2_device_class_spec_rows);
constexpr member v1beta2_device_class_rows[] = {COINFORMER_ROW(v1beta2::device_class, metadata),
    COINFORMER_ROW(v1beta2::device_class, spec)};
constinit member_type const compiled_members<here::v1beta2::device_class>::type =
    record_of<here::v1beta2::device_class>(v1beta2_device_class_rows);
constexpr member v1beta2_device_class_summary_rows[] = {COINFORMER_ROW(v1beta2::device_class_summary, metadata)};
constinit member_type const compiled_members<here::v1beta2::device_class_summary>::type =
    record_of<here::v1beta2::device_class_summary>(v1beta2_device_class_summary_rows);
constexpr member v1beta2_cel_device_selector_rows[] = {COINFORMER_ROW(v1beta2::cel_device_selector, expression)};
constinit member_type const compiled_members<here::v1beta2::cel_device_selector>::type =
    record_of<here::v1beta2::cel_device_selector>(v1beta2_cel_device_selector_rows);
constexpr member v1beta2_device_selector_rows[] = {COINFORMER_ROW(v1beta2::device_selector, cel)};
constinit member_type const compiled_members<here::v1beta2::device_selector>::type =
    record_of<here::v1beta2::device_selector>(v1beta2_device_selector_rows);
constexpr member v1beta2_device_taint_rows[] = {COINFORMER_ROW(v1beta2::device_taint, key),
    COINFORMER_ROW(v1beta2::device_taint, value), COINFORMER_ROW(v1beta2::device_taint, effect),
    COINFORMER_ROW(v1beta2::device_taint, timeAdded)};
constinit member_type const compiled_members<here::v1beta2::device_taint>::type =
    record_of<here::v1beta2::device_taint>(v1beta2_device_taint_rows);
constexpr member v1beta2_device_taint_selector_rows[] = {COINFORMER_ROW(v1beta2::device_taint_selector, driver),
    COINFORMER_ROW(v1beta2::device_taint_selector, pool), COINFORMER_ROW(v1beta2::device_taint_selector, device)};
constinit member_type const compiled_members<here::v1beta2::device_taint_selector>::type =
    record_of<here::v1beta2::device_taint_selector>(v1beta2_device_taint_selector_rows);
constexpr member v1beta2_device_taint_rule_spec_rows[] = {COINFORMER_ROW(v1beta2::device_taint_rule_spec,
    deviceSelector), COINFORMER_ROW(v1beta2::device_taint_rule_spec, taint)};
constinit member_type const compiled_members<here::v1beta2::device_taint_rule_spec>::type =
    record_of<here::v1beta2::device_taint_rule_spec>(v1beta2_device_taint_rule_spec_rows);
constexpr member v1beta2_device_taint_rule_status_rows[] = {COINFORMER_ROW(v1beta2::device_taint_rule_status,
    conditions)};
constinit member_type const compiled_members<here::v1beta2::device_taint_rule_status>::type =
    record_of<here::v1beta2::device_taint_rule_status>(v1beta2_device_taint_rule_status_rows);
constexpr member v1beta2_device_taint_rule_rows[] = {COINFORMER_ROW(v1beta2::device_taint_rule, metadata),
    COINFORMER_ROW(v1beta2::device_taint_rule, spec), COINFORMER_ROW(v1beta2::device_taint_rule, status)};
constinit member_type const compiled_members<here::v1beta2::device_taint_rule>::type =
    record_of<here::v1beta2::device_taint_rule>(v1beta2_device_taint_rule_rows);
constexpr member v1beta2_device_taint_rule_summary_device_taint_rule_spec_rows[] =
    {COINFORMER_ROW(v1beta2::device_taint_rule_summary::device_taint_rule_spec, taint)};
constinit member_type const compiled_members<here::v1beta2::device_taint_rule_summary::device_taint_rule_spec>::type =
    record_of<here::v1beta2::device_taint_rule_summary::device_taint_rule_spec>(v1beta2_device_taint_rule_summary_device_taint_rule_spec_rows);
constexpr member v1beta2_device_taint_rule_summary_rows[] = {COINFORMER_ROW(v1beta2::device_taint_rule_summary,
    metadata), COINFORMER_ROW(v1beta2::device_taint_rule_summary, spec)};
constinit member_type const compiled_members<here::v1beta2::device_taint_rule_summary>::type =
    record_of<here::v1beta2::device_taint_rule_summary>(v1beta2_device_taint_rule_summary_rows);
constexpr member v1beta2_device_toleration_rows[] = {COINFORMER_ROW(v1beta2::device_toleration, key),
    COINFORMER_ROW(v1beta2::device_toleration, operator_), COINFORMER_ROW(v1beta2::device_toleration, value),
    COINFORMER_ROW(v1beta2::device_toleration, effect), COINFORMER_ROW(v1beta2::device_toleration,
    tolerationSeconds)};
constinit member_type const compiled_members<here::v1beta2::device_toleration>::type =
    record_of<here::v1beta2::device_toleration>(v1beta2_device_toleration_rows);
constexpr member v1beta2_opaque_device_configuration_rows[] = {COINFORMER_ROW(v1beta2::opaque_device_configuration,
    driver), COINFORMER_ROW(v1beta2::opaque_device_configuration, parameters)};
constinit member_type const compiled_members<here::v1beta2::opaque_device_configuration>::type =
    record_of<here::v1beta2::opaque_device_configuration>(v1beta2_opaque_device_configuration_rows);
constexpr member v1beta2_device_request_allocation_result_rows[] =
    {COINFORMER_ROW(v1beta2::device_request_allocation_result, request),
    COINFORMER_ROW(v1beta2::device_request_allocation_result, driver),
    COINFORMER_ROW(v1beta2::device_request_allocation_result, pool),
    COINFORMER_ROW(v1beta2::device_request_allocation_result, device),
    COINFORMER_ROW(v1beta2::device_request_allocation_result, adminAccess),
    COINFORMER_ROW(v1beta2::device_request_allocation_result, tolerations),
    COINFORMER_ROW(v1beta2::device_request_allocation_result, bindingConditions),
    COINFORMER_ROW(v1beta2::device_request_allocation_result, bindingFailureConditions),
    COINFORMER_ROW(v1beta2::device_request_allocation_result, shareID),
    COINFORMER_ROW(v1beta2::device_request_allocation_result, consumedCapacity),
    COINFORMER_ROW(v1beta2::device_request_allocation_result, skipNodeOperations)};
constinit member_type const compiled_members<here::v1beta2::device_request_allocation_result>::type =
    record_of<here::v1beta2::device_request_allocation_result>(v1beta2_device_request_allocation_result_rows);
constexpr member v1beta2_device_allocation_configuration_rows[] =
    {COINFORMER_ROW(v1beta2::device_allocation_configuration, source),
    COINFORMER_ROW(v1beta2::device_allocation_configuration, requests),
    COINFORMER_ROW(v1beta2::device_allocation_configuration, opaque)};
constinit member_type const compiled_members<here::v1beta2::device_allocation_configuration>::type =
    record_of<here::v1beta2::device_allocation_configuration>(v1beta2_device_allocation_configuration_rows);
constexpr member v1beta2_device_allocation_result_rows[] = {COINFORMER_ROW(v1beta2::device_allocation_result,
    results), COINFORMER_ROW(v1beta2::device_allocation_result, config)};
constinit member_type const compiled_members<here::v1beta2::device_allocation_result>::type =
    record_of<here::v1beta2::device_allocation_result>(v1beta2_device_allocation_result_rows);
constexpr member v1beta2_allocation_result_rows[] = {COINFORMER_ROW(v1beta2::allocation_result, devices),
    COINFORMER_ROW(v1beta2::allocation_result, nodeSelector), COINFORMER_ROW(v1beta2::allocation_result,
    allocationTimestamp)};
constinit member_type const compiled_members<here::v1beta2::allocation_result>::type =
    record_of<here::v1beta2::allocation_result>(v1beta2_allocation_result_rows);
constexpr member v1beta2_resource_claim_consumer_reference_rows[] =
    {COINFORMER_ROW(v1beta2::resource_claim_consumer_reference, apiGroup),
    COINFORMER_ROW(v1beta2::resource_claim_consumer_reference, resource),
    COINFORMER_ROW(v1beta2::resource_claim_consumer_reference, name),
    COINFORMER_ROW(v1beta2::resource_claim_consumer_reference, uid)};
constinit member_type const compiled_members<here::v1beta2::resource_claim_consumer_reference>::type =
    record_of<here::v1beta2::resource_claim_consumer_reference>(v1beta2_resource_claim_consumer_reference_rows);
constexpr member v1beta2_network_device_data_rows[] = {COINFORMER_ROW(v1beta2::network_device_data, interfaceName),
    COINFORMER_ROW(v1beta2::network_device_data, ips), COINFORMER_ROW(v1beta2::network_device_data, hardwareAddress)};
constinit member_type const compiled_members<here::v1beta2::network_device_data>::type =
    record_of<here::v1beta2::network_device_data>(v1beta2_network_device_data_rows);
constexpr member v1beta2_allocated_device_status_rows[] = {COINFORMER_ROW(v1beta2::allocated_device_status, driver),
    COINFORMER_ROW(v1beta2::allocated_device_status, pool), COINFORMER_ROW(v1beta2::allocated_device_status, device),
    COINFORMER_ROW(v1beta2::allocated_device_status, conditions), COINFORMER_ROW(v1beta2::allocated_device_status,
    data), COINFORMER_ROW(v1beta2::allocated_device_status, networkData),
    COINFORMER_ROW(v1beta2::allocated_device_status, shareID)};
constinit member_type const compiled_members<here::v1beta2::allocated_device_status>::type =
    record_of<here::v1beta2::allocated_device_status>(v1beta2_allocated_device_status_rows);
constexpr member v1beta2_resource_claim_status_rows[] = {COINFORMER_ROW(v1beta2::resource_claim_status, allocation),
    COINFORMER_ROW(v1beta2::resource_claim_status, reservedFor), COINFORMER_ROW(v1beta2::resource_claim_status,
    devices)};
constinit member_type const compiled_members<here::v1beta2::resource_claim_status>::type =
    record_of<here::v1beta2::resource_claim_status>(v1beta2_resource_claim_status_rows);
constexpr member v1beta2_resource_claim_rows[] = {COINFORMER_ROW(v1beta2::resource_claim, metadata),
    COINFORMER_ROW(v1beta2::resource_claim, spec), COINFORMER_ROW(v1beta2::resource_claim, status)};
constinit member_type const compiled_members<here::v1beta2::resource_claim>::type =
    record_of<here::v1beta2::resource_claim>(v1beta2_resource_claim_rows);
constexpr member v1beta2_resource_claim_summary_allocation_result_rows[] =
    {COINFORMER_ROW(v1beta2::resource_claim_summary::allocation_result, allocationTimestamp)};
constinit member_type const compiled_members<here::v1beta2::resource_claim_summary::allocation_result>::type =
    record_of<here::v1beta2::resource_claim_summary::allocation_result>(v1beta2_resource_claim_summary_allocation_result_rows);
constexpr member v1beta2_resource_claim_summary_resource_claim_status_rows[] =
    {COINFORMER_ROW(v1beta2::resource_claim_summary::resource_claim_status, reservedFor),
    COINFORMER_ROW(v1beta2::resource_claim_summary::resource_claim_status, allocation)};
constinit member_type const compiled_members<here::v1beta2::resource_claim_summary::resource_claim_status>::type =
    record_of<here::v1beta2::resource_claim_summary::resource_claim_status>(v1beta2_resource_claim_summary_resource_claim_status_rows);
constexpr member v1beta2_resource_claim_summary_rows[] = {COINFORMER_ROW(v1beta2::resource_claim_summary, metadata),
    COINFORMER_ROW(v1beta2::resource_claim_summary, status)};
constinit member_type const compiled_members<here::v1beta2::resource_claim_summary>::type =
    record_of<here::v1beta2::resource_claim_summary>(v1beta2_resource_claim_summary_rows);
constexpr member v1beta2_capacity_requirements_rows[] = {COINFORMER_ROW(v1beta2::capacity_requirements, requests)};
constinit member_type const compiled_members<here::v1beta2::capacity_requirements>::type =
    record_of<here::v1beta2::capacity_requirements>(v1beta2_capacity_requirements_rows);
constexpr member v1beta2_device_derived_attribute_rows[] = {COINFORMER_ROW(v1beta2::device_derived_attribute, name),
    COINFORMER_ROW(v1beta2::device_derived_attribute, expression)};
constinit member_type const compiled_members<here::v1beta2::device_derived_attribute>::type =
    record_of<here::v1beta2::device_derived_attribute>(v1beta2_device_derived_attribute_rows);
constexpr member v1beta2_exact_device_request_rows[] = {COINFORMER_ROW(v1beta2::exact_device_request,
    deviceClassName), COINFORMER_ROW(v1beta2::exact_device_request, selectors),
    COINFORMER_ROW(v1beta2::exact_device_request, allocationMode), COINFORMER_ROW(v1beta2::exact_device_request,
    count), COINFORMER_ROW(v1beta2::exact_device_request, adminAccess), COINFORMER_ROW(v1beta2::exact_device_request,
    tolerations), COINFORMER_ROW(v1beta2::exact_device_request, capacity),
    COINFORMER_ROW(v1beta2::exact_device_request, derivedAttributes)};
constinit member_type const compiled_members<here::v1beta2::exact_device_request>::type =
    record_of<here::v1beta2::exact_device_request>(v1beta2_exact_device_request_rows);
constexpr member v1beta2_device_sub_request_rows[] = {COINFORMER_ROW(v1beta2::device_sub_request, name),
    COINFORMER_ROW(v1beta2::device_sub_request, deviceClassName), COINFORMER_ROW(v1beta2::device_sub_request,
    selectors), COINFORMER_ROW(v1beta2::device_sub_request, allocationMode),
    COINFORMER_ROW(v1beta2::device_sub_request, count), COINFORMER_ROW(v1beta2::device_sub_request, tolerations),
    COINFORMER_ROW(v1beta2::device_sub_request, capacity), COINFORMER_ROW(v1beta2::device_sub_request,
    derivedAttributes)};
constinit member_type const compiled_members<here::v1beta2::device_sub_request>::type =
    record_of<here::v1beta2::device_sub_request>(v1beta2_device_sub_request_rows);
constexpr member v1beta2_device_request_rows[] = {COINFORMER_ROW(v1beta2::device_request, name),
    COINFORMER_ROW(v1beta2::device_request, exactly), COINFORMER_ROW(v1beta2::device_request, firstAvailable)};
constinit member_type const compiled_members<here::v1beta2::device_request>::type =
    record_of<here::v1beta2::device_request>(v1beta2_device_request_rows);
constexpr member v1beta2_device_constraint_rows[] = {COINFORMER_ROW(v1beta2::device_constraint, requests),
    COINFORMER_ROW(v1beta2::device_constraint, matchAttribute), COINFORMER_ROW(v1beta2::device_constraint,
    distinctAttribute)};
constinit member_type const compiled_members<here::v1beta2::device_constraint>::type =
    record_of<here::v1beta2::device_constraint>(v1beta2_device_constraint_rows);
constexpr member v1beta2_device_claim_configuration_rows[] = {COINFORMER_ROW(v1beta2::device_claim_configuration,
    requests), COINFORMER_ROW(v1beta2::device_claim_configuration, opaque)};
constinit member_type const compiled_members<here::v1beta2::device_claim_configuration>::type =
    record_of<here::v1beta2::device_claim_configuration>(v1beta2_device_claim_configuration_rows);
constexpr member v1beta2_device_claim_rows[] = {COINFORMER_ROW(v1beta2::device_claim, requests),
    COINFORMER_ROW(v1beta2::device_claim, constraints), COINFORMER_ROW(v1beta2::device_claim, config)};
constinit member_type const compiled_members<here::v1beta2::device_claim>::type =
    record_of<here::v1beta2::device_claim>(v1beta2_device_claim_rows);
constexpr member v1beta2_resource_claim_spec_rows[] = {COINFORMER_ROW(v1beta2::resource_claim_spec, devices)};
constinit member_type const compiled_members<here::v1beta2::resource_claim_spec>::type =
    record_of<here::v1beta2::resource_claim_spec>(v1beta2_resource_claim_spec_rows);
constexpr member v1beta2_resource_claim_template_spec_rows[] = {COINFORMER_ROW(v1beta2::resource_claim_template_spec,
    metadata), COINFORMER_ROW(v1beta2::resource_claim_template_spec, spec)};
constinit member_type const compiled_members<here::v1beta2::resource_claim_template_spec>::type =
    record_of<here::v1beta2::resource_claim_template_spec>(v1beta2_resource_claim_template_spec_rows);
constexpr member v1beta2_resource_claim_template_rows[] = {COINFORMER_ROW(v1beta2::resource_claim_template, metadata),
    COINFORMER_ROW(v1beta2::resource_claim_template, spec)};
constinit member_type const compiled_members<here::v1beta2::resource_claim_template>::type =
    record_of<here::v1beta2::resource_claim_template>(v1beta2_resource_claim_template_rows);
constexpr member v1beta2_resource_claim_template_summary_rows[] =
    {COINFORMER_ROW(v1beta2::resource_claim_template_summary, metadata)};
constinit member_type const compiled_members<here::v1beta2::resource_claim_template_summary>::type =
    record_of<here::v1beta2::resource_claim_template_summary>(v1beta2_resource_claim_template_summary_rows);
constexpr member v1beta2_resource_pool_rows[] = {COINFORMER_ROW(v1beta2::resource_pool, name),
    COINFORMER_ROW(v1beta2::resource_pool, generation), COINFORMER_ROW(v1beta2::resource_pool, resourceSliceCount)};
constinit member_type const compiled_members<here::v1beta2::resource_pool>::type =
    record_of<here::v1beta2::resource_pool>(v1beta2_resource_pool_rows);
constexpr member v1beta2_device_attribute_rows[] = {COINFORMER_ROW(v1beta2::device_attribute, int_),
    COINFORMER_ROW(v1beta2::device_attribute, bool_), COINFORMER_ROW(v1beta2::device_attribute, string),
    COINFORMER_ROW(v1beta2::device_attribute, version), COINFORMER_ROW(v1beta2::device_attribute, ints),
    COINFORMER_ROW(v1beta2::device_attribute, bools), COINFORMER_ROW(v1beta2::device_attribute, strings),
    COINFORMER_ROW(v1beta2::device_attribute, versions)};
constinit member_type const compiled_members<here::v1beta2::device_attribute>::type =
    record_of<here::v1beta2::device_attribute>(v1beta2_device_attribute_rows);
constexpr member v1beta2_capacity_request_policy_range_rows[] =
    {COINFORMER_ROW(v1beta2::capacity_request_policy_range, min),
    COINFORMER_ROW(v1beta2::capacity_request_policy_range, max),
    COINFORMER_ROW(v1beta2::capacity_request_policy_range, step)};
constinit member_type const compiled_members<here::v1beta2::capacity_request_policy_range>::type =
    record_of<here::v1beta2::capacity_request_policy_range>(v1beta2_capacity_request_policy_range_rows);
constexpr member v1beta2_capacity_request_policy_rows[] = {COINFORMER_ROW(v1beta2::capacity_request_policy, default_),
    COINFORMER_ROW(v1beta2::capacity_request_policy, validValues), COINFORMER_ROW(v1beta2::capacity_request_policy,
    validRange)};
constinit member_type const compiled_members<here::v1beta2::capacity_request_policy>::type =
    record_of<here::v1beta2::capacity_request_policy>(v1beta2_capacity_request_policy_rows);
constexpr member v1beta2_device_capacity_rows[] = {COINFORMER_ROW(v1beta2::device_capacity, value),
    COINFORMER_ROW(v1beta2::device_capacity, requestPolicy)};
constinit member_type const compiled_members<here::v1beta2::device_capacity>::type =
    record_of<here::v1beta2::device_capacity>(v1beta2_device_capacity_rows);
constexpr member v1beta2_counter_rows[] = {COINFORMER_ROW(v1beta2::counter, value)};
constinit member_type const compiled_members<here::v1beta2::counter>::type =
    record_of<here::v1beta2::counter>(v1beta2_counter_rows);
constexpr member v1beta2_device_counter_consumption_rows[] = {COINFORMER_ROW(v1beta2::device_counter_consumption,
    counterSet), COINFORMER_ROW(v1beta2::device_counter_consumption, counters),
    COINFORMER_ROW(v1beta2::device_counter_consumption, compatibilityGroups)};
constinit member_type const compiled_members<here::v1beta2::device_counter_consumption>::type =
    record_of<here::v1beta2::device_counter_consumption>(v1beta2_device_counter_consumption_rows);
constexpr member v1beta2_node_allocatable_mapping_rows[] = {COINFORMER_ROW(v1beta2::node_allocatable_mapping,
    capacityKey), COINFORMER_ROW(v1beta2::node_allocatable_mapping, capacityMultiplier),
    COINFORMER_ROW(v1beta2::node_allocatable_mapping, deviceMultiplier)};
constinit member_type const compiled_members<here::v1beta2::node_allocatable_mapping>::type =
    record_of<here::v1beta2::node_allocatable_mapping>(v1beta2_node_allocatable_mapping_rows);
constexpr member v1beta2_node_allocatable_overhead_rows[] = {COINFORMER_ROW(v1beta2::node_allocatable_overhead,
    perPod), COINFORMER_ROW(v1beta2::node_allocatable_overhead, perContainer)};
constinit member_type const compiled_members<here::v1beta2::node_allocatable_overhead>::type =
    record_of<here::v1beta2::node_allocatable_overhead>(v1beta2_node_allocatable_overhead_rows);
constexpr member v1beta2_node_allocatable_resource_rows[] = {COINFORMER_ROW(v1beta2::node_allocatable_resource,
    mapping), COINFORMER_ROW(v1beta2::node_allocatable_resource, overhead)};
constinit member_type const compiled_members<here::v1beta2::node_allocatable_resource>::type =
    record_of<here::v1beta2::node_allocatable_resource>(v1beta2_node_allocatable_resource_rows);
constexpr member v1beta2_device_rows[] = {COINFORMER_ROW(v1beta2::device, name), COINFORMER_ROW(v1beta2::device,
    attributes), COINFORMER_ROW(v1beta2::device, capacity), COINFORMER_ROW(v1beta2::device, consumesCounters),
    COINFORMER_ROW(v1beta2::device, nodeName), COINFORMER_ROW(v1beta2::device, nodeSelector),
    COINFORMER_ROW(v1beta2::device, allNodes), COINFORMER_ROW(v1beta2::device, taints),
    COINFORMER_ROW(v1beta2::device, bindsToNode), COINFORMER_ROW(v1beta2::device, bindingConditions),
    COINFORMER_ROW(v1beta2::device, bindingFailureConditions), COINFORMER_ROW(v1beta2::device,
    allowMultipleAllocations), COINFORMER_ROW(v1beta2::device, nodeAllocatableResources)};
constinit member_type const compiled_members<here::v1beta2::device>::type =
    record_of<here::v1beta2::device>(v1beta2_device_rows);
constexpr member v1beta2_counter_set_rows[] = {COINFORMER_ROW(v1beta2::counter_set, name),
    COINFORMER_ROW(v1beta2::counter_set, counters)};
constinit member_type const compiled_members<here::v1beta2::counter_set>::type =
    record_of<here::v1beta2::counter_set>(v1beta2_counter_set_rows);
constexpr member v1beta2_resource_slice_spec_rows[] = {COINFORMER_ROW(v1beta2::resource_slice_spec, driver),
    COINFORMER_ROW(v1beta2::resource_slice_spec, pool), COINFORMER_ROW(v1beta2::resource_slice_spec, nodeName),
    COINFORMER_ROW(v1beta2::resource_slice_spec, nodeSelector), COINFORMER_ROW(v1beta2::resource_slice_spec,
    allNodes), COINFORMER_ROW(v1beta2::resource_slice_spec, devices), COINFORMER_ROW(v1beta2::resource_slice_spec,
    perDeviceNodeSelection), COINFORMER_ROW(v1beta2::resource_slice_spec, sharedCounters),
    COINFORMER_ROW(v1beta2::resource_slice_spec, partitionTypeAttribute), COINFORMER_ROW(v1beta2::resource_slice_spec,
    skipNodeOperations)};
constinit member_type const compiled_members<here::v1beta2::resource_slice_spec>::type =
    record_of<here::v1beta2::resource_slice_spec>(v1beta2_resource_slice_spec_rows);
constexpr member v1beta2_resource_slice_rows[] = {COINFORMER_ROW(v1beta2::resource_slice, metadata),
    COINFORMER_ROW(v1beta2::resource_slice, spec)};
constinit member_type const compiled_members<here::v1beta2::resource_slice>::type =
    record_of<here::v1beta2::resource_slice>(v1beta2_resource_slice_rows);
constexpr member v1beta2_resource_slice_summary_resource_slice_spec_rows[] =
    {COINFORMER_ROW(v1beta2::resource_slice_summary::resource_slice_spec, nodeName),
    COINFORMER_ROW(v1beta2::resource_slice_summary::resource_slice_spec, driver),
    COINFORMER_ROW(v1beta2::resource_slice_summary::resource_slice_spec, pool)};
constinit member_type const compiled_members<here::v1beta2::resource_slice_summary::resource_slice_spec>::type =
    record_of<here::v1beta2::resource_slice_summary::resource_slice_spec>(v1beta2_resource_slice_summary_resource_slice_spec_rows);
constexpr member v1beta2_resource_slice_summary_rows[] = {COINFORMER_ROW(v1beta2::resource_slice_summary, metadata),
    COINFORMER_ROW(v1beta2::resource_slice_summary, spec)};
constinit member_type const compiled_members<here::v1beta2::resource_slice_summary>::type =
    record_of<here::v1beta2::resource_slice_summary>(v1beta2_resource_slice_summary_rows);

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/core/v1/aws_elastic_block_store_volume_source.hpp>
#include <coinformer/types/core/v1/azure_disk_volume_source.hpp>
#include <coinformer/types/core/v1/config_map.hpp>
#include <coinformer/types/core/v1/endpoints.hpp>
#include <coinformer/types/core/v1/event.hpp>
#include <coinformer/types/core/v1/event_source.hpp>
#include <coinformer/types/core/v1/fc_volume_source.hpp>
#include <coinformer/types/core/v1/flocker_volume_source.hpp>
#include <coinformer/types/core/v1/gce_persistent_disk_volume_source.hpp>
#include <coinformer/types/core/v1/host_path_volume_source.hpp>
#include <coinformer/types/core/v1/limit_range.hpp>
#include <coinformer/types/core/v1/local_object_reference.hpp>
#include <coinformer/types/core/v1/namespace.hpp>
#include <coinformer/types/core/v1/nfs_volume_source.hpp>
#include <coinformer/types/core/v1/node.hpp>
#include <coinformer/types/core/v1/node_selector.hpp>
#include <coinformer/types/core/v1/node_selector_term.hpp>
#include <coinformer/types/core/v1/object_reference.hpp>
#include <coinformer/types/core/v1/persistent_volume.hpp>
#include <coinformer/types/core/v1/persistent_volume_claim.hpp>
#include <coinformer/types/core/v1/persistent_volume_claim_spec.hpp>
#include <coinformer/types/core/v1/persistent_volume_spec.hpp>
#include <coinformer/types/core/v1/photon_persistent_disk_volume_source.hpp>
#include <coinformer/types/core/v1/pod.hpp>
#include <coinformer/types/core/v1/pod_spec.hpp>
#include <coinformer/types/core/v1/pod_template.hpp>
#include <coinformer/types/core/v1/pod_template_spec.hpp>
#include <coinformer/types/core/v1/portworx_volume_source.hpp>
#include <coinformer/types/core/v1/quobyte_volume_source.hpp>
#include <coinformer/types/core/v1/replication_controller.hpp>
#include <coinformer/types/core/v1/resource_quota.hpp>
#include <coinformer/types/core/v1/resource_requirements.hpp>
#include <coinformer/types/core/v1/secret.hpp>
#include <coinformer/types/core/v1/service.hpp>
#include <coinformer/types/core/v1/service_account.hpp>
#include <coinformer/types/core/v1/toleration.hpp>
#include <coinformer/types/core/v1/topology_selector_term.hpp>
#include <coinformer/types/core/v1/typed_local_object_reference.hpp>
#include <coinformer/types/core/v1/volume_health_condition.hpp>
#include <coinformer/types/core/v1/vsphere_virtual_disk_volume_source.hpp>

namespace coinformer::detail {

namespace here = types::core;

constexpr member v1_aws_elastic_block_store_volume_source_rows[] =
    {COINFORMER_ROW(v1::aws_elastic_block_store_volume_source, volumeID),
    COINFORMER_ROW(v1::aws_elastic_block_store_volume_source, fsType),
    COINFORMER_ROW(v1::aws_elastic_block_store_volume_source, partition),
    COINFORMER_ROW(v1::aws_elastic_block_store_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::aws_elastic_block_store_volume_source>::type =
    record_of<here::v1::aws_elastic_block_store_volume_source>(v1_aws_elastic_block_store_volume_source_rows);
constexpr member v1_azure_disk_volume_source_rows[] = {COINFORMER_ROW(v1::azure_disk_volume_source, diskName),
    COINFORMER_ROW(v1::azure_disk_volume_source, diskURI), COINFORMER_ROW(v1::azure_disk_volume_source, cachingMode),
    COINFORMER_ROW(v1::azure_disk_volume_source, fsType), COINFORMER_ROW(v1::azure_disk_volume_source, readOnly),
    COINFORMER_ROW(v1::azure_disk_volume_source, kind)};
constinit member_type const compiled_members<here::v1::azure_disk_volume_source>::type =
    record_of<here::v1::azure_disk_volume_source>(v1_azure_disk_volume_source_rows);
constexpr member v1_config_map_rows[] = {COINFORMER_ROW(v1::config_map, metadata), COINFORMER_ROW(v1::config_map,
    data), COINFORMER_ROW(v1::config_map, binaryData), COINFORMER_ROW(v1::config_map, immutable)};
constinit member_type const compiled_members<here::v1::config_map>::type =
    record_of<here::v1::config_map>(v1_config_map_rows);
constexpr member v1_config_map_summary_rows[] = {COINFORMER_ROW(v1::config_map_summary, metadata)};
constinit member_type const compiled_members<here::v1::config_map_summary>::type =
    record_of<here::v1::config_map_summary>(v1_config_map_summary_rows);
constexpr member v1_endpoint_address_rows[] = {COINFORMER_ROW(v1::endpoint_address, ip),
    COINFORMER_ROW(v1::endpoint_address, targetRef), COINFORMER_ROW(v1::endpoint_address, hostname),
    COINFORMER_ROW(v1::endpoint_address, nodeName)};
constinit member_type const compiled_members<here::v1::endpoint_address>::type =
    record_of<here::v1::endpoint_address>(v1_endpoint_address_rows);
constexpr member v1_endpoint_port_rows[] = {COINFORMER_ROW(v1::endpoint_port, name), COINFORMER_ROW(v1::endpoint_port,
    port), COINFORMER_ROW(v1::endpoint_port, protocol), COINFORMER_ROW(v1::endpoint_port, appProtocol)};
constinit member_type const compiled_members<here::v1::endpoint_port>::type =
    record_of<here::v1::endpoint_port>(v1_endpoint_port_rows);
constexpr member v1_endpoint_subset_rows[] = {COINFORMER_ROW(v1::endpoint_subset, addresses),
    COINFORMER_ROW(v1::endpoint_subset, notReadyAddresses), COINFORMER_ROW(v1::endpoint_subset, ports)};
constinit member_type const compiled_members<here::v1::endpoint_subset>::type =
    record_of<here::v1::endpoint_subset>(v1_endpoint_subset_rows);
constexpr member v1_endpoints_rows[] = {COINFORMER_ROW(v1::endpoints, metadata), COINFORMER_ROW(v1::endpoints,
    subsets)};
constinit member_type const compiled_members<here::v1::endpoints>::type =
    record_of<here::v1::endpoints>(v1_endpoints_rows);
constexpr member v1_endpoints_summary_endpoint_address_rows[] =
    {COINFORMER_ROW(v1::endpoints_summary::endpoint_address, ip)};
constinit member_type const compiled_members<here::v1::endpoints_summary::endpoint_address>::type =
    record_of<here::v1::endpoints_summary::endpoint_address>(v1_endpoints_summary_endpoint_address_rows);
constexpr member v1_endpoints_summary_endpoint_port_rows[] = {COINFORMER_ROW(v1::endpoints_summary::endpoint_port,
    name), COINFORMER_ROW(v1::endpoints_summary::endpoint_port, port)};
constinit member_type const compiled_members<here::v1::endpoints_summary::endpoint_port>::type =
    record_of<here::v1::endpoints_summary::endpoint_port>(v1_endpoints_summary_endpoint_port_rows);
constexpr member v1_endpoints_summary_endpoint_subset_rows[] = {COINFORMER_ROW(v1::endpoints_summary::endpoint_subset,
    addresses), COINFORMER_ROW(v1::endpoints_summary::endpoint_subset, ports)};
constinit member_type const compiled_members<here::v1::endpoints_summary::endpoint_subset>::type =
    record_of<here::v1::endpoints_summary::endpoint_subset>(v1_endpoints_summary_endpoint_subset_rows);
constexpr member v1_endpoints_summary_rows[] = {COINFORMER_ROW(v1::endpoints_summary, metadata),
    COINFORMER_ROW(v1::endpoints_summary, subsets)};
constinit member_type const compiled_members<here::v1::endpoints_summary>::type =
    record_of<here::v1::endpoints_summary>(v1_endpoints_summary_rows);
constexpr member v1_event_series_rows[] = {COINFORMER_ROW(v1::event_series, count), COINFORMER_ROW(v1::event_series,
    lastObservedTime)};
constinit member_type const compiled_members<here::v1::event_series>::type =
    record_of<here::v1::event_series>(v1_event_series_rows);
constexpr member v1_event_rows[] = {COINFORMER_ROW(v1::event, metadata), COINFORMER_ROW(v1::event, involvedObject),
    COINFORMER_ROW(v1::event, reason), COINFORMER_ROW(v1::event, message), COINFORMER_ROW(v1::event, source),
    COINFORMER_ROW(v1::event, firstTimestamp), COINFORMER_ROW(v1::event, lastTimestamp), COINFORMER_ROW(v1::event,
    count), COINFORMER_ROW(v1::event, type), COINFORMER_ROW(v1::event, eventTime), COINFORMER_ROW(v1::event, series),
    COINFORMER_ROW(v1::event, action), COINFORMER_ROW(v1::event, related), COINFORMER_ROW(v1::event,
    reportingComponent), COINFORMER_ROW(v1::event, reportingInstance)};
constinit member_type const compiled_members<here::v1::event>::type = record_of<here::v1::event>(v1_event_rows);
constexpr member v1_event_summary_object_reference_rows[] = {COINFORMER_ROW(v1::event_summary::object_reference,
    kind), COINFORMER_ROW(v1::event_summary::object_reference, namespace_),
    COINFORMER_ROW(v1::event_summary::object_reference, name), COINFORMER_ROW(v1::event_summary::object_reference,
    fieldPath)};
constinit member_type const compiled_members<here::v1::event_summary::object_reference>::type =
    record_of<here::v1::event_summary::object_reference>(v1_event_summary_object_reference_rows);
constexpr member v1_event_summary_event_source_rows[] = {COINFORMER_ROW(v1::event_summary::event_source, component),
    COINFORMER_ROW(v1::event_summary::event_source, host)};
constinit member_type const compiled_members<here::v1::event_summary::event_source>::type =
    record_of<here::v1::event_summary::event_source>(v1_event_summary_event_source_rows);
constexpr member v1_event_summary_rows[] = {COINFORMER_ROW(v1::event_summary, metadata),
    COINFORMER_ROW(v1::event_summary, involvedObject), COINFORMER_ROW(v1::event_summary, reason),
    COINFORMER_ROW(v1::event_summary, message), COINFORMER_ROW(v1::event_summary, source),
    COINFORMER_ROW(v1::event_summary, firstTimestamp), COINFORMER_ROW(v1::event_summary, lastTimestamp),
    COINFORMER_ROW(v1::event_summary, count), COINFORMER_ROW(v1::event_summary, type),
    COINFORMER_ROW(v1::event_summary, eventTime), COINFORMER_ROW(v1::event_summary, series),
    COINFORMER_ROW(v1::event_summary, reportingComponent)};
constinit member_type const compiled_members<here::v1::event_summary>::type =
    record_of<here::v1::event_summary>(v1_event_summary_rows);
constexpr member v1_event_source_rows[] = {COINFORMER_ROW(v1::event_source, component),
    COINFORMER_ROW(v1::event_source, host)};
constinit member_type const compiled_members<here::v1::event_source>::type =
    record_of<here::v1::event_source>(v1_event_source_rows);
constexpr member v1_fc_volume_source_rows[] = {COINFORMER_ROW(v1::fc_volume_source, targetWWNs),
    COINFORMER_ROW(v1::fc_volume_source, lun), COINFORMER_ROW(v1::fc_volume_source, fsType),
    COINFORMER_ROW(v1::fc_volume_source, readOnly), COINFORMER_ROW(v1::fc_volume_source, wwids)};
constinit member_type const compiled_members<here::v1::fc_volume_source>::type =
    record_of<here::v1::fc_volume_source>(v1_fc_volume_source_rows);
constexpr member v1_flocker_volume_source_rows[] = {COINFORMER_ROW(v1::flocker_volume_source, datasetName),
    COINFORMER_ROW(v1::flocker_volume_source, datasetUUID)};
constinit member_type const compiled_members<here::v1::flocker_volume_source>::type =
    record_of<here::v1::flocker_volume_source>(v1_flocker_volume_source_rows);
constexpr member v1_gce_persistent_disk_volume_source_rows[] = {COINFORMER_ROW(v1::gce_persistent_disk_volume_source,
    pdName), COINFORMER_ROW(v1::gce_persistent_disk_volume_source, fsType),
    COINFORMER_ROW(v1::gce_persistent_disk_volume_source, partition),
    COINFORMER_ROW(v1::gce_persistent_disk_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::gce_persistent_disk_volume_source>::type =
    record_of<here::v1::gce_persistent_disk_volume_source>(v1_gce_persistent_disk_volume_source_rows);
constexpr member v1_host_path_volume_source_rows[] = {COINFORMER_ROW(v1::host_path_volume_source, path),
    COINFORMER_ROW(v1::host_path_volume_source, type)};
constinit member_type const compiled_members<here::v1::host_path_volume_source>::type =
    record_of<here::v1::host_path_volume_source>(v1_host_path_volume_source_rows);
constexpr member v1_limit_range_item_rows[] = {COINFORMER_ROW(v1::limit_range_item, type),
    COINFORMER_ROW(v1::limit_range_item, max), COINFORMER_ROW(v1::limit_range_item, min),
    COINFORMER_ROW(v1::limit_range_item, default_), COINFORMER_ROW(v1::limit_range_item, defaultRequest),
    COINFORMER_ROW(v1::limit_range_item, maxLimitRequestRatio)};
constinit member_type const compiled_members<here::v1::limit_range_item>::type =
    record_of<here::v1::limit_range_item>(v1_limit_range_item_rows);
constexpr member v1_limit_range_spec_rows[] = {COINFORMER_ROW(v1::limit_range_spec, limits)};
constinit member_type const compiled_members<here::v1::limit_range_spec>::type =
    record_of<here::v1::limit_range_spec>(v1_limit_range_spec_rows);
constexpr member v1_limit_range_rows[] = {COINFORMER_ROW(v1::limit_range, metadata), COINFORMER_ROW(v1::limit_range,
    spec)};
constinit member_type const compiled_members<here::v1::limit_range>::type =
    record_of<here::v1::limit_range>(v1_limit_range_rows);
constexpr member v1_limit_range_summary_rows[] = {COINFORMER_ROW(v1::limit_range_summary, metadata)};
constinit member_type const compiled_members<here::v1::limit_range_summary>::type =
    record_of<here::v1::limit_range_summary>(v1_limit_range_summary_rows);
constexpr member v1_local_object_reference_rows[] = {COINFORMER_ROW(v1::local_object_reference, name)};
constinit member_type const compiled_members<here::v1::local_object_reference>::type =
    record_of<here::v1::local_object_reference>(v1_local_object_reference_rows);
constexpr member v1_namespace_spec_rows[] = {COINFORMER_ROW(v1::namespace_spec, finalizers)};
constinit member_type const compiled_members<here::v1::namespace_spec>::type =
    record_of<here::v1::namespace_spec>(v1_namespace_spec_rows);
constexpr member v1_namespace_condition_rows[] = {COINFORMER_ROW(v1::namespace_condition, type),
    COINFORMER_ROW(v1::namespace_condition, status), COINFORMER_ROW(v1::namespace_condition, lastTransitionTime),
    COINFORMER_ROW(v1::namespace_condition, reason), COINFORMER_ROW(v1::namespace_condition, message)};
constinit member_type const compiled_members<here::v1::namespace_condition>::type =
    record_of<here::v1::namespace_condition>(v1_namespace_condition_rows);
constexpr member v1_namespace_status_rows[] = {COINFORMER_ROW(v1::namespace_status, phase),
    COINFORMER_ROW(v1::namespace_status, conditions)};
constinit member_type const compiled_members<here::v1::namespace_status>::type =
    record_of<here::v1::namespace_status>(v1_namespace_status_rows);
constexpr member v1_namespace__rows[] = {COINFORMER_ROW(v1::namespace_, metadata), COINFORMER_ROW(v1::namespace_,
    spec), COINFORMER_ROW(v1::namespace_, status)};
constinit member_type const compiled_members<here::v1::namespace_>::type =
    record_of<here::v1::namespace_>(v1_namespace__rows);
constexpr member v1_namespace_summary_namespace_status_rows[] =
    {COINFORMER_ROW(v1::namespace_summary::namespace_status, phase)};
constinit member_type const compiled_members<here::v1::namespace_summary::namespace_status>::type =
    record_of<here::v1::namespace_summary::namespace_status>(v1_namespace_summary_namespace_status_rows);
constexpr member v1_namespace_summary_rows[] = {COINFORMER_ROW(v1::namespace_summary, metadata),
    COINFORMER_ROW(v1::namespace_summary, status)};
constinit member_type const compiled_members<here::v1::namespace_summary>::type =
    record_of<here::v1::namespace_summary>(v1_namespace_summary_rows);
constexpr member v1_nfs_volume_source_rows[] = {COINFORMER_ROW(v1::nfs_volume_source, server),
    COINFORMER_ROW(v1::nfs_volume_source, path), COINFORMER_ROW(v1::nfs_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::nfs_volume_source>::type =
    record_of<here::v1::nfs_volume_source>(v1_nfs_volume_source_rows);
constexpr member v1_taint_rows[] = {COINFORMER_ROW(v1::taint, key), COINFORMER_ROW(v1::taint, value),
    COINFORMER_ROW(v1::taint, effect), COINFORMER_ROW(v1::taint, timeAdded)};
constinit member_type const compiled_members<here::v1::taint>::type = record_of<here::v1::taint>(v1_taint_rows);
constexpr member v1_config_map_node_config_source_rows[] = {COINFORMER_ROW(v1::config_map_node_config_source,
    namespace_), COINFORMER_ROW(v1::config_map_node_config_source, name),
    COINFORMER_ROW(v1::config_map_node_config_source, uid), COINFORMER_ROW(v1::config_map_node_config_source,
    resourceVersion), COINFORMER_ROW(v1::config_map_node_config_source, kubeletConfigKey)};
constinit member_type const compiled_members<here::v1::config_map_node_config_source>::type =
    record_of<here::v1::config_map_node_config_source>(v1_config_map_node_config_source_rows);
constexpr member v1_node_config_source_rows[] = {COINFORMER_ROW(v1::node_config_source, configMap)};
constinit member_type const compiled_members<here::v1::node_config_source>::type =
    record_of<here::v1::node_config_source>(v1_node_config_source_rows);
constexpr member v1_node_pod_preemption_policy_rows[] = {COINFORMER_ROW(v1::node_pod_preemption_policy,
    disableResizePreemption)};
constinit member_type const compiled_members<here::v1::node_pod_preemption_policy>::type =
    record_of<here::v1::node_pod_preemption_policy>(v1_node_pod_preemption_policy_rows);
constexpr member v1_node_spec_rows[] = {COINFORMER_ROW(v1::node_spec, podCIDR), COINFORMER_ROW(v1::node_spec,
    externalID), COINFORMER_ROW(v1::node_spec, providerID), COINFORMER_ROW(v1::node_spec, unschedulable),
    COINFORMER_ROW(v1::node_spec, taints), COINFORMER_ROW(v1::node_spec, configSource), COINFORMER_ROW(v1::node_spec,
    podCIDRs), COINFORMER_ROW(v1::node_spec, podPreemptionPolicy)};
constinit member_type const compiled_members<here::v1::node_spec>::type =
    record_of<here::v1::node_spec>(v1_node_spec_rows);
constexpr member v1_node_condition_rows[] = {COINFORMER_ROW(v1::node_condition, type),
    COINFORMER_ROW(v1::node_condition, status), COINFORMER_ROW(v1::node_condition, lastHeartbeatTime),
    COINFORMER_ROW(v1::node_condition, lastTransitionTime), COINFORMER_ROW(v1::node_condition, reason),
    COINFORMER_ROW(v1::node_condition, message)};
constinit member_type const compiled_members<here::v1::node_condition>::type =
    record_of<here::v1::node_condition>(v1_node_condition_rows);
constexpr member v1_node_address_rows[] = {COINFORMER_ROW(v1::node_address, type), COINFORMER_ROW(v1::node_address,
    address)};
constinit member_type const compiled_members<here::v1::node_address>::type =
    record_of<here::v1::node_address>(v1_node_address_rows);
constexpr member v1_daemon_endpoint_rows[] = {COINFORMER_ROW(v1::daemon_endpoint, Port)};
constinit member_type const compiled_members<here::v1::daemon_endpoint>::type =
    record_of<here::v1::daemon_endpoint>(v1_daemon_endpoint_rows);
constexpr member v1_node_daemon_endpoints_rows[] = {COINFORMER_ROW(v1::node_daemon_endpoints, kubeletEndpoint)};
constinit member_type const compiled_members<here::v1::node_daemon_endpoints>::type =
    record_of<here::v1::node_daemon_endpoints>(v1_node_daemon_endpoints_rows);
constexpr member v1_node_swap_status_rows[] = {COINFORMER_ROW(v1::node_swap_status, capacity)};
constinit member_type const compiled_members<here::v1::node_swap_status>::type =
    record_of<here::v1::node_swap_status>(v1_node_swap_status_rows);
constexpr member v1_node_system_info_rows[] = {COINFORMER_ROW(v1::node_system_info, machineID),
    COINFORMER_ROW(v1::node_system_info, systemUUID), COINFORMER_ROW(v1::node_system_info, bootID),
    COINFORMER_ROW(v1::node_system_info, kernelVersion), COINFORMER_ROW(v1::node_system_info, osImage),
    COINFORMER_ROW(v1::node_system_info, containerRuntimeVersion), COINFORMER_ROW(v1::node_system_info,
    kubeletVersion), COINFORMER_ROW(v1::node_system_info, kubeProxyVersion), COINFORMER_ROW(v1::node_system_info,
    operatingSystem), COINFORMER_ROW(v1::node_system_info, architecture), COINFORMER_ROW(v1::node_system_info, swap),
    COINFORMER_ROW(v1::node_system_info, runningInUserNamespace)};
constinit member_type const compiled_members<here::v1::node_system_info>::type =
    record_of<here::v1::node_system_info>(v1_node_system_info_rows);
constexpr member v1_container_image_rows[] = {COINFORMER_ROW(v1::container_image, names),
    COINFORMER_ROW(v1::container_image, sizeBytes)};
constinit member_type const compiled_members<here::v1::container_image>::type =
    record_of<here::v1::container_image>(v1_container_image_rows);
constexpr member v1_attached_volume_rows[] = {COINFORMER_ROW(v1::attached_volume, name),
    COINFORMER_ROW(v1::attached_volume, devicePath)};
constinit member_type const compiled_members<here::v1::attached_volume>::type =
    record_of<here::v1::attached_volume>(v1_attached_volume_rows);
constexpr member v1_node_config_status_rows[] = {COINFORMER_ROW(v1::node_config_status, assigned),
    COINFORMER_ROW(v1::node_config_status, active), COINFORMER_ROW(v1::node_config_status, lastKnownGood),
    COINFORMER_ROW(v1::node_config_status, error)};
constinit member_type const compiled_members<here::v1::node_config_status>::type =
    record_of<here::v1::node_config_status>(v1_node_config_status_rows);
constexpr member v1_node_runtime_handler_features_rows[] = {COINFORMER_ROW(v1::node_runtime_handler_features,
    recursiveReadOnlyMounts), COINFORMER_ROW(v1::node_runtime_handler_features, userNamespaces)};
constinit member_type const compiled_members<here::v1::node_runtime_handler_features>::type =
    record_of<here::v1::node_runtime_handler_features>(v1_node_runtime_handler_features_rows);
constexpr member v1_node_runtime_handler_rows[] = {COINFORMER_ROW(v1::node_runtime_handler, name),
    COINFORMER_ROW(v1::node_runtime_handler, features)};
constinit member_type const compiled_members<here::v1::node_runtime_handler>::type =
    record_of<here::v1::node_runtime_handler>(v1_node_runtime_handler_rows);
constexpr member v1_node_features_rows[] = {COINFORMER_ROW(v1::node_features, supplementalGroupsPolicy)};
constinit member_type const compiled_members<here::v1::node_features>::type =
    record_of<here::v1::node_features>(v1_node_features_rows);
constexpr member v1_node_status_rows[] = {COINFORMER_ROW(v1::node_status, capacity), COINFORMER_ROW(v1::node_status,
    allocatable), COINFORMER_ROW(v1::node_status, phase), COINFORMER_ROW(v1::node_status, conditions),
    COINFORMER_ROW(v1::node_status, addresses), COINFORMER_ROW(v1::node_status, daemonEndpoints),
    COINFORMER_ROW(v1::node_status, nodeInfo), COINFORMER_ROW(v1::node_status, images),
    COINFORMER_ROW(v1::node_status, volumesInUse), COINFORMER_ROW(v1::node_status, volumesAttached),
    COINFORMER_ROW(v1::node_status, config), COINFORMER_ROW(v1::node_status, runtimeHandlers),
    COINFORMER_ROW(v1::node_status, features), COINFORMER_ROW(v1::node_status, declaredFeatures)};
constinit member_type const compiled_members<here::v1::node_status>::type =
    record_of<here::v1::node_status>(v1_node_status_rows);
constexpr member v1_node_rows[] = {COINFORMER_ROW(v1::node, metadata), COINFORMER_ROW(v1::node, spec),
    COINFORMER_ROW(v1::node, status)};
constinit member_type const compiled_members<here::v1::node>::type = record_of<here::v1::node>(v1_node_rows);
constexpr member v1_node_summary_node_spec_rows[] = {COINFORMER_ROW(v1::node_summary::node_spec, unschedulable)};
constinit member_type const compiled_members<here::v1::node_summary::node_spec>::type =
    record_of<here::v1::node_summary::node_spec>(v1_node_summary_node_spec_rows);
constexpr member v1_node_summary_node_condition_rows[] = {COINFORMER_ROW(v1::node_summary::node_condition, type),
    COINFORMER_ROW(v1::node_summary::node_condition, status), COINFORMER_ROW(v1::node_summary::node_condition,
    reason)};
constinit member_type const compiled_members<here::v1::node_summary::node_condition>::type =
    record_of<here::v1::node_summary::node_condition>(v1_node_summary_node_condition_rows);
constexpr member v1_node_summary_node_system_info_rows[] = {COINFORMER_ROW(v1::node_summary::node_system_info,
    kubeletVersion), COINFORMER_ROW(v1::node_summary::node_system_info, osImage),
    COINFORMER_ROW(v1::node_summary::node_system_info, kernelVersion),
    COINFORMER_ROW(v1::node_summary::node_system_info, containerRuntimeVersion)};
constinit member_type const compiled_members<here::v1::node_summary::node_system_info>::type =
    record_of<here::v1::node_summary::node_system_info>(v1_node_summary_node_system_info_rows);
constexpr member v1_node_summary_node_status_rows[] = {COINFORMER_ROW(v1::node_summary::node_status, conditions),
    COINFORMER_ROW(v1::node_summary::node_status, addresses), COINFORMER_ROW(v1::node_summary::node_status,
    nodeInfo)};
constinit member_type const compiled_members<here::v1::node_summary::node_status>::type =
    record_of<here::v1::node_summary::node_status>(v1_node_summary_node_status_rows);
constexpr member v1_node_summary_rows[] = {COINFORMER_ROW(v1::node_summary, metadata),
    COINFORMER_ROW(v1::node_summary, spec), COINFORMER_ROW(v1::node_summary, status)};
constinit member_type const compiled_members<here::v1::node_summary>::type =
    record_of<here::v1::node_summary>(v1_node_summary_rows);
constexpr member v1_node_selector_rows[] = {COINFORMER_ROW(v1::node_selector, nodeSelectorTerms)};
constinit member_type const compiled_members<here::v1::node_selector>::type =
    record_of<here::v1::node_selector>(v1_node_selector_rows);
constexpr member v1_node_selector_requirement_rows[] = {COINFORMER_ROW(v1::node_selector_requirement, key),
    COINFORMER_ROW(v1::node_selector_requirement, operator_), COINFORMER_ROW(v1::node_selector_requirement, values)};
constinit member_type const compiled_members<here::v1::node_selector_requirement>::type =
    record_of<here::v1::node_selector_requirement>(v1_node_selector_requirement_rows);
constexpr member v1_node_selector_term_rows[] = {COINFORMER_ROW(v1::node_selector_term, matchExpressions),
    COINFORMER_ROW(v1::node_selector_term, matchFields)};
constinit member_type const compiled_members<here::v1::node_selector_term>::type =
    record_of<here::v1::node_selector_term>(v1_node_selector_term_rows);
constexpr member v1_object_reference_rows[] = {COINFORMER_ROW(v1::object_reference, kind),
    COINFORMER_ROW(v1::object_reference, namespace_), COINFORMER_ROW(v1::object_reference, name),
    COINFORMER_ROW(v1::object_reference, uid), COINFORMER_ROW(v1::object_reference, apiVersion),
    COINFORMER_ROW(v1::object_reference, resourceVersion), COINFORMER_ROW(v1::object_reference, fieldPath)};
constinit member_type const compiled_members<here::v1::object_reference>::type =
    record_of<here::v1::object_reference>(v1_object_reference_rows);
constexpr member v1_persistent_volume_status_rows[] = {COINFORMER_ROW(v1::persistent_volume_status, phase),
    COINFORMER_ROW(v1::persistent_volume_status, message), COINFORMER_ROW(v1::persistent_volume_status, reason),
    COINFORMER_ROW(v1::persistent_volume_status, lastPhaseTransitionTime)};
constinit member_type const compiled_members<here::v1::persistent_volume_status>::type =
    record_of<here::v1::persistent_volume_status>(v1_persistent_volume_status_rows);
constexpr member v1_persistent_volume_rows[] = {COINFORMER_ROW(v1::persistent_volume, metadata),
    COINFORMER_ROW(v1::persistent_volume, spec), COINFORMER_ROW(v1::persistent_volume, status)};
constinit member_type const compiled_members<here::v1::persistent_volume>::type =
    record_of<here::v1::persistent_volume>(v1_persistent_volume_rows);
constexpr member v1_persistent_volume_summary_object_reference_rows[] =
    {COINFORMER_ROW(v1::persistent_volume_summary::object_reference, namespace_),
    COINFORMER_ROW(v1::persistent_volume_summary::object_reference, name)};
constinit member_type const compiled_members<here::v1::persistent_volume_summary::object_reference>::type =
    record_of<here::v1::persistent_volume_summary::object_reference>(v1_persistent_volume_summary_object_reference_rows);
constexpr member v1_persistent_volume_summary_persistent_volume_spec_rows[] =
    {COINFORMER_ROW(v1::persistent_volume_summary::persistent_volume_spec, capacity),
    COINFORMER_ROW(v1::persistent_volume_summary::persistent_volume_spec, accessModes),
    COINFORMER_ROW(v1::persistent_volume_summary::persistent_volume_spec, persistentVolumeReclaimPolicy),
    COINFORMER_ROW(v1::persistent_volume_summary::persistent_volume_spec, claimRef),
    COINFORMER_ROW(v1::persistent_volume_summary::persistent_volume_spec, storageClassName),
    COINFORMER_ROW(v1::persistent_volume_summary::persistent_volume_spec, volumeAttributesClassName),
    COINFORMER_ROW(v1::persistent_volume_summary::persistent_volume_spec, volumeMode)};
constinit member_type const compiled_members<here::v1::persistent_volume_summary::persistent_volume_spec>::type =
    record_of<here::v1::persistent_volume_summary::persistent_volume_spec>(v1_persistent_volume_summary_persistent_volume_spec_rows);
constexpr member v1_persistent_volume_summary_persistent_volume_status_rows[] =
    {COINFORMER_ROW(v1::persistent_volume_summary::persistent_volume_status, phase),
    COINFORMER_ROW(v1::persistent_volume_summary::persistent_volume_status, reason)};
constinit member_type const compiled_members<here::v1::persistent_volume_summary::persistent_volume_status>::type =
    record_of<here::v1::persistent_volume_summary::persistent_volume_status>(v1_persistent_volume_summary_persistent_volume_status_rows);
constexpr member v1_persistent_volume_summary_rows[] = {COINFORMER_ROW(v1::persistent_volume_summary, metadata),
    COINFORMER_ROW(v1::persistent_volume_summary, spec), COINFORMER_ROW(v1::persistent_volume_summary, status)};
constinit member_type const compiled_members<here::v1::persistent_volume_summary>::type =
    record_of<here::v1::persistent_volume_summary>(v1_persistent_volume_summary_rows);
constexpr member v1_persistent_volume_claim_condition_rows[] = {COINFORMER_ROW(v1::persistent_volume_claim_condition,
    type), COINFORMER_ROW(v1::persistent_volume_claim_condition, status),
    COINFORMER_ROW(v1::persistent_volume_claim_condition, lastProbeTime),
    COINFORMER_ROW(v1::persistent_volume_claim_condition, lastTransitionTime),
    COINFORMER_ROW(v1::persistent_volume_claim_condition, reason),
    COINFORMER_ROW(v1::persistent_volume_claim_condition, message)};
constinit member_type const compiled_members<here::v1::persistent_volume_claim_condition>::type =
    record_of<here::v1::persistent_volume_claim_condition>(v1_persistent_volume_claim_condition_rows);
constexpr member v1_modify_volume_status_rows[] = {COINFORMER_ROW(v1::modify_volume_status,
    targetVolumeAttributesClassName), COINFORMER_ROW(v1::modify_volume_status, status)};
constinit member_type const compiled_members<here::v1::modify_volume_status>::type =
    record_of<here::v1::modify_volume_status>(v1_modify_volume_status_rows);
constexpr member v1_volume_health_status_rows[] = {COINFORMER_ROW(v1::volume_health_status, healthConditions),
    COINFORMER_ROW(v1::volume_health_status, lastTransitionTime)};
constinit member_type const compiled_members<here::v1::volume_health_status>::type =
    record_of<here::v1::volume_health_status>(v1_volume_health_status_rows);
constexpr member v1_persistent_volume_claim_status_rows[] = {COINFORMER_ROW(v1::persistent_volume_claim_status,
    phase), COINFORMER_ROW(v1::persistent_volume_claim_status, accessModes),
    COINFORMER_ROW(v1::persistent_volume_claim_status, capacity), COINFORMER_ROW(v1::persistent_volume_claim_status,
    conditions), COINFORMER_ROW(v1::persistent_volume_claim_status, allocatedResources),
    COINFORMER_ROW(v1::persistent_volume_claim_status, allocatedResourceStatuses),
    COINFORMER_ROW(v1::persistent_volume_claim_status, currentVolumeAttributesClassName),
    COINFORMER_ROW(v1::persistent_volume_claim_status, modifyVolumeStatus),
    COINFORMER_ROW(v1::persistent_volume_claim_status, healthStatus)};
constinit member_type const compiled_members<here::v1::persistent_volume_claim_status>::type =
    record_of<here::v1::persistent_volume_claim_status>(v1_persistent_volume_claim_status_rows);
constexpr member v1_persistent_volume_claim_rows[] = {COINFORMER_ROW(v1::persistent_volume_claim, metadata),
    COINFORMER_ROW(v1::persistent_volume_claim, spec), COINFORMER_ROW(v1::persistent_volume_claim, status)};
constinit member_type const compiled_members<here::v1::persistent_volume_claim>::type =
    record_of<here::v1::persistent_volume_claim>(v1_persistent_volume_claim_rows);
constexpr member v1_persistent_volume_claim_summary_persistent_volume_claim_spec_rows[] =
    {COINFORMER_ROW(v1::persistent_volume_claim_summary::persistent_volume_claim_spec, volumeName),
    COINFORMER_ROW(v1::persistent_volume_claim_summary::persistent_volume_claim_spec, storageClassName),
    COINFORMER_ROW(v1::persistent_volume_claim_summary::persistent_volume_claim_spec, volumeAttributesClassName),
    COINFORMER_ROW(v1::persistent_volume_claim_summary::persistent_volume_claim_spec, volumeMode)};
constinit member_type const
    compiled_members<here::v1::persistent_volume_claim_summary::persistent_volume_claim_spec>::type =
    record_of<here::v1::persistent_volume_claim_summary::persistent_volume_claim_spec>(v1_persistent_volume_claim_summary_persistent_volume_claim_spec_rows);
constexpr member v1_persistent_volume_claim_summary_persistent_volume_claim_status_rows[] =
    {COINFORMER_ROW(v1::persistent_volume_claim_summary::persistent_volume_claim_status, phase),
    COINFORMER_ROW(v1::persistent_volume_claim_summary::persistent_volume_claim_status, capacity),
    COINFORMER_ROW(v1::persistent_volume_claim_summary::persistent_volume_claim_status, accessModes)};
constinit member_type const
    compiled_members<here::v1::persistent_volume_claim_summary::persistent_volume_claim_status>::type =
    record_of<here::v1::persistent_volume_claim_summary::persistent_volume_claim_status>(v1_persistent_volume_claim_summary_persistent_volume_claim_status_rows);
constexpr member v1_persistent_volume_claim_summary_rows[] = {COINFORMER_ROW(v1::persistent_volume_claim_summary,
    metadata), COINFORMER_ROW(v1::persistent_volume_claim_summary, spec),
    COINFORMER_ROW(v1::persistent_volume_claim_summary, status)};
constinit member_type const compiled_members<here::v1::persistent_volume_claim_summary>::type =
    record_of<here::v1::persistent_volume_claim_summary>(v1_persistent_volume_claim_summary_rows);
constexpr member v1_volume_resource_requirements_rows[] = {COINFORMER_ROW(v1::volume_resource_requirements, limits),
    COINFORMER_ROW(v1::volume_resource_requirements, requests)};
constinit member_type const compiled_members<here::v1::volume_resource_requirements>::type =
    record_of<here::v1::volume_resource_requirements>(v1_volume_resource_requirements_rows);
constexpr member v1_typed_object_reference_rows[] = {COINFORMER_ROW(v1::typed_object_reference, apiGroup),
    COINFORMER_ROW(v1::typed_object_reference, kind), COINFORMER_ROW(v1::typed_object_reference, name),
    COINFORMER_ROW(v1::typed_object_reference, namespace_)};
constinit member_type const compiled_members<here::v1::typed_object_reference>::type =
    record_of<here::v1::typed_object_reference>(v1_typed_object_reference_rows);
constexpr member v1_persistent_volume_claim_spec_rows[] = {COINFORMER_ROW(v1::persistent_volume_claim_spec,
    accessModes), COINFORMER_ROW(v1::persistent_volume_claim_spec, resources),
    COINFORMER_ROW(v1::persistent_volume_claim_spec, volumeName), COINFORMER_ROW(v1::persistent_volume_claim_spec,
    selector), COINFORMER_ROW(v1::persistent_volume_claim_spec, storageClassName),
    COINFORMER_ROW(v1::persistent_volume_claim_spec, volumeMode), COINFORMER_ROW(v1::persistent_volume_claim_spec,
    dataSource), COINFORMER_ROW(v1::persistent_volume_claim_spec, dataSourceRef),
    COINFORMER_ROW(v1::persistent_volume_claim_spec, volumeAttributesClassName)};
constinit member_type const compiled_members<here::v1::persistent_volume_claim_spec>::type =
    record_of<here::v1::persistent_volume_claim_spec>(v1_persistent_volume_claim_spec_rows);
constexpr member v1_glusterfs_persistent_volume_source_rows[] =
    {COINFORMER_ROW(v1::glusterfs_persistent_volume_source, endpoints),
    COINFORMER_ROW(v1::glusterfs_persistent_volume_source, path),
    COINFORMER_ROW(v1::glusterfs_persistent_volume_source, readOnly),
    COINFORMER_ROW(v1::glusterfs_persistent_volume_source, endpointsNamespace)};
constinit member_type const compiled_members<here::v1::glusterfs_persistent_volume_source>::type =
    record_of<here::v1::glusterfs_persistent_volume_source>(v1_glusterfs_persistent_volume_source_rows);
constexpr member v1_secret_reference_rows[] = {COINFORMER_ROW(v1::secret_reference, name),
    COINFORMER_ROW(v1::secret_reference, namespace_)};
constinit member_type const compiled_members<here::v1::secret_reference>::type =
    record_of<here::v1::secret_reference>(v1_secret_reference_rows);
constexpr member v1_rbd_persistent_volume_source_rows[] = {COINFORMER_ROW(v1::rbd_persistent_volume_source, monitors),
    COINFORMER_ROW(v1::rbd_persistent_volume_source, image), COINFORMER_ROW(v1::rbd_persistent_volume_source, fsType),
    COINFORMER_ROW(v1::rbd_persistent_volume_source, pool), COINFORMER_ROW(v1::rbd_persistent_volume_source, user),
    COINFORMER_ROW(v1::rbd_persistent_volume_source, keyring), COINFORMER_ROW(v1::rbd_persistent_volume_source,
    secretRef), COINFORMER_ROW(v1::rbd_persistent_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::rbd_persistent_volume_source>::type =
    record_of<here::v1::rbd_persistent_volume_source>(v1_rbd_persistent_volume_source_rows);
constexpr member v1_iscsi_persistent_volume_source_rows[] = {COINFORMER_ROW(v1::iscsi_persistent_volume_source,
    targetPortal), COINFORMER_ROW(v1::iscsi_persistent_volume_source, iqn),
    COINFORMER_ROW(v1::iscsi_persistent_volume_source, lun), COINFORMER_ROW(v1::iscsi_persistent_volume_source,
    iscsiInterface), COINFORMER_ROW(v1::iscsi_persistent_volume_source, fsType),
    COINFORMER_ROW(v1::iscsi_persistent_volume_source, readOnly), COINFORMER_ROW(v1::iscsi_persistent_volume_source,
    portals), COINFORMER_ROW(v1::iscsi_persistent_volume_source, chapAuthDiscovery),
    COINFORMER_ROW(v1::iscsi_persistent_volume_source, secretRef), COINFORMER_ROW(v1::iscsi_persistent_volume_source,
    chapAuthSession), COINFORMER_ROW(v1::iscsi_persistent_volume_source, initiatorName)};
constinit member_type const compiled_members<here::v1::iscsi_persistent_volume_source>::type =
    record_of<here::v1::iscsi_persistent_volume_source>(v1_iscsi_persistent_volume_source_rows);
constexpr member v1_cinder_persistent_volume_source_rows[] = {COINFORMER_ROW(v1::cinder_persistent_volume_source,
    volumeID), COINFORMER_ROW(v1::cinder_persistent_volume_source, fsType),
    COINFORMER_ROW(v1::cinder_persistent_volume_source, readOnly), COINFORMER_ROW(v1::cinder_persistent_volume_source,
    secretRef)};
constinit member_type const compiled_members<here::v1::cinder_persistent_volume_source>::type =
    record_of<here::v1::cinder_persistent_volume_source>(v1_cinder_persistent_volume_source_rows);
constexpr member v1_ceph_fs_persistent_volume_source_rows[] = {COINFORMER_ROW(v1::ceph_fs_persistent_volume_source,
    monitors), COINFORMER_ROW(v1::ceph_fs_persistent_volume_source, path),
    COINFORMER_ROW(v1::ceph_fs_persistent_volume_source, user), COINFORMER_ROW(v1::ceph_fs_persistent_volume_source,
    secretFile), COINFORMER_ROW(v1::ceph_fs_persistent_volume_source, secretRef),
    COINFORMER_ROW(v1::ceph_fs_persistent_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::ceph_fs_persistent_volume_source>::type =
    record_of<here::v1::ceph_fs_persistent_volume_source>(v1_ceph_fs_persistent_volume_source_rows);
constexpr member v1_flex_persistent_volume_source_rows[] = {COINFORMER_ROW(v1::flex_persistent_volume_source, driver),
    COINFORMER_ROW(v1::flex_persistent_volume_source, fsType), COINFORMER_ROW(v1::flex_persistent_volume_source,
    secretRef), COINFORMER_ROW(v1::flex_persistent_volume_source, readOnly),
    COINFORMER_ROW(v1::flex_persistent_volume_source, options)};
constinit member_type const compiled_members<here::v1::flex_persistent_volume_source>::type =
    record_of<here::v1::flex_persistent_volume_source>(v1_flex_persistent_volume_source_rows);
constexpr member v1_azure_file_persistent_volume_source_rows[] =
    {COINFORMER_ROW(v1::azure_file_persistent_volume_source, secretName),
    COINFORMER_ROW(v1::azure_file_persistent_volume_source, shareName),
    COINFORMER_ROW(v1::azure_file_persistent_volume_source, readOnly),
    COINFORMER_ROW(v1::azure_file_persistent_volume_source, secretNamespace)};
constinit member_type const compiled_members<here::v1::azure_file_persistent_volume_source>::type =
    record_of<here::v1::azure_file_persistent_volume_source>(v1_azure_file_persistent_volume_source_rows);
constexpr member v1_scale_io_persistent_volume_source_rows[] = {COINFORMER_ROW(v1::scale_io_persistent_volume_source,
    gateway), COINFORMER_ROW(v1::scale_io_persistent_volume_source, system),
    COINFORMER_ROW(v1::scale_io_persistent_volume_source, secretRef),
    COINFORMER_ROW(v1::scale_io_persistent_volume_source, sslEnabled),
    COINFORMER_ROW(v1::scale_io_persistent_volume_source, protectionDomain),
    COINFORMER_ROW(v1::scale_io_persistent_volume_source, storagePool),
    COINFORMER_ROW(v1::scale_io_persistent_volume_source, storageMode),
    COINFORMER_ROW(v1::scale_io_persistent_volume_source, volumeName),
    COINFORMER_ROW(v1::scale_io_persistent_volume_source, fsType),
    COINFORMER_ROW(v1::scale_io_persistent_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::scale_io_persistent_volume_source>::type =
    record_of<here::v1::scale_io_persistent_volume_source>(v1_scale_io_persistent_volume_source_rows);
constexpr member v1_local_volume_source_rows[] = {COINFORMER_ROW(v1::local_volume_source, path),
    COINFORMER_ROW(v1::local_volume_source, fsType)};
constinit member_type const compiled_members<here::v1::local_volume_source>::type =
    record_of<here::v1::local_volume_source>(v1_local_volume_source_rows);
constexpr member v1_storage_os_persistent_volume_source_rows[] =
    {COINFORMER_ROW(v1::storage_os_persistent_volume_source, volumeName),
    COINFORMER_ROW(v1::storage_os_persistent_volume_source, volumeNamespace),
    COINFORMER_ROW(v1::storage_os_persistent_volume_source, fsType),
    COINFORMER_ROW(v1::storage_os_persistent_volume_source, readOnly),
    COINFORMER_ROW(v1::storage_os_persistent_volume_source, secretRef)};
constinit member_type const compiled_members<here::v1::storage_os_persistent_volume_source>::type =
    record_of<here::v1::storage_os_persistent_volume_source>(v1_storage_os_persistent_volume_source_rows);
constexpr member v1_csi_persistent_volume_source_rows[] = {COINFORMER_ROW(v1::csi_persistent_volume_source, driver),
    COINFORMER_ROW(v1::csi_persistent_volume_source, volumeHandle), COINFORMER_ROW(v1::csi_persistent_volume_source,
    readOnly), COINFORMER_ROW(v1::csi_persistent_volume_source, fsType),
    COINFORMER_ROW(v1::csi_persistent_volume_source, volumeAttributes),
    COINFORMER_ROW(v1::csi_persistent_volume_source, controllerPublishSecretRef),
    COINFORMER_ROW(v1::csi_persistent_volume_source, nodeStageSecretRef),
    COINFORMER_ROW(v1::csi_persistent_volume_source, nodePublishSecretRef),
    COINFORMER_ROW(v1::csi_persistent_volume_source, controllerExpandSecretRef),
    COINFORMER_ROW(v1::csi_persistent_volume_source, nodeExpandSecretRef)};
constinit member_type const compiled_members<here::v1::csi_persistent_volume_source>::type =
    record_of<here::v1::csi_persistent_volume_source>(v1_csi_persistent_volume_source_rows);
constexpr member v1_volume_node_affinity_rows[] = {COINFORMER_ROW(v1::volume_node_affinity, required)};
constinit member_type const compiled_members<here::v1::volume_node_affinity>::type =
    record_of<here::v1::volume_node_affinity>(v1_volume_node_affinity_rows);
constexpr member v1_persistent_volume_spec_rows[] = {COINFORMER_ROW(v1::persistent_volume_spec, capacity),
    COINFORMER_ROW(v1::persistent_volume_spec, gcePersistentDisk), COINFORMER_ROW(v1::persistent_volume_spec,
    awsElasticBlockStore), COINFORMER_ROW(v1::persistent_volume_spec, hostPath),
    COINFORMER_ROW(v1::persistent_volume_spec, glusterfs), COINFORMER_ROW(v1::persistent_volume_spec, nfs),
    COINFORMER_ROW(v1::persistent_volume_spec, rbd), COINFORMER_ROW(v1::persistent_volume_spec, iscsi),
    COINFORMER_ROW(v1::persistent_volume_spec, cinder), COINFORMER_ROW(v1::persistent_volume_spec, cephfs),
    COINFORMER_ROW(v1::persistent_volume_spec, fc), COINFORMER_ROW(v1::persistent_volume_spec, flocker),
    COINFORMER_ROW(v1::persistent_volume_spec, flexVolume), COINFORMER_ROW(v1::persistent_volume_spec, azureFile),
    COINFORMER_ROW(v1::persistent_volume_spec, vsphereVolume), COINFORMER_ROW(v1::persistent_volume_spec, quobyte),
    COINFORMER_ROW(v1::persistent_volume_spec, azureDisk), COINFORMER_ROW(v1::persistent_volume_spec,
    photonPersistentDisk), COINFORMER_ROW(v1::persistent_volume_spec, portworxVolume),
    COINFORMER_ROW(v1::persistent_volume_spec, scaleIO), COINFORMER_ROW(v1::persistent_volume_spec, local),
    COINFORMER_ROW(v1::persistent_volume_spec, storageos), COINFORMER_ROW(v1::persistent_volume_spec, csi),
    COINFORMER_ROW(v1::persistent_volume_spec, accessModes), COINFORMER_ROW(v1::persistent_volume_spec, claimRef),
    COINFORMER_ROW(v1::persistent_volume_spec, persistentVolumeReclaimPolicy),
    COINFORMER_ROW(v1::persistent_volume_spec, storageClassName), COINFORMER_ROW(v1::persistent_volume_spec,
    mountOptions), COINFORMER_ROW(v1::persistent_volume_spec, volumeMode), COINFORMER_ROW(v1::persistent_volume_spec,
    nodeAffinity), COINFORMER_ROW(v1::persistent_volume_spec, volumeAttributesClassName)};
constinit member_type const compiled_members<here::v1::persistent_volume_spec>::type =
    record_of<here::v1::persistent_volume_spec>(v1_persistent_volume_spec_rows);
constexpr member v1_photon_persistent_disk_volume_source_rows[] =
    {COINFORMER_ROW(v1::photon_persistent_disk_volume_source, pdID),
    COINFORMER_ROW(v1::photon_persistent_disk_volume_source, fsType)};
constinit member_type const compiled_members<here::v1::photon_persistent_disk_volume_source>::type =
    record_of<here::v1::photon_persistent_disk_volume_source>(v1_photon_persistent_disk_volume_source_rows);
constexpr member v1_pod_condition_rows[] = {COINFORMER_ROW(v1::pod_condition, type), COINFORMER_ROW(v1::pod_condition,
    status), COINFORMER_ROW(v1::pod_condition, lastProbeTime), COINFORMER_ROW(v1::pod_condition, lastTransitionTime),
    COINFORMER_ROW(v1::pod_condition, reason), COINFORMER_ROW(v1::pod_condition, message),
    COINFORMER_ROW(v1::pod_condition, observedGeneration)};
constinit member_type const compiled_members<here::v1::pod_condition>::type =
    record_of<here::v1::pod_condition>(v1_pod_condition_rows);
constexpr member v1_container_state_waiting_rows[] = {COINFORMER_ROW(v1::container_state_waiting, reason),
    COINFORMER_ROW(v1::container_state_waiting, message)};
constinit member_type const compiled_members<here::v1::container_state_waiting>::type =
    record_of<here::v1::container_state_waiting>(v1_container_state_waiting_rows);
constexpr member v1_container_state_running_rows[] = {COINFORMER_ROW(v1::container_state_running, startedAt)};
constinit member_type const compiled_members<here::v1::container_state_running>::type =
    record_of<here::v1::container_state_running>(v1_container_state_running_rows);
constexpr member v1_container_state_terminated_rows[] = {COINFORMER_ROW(v1::container_state_terminated, exitCode),
    COINFORMER_ROW(v1::container_state_terminated, signal), COINFORMER_ROW(v1::container_state_terminated, reason),
    COINFORMER_ROW(v1::container_state_terminated, message), COINFORMER_ROW(v1::container_state_terminated,
    startedAt), COINFORMER_ROW(v1::container_state_terminated, finishedAt),
    COINFORMER_ROW(v1::container_state_terminated, containerID)};
constinit member_type const compiled_members<here::v1::container_state_terminated>::type =
    record_of<here::v1::container_state_terminated>(v1_container_state_terminated_rows);
constexpr member v1_container_state_rows[] = {COINFORMER_ROW(v1::container_state, waiting),
    COINFORMER_ROW(v1::container_state, running), COINFORMER_ROW(v1::container_state, terminated)};
constinit member_type const compiled_members<here::v1::container_state>::type =
    record_of<here::v1::container_state>(v1_container_state_rows);
constexpr member v1_image_volume_status_rows[] = {COINFORMER_ROW(v1::image_volume_status, imageRef)};
constinit member_type const compiled_members<here::v1::image_volume_status>::type =
    record_of<here::v1::image_volume_status>(v1_image_volume_status_rows);
constexpr member v1_volume_status_rows[] = {COINFORMER_ROW(v1::volume_status, image)};
constinit member_type const compiled_members<here::v1::volume_status>::type =
    record_of<here::v1::volume_status>(v1_volume_status_rows);
constexpr member v1_volume_mount_status_rows[] = {COINFORMER_ROW(v1::volume_mount_status, name),
    COINFORMER_ROW(v1::volume_mount_status, mountPath), COINFORMER_ROW(v1::volume_mount_status, readOnly),
    COINFORMER_ROW(v1::volume_mount_status, recursiveReadOnly), COINFORMER_ROW(v1::volume_mount_status,
    volumeStatus)};
constinit member_type const compiled_members<here::v1::volume_mount_status>::type =
    record_of<here::v1::volume_mount_status>(v1_volume_mount_status_rows);
constexpr member v1_linux_container_user_rows[] = {COINFORMER_ROW(v1::linux_container_user, uid),
    COINFORMER_ROW(v1::linux_container_user, gid), COINFORMER_ROW(v1::linux_container_user, supplementalGroups)};
constinit member_type const compiled_members<here::v1::linux_container_user>::type =
    record_of<here::v1::linux_container_user>(v1_linux_container_user_rows);
constexpr member v1_container_user_rows[] = {COINFORMER_ROW(v1::container_user, linux_)};
constinit member_type const compiled_members<here::v1::container_user>::type =
    record_of<here::v1::container_user>(v1_container_user_rows);
constexpr member v1_resource_health_rows[] = {COINFORMER_ROW(v1::resource_health, resourceID),
    COINFORMER_ROW(v1::resource_health, health), COINFORMER_ROW(v1::resource_health, message)};
constinit member_type const compiled_members<here::v1::resource_health>::type =
    record_of<here::v1::resource_health>(v1_resource_health_rows);
constexpr member v1_resource_status_rows[] = {COINFORMER_ROW(v1::resource_status, name),
    COINFORMER_ROW(v1::resource_status, resources)};
constinit member_type const compiled_members<here::v1::resource_status>::type =
    record_of<here::v1::resource_status>(v1_resource_status_rows);
constexpr member v1_container_status_rows[] = {COINFORMER_ROW(v1::container_status, name),
    COINFORMER_ROW(v1::container_status, state), COINFORMER_ROW(v1::container_status, lastState),
    COINFORMER_ROW(v1::container_status, ready), COINFORMER_ROW(v1::container_status, restartCount),
    COINFORMER_ROW(v1::container_status, image), COINFORMER_ROW(v1::container_status, imageID),
    COINFORMER_ROW(v1::container_status, containerID), COINFORMER_ROW(v1::container_status, started),
    COINFORMER_ROW(v1::container_status, allocatedResources), COINFORMER_ROW(v1::container_status, resources),
    COINFORMER_ROW(v1::container_status, volumeMounts), COINFORMER_ROW(v1::container_status, user),
    COINFORMER_ROW(v1::container_status, allocatedResourcesStatus), COINFORMER_ROW(v1::container_status, stopSignal)};
constinit member_type const compiled_members<here::v1::container_status>::type =
    record_of<here::v1::container_status>(v1_container_status_rows);
constexpr member v1_pod_ip_rows[] = {COINFORMER_ROW(v1::pod_ip, ip)};
constinit member_type const compiled_members<here::v1::pod_ip>::type = record_of<here::v1::pod_ip>(v1_pod_ip_rows);
constexpr member v1_pod_resource_claim_status_rows[] = {COINFORMER_ROW(v1::pod_resource_claim_status, name),
    COINFORMER_ROW(v1::pod_resource_claim_status, resourceClaimName)};
constinit member_type const compiled_members<here::v1::pod_resource_claim_status>::type =
    record_of<here::v1::pod_resource_claim_status>(v1_pod_resource_claim_status_rows);
constexpr member v1_host_ip_rows[] = {COINFORMER_ROW(v1::host_ip, ip)};
constinit member_type const compiled_members<here::v1::host_ip>::type = record_of<here::v1::host_ip>(v1_host_ip_rows);
constexpr member v1_container_extended_resource_request_rows[] =
    {COINFORMER_ROW(v1::container_extended_resource_request, containerName),
    COINFORMER_ROW(v1::container_extended_resource_request, resourceName),
    COINFORMER_ROW(v1::container_extended_resource_request, requestName)};
constinit member_type const compiled_members<here::v1::container_extended_resource_request>::type =
    record_of<here::v1::container_extended_resource_request>(v1_container_extended_resource_request_rows);
constexpr member v1_pod_extended_resource_claim_status_rows[] =
    {COINFORMER_ROW(v1::pod_extended_resource_claim_status, requestMappings),
    COINFORMER_ROW(v1::pod_extended_resource_claim_status, resourceClaimName)};
constinit member_type const compiled_members<here::v1::pod_extended_resource_claim_status>::type =
    record_of<here::v1::pod_extended_resource_claim_status>(v1_pod_extended_resource_claim_status_rows);
constexpr member v1_node_allocatable_mapped_resources_rows[] = {COINFORMER_ROW(v1::node_allocatable_mapped_resources,
    name), COINFORMER_ROW(v1::node_allocatable_mapped_resources, quantity)};
constinit member_type const compiled_members<here::v1::node_allocatable_mapped_resources>::type =
    record_of<here::v1::node_allocatable_mapped_resources>(v1_node_allocatable_mapped_resources_rows);
constexpr member v1_node_allocatable_overhead_resources_rows[] =
    {COINFORMER_ROW(v1::node_allocatable_overhead_resources, name),
    COINFORMER_ROW(v1::node_allocatable_overhead_resources, perPod),
    COINFORMER_ROW(v1::node_allocatable_overhead_resources, perContainer)};
constinit member_type const compiled_members<here::v1::node_allocatable_overhead_resources>::type =
    record_of<here::v1::node_allocatable_overhead_resources>(v1_node_allocatable_overhead_resources_rows);
constexpr member v1_node_allocatable_resource_claim_status_rows[] =
    {COINFORMER_ROW(v1::node_allocatable_resource_claim_status, resourceClaimName),
    COINFORMER_ROW(v1::node_allocatable_resource_claim_status, containers),
    COINFORMER_ROW(v1::node_allocatable_resource_claim_status, mapping),
    COINFORMER_ROW(v1::node_allocatable_resource_claim_status, overhead)};
constinit member_type const compiled_members<here::v1::node_allocatable_resource_claim_status>::type =
    record_of<here::v1::node_allocatable_resource_claim_status>(v1_node_allocatable_resource_claim_status_rows);
constexpr member v1_pod_volume_health_rows[] = {COINFORMER_ROW(v1::pod_volume_health, name),
    COINFORMER_ROW(v1::pod_volume_health, healthConditions), COINFORMER_ROW(v1::pod_volume_health,
    lastTransitionTime)};
constinit member_type const compiled_members<here::v1::pod_volume_health>::type =
    record_of<here::v1::pod_volume_health>(v1_pod_volume_health_rows);
constexpr member v1_pod_status_rows[] = {COINFORMER_ROW(v1::pod_status, phase), COINFORMER_ROW(v1::pod_status,
    conditions), COINFORMER_ROW(v1::pod_status, message), COINFORMER_ROW(v1::pod_status, reason),
    COINFORMER_ROW(v1::pod_status, hostIP), COINFORMER_ROW(v1::pod_status, podIP), COINFORMER_ROW(v1::pod_status,
    startTime), COINFORMER_ROW(v1::pod_status, containerStatuses), COINFORMER_ROW(v1::pod_status, qosClass),
    COINFORMER_ROW(v1::pod_status, initContainerStatuses), COINFORMER_ROW(v1::pod_status, nominatedNodeName),
    COINFORMER_ROW(v1::pod_status, podIPs), COINFORMER_ROW(v1::pod_status, ephemeralContainerStatuses),
    COINFORMER_ROW(v1::pod_status, resize), COINFORMER_ROW(v1::pod_status, resourceClaimStatuses),
    COINFORMER_ROW(v1::pod_status, hostIPs), COINFORMER_ROW(v1::pod_status, observedGeneration),
    COINFORMER_ROW(v1::pod_status, extendedResourceClaimStatus), COINFORMER_ROW(v1::pod_status, allocatedResources),
    COINFORMER_ROW(v1::pod_status, resources), COINFORMER_ROW(v1::pod_status, nodeAllocatableResourceClaimStatuses),
    COINFORMER_ROW(v1::pod_status, volumeHealth)};
constinit member_type const compiled_members<here::v1::pod_status>::type =
    record_of<here::v1::pod_status>(v1_pod_status_rows);
constexpr member v1_pod_rows[] = {COINFORMER_ROW(v1::pod, metadata), COINFORMER_ROW(v1::pod, spec),
    COINFORMER_ROW(v1::pod, status)};
constinit member_type const compiled_members<here::v1::pod>::type = record_of<here::v1::pod>(v1_pod_rows);
constexpr member v1_pod_summary_container_rows[] = {COINFORMER_ROW(v1::pod_summary::container, name),
    COINFORMER_ROW(v1::pod_summary::container, restartPolicy)};
constinit member_type const compiled_members<here::v1::pod_summary::container>::type =
    record_of<here::v1::pod_summary::container>(v1_pod_summary_container_rows);
constexpr member v1_pod_summary_pod_spec_rows[] = {COINFORMER_ROW(v1::pod_summary::pod_spec, nodeName),
    COINFORMER_ROW(v1::pod_summary::pod_spec, initContainers), COINFORMER_ROW(v1::pod_summary::pod_spec, containers),
    COINFORMER_ROW(v1::pod_summary::pod_spec, readinessGates)};
constinit member_type const compiled_members<here::v1::pod_summary::pod_spec>::type =
    record_of<here::v1::pod_summary::pod_spec>(v1_pod_summary_pod_spec_rows);
constexpr member v1_pod_summary_pod_condition_rows[] = {COINFORMER_ROW(v1::pod_summary::pod_condition, type),
    COINFORMER_ROW(v1::pod_summary::pod_condition, status), COINFORMER_ROW(v1::pod_summary::pod_condition, reason)};
constinit member_type const compiled_members<here::v1::pod_summary::pod_condition>::type =
    record_of<here::v1::pod_summary::pod_condition>(v1_pod_summary_pod_condition_rows);
constexpr member v1_pod_summary_container_state_running_rows[] =
    {COINFORMER_ROW(v1::pod_summary::container_state_running, startedAt)};
constinit member_type const compiled_members<here::v1::pod_summary::container_state_running>::type =
    record_of<here::v1::pod_summary::container_state_running>(v1_pod_summary_container_state_running_rows);
constexpr member v1_pod_summary_container_state_waiting_rows[] =
    {COINFORMER_ROW(v1::pod_summary::container_state_waiting, reason)};
constinit member_type const compiled_members<here::v1::pod_summary::container_state_waiting>::type =
    record_of<here::v1::pod_summary::container_state_waiting>(v1_pod_summary_container_state_waiting_rows);
constexpr member v1_pod_summary_container_state_terminated_rows[] =
    {COINFORMER_ROW(v1::pod_summary::container_state_terminated, reason),
    COINFORMER_ROW(v1::pod_summary::container_state_terminated, exitCode),
    COINFORMER_ROW(v1::pod_summary::container_state_terminated, signal),
    COINFORMER_ROW(v1::pod_summary::container_state_terminated, finishedAt)};
constinit member_type const compiled_members<here::v1::pod_summary::container_state_terminated>::type =
    record_of<here::v1::pod_summary::container_state_terminated>(v1_pod_summary_container_state_terminated_rows);
constexpr member v1_pod_summary_container_state_rows[] = {COINFORMER_ROW(v1::pod_summary::container_state, running),
    COINFORMER_ROW(v1::pod_summary::container_state, waiting), COINFORMER_ROW(v1::pod_summary::container_state,
    terminated)};
constinit member_type const compiled_members<here::v1::pod_summary::container_state>::type =
    record_of<here::v1::pod_summary::container_state>(v1_pod_summary_container_state_rows);
constexpr member v1_pod_summary_container_status_rows[] = {COINFORMER_ROW(v1::pod_summary::container_status, name),
    COINFORMER_ROW(v1::pod_summary::container_status, ready), COINFORMER_ROW(v1::pod_summary::container_status,
    started), COINFORMER_ROW(v1::pod_summary::container_status, restartCount),
    COINFORMER_ROW(v1::pod_summary::container_status, state), COINFORMER_ROW(v1::pod_summary::container_status,
    lastState)};
constinit member_type const compiled_members<here::v1::pod_summary::container_status>::type =
    record_of<here::v1::pod_summary::container_status>(v1_pod_summary_container_status_rows);
constexpr member v1_pod_summary_pod_status_rows[] = {COINFORMER_ROW(v1::pod_summary::pod_status, phase),
    COINFORMER_ROW(v1::pod_summary::pod_status, reason), COINFORMER_ROW(v1::pod_summary::pod_status, podIP),
    COINFORMER_ROW(v1::pod_summary::pod_status, nominatedNodeName), COINFORMER_ROW(v1::pod_summary::pod_status,
    conditions), COINFORMER_ROW(v1::pod_summary::pod_status, initContainerStatuses),
    COINFORMER_ROW(v1::pod_summary::pod_status, containerStatuses)};
constinit member_type const compiled_members<here::v1::pod_summary::pod_status>::type =
    record_of<here::v1::pod_summary::pod_status>(v1_pod_summary_pod_status_rows);
constexpr member v1_pod_summary_rows[] = {COINFORMER_ROW(v1::pod_summary, metadata), COINFORMER_ROW(v1::pod_summary,
    spec), COINFORMER_ROW(v1::pod_summary, status)};
constinit member_type const compiled_members<here::v1::pod_summary>::type =
    record_of<here::v1::pod_summary>(v1_pod_summary_rows);
constexpr member v1_empty_dir_volume_source_rows[] = {COINFORMER_ROW(v1::empty_dir_volume_source, medium),
    COINFORMER_ROW(v1::empty_dir_volume_source, sizeLimit), COINFORMER_ROW(v1::empty_dir_volume_source, mode)};
constinit member_type const compiled_members<here::v1::empty_dir_volume_source>::type =
    record_of<here::v1::empty_dir_volume_source>(v1_empty_dir_volume_source_rows);
constexpr member v1_git_repo_volume_source_rows[] = {COINFORMER_ROW(v1::git_repo_volume_source, repository),
    COINFORMER_ROW(v1::git_repo_volume_source, revision), COINFORMER_ROW(v1::git_repo_volume_source, directory)};
constinit member_type const compiled_members<here::v1::git_repo_volume_source>::type =
    record_of<here::v1::git_repo_volume_source>(v1_git_repo_volume_source_rows);
constexpr member v1_key_to_path_rows[] = {COINFORMER_ROW(v1::key_to_path, key), COINFORMER_ROW(v1::key_to_path, path),
    COINFORMER_ROW(v1::key_to_path, mode), COINFORMER_ROW(v1::key_to_path, user)};
constinit member_type const compiled_members<here::v1::key_to_path>::type =
    record_of<here::v1::key_to_path>(v1_key_to_path_rows);
constexpr member v1_secret_volume_source_rows[] = {COINFORMER_ROW(v1::secret_volume_source, secretName),
    COINFORMER_ROW(v1::secret_volume_source, items), COINFORMER_ROW(v1::secret_volume_source, defaultMode),
    COINFORMER_ROW(v1::secret_volume_source, optional), COINFORMER_ROW(v1::secret_volume_source, defaultUser)};
constinit member_type const compiled_members<here::v1::secret_volume_source>::type =
    record_of<here::v1::secret_volume_source>(v1_secret_volume_source_rows);
constexpr member v1_iscsi_volume_source_rows[] = {COINFORMER_ROW(v1::iscsi_volume_source, targetPortal),
    COINFORMER_ROW(v1::iscsi_volume_source, iqn), COINFORMER_ROW(v1::iscsi_volume_source, lun),
    COINFORMER_ROW(v1::iscsi_volume_source, iscsiInterface), COINFORMER_ROW(v1::iscsi_volume_source, fsType),
    COINFORMER_ROW(v1::iscsi_volume_source, readOnly), COINFORMER_ROW(v1::iscsi_volume_source, portals),
    COINFORMER_ROW(v1::iscsi_volume_source, chapAuthDiscovery), COINFORMER_ROW(v1::iscsi_volume_source, secretRef),
    COINFORMER_ROW(v1::iscsi_volume_source, chapAuthSession), COINFORMER_ROW(v1::iscsi_volume_source, initiatorName)};
constinit member_type const compiled_members<here::v1::iscsi_volume_source>::type =
    record_of<here::v1::iscsi_volume_source>(v1_iscsi_volume_source_rows);
constexpr member v1_glusterfs_volume_source_rows[] = {COINFORMER_ROW(v1::glusterfs_volume_source, endpoints),
    COINFORMER_ROW(v1::glusterfs_volume_source, path), COINFORMER_ROW(v1::glusterfs_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::glusterfs_volume_source>::type =
    record_of<here::v1::glusterfs_volume_source>(v1_glusterfs_volume_source_rows);
constexpr member v1_persistent_volume_claim_volume_source_rows[] =
    {COINFORMER_ROW(v1::persistent_volume_claim_volume_source, claimName),
    COINFORMER_ROW(v1::persistent_volume_claim_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::persistent_volume_claim_volume_source>::type =
    record_of<here::v1::persistent_volume_claim_volume_source>(v1_persistent_volume_claim_volume_source_rows);
constexpr member v1_rbd_volume_source_rows[] = {COINFORMER_ROW(v1::rbd_volume_source, monitors),
    COINFORMER_ROW(v1::rbd_volume_source, image), COINFORMER_ROW(v1::rbd_volume_source, fsType),
    COINFORMER_ROW(v1::rbd_volume_source, pool), COINFORMER_ROW(v1::rbd_volume_source, user),
    COINFORMER_ROW(v1::rbd_volume_source, keyring), COINFORMER_ROW(v1::rbd_volume_source, secretRef),
    COINFORMER_ROW(v1::rbd_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::rbd_volume_source>::type =
    record_of<here::v1::rbd_volume_source>(v1_rbd_volume_source_rows);
constexpr member v1_flex_volume_source_rows[] = {COINFORMER_ROW(v1::flex_volume_source, driver),
    COINFORMER_ROW(v1::flex_volume_source, fsType), COINFORMER_ROW(v1::flex_volume_source, secretRef),
    COINFORMER_ROW(v1::flex_volume_source, readOnly), COINFORMER_ROW(v1::flex_volume_source, options)};
constinit member_type const compiled_members<here::v1::flex_volume_source>::type =
    record_of<here::v1::flex_volume_source>(v1_flex_volume_source_rows);
constexpr member v1_cinder_volume_source_rows[] = {COINFORMER_ROW(v1::cinder_volume_source, volumeID),
    COINFORMER_ROW(v1::cinder_volume_source, fsType), COINFORMER_ROW(v1::cinder_volume_source, readOnly),
    COINFORMER_ROW(v1::cinder_volume_source, secretRef)};
constinit member_type const compiled_members<here::v1::cinder_volume_source>::type =
    record_of<here::v1::cinder_volume_source>(v1_cinder_volume_source_rows);
constexpr member v1_ceph_fs_volume_source_rows[] = {COINFORMER_ROW(v1::ceph_fs_volume_source, monitors),
    COINFORMER_ROW(v1::ceph_fs_volume_source, path), COINFORMER_ROW(v1::ceph_fs_volume_source, user),
    COINFORMER_ROW(v1::ceph_fs_volume_source, secretFile), COINFORMER_ROW(v1::ceph_fs_volume_source, secretRef),
    COINFORMER_ROW(v1::ceph_fs_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::ceph_fs_volume_source>::type =
    record_of<here::v1::ceph_fs_volume_source>(v1_ceph_fs_volume_source_rows);
constexpr member v1_object_field_selector_rows[] = {COINFORMER_ROW(v1::object_field_selector, apiVersion),
    COINFORMER_ROW(v1::object_field_selector, fieldPath)};
constinit member_type const compiled_members<here::v1::object_field_selector>::type =
    record_of<here::v1::object_field_selector>(v1_object_field_selector_rows);
constexpr member v1_resource_field_selector_rows[] = {COINFORMER_ROW(v1::resource_field_selector, containerName),
    COINFORMER_ROW(v1::resource_field_selector, resource), COINFORMER_ROW(v1::resource_field_selector, divisor)};
constinit member_type const compiled_members<here::v1::resource_field_selector>::type =
    record_of<here::v1::resource_field_selector>(v1_resource_field_selector_rows);
constexpr member v1_downward_api_volume_file_rows[] = {COINFORMER_ROW(v1::downward_api_volume_file, path),
    COINFORMER_ROW(v1::downward_api_volume_file, fieldRef), COINFORMER_ROW(v1::downward_api_volume_file,
    resourceFieldRef), COINFORMER_ROW(v1::downward_api_volume_file, mode),
    COINFORMER_ROW(v1::downward_api_volume_file, user)};
constinit member_type const compiled_members<here::v1::downward_api_volume_file>::type =
    record_of<here::v1::downward_api_volume_file>(v1_downward_api_volume_file_rows);
constexpr member v1_downward_api_volume_source_rows[] = {COINFORMER_ROW(v1::downward_api_volume_source, items),
    COINFORMER_ROW(v1::downward_api_volume_source, defaultMode), COINFORMER_ROW(v1::downward_api_volume_source,
    defaultUser)};
constinit member_type const compiled_members<here::v1::downward_api_volume_source>::type =
    record_of<here::v1::downward_api_volume_source>(v1_downward_api_volume_source_rows);
constexpr member v1_azure_file_volume_source_rows[] = {COINFORMER_ROW(v1::azure_file_volume_source, secretName),
    COINFORMER_ROW(v1::azure_file_volume_source, shareName), COINFORMER_ROW(v1::azure_file_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::azure_file_volume_source>::type =
    record_of<here::v1::azure_file_volume_source>(v1_azure_file_volume_source_rows);
constexpr member v1_config_map_volume_source_rows[] = {COINFORMER_ROW(v1::config_map_volume_source, name),
    COINFORMER_ROW(v1::config_map_volume_source, items), COINFORMER_ROW(v1::config_map_volume_source, defaultMode),
    COINFORMER_ROW(v1::config_map_volume_source, optional), COINFORMER_ROW(v1::config_map_volume_source,
    defaultUser)};
constinit member_type const compiled_members<here::v1::config_map_volume_source>::type =
    record_of<here::v1::config_map_volume_source>(v1_config_map_volume_source_rows);
constexpr member v1_scale_io_volume_source_rows[] = {COINFORMER_ROW(v1::scale_io_volume_source, gateway),
    COINFORMER_ROW(v1::scale_io_volume_source, system), COINFORMER_ROW(v1::scale_io_volume_source, secretRef),
    COINFORMER_ROW(v1::scale_io_volume_source, sslEnabled), COINFORMER_ROW(v1::scale_io_volume_source,
    protectionDomain), COINFORMER_ROW(v1::scale_io_volume_source, storagePool),
    COINFORMER_ROW(v1::scale_io_volume_source, storageMode), COINFORMER_ROW(v1::scale_io_volume_source, volumeName),
    COINFORMER_ROW(v1::scale_io_volume_source, fsType), COINFORMER_ROW(v1::scale_io_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::scale_io_volume_source>::type =
    record_of<here::v1::scale_io_volume_source>(v1_scale_io_volume_source_rows);
constexpr member v1_secret_projection_rows[] = {COINFORMER_ROW(v1::secret_projection, name),
    COINFORMER_ROW(v1::secret_projection, items), COINFORMER_ROW(v1::secret_projection, optional)};
constinit member_type const compiled_members<here::v1::secret_projection>::type =
    record_of<here::v1::secret_projection>(v1_secret_projection_rows);
constexpr member v1_downward_api_projection_rows[] = {COINFORMER_ROW(v1::downward_api_projection, items)};
constinit member_type const compiled_members<here::v1::downward_api_projection>::type =
    record_of<here::v1::downward_api_projection>(v1_downward_api_projection_rows);
constexpr member v1_config_map_projection_rows[] = {COINFORMER_ROW(v1::config_map_projection, name),
    COINFORMER_ROW(v1::config_map_projection, items), COINFORMER_ROW(v1::config_map_projection, optional)};
constinit member_type const compiled_members<here::v1::config_map_projection>::type =
    record_of<here::v1::config_map_projection>(v1_config_map_projection_rows);
constexpr member v1_service_account_token_projection_rows[] = {COINFORMER_ROW(v1::service_account_token_projection,
    audience), COINFORMER_ROW(v1::service_account_token_projection, expirationSeconds),
    COINFORMER_ROW(v1::service_account_token_projection, path), COINFORMER_ROW(v1::service_account_token_projection,
    user)};
constinit member_type const compiled_members<here::v1::service_account_token_projection>::type =
    record_of<here::v1::service_account_token_projection>(v1_service_account_token_projection_rows);
constexpr member v1_cluster_trust_bundle_projection_rows[] = {COINFORMER_ROW(v1::cluster_trust_bundle_projection,
    name), COINFORMER_ROW(v1::cluster_trust_bundle_projection, signerName),
    COINFORMER_ROW(v1::cluster_trust_bundle_projection, labelSelector),
    COINFORMER_ROW(v1::cluster_trust_bundle_projection, path), COINFORMER_ROW(v1::cluster_trust_bundle_projection,
    optional), COINFORMER_ROW(v1::cluster_trust_bundle_projection, user)};
constinit member_type const compiled_members<here::v1::cluster_trust_bundle_projection>::type =
    record_of<here::v1::cluster_trust_bundle_projection>(v1_cluster_trust_bundle_projection_rows);
constexpr member v1_pod_certificate_projection_rows[] = {COINFORMER_ROW(v1::pod_certificate_projection, signerName),
    COINFORMER_ROW(v1::pod_certificate_projection, keyType), COINFORMER_ROW(v1::pod_certificate_projection,
    maxExpirationSeconds), COINFORMER_ROW(v1::pod_certificate_projection, credentialBundlePath),
    COINFORMER_ROW(v1::pod_certificate_projection, keyPath), COINFORMER_ROW(v1::pod_certificate_projection,
    certificateChainPath), COINFORMER_ROW(v1::pod_certificate_projection, userAnnotations),
    COINFORMER_ROW(v1::pod_certificate_projection, user)};
constinit member_type const compiled_members<here::v1::pod_certificate_projection>::type =
    record_of<here::v1::pod_certificate_projection>(v1_pod_certificate_projection_rows);
constexpr member v1_volume_projection_rows[] = {COINFORMER_ROW(v1::volume_projection, secret),
    COINFORMER_ROW(v1::volume_projection, downwardAPI), COINFORMER_ROW(v1::volume_projection, configMap),
    COINFORMER_ROW(v1::volume_projection, serviceAccountToken), COINFORMER_ROW(v1::volume_projection,
    clusterTrustBundle), COINFORMER_ROW(v1::volume_projection, podCertificate)};
constinit member_type const compiled_members<here::v1::volume_projection>::type =
    record_of<here::v1::volume_projection>(v1_volume_projection_rows);
constexpr member v1_projected_volume_source_rows[] = {COINFORMER_ROW(v1::projected_volume_source, sources),
    COINFORMER_ROW(v1::projected_volume_source, defaultMode), COINFORMER_ROW(v1::projected_volume_source,
    defaultUser)};
constinit member_type const compiled_members<here::v1::projected_volume_source>::type =
    record_of<here::v1::projected_volume_source>(v1_projected_volume_source_rows);
constexpr member v1_storage_os_volume_source_rows[] = {COINFORMER_ROW(v1::storage_os_volume_source, volumeName),
    COINFORMER_ROW(v1::storage_os_volume_source, volumeNamespace), COINFORMER_ROW(v1::storage_os_volume_source,
    fsType), COINFORMER_ROW(v1::storage_os_volume_source, readOnly), COINFORMER_ROW(v1::storage_os_volume_source,
    secretRef)};
constinit member_type const compiled_members<here::v1::storage_os_volume_source>::type =
    record_of<here::v1::storage_os_volume_source>(v1_storage_os_volume_source_rows);
constexpr member v1_csi_volume_source_rows[] = {COINFORMER_ROW(v1::csi_volume_source, driver),
    COINFORMER_ROW(v1::csi_volume_source, readOnly), COINFORMER_ROW(v1::csi_volume_source, fsType),
    COINFORMER_ROW(v1::csi_volume_source, volumeAttributes), COINFORMER_ROW(v1::csi_volume_source,
    nodePublishSecretRef)};
constinit member_type const compiled_members<here::v1::csi_volume_source>::type =
    record_of<here::v1::csi_volume_source>(v1_csi_volume_source_rows);
constexpr member v1_persistent_volume_claim_template_rows[] = {COINFORMER_ROW(v1::persistent_volume_claim_template,
    metadata), COINFORMER_ROW(v1::persistent_volume_claim_template, spec)};
constinit member_type const compiled_members<here::v1::persistent_volume_claim_template>::type =
    record_of<here::v1::persistent_volume_claim_template>(v1_persistent_volume_claim_template_rows);
constexpr member v1_ephemeral_volume_source_rows[] = {COINFORMER_ROW(v1::ephemeral_volume_source,
    volumeClaimTemplate)};
constinit member_type const compiled_members<here::v1::ephemeral_volume_source>::type =
    record_of<here::v1::ephemeral_volume_source>(v1_ephemeral_volume_source_rows);
constexpr member v1_image_volume_source_rows[] = {COINFORMER_ROW(v1::image_volume_source, reference),
    COINFORMER_ROW(v1::image_volume_source, pullPolicy)};
constinit member_type const compiled_members<here::v1::image_volume_source>::type =
    record_of<here::v1::image_volume_source>(v1_image_volume_source_rows);
constexpr member v1_volume_rows[] = {COINFORMER_ROW(v1::volume, name), COINFORMER_ROW(v1::volume, hostPath),
    COINFORMER_ROW(v1::volume, emptyDir), COINFORMER_ROW(v1::volume, gcePersistentDisk), COINFORMER_ROW(v1::volume,
    awsElasticBlockStore), COINFORMER_ROW(v1::volume, gitRepo), COINFORMER_ROW(v1::volume, secret),
    COINFORMER_ROW(v1::volume, nfs), COINFORMER_ROW(v1::volume, iscsi), COINFORMER_ROW(v1::volume, glusterfs),
    COINFORMER_ROW(v1::volume, persistentVolumeClaim), COINFORMER_ROW(v1::volume, rbd), COINFORMER_ROW(v1::volume,
    flexVolume), COINFORMER_ROW(v1::volume, cinder), COINFORMER_ROW(v1::volume, cephfs), COINFORMER_ROW(v1::volume,
    flocker), COINFORMER_ROW(v1::volume, downwardAPI), COINFORMER_ROW(v1::volume, fc), COINFORMER_ROW(v1::volume,
    azureFile), COINFORMER_ROW(v1::volume, configMap), COINFORMER_ROW(v1::volume, vsphereVolume),
    COINFORMER_ROW(v1::volume, quobyte), COINFORMER_ROW(v1::volume, azureDisk), COINFORMER_ROW(v1::volume,
    photonPersistentDisk), COINFORMER_ROW(v1::volume, portworxVolume), COINFORMER_ROW(v1::volume, scaleIO),
    COINFORMER_ROW(v1::volume, projected), COINFORMER_ROW(v1::volume, storageos), COINFORMER_ROW(v1::volume, csi),
    COINFORMER_ROW(v1::volume, ephemeral), COINFORMER_ROW(v1::volume, image)};
constinit member_type const compiled_members<here::v1::volume>::type = record_of<here::v1::volume>(v1_volume_rows);
constexpr member v1_container_port_rows[] = {COINFORMER_ROW(v1::container_port, name),
    COINFORMER_ROW(v1::container_port, hostPort), COINFORMER_ROW(v1::container_port, containerPort),
    COINFORMER_ROW(v1::container_port, protocol), COINFORMER_ROW(v1::container_port, hostIP)};
constinit member_type const compiled_members<here::v1::container_port>::type =
    record_of<here::v1::container_port>(v1_container_port_rows);
constexpr member v1_config_map_key_selector_rows[] = {COINFORMER_ROW(v1::config_map_key_selector, name),
    COINFORMER_ROW(v1::config_map_key_selector, key), COINFORMER_ROW(v1::config_map_key_selector, optional)};
constinit member_type const compiled_members<here::v1::config_map_key_selector>::type =
    record_of<here::v1::config_map_key_selector>(v1_config_map_key_selector_rows);
constexpr member v1_secret_key_selector_rows[] = {COINFORMER_ROW(v1::secret_key_selector, name),
    COINFORMER_ROW(v1::secret_key_selector, key), COINFORMER_ROW(v1::secret_key_selector, optional)};
constinit member_type const compiled_members<here::v1::secret_key_selector>::type =
    record_of<here::v1::secret_key_selector>(v1_secret_key_selector_rows);
constexpr member v1_file_key_selector_rows[] = {COINFORMER_ROW(v1::file_key_selector, volumeName),
    COINFORMER_ROW(v1::file_key_selector, path), COINFORMER_ROW(v1::file_key_selector, key),
    COINFORMER_ROW(v1::file_key_selector, optional)};
constinit member_type const compiled_members<here::v1::file_key_selector>::type =
    record_of<here::v1::file_key_selector>(v1_file_key_selector_rows);
constexpr member v1_env_var_source_rows[] = {COINFORMER_ROW(v1::env_var_source, fieldRef),
    COINFORMER_ROW(v1::env_var_source, resourceFieldRef), COINFORMER_ROW(v1::env_var_source, configMapKeyRef),
    COINFORMER_ROW(v1::env_var_source, secretKeyRef), COINFORMER_ROW(v1::env_var_source, fileKeyRef)};
constinit member_type const compiled_members<here::v1::env_var_source>::type =
    record_of<here::v1::env_var_source>(v1_env_var_source_rows);
constexpr member v1_env_var_rows[] = {COINFORMER_ROW(v1::env_var, name), COINFORMER_ROW(v1::env_var, value),
    COINFORMER_ROW(v1::env_var, valueFrom)};
constinit member_type const compiled_members<here::v1::env_var>::type = record_of<here::v1::env_var>(v1_env_var_rows);
constexpr member v1_volume_mount_rows[] = {COINFORMER_ROW(v1::volume_mount, name), COINFORMER_ROW(v1::volume_mount,
    readOnly), COINFORMER_ROW(v1::volume_mount, mountPath), COINFORMER_ROW(v1::volume_mount, subPath),
    COINFORMER_ROW(v1::volume_mount, mountPropagation), COINFORMER_ROW(v1::volume_mount, subPathExpr),
    COINFORMER_ROW(v1::volume_mount, recursiveReadOnly), COINFORMER_ROW(v1::volume_mount, bindMountOptions)};
constinit member_type const compiled_members<here::v1::volume_mount>::type =
    record_of<here::v1::volume_mount>(v1_volume_mount_rows);
constexpr member v1_exec_action_rows[] = {COINFORMER_ROW(v1::exec_action, command)};
constinit member_type const compiled_members<here::v1::exec_action>::type =
    record_of<here::v1::exec_action>(v1_exec_action_rows);
constexpr member v1_http_header_rows[] = {COINFORMER_ROW(v1::http_header, name), COINFORMER_ROW(v1::http_header,
    value)};
constinit member_type const compiled_members<here::v1::http_header>::type =
    record_of<here::v1::http_header>(v1_http_header_rows);
constexpr member v1_http_get_action_rows[] = {COINFORMER_ROW(v1::http_get_action, path),
    COINFORMER_ROW(v1::http_get_action, port), COINFORMER_ROW(v1::http_get_action, host),
    COINFORMER_ROW(v1::http_get_action, scheme), COINFORMER_ROW(v1::http_get_action, httpHeaders),
    COINFORMER_ROW(v1::http_get_action, protocol)};
constinit member_type const compiled_members<here::v1::http_get_action>::type =
    record_of<here::v1::http_get_action>(v1_http_get_action_rows);
constexpr member v1_tcp_socket_action_rows[] = {COINFORMER_ROW(v1::tcp_socket_action, port),
    COINFORMER_ROW(v1::tcp_socket_action, host)};
constinit member_type const compiled_members<here::v1::tcp_socket_action>::type =
    record_of<here::v1::tcp_socket_action>(v1_tcp_socket_action_rows);
constexpr member v1_grpc_action_rows[] = {COINFORMER_ROW(v1::grpc_action, port), COINFORMER_ROW(v1::grpc_action,
    service), COINFORMER_ROW(v1::grpc_action, mode)};
constinit member_type const compiled_members<here::v1::grpc_action>::type =
    record_of<here::v1::grpc_action>(v1_grpc_action_rows);
constexpr member v1_probe_rows[] = {COINFORMER_ROW(v1::probe, exec), COINFORMER_ROW(v1::probe, httpGet),
    COINFORMER_ROW(v1::probe, tcpSocket), COINFORMER_ROW(v1::probe, grpc), COINFORMER_ROW(v1::probe,
    initialDelaySeconds), COINFORMER_ROW(v1::probe, timeoutSeconds), COINFORMER_ROW(v1::probe, periodSeconds),
    COINFORMER_ROW(v1::probe, successThreshold), COINFORMER_ROW(v1::probe, failureThreshold),
    COINFORMER_ROW(v1::probe, terminationGracePeriodSeconds)};
constinit member_type const compiled_members<here::v1::probe>::type = record_of<here::v1::probe>(v1_probe_rows);
constexpr member v1_sleep_action_rows[] = {COINFORMER_ROW(v1::sleep_action, seconds)};
constinit member_type const compiled_members<here::v1::sleep_action>::type =
    record_of<here::v1::sleep_action>(v1_sleep_action_rows);
constexpr member v1_lifecycle_handler_rows[] = {COINFORMER_ROW(v1::lifecycle_handler, exec),
    COINFORMER_ROW(v1::lifecycle_handler, httpGet), COINFORMER_ROW(v1::lifecycle_handler, tcpSocket),
    COINFORMER_ROW(v1::lifecycle_handler, sleep)};
constinit member_type const compiled_members<here::v1::lifecycle_handler>::type =
    record_of<here::v1::lifecycle_handler>(v1_lifecycle_handler_rows);
constexpr member v1_lifecycle_rows[] = {COINFORMER_ROW(v1::lifecycle, postStart), COINFORMER_ROW(v1::lifecycle,
    preStop), COINFORMER_ROW(v1::lifecycle, stopSignal)};
constinit member_type const compiled_members<here::v1::lifecycle>::type =
    record_of<here::v1::lifecycle>(v1_lifecycle_rows);
constexpr member v1_capabilities_rows[] = {COINFORMER_ROW(v1::capabilities, add), COINFORMER_ROW(v1::capabilities,
    drop)};
constinit member_type const compiled_members<here::v1::capabilities>::type =
    record_of<here::v1::capabilities>(v1_capabilities_rows);
constexpr member v1_se_linux_options_rows[] = {COINFORMER_ROW(v1::se_linux_options, user),
    COINFORMER_ROW(v1::se_linux_options, role), COINFORMER_ROW(v1::se_linux_options, type),
    COINFORMER_ROW(v1::se_linux_options, level)};
constinit member_type const compiled_members<here::v1::se_linux_options>::type =
    record_of<here::v1::se_linux_options>(v1_se_linux_options_rows);
constexpr member v1_windows_security_context_options_rows[] = {COINFORMER_ROW(v1::windows_security_context_options,
    gmsaCredentialSpecName), COINFORMER_ROW(v1::windows_security_context_options, gmsaCredentialSpec),
    COINFORMER_ROW(v1::windows_security_context_options, runAsUserName),
    COINFORMER_ROW(v1::windows_security_context_options, hostProcess)};
constinit member_type const compiled_members<here::v1::windows_security_context_options>::type =
    record_of<here::v1::windows_security_context_options>(v1_windows_security_context_options_rows);
constexpr member v1_seccomp_profile_rows[] = {COINFORMER_ROW(v1::seccomp_profile, type),
    COINFORMER_ROW(v1::seccomp_profile, localhostProfile)};
constinit member_type const compiled_members<here::v1::seccomp_profile>::type =
    record_of<here::v1::seccomp_profile>(v1_seccomp_profile_rows);
constexpr member v1_app_armor_profile_rows[] = {COINFORMER_ROW(v1::app_armor_profile, type),
    COINFORMER_ROW(v1::app_armor_profile, localhostProfile)};
constinit member_type const compiled_members<here::v1::app_armor_profile>::type =
    record_of<here::v1::app_armor_profile>(v1_app_armor_profile_rows);
constexpr member v1_security_context_rows[] = {COINFORMER_ROW(v1::security_context, capabilities),
    COINFORMER_ROW(v1::security_context, privileged), COINFORMER_ROW(v1::security_context, seLinuxOptions),
    COINFORMER_ROW(v1::security_context, runAsUser), COINFORMER_ROW(v1::security_context, runAsNonRoot),
    COINFORMER_ROW(v1::security_context, readOnlyRootFilesystem), COINFORMER_ROW(v1::security_context,
    allowPrivilegeEscalation), COINFORMER_ROW(v1::security_context, runAsGroup), COINFORMER_ROW(v1::security_context,
    procMount), COINFORMER_ROW(v1::security_context, windowsOptions), COINFORMER_ROW(v1::security_context,
    seccompProfile), COINFORMER_ROW(v1::security_context, appArmorProfile)};
constinit member_type const compiled_members<here::v1::security_context>::type =
    record_of<here::v1::security_context>(v1_security_context_rows);
constexpr member v1_config_map_env_source_rows[] = {COINFORMER_ROW(v1::config_map_env_source, name),
    COINFORMER_ROW(v1::config_map_env_source, optional)};
constinit member_type const compiled_members<here::v1::config_map_env_source>::type =
    record_of<here::v1::config_map_env_source>(v1_config_map_env_source_rows);
constexpr member v1_secret_env_source_rows[] = {COINFORMER_ROW(v1::secret_env_source, name),
    COINFORMER_ROW(v1::secret_env_source, optional)};
constinit member_type const compiled_members<here::v1::secret_env_source>::type =
    record_of<here::v1::secret_env_source>(v1_secret_env_source_rows);
constexpr member v1_env_from_source_rows[] = {COINFORMER_ROW(v1::env_from_source, prefix),
    COINFORMER_ROW(v1::env_from_source, configMapRef), COINFORMER_ROW(v1::env_from_source, secretRef)};
constinit member_type const compiled_members<here::v1::env_from_source>::type =
    record_of<here::v1::env_from_source>(v1_env_from_source_rows);
constexpr member v1_volume_device_rows[] = {COINFORMER_ROW(v1::volume_device, name), COINFORMER_ROW(v1::volume_device,
    devicePath)};
constinit member_type const compiled_members<here::v1::volume_device>::type =
    record_of<here::v1::volume_device>(v1_volume_device_rows);
constexpr member v1_container_resize_policy_rows[] = {COINFORMER_ROW(v1::container_resize_policy, resourceName),
    COINFORMER_ROW(v1::container_resize_policy, restartPolicy)};
constinit member_type const compiled_members<here::v1::container_resize_policy>::type =
    record_of<here::v1::container_resize_policy>(v1_container_resize_policy_rows);
constexpr member v1_container_restart_rule_on_exit_codes_rows[] =
    {COINFORMER_ROW(v1::container_restart_rule_on_exit_codes, operator_),
    COINFORMER_ROW(v1::container_restart_rule_on_exit_codes, values)};
constinit member_type const compiled_members<here::v1::container_restart_rule_on_exit_codes>::type =
    record_of<here::v1::container_restart_rule_on_exit_codes>(v1_container_restart_rule_on_exit_codes_rows);
constexpr member v1_container_restart_rule_rows[] = {COINFORMER_ROW(v1::container_restart_rule, action),
    COINFORMER_ROW(v1::container_restart_rule, exitCodes)};
constinit member_type const compiled_members<here::v1::container_restart_rule>::type =
    record_of<here::v1::container_restart_rule>(v1_container_restart_rule_rows);
constexpr member v1_container_rows[] = {COINFORMER_ROW(v1::container, name), COINFORMER_ROW(v1::container, image),
    COINFORMER_ROW(v1::container, command), COINFORMER_ROW(v1::container, args), COINFORMER_ROW(v1::container,
    workingDir), COINFORMER_ROW(v1::container, ports), COINFORMER_ROW(v1::container, env),
    COINFORMER_ROW(v1::container, resources), COINFORMER_ROW(v1::container, volumeMounts),
    COINFORMER_ROW(v1::container, livenessProbe), COINFORMER_ROW(v1::container, readinessProbe),
    COINFORMER_ROW(v1::container, lifecycle), COINFORMER_ROW(v1::container, terminationMessagePath),
    COINFORMER_ROW(v1::container, imagePullPolicy), COINFORMER_ROW(v1::container, securityContext),
    COINFORMER_ROW(v1::container, stdin_), COINFORMER_ROW(v1::container, stdinOnce), COINFORMER_ROW(v1::container,
    tty), COINFORMER_ROW(v1::container, envFrom), COINFORMER_ROW(v1::container, terminationMessagePolicy),
    COINFORMER_ROW(v1::container, volumeDevices), COINFORMER_ROW(v1::container, startupProbe),
    COINFORMER_ROW(v1::container, resizePolicy), COINFORMER_ROW(v1::container, restartPolicy),
    COINFORMER_ROW(v1::container, restartPolicyRules)};
constinit member_type const compiled_members<here::v1::container>::type =
    record_of<here::v1::container>(v1_container_rows);
constexpr member v1_sysctl_rows[] = {COINFORMER_ROW(v1::sysctl, name), COINFORMER_ROW(v1::sysctl, value)};
constinit member_type const compiled_members<here::v1::sysctl>::type = record_of<here::v1::sysctl>(v1_sysctl_rows);
constexpr member v1_pod_security_context_rows[] = {COINFORMER_ROW(v1::pod_security_context, seLinuxOptions),
    COINFORMER_ROW(v1::pod_security_context, runAsUser), COINFORMER_ROW(v1::pod_security_context, runAsNonRoot),
    COINFORMER_ROW(v1::pod_security_context, supplementalGroups), COINFORMER_ROW(v1::pod_security_context, fsGroup),
    COINFORMER_ROW(v1::pod_security_context, runAsGroup), COINFORMER_ROW(v1::pod_security_context, sysctls),
    COINFORMER_ROW(v1::pod_security_context, windowsOptions), COINFORMER_ROW(v1::pod_security_context,
    fsGroupChangePolicy), COINFORMER_ROW(v1::pod_security_context, seccompProfile),
    COINFORMER_ROW(v1::pod_security_context, appArmorProfile), COINFORMER_ROW(v1::pod_security_context,
    supplementalGroupsPolicy), COINFORMER_ROW(v1::pod_security_context, seLinuxChangePolicy)};
constinit member_type const compiled_members<here::v1::pod_security_context>::type =
    record_of<here::v1::pod_security_context>(v1_pod_security_context_rows);
constexpr member v1_preferred_scheduling_term_rows[] = {COINFORMER_ROW(v1::preferred_scheduling_term, weight),
    COINFORMER_ROW(v1::preferred_scheduling_term, preference)};
constinit member_type const compiled_members<here::v1::preferred_scheduling_term>::type =
    record_of<here::v1::preferred_scheduling_term>(v1_preferred_scheduling_term_rows);
constexpr member v1_node_affinity_rows[] = {COINFORMER_ROW(v1::node_affinity,
    requiredDuringSchedulingIgnoredDuringExecution), COINFORMER_ROW(v1::node_affinity,
    preferredDuringSchedulingIgnoredDuringExecution)};
constinit member_type const compiled_members<here::v1::node_affinity>::type =
    record_of<here::v1::node_affinity>(v1_node_affinity_rows);
constexpr member v1_pod_affinity_term_rows[] = {COINFORMER_ROW(v1::pod_affinity_term, labelSelector),
    COINFORMER_ROW(v1::pod_affinity_term, namespaces), COINFORMER_ROW(v1::pod_affinity_term, topologyKey),
    COINFORMER_ROW(v1::pod_affinity_term, namespaceSelector), COINFORMER_ROW(v1::pod_affinity_term, matchLabelKeys),
    COINFORMER_ROW(v1::pod_affinity_term, mismatchLabelKeys)};
constinit member_type const compiled_members<here::v1::pod_affinity_term>::type =
    record_of<here::v1::pod_affinity_term>(v1_pod_affinity_term_rows);
constexpr member v1_weighted_pod_affinity_term_rows[] = {COINFORMER_ROW(v1::weighted_pod_affinity_term, weight),
    COINFORMER_ROW(v1::weighted_pod_affinity_term, podAffinityTerm)};
constinit member_type const compiled_members<here::v1::weighted_pod_affinity_term>::type =
    record_of<here::v1::weighted_pod_affinity_term>(v1_weighted_pod_affinity_term_rows);
constexpr member v1_pod_affinity_rows[] = {COINFORMER_ROW(v1::pod_affinity,
    requiredDuringSchedulingIgnoredDuringExecution), COINFORMER_ROW(v1::pod_affinity,
    preferredDuringSchedulingIgnoredDuringExecution)};
constinit member_type const compiled_members<here::v1::pod_affinity>::type =
    record_of<here::v1::pod_affinity>(v1_pod_affinity_rows);
constexpr member v1_pod_anti_affinity_rows[] = {COINFORMER_ROW(v1::pod_anti_affinity,
    requiredDuringSchedulingIgnoredDuringExecution), COINFORMER_ROW(v1::pod_anti_affinity,
    preferredDuringSchedulingIgnoredDuringExecution)};
constinit member_type const compiled_members<here::v1::pod_anti_affinity>::type =
    record_of<here::v1::pod_anti_affinity>(v1_pod_anti_affinity_rows);
constexpr member v1_affinity_rows[] = {COINFORMER_ROW(v1::affinity, nodeAffinity), COINFORMER_ROW(v1::affinity,
    podAffinity), COINFORMER_ROW(v1::affinity, podAntiAffinity)};
constinit member_type const compiled_members<here::v1::affinity>::type =
    record_of<here::v1::affinity>(v1_affinity_rows);
constexpr member v1_host_alias_rows[] = {COINFORMER_ROW(v1::host_alias, ip), COINFORMER_ROW(v1::host_alias,
    hostnames)};
constinit member_type const compiled_members<here::v1::host_alias>::type =
    record_of<here::v1::host_alias>(v1_host_alias_rows);
constexpr member v1_pod_dns_config_option_rows[] = {COINFORMER_ROW(v1::pod_dns_config_option, name),
    COINFORMER_ROW(v1::pod_dns_config_option, value)};
constinit member_type const compiled_members<here::v1::pod_dns_config_option>::type =
    record_of<here::v1::pod_dns_config_option>(v1_pod_dns_config_option_rows);
constexpr member v1_pod_dns_config_rows[] = {COINFORMER_ROW(v1::pod_dns_config, nameservers),
    COINFORMER_ROW(v1::pod_dns_config, searches), COINFORMER_ROW(v1::pod_dns_config, options)};
constinit member_type const compiled_members<here::v1::pod_dns_config>::type =
    record_of<here::v1::pod_dns_config>(v1_pod_dns_config_rows);
constexpr member v1_pod_readiness_gate_rows[] = {COINFORMER_ROW(v1::pod_readiness_gate, conditionType)};
constinit member_type const compiled_members<here::v1::pod_readiness_gate>::type =
    record_of<here::v1::pod_readiness_gate>(v1_pod_readiness_gate_rows);
constexpr member v1_topology_spread_constraint_rows[] = {COINFORMER_ROW(v1::topology_spread_constraint, maxSkew),
    COINFORMER_ROW(v1::topology_spread_constraint, topologyKey), COINFORMER_ROW(v1::topology_spread_constraint,
    whenUnsatisfiable), COINFORMER_ROW(v1::topology_spread_constraint, labelSelector),
    COINFORMER_ROW(v1::topology_spread_constraint, minDomains), COINFORMER_ROW(v1::topology_spread_constraint,
    nodeAffinityPolicy), COINFORMER_ROW(v1::topology_spread_constraint, nodeTaintsPolicy),
    COINFORMER_ROW(v1::topology_spread_constraint, matchLabelKeys)};
constinit member_type const compiled_members<here::v1::topology_spread_constraint>::type =
    record_of<here::v1::topology_spread_constraint>(v1_topology_spread_constraint_rows);
constexpr member v1_ephemeral_container_rows[] = {COINFORMER_ROW(v1::ephemeral_container, name),
    COINFORMER_ROW(v1::ephemeral_container, image), COINFORMER_ROW(v1::ephemeral_container, command),
    COINFORMER_ROW(v1::ephemeral_container, args), COINFORMER_ROW(v1::ephemeral_container, workingDir),
    COINFORMER_ROW(v1::ephemeral_container, ports), COINFORMER_ROW(v1::ephemeral_container, env),
    COINFORMER_ROW(v1::ephemeral_container, resources), COINFORMER_ROW(v1::ephemeral_container, volumeMounts),
    COINFORMER_ROW(v1::ephemeral_container, livenessProbe), COINFORMER_ROW(v1::ephemeral_container, readinessProbe),
    COINFORMER_ROW(v1::ephemeral_container, lifecycle), COINFORMER_ROW(v1::ephemeral_container,
    terminationMessagePath), COINFORMER_ROW(v1::ephemeral_container, imagePullPolicy),
    COINFORMER_ROW(v1::ephemeral_container, securityContext), COINFORMER_ROW(v1::ephemeral_container, stdin_),
    COINFORMER_ROW(v1::ephemeral_container, stdinOnce), COINFORMER_ROW(v1::ephemeral_container, tty),
    COINFORMER_ROW(v1::ephemeral_container, envFrom), COINFORMER_ROW(v1::ephemeral_container,
    terminationMessagePolicy), COINFORMER_ROW(v1::ephemeral_container, volumeDevices),
    COINFORMER_ROW(v1::ephemeral_container, startupProbe), COINFORMER_ROW(v1::ephemeral_container, resizePolicy),
    COINFORMER_ROW(v1::ephemeral_container, restartPolicy), COINFORMER_ROW(v1::ephemeral_container,
    restartPolicyRules), COINFORMER_ROW(v1::ephemeral_container, targetContainerName)};
constinit member_type const compiled_members<here::v1::ephemeral_container>::type =
    record_of<here::v1::ephemeral_container>(v1_ephemeral_container_rows);
constexpr member v1_pod_os_rows[] = {COINFORMER_ROW(v1::pod_os, name)};
constinit member_type const compiled_members<here::v1::pod_os>::type = record_of<here::v1::pod_os>(v1_pod_os_rows);
constexpr member v1_pod_scheduling_gate_rows[] = {COINFORMER_ROW(v1::pod_scheduling_gate, name)};
constinit member_type const compiled_members<here::v1::pod_scheduling_gate>::type =
    record_of<here::v1::pod_scheduling_gate>(v1_pod_scheduling_gate_rows);
constexpr member v1_pod_resource_claim_rows[] = {COINFORMER_ROW(v1::pod_resource_claim, name),
    COINFORMER_ROW(v1::pod_resource_claim, resourceClaimName), COINFORMER_ROW(v1::pod_resource_claim,
    resourceClaimTemplateName)};
constinit member_type const compiled_members<here::v1::pod_resource_claim>::type =
    record_of<here::v1::pod_resource_claim>(v1_pod_resource_claim_rows);
constexpr member v1_pod_scheduling_group_rows[] = {COINFORMER_ROW(v1::pod_scheduling_group, podGroupName)};
constinit member_type const compiled_members<here::v1::pod_scheduling_group>::type =
    record_of<here::v1::pod_scheduling_group>(v1_pod_scheduling_group_rows);
constexpr member v1_eviction_responder_rows[] = {COINFORMER_ROW(v1::eviction_responder, name),
    COINFORMER_ROW(v1::eviction_responder, priority)};
constinit member_type const compiled_members<here::v1::eviction_responder>::type =
    record_of<here::v1::eviction_responder>(v1_eviction_responder_rows);
constexpr member v1_pod_spec_rows[] = {COINFORMER_ROW(v1::pod_spec, volumes), COINFORMER_ROW(v1::pod_spec,
    containers), COINFORMER_ROW(v1::pod_spec, restartPolicy), COINFORMER_ROW(v1::pod_spec,
    terminationGracePeriodSeconds), COINFORMER_ROW(v1::pod_spec, activeDeadlineSeconds), COINFORMER_ROW(v1::pod_spec,
    dnsPolicy), COINFORMER_ROW(v1::pod_spec, nodeSelector), COINFORMER_ROW(v1::pod_spec, serviceAccountName),
    COINFORMER_ROW(v1::pod_spec, serviceAccount), COINFORMER_ROW(v1::pod_spec, nodeName), COINFORMER_ROW(v1::pod_spec,
    hostNetwork), COINFORMER_ROW(v1::pod_spec, hostPID), COINFORMER_ROW(v1::pod_spec, hostIPC),
    COINFORMER_ROW(v1::pod_spec, securityContext), COINFORMER_ROW(v1::pod_spec, imagePullSecrets),
    COINFORMER_ROW(v1::pod_spec, hostname), COINFORMER_ROW(v1::pod_spec, subdomain), COINFORMER_ROW(v1::pod_spec,
    affinity), COINFORMER_ROW(v1::pod_spec, schedulerName), COINFORMER_ROW(v1::pod_spec, initContainers),
    COINFORMER_ROW(v1::pod_spec, automountServiceAccountToken), COINFORMER_ROW(v1::pod_spec, tolerations),
    COINFORMER_ROW(v1::pod_spec, hostAliases), COINFORMER_ROW(v1::pod_spec, priorityClassName),
    COINFORMER_ROW(v1::pod_spec, priority), COINFORMER_ROW(v1::pod_spec, dnsConfig), COINFORMER_ROW(v1::pod_spec,
    shareProcessNamespace), COINFORMER_ROW(v1::pod_spec, readinessGates), COINFORMER_ROW(v1::pod_spec,
    runtimeClassName), COINFORMER_ROW(v1::pod_spec, enableServiceLinks), COINFORMER_ROW(v1::pod_spec,
    preemptionPolicy), COINFORMER_ROW(v1::pod_spec, overhead), COINFORMER_ROW(v1::pod_spec,
    topologySpreadConstraints), COINFORMER_ROW(v1::pod_spec, ephemeralContainers), COINFORMER_ROW(v1::pod_spec,
    setHostnameAsFQDN), COINFORMER_ROW(v1::pod_spec, os), COINFORMER_ROW(v1::pod_spec, hostUsers),
    COINFORMER_ROW(v1::pod_spec, schedulingGates), COINFORMER_ROW(v1::pod_spec, resourceClaims),
    COINFORMER_ROW(v1::pod_spec, resources), COINFORMER_ROW(v1::pod_spec, hostnameOverride),
    COINFORMER_ROW(v1::pod_spec, schedulingGroup), COINFORMER_ROW(v1::pod_spec, evictionResponders)};
constinit member_type const compiled_members<here::v1::pod_spec>::type =
    record_of<here::v1::pod_spec>(v1_pod_spec_rows);
constexpr member v1_pod_template_rows[] = {COINFORMER_ROW(v1::pod_template, metadata),
    COINFORMER_ROW(v1::pod_template, template_)};
constinit member_type const compiled_members<here::v1::pod_template>::type =
    record_of<here::v1::pod_template>(v1_pod_template_rows);
constexpr member v1_pod_template_summary_object_meta_rows[] = {COINFORMER_ROW(v1::pod_template_summary::object_meta,
    labels)};
constinit member_type const compiled_members<here::v1::pod_template_summary::object_meta>::type =
    record_of<here::v1::pod_template_summary::object_meta>(v1_pod_template_summary_object_meta_rows);
constexpr member v1_pod_template_summary_container_rows[] = {COINFORMER_ROW(v1::pod_template_summary::container,
    name), COINFORMER_ROW(v1::pod_template_summary::container, image)};
constinit member_type const compiled_members<here::v1::pod_template_summary::container>::type =
    record_of<here::v1::pod_template_summary::container>(v1_pod_template_summary_container_rows);
constexpr member v1_pod_template_summary_pod_spec_rows[] = {COINFORMER_ROW(v1::pod_template_summary::pod_spec,
    containers)};
constinit member_type const compiled_members<here::v1::pod_template_summary::pod_spec>::type =
    record_of<here::v1::pod_template_summary::pod_spec>(v1_pod_template_summary_pod_spec_rows);
constexpr member v1_pod_template_summary_pod_template_spec_rows[] =
    {COINFORMER_ROW(v1::pod_template_summary::pod_template_spec, metadata),
    COINFORMER_ROW(v1::pod_template_summary::pod_template_spec, spec)};
constinit member_type const compiled_members<here::v1::pod_template_summary::pod_template_spec>::type =
    record_of<here::v1::pod_template_summary::pod_template_spec>(v1_pod_template_summary_pod_template_spec_rows);
constexpr member v1_pod_template_summary_rows[] = {COINFORMER_ROW(v1::pod_template_summary, metadata),
    COINFORMER_ROW(v1::pod_template_summary, template_)};
constinit member_type const compiled_members<here::v1::pod_template_summary>::type =
    record_of<here::v1::pod_template_summary>(v1_pod_template_summary_rows);
constexpr member v1_pod_template_spec_rows[] = {COINFORMER_ROW(v1::pod_template_spec, metadata),
    COINFORMER_ROW(v1::pod_template_spec, spec)};
constinit member_type const compiled_members<here::v1::pod_template_spec>::type =
    record_of<here::v1::pod_template_spec>(v1_pod_template_spec_rows);
constexpr member v1_portworx_volume_source_rows[] = {COINFORMER_ROW(v1::portworx_volume_source, volumeID),
    COINFORMER_ROW(v1::portworx_volume_source, fsType), COINFORMER_ROW(v1::portworx_volume_source, readOnly)};
constinit member_type const compiled_members<here::v1::portworx_volume_source>::type =
    record_of<here::v1::portworx_volume_source>(v1_portworx_volume_source_rows);
constexpr member v1_quobyte_volume_source_rows[] = {COINFORMER_ROW(v1::quobyte_volume_source, registry),
    COINFORMER_ROW(v1::quobyte_volume_source, volume), COINFORMER_ROW(v1::quobyte_volume_source, readOnly),
    COINFORMER_ROW(v1::quobyte_volume_source, user), COINFORMER_ROW(v1::quobyte_volume_source, group),
    COINFORMER_ROW(v1::quobyte_volume_source, tenant)};
constinit member_type const compiled_members<here::v1::quobyte_volume_source>::type =
    record_of<here::v1::quobyte_volume_source>(v1_quobyte_volume_source_rows);
constexpr member v1_replication_controller_spec_rows[] = {COINFORMER_ROW(v1::replication_controller_spec, replicas),
    COINFORMER_ROW(v1::replication_controller_spec, selector), COINFORMER_ROW(v1::replication_controller_spec,
    template_), COINFORMER_ROW(v1::replication_controller_spec, minReadySeconds)};
constinit member_type const compiled_members<here::v1::replication_controller_spec>::type =
    record_of<here::v1::replication_controller_spec>(v1_replication_controller_spec_rows);
constexpr member v1_replication_controller_condition_rows[] = {COINFORMER_ROW(v1::replication_controller_condition,
    type), COINFORMER_ROW(v1::replication_controller_condition, status),
    COINFORMER_ROW(v1::replication_controller_condition, lastTransitionTime),
    COINFORMER_ROW(v1::replication_controller_condition, reason), COINFORMER_ROW(v1::replication_controller_condition,
    message)};
constinit member_type const compiled_members<here::v1::replication_controller_condition>::type =
    record_of<here::v1::replication_controller_condition>(v1_replication_controller_condition_rows);
constexpr member v1_replication_controller_status_rows[] = {COINFORMER_ROW(v1::replication_controller_status,
    replicas), COINFORMER_ROW(v1::replication_controller_status, fullyLabeledReplicas),
    COINFORMER_ROW(v1::replication_controller_status, observedGeneration),
    COINFORMER_ROW(v1::replication_controller_status, readyReplicas),
    COINFORMER_ROW(v1::replication_controller_status, availableReplicas),
    COINFORMER_ROW(v1::replication_controller_status, conditions)};
constinit member_type const compiled_members<here::v1::replication_controller_status>::type =
    record_of<here::v1::replication_controller_status>(v1_replication_controller_status_rows);
constexpr member v1_replication_controller_rows[] = {COINFORMER_ROW(v1::replication_controller, metadata),
    COINFORMER_ROW(v1::replication_controller, spec), COINFORMER_ROW(v1::replication_controller, status)};
constinit member_type const compiled_members<here::v1::replication_controller>::type =
    record_of<here::v1::replication_controller>(v1_replication_controller_rows);
constexpr member v1_replication_controller_summary_container_rows[] =
    {COINFORMER_ROW(v1::replication_controller_summary::container, name),
    COINFORMER_ROW(v1::replication_controller_summary::container, image)};
constinit member_type const compiled_members<here::v1::replication_controller_summary::container>::type =
    record_of<here::v1::replication_controller_summary::container>(v1_replication_controller_summary_container_rows);
constexpr member v1_replication_controller_summary_pod_spec_rows[] =
    {COINFORMER_ROW(v1::replication_controller_summary::pod_spec, containers)};
constinit member_type const compiled_members<here::v1::replication_controller_summary::pod_spec>::type =
    record_of<here::v1::replication_controller_summary::pod_spec>(v1_replication_controller_summary_pod_spec_rows);
constexpr member v1_replication_controller_summary_pod_template_spec_rows[] =
    {COINFORMER_ROW(v1::replication_controller_summary::pod_template_spec, spec)};
constinit member_type const compiled_members<here::v1::replication_controller_summary::pod_template_spec>::type =
    record_of<here::v1::replication_controller_summary::pod_template_spec>(v1_replication_controller_summary_pod_template_spec_rows);
constexpr member v1_replication_controller_summary_replication_controller_spec_rows[] =
    {COINFORMER_ROW(v1::replication_controller_summary::replication_controller_spec, replicas),
    COINFORMER_ROW(v1::replication_controller_summary::replication_controller_spec, selector),
    COINFORMER_ROW(v1::replication_controller_summary::replication_controller_spec, template_)};
constinit member_type const
    compiled_members<here::v1::replication_controller_summary::replication_controller_spec>::type =
    record_of<here::v1::replication_controller_summary::replication_controller_spec>(v1_replication_controller_summary_replication_controller_spec_rows);
constexpr member v1_replication_controller_summary_replication_controller_status_rows[] =
    {COINFORMER_ROW(v1::replication_controller_summary::replication_controller_status, replicas),
    COINFORMER_ROW(v1::replication_controller_summary::replication_controller_status, readyReplicas)};
constinit member_type const
    compiled_members<here::v1::replication_controller_summary::replication_controller_status>::type =
    record_of<here::v1::replication_controller_summary::replication_controller_status>(v1_replication_controller_summary_replication_controller_status_rows);
constexpr member v1_replication_controller_summary_rows[] = {COINFORMER_ROW(v1::replication_controller_summary,
    metadata), COINFORMER_ROW(v1::replication_controller_summary, spec),
    COINFORMER_ROW(v1::replication_controller_summary, status)};
constinit member_type const compiled_members<here::v1::replication_controller_summary>::type =
    record_of<here::v1::replication_controller_summary>(v1_replication_controller_summary_rows);
constexpr member v1_scoped_resource_selector_requirement_rows[] =
    {COINFORMER_ROW(v1::scoped_resource_selector_requirement, scopeName),
    COINFORMER_ROW(v1::scoped_resource_selector_requirement, operator_),
    COINFORMER_ROW(v1::scoped_resource_selector_requirement, values)};
constinit member_type const compiled_members<here::v1::scoped_resource_selector_requirement>::type =
    record_of<here::v1::scoped_resource_selector_requirement>(v1_scoped_resource_selector_requirement_rows);
constexpr member v1_scope_selector_rows[] = {COINFORMER_ROW(v1::scope_selector, matchExpressions)};
constinit member_type const compiled_members<here::v1::scope_selector>::type =
    record_of<here::v1::scope_selector>(v1_scope_selector_rows);
constexpr member v1_resource_quota_spec_rows[] = {COINFORMER_ROW(v1::resource_quota_spec, hard),
    COINFORMER_ROW(v1::resource_quota_spec, scopes), COINFORMER_ROW(v1::resource_quota_spec, scopeSelector)};
constinit member_type const compiled_members<here::v1::resource_quota_spec>::type =
    record_of<here::v1::resource_quota_spec>(v1_resource_quota_spec_rows);
constexpr member v1_resource_quota_status_rows[] = {COINFORMER_ROW(v1::resource_quota_status, hard),
    COINFORMER_ROW(v1::resource_quota_status, used)};
constinit member_type const compiled_members<here::v1::resource_quota_status>::type =
    record_of<here::v1::resource_quota_status>(v1_resource_quota_status_rows);
constexpr member v1_resource_quota_rows[] = {COINFORMER_ROW(v1::resource_quota, metadata),
    COINFORMER_ROW(v1::resource_quota, spec), COINFORMER_ROW(v1::resource_quota, status)};
constinit member_type const compiled_members<here::v1::resource_quota>::type =
    record_of<here::v1::resource_quota>(v1_resource_quota_rows);
constexpr member v1_resource_quota_summary_resource_quota_status_rows[] =
    {COINFORMER_ROW(v1::resource_quota_summary::resource_quota_status, hard),
    COINFORMER_ROW(v1::resource_quota_summary::resource_quota_status, used)};
constinit member_type const compiled_members<here::v1::resource_quota_summary::resource_quota_status>::type =
    record_of<here::v1::resource_quota_summary::resource_quota_status>(v1_resource_quota_summary_resource_quota_status_rows);
constexpr member v1_resource_quota_summary_rows[] = {COINFORMER_ROW(v1::resource_quota_summary, metadata),
    COINFORMER_ROW(v1::resource_quota_summary, status)};
constinit member_type const compiled_members<here::v1::resource_quota_summary>::type =
    record_of<here::v1::resource_quota_summary>(v1_resource_quota_summary_rows);
constexpr member v1_resource_claim_rows[] = {COINFORMER_ROW(v1::resource_claim, name),
    COINFORMER_ROW(v1::resource_claim, request)};
constinit member_type const compiled_members<here::v1::resource_claim>::type =
    record_of<here::v1::resource_claim>(v1_resource_claim_rows);
constexpr member v1_resource_requirements_rows[] = {COINFORMER_ROW(v1::resource_requirements, limits),
    COINFORMER_ROW(v1::resource_requirements, requests), COINFORMER_ROW(v1::resource_requirements, claims)};
constinit member_type const compiled_members<here::v1::resource_requirements>::type =
    record_of<here::v1::resource_requirements>(v1_resource_requirements_rows);
constexpr member v1_secret_rows[] = {COINFORMER_ROW(v1::secret, metadata), COINFORMER_ROW(v1::secret, data),
    COINFORMER_ROW(v1::secret, type), COINFORMER_ROW(v1::secret, stringData), COINFORMER_ROW(v1::secret, immutable)};
constinit member_type const compiled_members<here::v1::secret>::type = record_of<here::v1::secret>(v1_secret_rows);
constexpr member v1_secret_summary_rows[] = {COINFORMER_ROW(v1::secret_summary, metadata),
    COINFORMER_ROW(v1::secret_summary, type)};
constinit member_type const compiled_members<here::v1::secret_summary>::type =
    record_of<here::v1::secret_summary>(v1_secret_summary_rows);
constexpr member v1_service_port_rows[] = {COINFORMER_ROW(v1::service_port, name), COINFORMER_ROW(v1::service_port,
    protocol), COINFORMER_ROW(v1::service_port, port), COINFORMER_ROW(v1::service_port, targetPort),
    COINFORMER_ROW(v1::service_port, nodePort), COINFORMER_ROW(v1::service_port, appProtocol)};
constinit member_type const compiled_members<here::v1::service_port>::type =
    record_of<here::v1::service_port>(v1_service_port_rows);
constexpr member v1_client_ip_config_rows[] = {COINFORMER_ROW(v1::client_ip_config, timeoutSeconds)};
constinit member_type const compiled_members<here::v1::client_ip_config>::type =
    record_of<here::v1::client_ip_config>(v1_client_ip_config_rows);
constexpr member v1_session_affinity_config_rows[] = {COINFORMER_ROW(v1::session_affinity_config, clientIP)};
constinit member_type const compiled_members<here::v1::session_affinity_config>::type =
    record_of<here::v1::session_affinity_config>(v1_session_affinity_config_rows);
constexpr member v1_service_spec_rows[] = {COINFORMER_ROW(v1::service_spec, ports), COINFORMER_ROW(v1::service_spec,
    selector), COINFORMER_ROW(v1::service_spec, clusterIP), COINFORMER_ROW(v1::service_spec, type),
    COINFORMER_ROW(v1::service_spec, externalIPs), COINFORMER_ROW(v1::service_spec, sessionAffinity),
    COINFORMER_ROW(v1::service_spec, loadBalancerIP), COINFORMER_ROW(v1::service_spec, loadBalancerSourceRanges),
    COINFORMER_ROW(v1::service_spec, externalName), COINFORMER_ROW(v1::service_spec, externalTrafficPolicy),
    COINFORMER_ROW(v1::service_spec, healthCheckNodePort), COINFORMER_ROW(v1::service_spec, publishNotReadyAddresses),
    COINFORMER_ROW(v1::service_spec, sessionAffinityConfig), COINFORMER_ROW(v1::service_spec, ipFamilyPolicy),
    COINFORMER_ROW(v1::service_spec, clusterIPs), COINFORMER_ROW(v1::service_spec, ipFamilies),
    COINFORMER_ROW(v1::service_spec, allocateLoadBalancerNodePorts), COINFORMER_ROW(v1::service_spec,
    loadBalancerClass), COINFORMER_ROW(v1::service_spec, internalTrafficPolicy), COINFORMER_ROW(v1::service_spec,
    trafficDistribution)};
constinit member_type const compiled_members<here::v1::service_spec>::type =
    record_of<here::v1::service_spec>(v1_service_spec_rows);
constexpr member v1_port_status_rows[] = {COINFORMER_ROW(v1::port_status, port), COINFORMER_ROW(v1::port_status,
    protocol), COINFORMER_ROW(v1::port_status, error)};
constinit member_type const compiled_members<here::v1::port_status>::type =
    record_of<here::v1::port_status>(v1_port_status_rows);
constexpr member v1_load_balancer_ingress_rows[] = {COINFORMER_ROW(v1::load_balancer_ingress, ip),
    COINFORMER_ROW(v1::load_balancer_ingress, hostname), COINFORMER_ROW(v1::load_balancer_ingress, ipMode),
    COINFORMER_ROW(v1::load_balancer_ingress, ports)};
constinit member_type const compiled_members<here::v1::load_balancer_ingress>::type =
    record_of<here::v1::load_balancer_ingress>(v1_load_balancer_ingress_rows);
constexpr member v1_load_balancer_status_rows[] = {COINFORMER_ROW(v1::load_balancer_status, ingress)};
constinit member_type const compiled_members<here::v1::load_balancer_status>::type =
    record_of<here::v1::load_balancer_status>(v1_load_balancer_status_rows);
constexpr member v1_service_status_rows[] = {COINFORMER_ROW(v1::service_status, loadBalancer),
    COINFORMER_ROW(v1::service_status, conditions)};
constinit member_type const compiled_members<here::v1::service_status>::type =
    record_of<here::v1::service_status>(v1_service_status_rows);
constexpr member v1_service_rows[] = {COINFORMER_ROW(v1::service, metadata), COINFORMER_ROW(v1::service, spec),
    COINFORMER_ROW(v1::service, status)};
constinit member_type const compiled_members<here::v1::service>::type = record_of<here::v1::service>(v1_service_rows);
constexpr member v1_service_summary_service_port_rows[] = {COINFORMER_ROW(v1::service_summary::service_port, name),
    COINFORMER_ROW(v1::service_summary::service_port, protocol), COINFORMER_ROW(v1::service_summary::service_port,
    port), COINFORMER_ROW(v1::service_summary::service_port, nodePort)};
constinit member_type const compiled_members<here::v1::service_summary::service_port>::type =
    record_of<here::v1::service_summary::service_port>(v1_service_summary_service_port_rows);
constexpr member v1_service_summary_service_spec_rows[] = {COINFORMER_ROW(v1::service_summary::service_spec, type),
    COINFORMER_ROW(v1::service_summary::service_spec, clusterIP), COINFORMER_ROW(v1::service_summary::service_spec,
    externalIPs), COINFORMER_ROW(v1::service_summary::service_spec, externalName),
    COINFORMER_ROW(v1::service_summary::service_spec, ports), COINFORMER_ROW(v1::service_summary::service_spec,
    selector)};
constinit member_type const compiled_members<here::v1::service_summary::service_spec>::type =
    record_of<here::v1::service_summary::service_spec>(v1_service_summary_service_spec_rows);
constexpr member v1_service_summary_load_balancer_ingress_rows[] =
    {COINFORMER_ROW(v1::service_summary::load_balancer_ingress, ip),
    COINFORMER_ROW(v1::service_summary::load_balancer_ingress, hostname)};
constinit member_type const compiled_members<here::v1::service_summary::load_balancer_ingress>::type =
    record_of<here::v1::service_summary::load_balancer_ingress>(v1_service_summary_load_balancer_ingress_rows);
constexpr member v1_service_summary_load_balancer_status_rows[] =
    {COINFORMER_ROW(v1::service_summary::load_balancer_status, ingress)};
constinit member_type const compiled_members<here::v1::service_summary::load_balancer_status>::type =
    record_of<here::v1::service_summary::load_balancer_status>(v1_service_summary_load_balancer_status_rows);
constexpr member v1_service_summary_service_status_rows[] = {COINFORMER_ROW(v1::service_summary::service_status,
    loadBalancer)};
constinit member_type const compiled_members<here::v1::service_summary::service_status>::type =
    record_of<here::v1::service_summary::service_status>(v1_service_summary_service_status_rows);
constexpr member v1_service_summary_rows[] = {COINFORMER_ROW(v1::service_summary, metadata),
    COINFORMER_ROW(v1::service_summary, spec), COINFORMER_ROW(v1::service_summary, status)};
constinit member_type const compiled_members<here::v1::service_summary>::type =
    record_of<here::v1::service_summary>(v1_service_summary_rows);
constexpr member v1_service_account_rows[] = {COINFORMER_ROW(v1::service_account, metadata),
    COINFORMER_ROW(v1::service_account, secrets), COINFORMER_ROW(v1::service_account, imagePullSecrets),
    COINFORMER_ROW(v1::service_account, automountServiceAccountToken)};
constinit member_type const compiled_members<here::v1::service_account>::type =
    record_of<here::v1::service_account>(v1_service_account_rows);
constexpr member v1_service_account_summary_rows[] = {COINFORMER_ROW(v1::service_account_summary, metadata)};
constinit member_type const compiled_members<here::v1::service_account_summary>::type =
    record_of<here::v1::service_account_summary>(v1_service_account_summary_rows);
constexpr member v1_toleration_rows[] = {COINFORMER_ROW(v1::toleration, key), COINFORMER_ROW(v1::toleration,
    operator_), COINFORMER_ROW(v1::toleration, value), COINFORMER_ROW(v1::toleration, effect),
    COINFORMER_ROW(v1::toleration, tolerationSeconds)};
constinit member_type const compiled_members<here::v1::toleration>::type =
    record_of<here::v1::toleration>(v1_toleration_rows);
constexpr member v1_topology_selector_label_requirement_rows[] =
    {COINFORMER_ROW(v1::topology_selector_label_requirement, key),
    COINFORMER_ROW(v1::topology_selector_label_requirement, values)};
constinit member_type const compiled_members<here::v1::topology_selector_label_requirement>::type =
    record_of<here::v1::topology_selector_label_requirement>(v1_topology_selector_label_requirement_rows);
constexpr member v1_topology_selector_term_rows[] = {COINFORMER_ROW(v1::topology_selector_term,
    matchLabelExpressions)};
constinit member_type const compiled_members<here::v1::topology_selector_term>::type =
    record_of<here::v1::topology_selector_term>(v1_topology_selector_term_rows);
constexpr member v1_typed_local_object_reference_rows[] = {COINFORMER_ROW(v1::typed_local_object_reference, apiGroup),
    COINFORMER_ROW(v1::typed_local_object_reference, kind), COINFORMER_ROW(v1::typed_local_object_reference, name)};
constinit member_type const compiled_members<here::v1::typed_local_object_reference>::type =
    record_of<here::v1::typed_local_object_reference>(v1_typed_local_object_reference_rows);
constexpr member v1_volume_health_condition_rows[] = {COINFORMER_ROW(v1::volume_health_condition, status),
    COINFORMER_ROW(v1::volume_health_condition, reason), COINFORMER_ROW(v1::volume_health_condition, message)};
constinit member_type const compiled_members<here::v1::volume_health_condition>::type =
    record_of<here::v1::volume_health_condition>(v1_volume_health_condition_rows);
constexpr member v1_vsphere_virtual_disk_volume_source_rows[] =
    {COINFORMER_ROW(v1::vsphere_virtual_disk_volume_source, volumePath),
    COINFORMER_ROW(v1::vsphere_virtual_disk_volume_source, fsType),
    COINFORMER_ROW(v1::vsphere_virtual_disk_volume_source, storagePolicyName),
    COINFORMER_ROW(v1::vsphere_virtual_disk_volume_source, storagePolicyID)};
constinit member_type const compiled_members<here::v1::vsphere_virtual_disk_volume_source>::type =
    record_of<here::v1::vsphere_virtual_disk_volume_source>(v1_vsphere_virtual_disk_volume_source_rows);

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/storage/v1/csi_driver.hpp>
#include <coinformer/types/storage/v1/csi_node.hpp>
#include <coinformer/types/storage/v1/csi_storage_capacity.hpp>
#include <coinformer/types/storage/v1/storage_class.hpp>
#include <coinformer/types/storage/v1/volume_attachment.hpp>
#include <coinformer/types/storage/v1/volume_attributes_class.hpp>

namespace coinformer::detail {

namespace here = types::storage;

constexpr member v1_token_request_rows[] = {COINFORMER_ROW(v1::token_request, audience),
    COINFORMER_ROW(v1::token_request, expirationSeconds)};
constinit member_type const compiled_members<here::v1::token_request>::type =
    record_of<here::v1::token_request>(v1_token_request_rows);
constexpr member v1_csi_driver_spec_rows[] = {COINFORMER_ROW(v1::csi_driver_spec, attachRequired),
    COINFORMER_ROW(v1::csi_driver_spec, podInfoOnMount), COINFORMER_ROW(v1::csi_driver_spec, volumeLifecycleModes),
    COINFORMER_ROW(v1::csi_driver_spec, storageCapacity), COINFORMER_ROW(v1::csi_driver_spec, fsGroupPolicy),
    COINFORMER_ROW(v1::csi_driver_spec, tokenRequests), COINFORMER_ROW(v1::csi_driver_spec, requiresRepublish),
    COINFORMER_ROW(v1::csi_driver_spec, seLinuxMount), COINFORMER_ROW(v1::csi_driver_spec,
    nodeAllocatableUpdatePeriodSeconds), COINFORMER_ROW(v1::csi_driver_spec, serviceAccountTokenInSecrets),
    COINFORMER_ROW(v1::csi_driver_spec, preventPodSchedulingIfMissing)};
constinit member_type const compiled_members<here::v1::csi_driver_spec>::type =
    record_of<here::v1::csi_driver_spec>(v1_csi_driver_spec_rows);
constexpr member v1_csi_driver_rows[] = {COINFORMER_ROW(v1::csi_driver, metadata), COINFORMER_ROW(v1::csi_driver,
    spec)};
constinit member_type const compiled_members<here::v1::csi_driver>::type =
    record_of<here::v1::csi_driver>(v1_csi_driver_rows);
constexpr member v1_csi_driver_summary_csi_driver_spec_rows[] =
    {COINFORMER_ROW(v1::csi_driver_summary::csi_driver_spec, attachRequired),
    COINFORMER_ROW(v1::csi_driver_summary::csi_driver_spec, podInfoOnMount),
    COINFORMER_ROW(v1::csi_driver_summary::csi_driver_spec, storageCapacity),
    COINFORMER_ROW(v1::csi_driver_summary::csi_driver_spec, tokenRequests),
    COINFORMER_ROW(v1::csi_driver_summary::csi_driver_spec, requiresRepublish),
    COINFORMER_ROW(v1::csi_driver_summary::csi_driver_spec, volumeLifecycleModes)};
constinit member_type const compiled_members<here::v1::csi_driver_summary::csi_driver_spec>::type =
    record_of<here::v1::csi_driver_summary::csi_driver_spec>(v1_csi_driver_summary_csi_driver_spec_rows);
constexpr member v1_csi_driver_summary_rows[] = {COINFORMER_ROW(v1::csi_driver_summary, metadata),
    COINFORMER_ROW(v1::csi_driver_summary, spec)};
constinit member_type const compiled_members<here::v1::csi_driver_summary>::type =
    record_of<here::v1::csi_driver_summary>(v1_csi_driver_summary_rows);
constexpr member v1_volume_node_resources_rows[] = {COINFORMER_ROW(v1::volume_node_resources, count)};
constinit member_type const compiled_members<here::v1::volume_node_resources>::type =
    record_of<here::v1::volume_node_resources>(v1_volume_node_resources_rows);
constexpr member v1_csi_node_driver_rows[] = {COINFORMER_ROW(v1::csi_node_driver, name),
    COINFORMER_ROW(v1::csi_node_driver, nodeID), COINFORMER_ROW(v1::csi_node_driver, topologyKeys),
    COINFORMER_ROW(v1::csi_node_driver, allocatable)};
constinit member_type const compiled_members<here::v1::csi_node_driver>::type =
    record_of<here::v1::csi_node_driver>(v1_csi_node_driver_rows);
constexpr member v1_csi_node_spec_rows[] = {COINFORMER_ROW(v1::csi_node_spec, drivers)};
constinit member_type const compiled_members<here::v1::csi_node_spec>::type =
    record_of<here::v1::csi_node_spec>(v1_csi_node_spec_rows);
constexpr member v1_storage_health_condition_rows[] = {COINFORMER_ROW(v1::storage_health_condition, status),
    COINFORMER_ROW(v1::storage_health_condition, reason), COINFORMER_ROW(v1::storage_health_condition, message),
    COINFORMER_ROW(v1::storage_health_condition, accessMode), COINFORMER_ROW(v1::storage_health_condition,
    volumeMode), COINFORMER_ROW(v1::storage_health_condition, lastTransitionTime)};
constinit member_type const compiled_members<here::v1::storage_health_condition>::type =
    record_of<here::v1::storage_health_condition>(v1_storage_health_condition_rows);
constexpr member v1_storage_health_rows[] = {COINFORMER_ROW(v1::storage_health, name),
    COINFORMER_ROW(v1::storage_health, healthConditions)};
constinit member_type const compiled_members<here::v1::storage_health>::type =
    record_of<here::v1::storage_health>(v1_storage_health_rows);
constexpr member v1_csi_node_status_rows[] = {COINFORMER_ROW(v1::csi_node_status, storageHealth)};
constinit member_type const compiled_members<here::v1::csi_node_status>::type =
    record_of<here::v1::csi_node_status>(v1_csi_node_status_rows);
constexpr member v1_csi_node_rows[] = {COINFORMER_ROW(v1::csi_node, metadata), COINFORMER_ROW(v1::csi_node, spec),
    COINFORMER_ROW(v1::csi_node, status)};
constinit member_type const compiled_members<here::v1::csi_node>::type =
    record_of<here::v1::csi_node>(v1_csi_node_rows);
constexpr member v1_csi_node_summary_csi_node_driver_rows[] = {COINFORMER_ROW(v1::csi_node_summary::csi_node_driver,
    name)};
constinit member_type const compiled_members<here::v1::csi_node_summary::csi_node_driver>::type =
    record_of<here::v1::csi_node_summary::csi_node_driver>(v1_csi_node_summary_csi_node_driver_rows);
constexpr member v1_csi_node_summary_csi_node_spec_rows[] = {COINFORMER_ROW(v1::csi_node_summary::csi_node_spec,
    drivers)};
constinit member_type const compiled_members<here::v1::csi_node_summary::csi_node_spec>::type =
    record_of<here::v1::csi_node_summary::csi_node_spec>(v1_csi_node_summary_csi_node_spec_rows);
constexpr member v1_csi_node_summary_rows[] = {COINFORMER_ROW(v1::csi_node_summary, metadata),
    COINFORMER_ROW(v1::csi_node_summary, spec)};
constinit member_type const compiled_members<here::v1::csi_node_summary>::type =
    record_of<here::v1::csi_node_summary>(v1_csi_node_summary_rows);
constexpr member v1_csi_storage_capacity_rows[] = {COINFORMER_ROW(v1::csi_storage_capacity, metadata),
    COINFORMER_ROW(v1::csi_storage_capacity, nodeTopology), COINFORMER_ROW(v1::csi_storage_capacity,
    storageClassName), COINFORMER_ROW(v1::csi_storage_capacity, capacity), COINFORMER_ROW(v1::csi_storage_capacity,
    maximumVolumeSize)};
constinit member_type const compiled_members<here::v1::csi_storage_capacity>::type =
    record_of<here::v1::csi_storage_capacity>(v1_csi_storage_capacity_rows);
constexpr member v1_csi_storage_capacity_summary_rows[] = {COINFORMER_ROW(v1::csi_storage_capacity_summary, metadata),
    COINFORMER_ROW(v1::csi_storage_capacity_summary, storageClassName),
    COINFORMER_ROW(v1::csi_storage_capacity_summary, capacity)};
constinit member_type const compiled_members<here::v1::csi_storage_capacity_summary>::type =
    record_of<here::v1::csi_storage_capacity_summary>(v1_csi_storage_capacity_summary_rows);
constexpr member v1_storage_class_rows[] = {COINFORMER_ROW(v1::storage_class, metadata),
    COINFORMER_ROW(v1::storage_class, provisioner), COINFORMER_ROW(v1::storage_class, parameters),
    COINFORMER_ROW(v1::storage_class, reclaimPolicy), COINFORMER_ROW(v1::storage_class, mountOptions),
    COINFORMER_ROW(v1::storage_class, allowVolumeExpansion), COINFORMER_ROW(v1::storage_class, volumeBindingMode),
    COINFORMER_ROW(v1::storage_class, allowedTopologies)};
constinit member_type const compiled_members<here::v1::storage_class>::type =
    record_of<here::v1::storage_class>(v1_storage_class_rows);
constexpr member v1_storage_class_summary_rows[] = {COINFORMER_ROW(v1::storage_class_summary, metadata),
    COINFORMER_ROW(v1::storage_class_summary, provisioner), COINFORMER_ROW(v1::storage_class_summary, reclaimPolicy),
    COINFORMER_ROW(v1::storage_class_summary, volumeBindingMode), COINFORMER_ROW(v1::storage_class_summary,
    allowVolumeExpansion)};
constinit member_type const compiled_members<here::v1::storage_class_summary>::type =
    record_of<here::v1::storage_class_summary>(v1_storage_class_summary_rows);
constexpr member v1_volume_attachment_source_rows[] = {COINFORMER_ROW(v1::volume_attachment_source,
    persistentVolumeName), COINFORMER_ROW(v1::volume_attachment_source, inlineVolumeSpec)};
constinit member_type const compiled_members<here::v1::volume_attachment_source>::type =
    record_of<here::v1::volume_attachment_source>(v1_volume_attachment_source_rows);
constexpr member v1_volume_attachment_spec_rows[] = {COINFORMER_ROW(v1::volume_attachment_spec, attacher),
    COINFORMER_ROW(v1::volume_attachment_spec, source), COINFORMER_ROW(v1::volume_attachment_spec, nodeName)};
constinit member_type const compiled_members<here::v1::volume_attachment_spec>::type =
    record_of<here::v1::volume_attachment_spec>(v1_volume_attachment_spec_rows);
constexpr member v1_volume_error_rows[] = {COINFORMER_ROW(v1::volume_error, time), COINFORMER_ROW(v1::volume_error,
    message), COINFORMER_ROW(v1::volume_error, errorCode)};
constinit member_type const compiled_members<here::v1::volume_error>::type =
    record_of<here::v1::volume_error>(v1_volume_error_rows);
constexpr member v1_volume_attachment_status_rows[] = {COINFORMER_ROW(v1::volume_attachment_status, attached),
    COINFORMER_ROW(v1::volume_attachment_status, attachmentMetadata), COINFORMER_ROW(v1::volume_attachment_status,
    attachError), COINFORMER_ROW(v1::volume_attachment_status, detachError)};
constinit member_type const compiled_members<here::v1::volume_attachment_status>::type =
    record_of<here::v1::volume_attachment_status>(v1_volume_attachment_status_rows);
constexpr member v1_volume_attachment_rows[] = {COINFORMER_ROW(v1::volume_attachment, metadata),
    COINFORMER_ROW(v1::volume_attachment, spec), COINFORMER_ROW(v1::volume_attachment, status)};
constinit member_type const compiled_members<here::v1::volume_attachment>::type =
    record_of<here::v1::volume_attachment>(v1_volume_attachment_rows);
constexpr member v1_volume_attachment_summary_volume_attachment_source_rows[] =
    {COINFORMER_ROW(v1::volume_attachment_summary::volume_attachment_source, persistentVolumeName)};
constinit member_type const compiled_members<here::v1::volume_attachment_summary::volume_attachment_source>::type =
    record_of<here::v1::volume_attachment_summary::volume_attachment_source>(v1_volume_attachment_summary_volume_attachment_source_rows);
constexpr member v1_volume_attachment_summary_volume_attachment_spec_rows[] =
    {COINFORMER_ROW(v1::volume_attachment_summary::volume_attachment_spec, attacher),
    COINFORMER_ROW(v1::volume_attachment_summary::volume_attachment_spec, nodeName),
    COINFORMER_ROW(v1::volume_attachment_summary::volume_attachment_spec, source)};
constinit member_type const compiled_members<here::v1::volume_attachment_summary::volume_attachment_spec>::type =
    record_of<here::v1::volume_attachment_summary::volume_attachment_spec>(v1_volume_attachment_summary_volume_attachment_spec_rows);
constexpr member v1_volume_attachment_summary_volume_attachment_status_rows[] =
    {COINFORMER_ROW(v1::volume_attachment_summary::volume_attachment_status, attached)};
constinit member_type const compiled_members<here::v1::volume_attachment_summary::volume_attachment_status>::type =
    record_of<here::v1::volume_attachment_summary::volume_attachment_status>(v1_volume_attachment_summary_volume_attachment_status_rows);
constexpr member v1_volume_attachment_summary_rows[] = {COINFORMER_ROW(v1::volume_attachment_summary, metadata),
    COINFORMER_ROW(v1::volume_attachment_summary, spec), COINFORMER_ROW(v1::volume_attachment_summary, status)};
constinit member_type const compiled_members<here::v1::volume_attachment_summary>::type =
    record_of<here::v1::volume_attachment_summary>(v1_volume_attachment_summary_rows);
constexpr member v1_volume_attributes_class_rows[] = {COINFORMER_ROW(v1::volume_attributes_class, metadata),
    COINFORMER_ROW(v1::volume_attributes_class, driverName), COINFORMER_ROW(v1::volume_attributes_class, parameters)};
constinit member_type const compiled_members<here::v1::volume_attributes_class>::type =
    record_of<here::v1::volume_attributes_class>(v1_volume_attributes_class_rows);
constexpr member v1_volume_attributes_class_summary_rows[] = {COINFORMER_ROW(v1::volume_attributes_class_summary,
    metadata), COINFORMER_ROW(v1::volume_attributes_class_summary, driverName)};
constinit member_type const compiled_members<here::v1::volume_attributes_class_summary>::type =
    record_of<here::v1::volume_attributes_class_summary>(v1_volume_attributes_class_summary_rows);

} // namespace coinformer::detail

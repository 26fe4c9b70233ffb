// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "all_kinds.hpp"

#include <coinformer/types/admissionregistration.hpp>
#include <coinformer/types/apiextensions.hpp>
#include <coinformer/types/apiregistration.hpp>
#include <coinformer/types/apiserverinternal.hpp>
#include <coinformer/types/apps.hpp>
#include <coinformer/types/autoscaling.hpp>
#include <coinformer/types/batch.hpp>
#include <coinformer/types/certificates.hpp>
#include <coinformer/types/coordination.hpp>
#include <coinformer/types/core.hpp>
#include <coinformer/types/discovery.hpp>
#include <coinformer/types/events.hpp>
#include <coinformer/types/flowcontrol.hpp>
#include <coinformer/types/lifecycle.hpp>
#include <coinformer/types/networking.hpp>
#include <coinformer/types/node.hpp>
#include <coinformer/types/policy.hpp>
#include <coinformer/types/rbac.hpp>
#include <coinformer/types/resource.hpp>
#include <coinformer/types/scheduling.hpp>
#include <coinformer/types/storage.hpp>
#include <coinformer/types/storagemigration.hpp>

namespace test {

std::vector<any_kind> const& all_kinds()
{
    namespace t = coinformer::types;
    static std::vector<any_kind> const all{
        any_kind::with<t::admissionregistration::v1::mutating_admission_policy, t::admissionregistration::v1::mutating_admission_policy_summary>(),
        any_kind::with<t::admissionregistration::v1::mutating_admission_policy_binding, t::admissionregistration::v1::mutating_admission_policy_binding_summary>(),
        any_kind::with<t::admissionregistration::v1::mutating_webhook_configuration, t::admissionregistration::v1::mutating_webhook_configuration_summary>(),
        any_kind::with<t::admissionregistration::v1::validating_admission_policy, t::admissionregistration::v1::validating_admission_policy_summary>(),
        any_kind::with<t::admissionregistration::v1::validating_admission_policy_binding, t::admissionregistration::v1::validating_admission_policy_binding_summary>(),
        any_kind::with<t::admissionregistration::v1::validating_webhook_configuration, t::admissionregistration::v1::validating_webhook_configuration_summary>(),
        any_kind::with<t::admissionregistration::v1alpha1::mutating_admission_policy, t::admissionregistration::v1alpha1::mutating_admission_policy_summary>(),
        any_kind::with<t::admissionregistration::v1alpha1::mutating_admission_policy_binding, t::admissionregistration::v1alpha1::mutating_admission_policy_binding_summary>(),
        any_kind::with<t::admissionregistration::v1beta1::mutating_admission_policy, t::admissionregistration::v1beta1::mutating_admission_policy_summary>(),
        any_kind::with<t::admissionregistration::v1beta1::mutating_admission_policy_binding, t::admissionregistration::v1beta1::mutating_admission_policy_binding_summary>(),
        any_kind::with<t::apiextensions::v1::custom_resource_definition, t::apiextensions::v1::custom_resource_definition_summary>(),
        any_kind::with<t::apiregistration::v1::api_service, t::apiregistration::v1::api_service_summary>(),
        any_kind::with<t::apiserverinternal::v1alpha1::storage_version, t::apiserverinternal::v1alpha1::storage_version_summary>(),
        any_kind::with<t::apps::v1::controller_revision, t::apps::v1::controller_revision_summary>(),
        any_kind::with<t::apps::v1::daemon_set, t::apps::v1::daemon_set_summary>(),
        any_kind::with<t::apps::v1::deployment, t::apps::v1::deployment_summary>(),
        any_kind::with<t::apps::v1::replica_set, t::apps::v1::replica_set_summary>(),
        any_kind::with<t::apps::v1::stateful_set, t::apps::v1::stateful_set_summary>(),
        any_kind::with<t::autoscaling::v1::horizontal_pod_autoscaler, t::autoscaling::v1::horizontal_pod_autoscaler_summary>(),
        any_kind::with<t::autoscaling::v2::horizontal_pod_autoscaler, t::autoscaling::v2::horizontal_pod_autoscaler_summary>(),
        any_kind::with<t::batch::v1::cron_job, t::batch::v1::cron_job_summary>(),
        any_kind::with<t::batch::v1::job, t::batch::v1::job_summary>(),
        any_kind::with<t::certificates::v1::certificate_signing_request, t::certificates::v1::certificate_signing_request_summary>(),
        any_kind::with<t::certificates::v1::cluster_trust_bundle, t::certificates::v1::cluster_trust_bundle_summary>(),
        any_kind::with<t::certificates::v1::pod_certificate_request, t::certificates::v1::pod_certificate_request_summary>(),
        any_kind::with<t::certificates::v1beta1::cluster_trust_bundle, t::certificates::v1beta1::cluster_trust_bundle_summary>(),
        any_kind::with<t::certificates::v1beta1::pod_certificate_request, t::certificates::v1beta1::pod_certificate_request_summary>(),
        any_kind::with<t::coordination::v1::lease, t::coordination::v1::lease_summary>(),
        any_kind::with<t::coordination::v1alpha2::lease_candidate, t::coordination::v1alpha2::lease_candidate_summary>(),
        any_kind::with<t::coordination::v1beta1::lease_candidate, t::coordination::v1beta1::lease_candidate_summary>(),
        any_kind::with<t::core::v1::config_map, t::core::v1::config_map_summary>(),
        any_kind::with<t::core::v1::endpoints, t::core::v1::endpoints_summary>(),
        any_kind::with<t::core::v1::event, t::core::v1::event_summary>(),
        any_kind::with<t::core::v1::limit_range, t::core::v1::limit_range_summary>(),
        any_kind::with<t::core::v1::namespace_, t::core::v1::namespace_summary>(),
        any_kind::with<t::core::v1::node, t::core::v1::node_summary>(),
        any_kind::with<t::core::v1::persistent_volume, t::core::v1::persistent_volume_summary>(),
        any_kind::with<t::core::v1::persistent_volume_claim, t::core::v1::persistent_volume_claim_summary>(),
        any_kind::with<t::core::v1::pod, t::core::v1::pod_summary>(),
        any_kind::with<t::core::v1::pod_template, t::core::v1::pod_template_summary>(),
        any_kind::with<t::core::v1::replication_controller, t::core::v1::replication_controller_summary>(),
        any_kind::with<t::core::v1::resource_quota, t::core::v1::resource_quota_summary>(),
        any_kind::with<t::core::v1::secret, t::core::v1::secret_summary>(),
        any_kind::with<t::core::v1::service, t::core::v1::service_summary>(),
        any_kind::with<t::core::v1::service_account, t::core::v1::service_account_summary>(),
        any_kind::with<t::discovery::v1::endpoint_slice, t::discovery::v1::endpoint_slice_summary>(),
        any_kind::with<t::events::v1::event, t::events::v1::event_summary>(),
        any_kind::with<t::flowcontrol::v1::flow_schema, t::flowcontrol::v1::flow_schema_summary>(),
        any_kind::with<t::flowcontrol::v1::priority_level_configuration, t::flowcontrol::v1::priority_level_configuration_summary>(),
        any_kind::with<t::lifecycle::v1alpha1::eviction, t::lifecycle::v1alpha1::eviction_summary>(),
        any_kind::with<t::lifecycle::v1alpha1::eviction_request, t::lifecycle::v1alpha1::eviction_request_summary>(),
        any_kind::with<t::networking::v1::ingress, t::networking::v1::ingress_summary>(),
        any_kind::with<t::networking::v1::ingress_class, t::networking::v1::ingress_class_summary>(),
        any_kind::with<t::networking::v1::ip_address, t::networking::v1::ip_address_summary>(),
        any_kind::with<t::networking::v1::network_policy, t::networking::v1::network_policy_summary>(),
        any_kind::with<t::networking::v1::service_cidr, t::networking::v1::service_cidr_summary>(),
        any_kind::with<t::node::v1::runtime_class, t::node::v1::runtime_class_summary>(),
        any_kind::with<t::policy::v1::pod_disruption_budget, t::policy::v1::pod_disruption_budget_summary>(),
        any_kind::with<t::rbac::v1::cluster_role, t::rbac::v1::cluster_role_summary>(),
        any_kind::with<t::rbac::v1::cluster_role_binding, t::rbac::v1::cluster_role_binding_summary>(),
        any_kind::with<t::rbac::v1::role, t::rbac::v1::role_summary>(),
        any_kind::with<t::rbac::v1::role_binding, t::rbac::v1::role_binding_summary>(),
        any_kind::with<t::resource::v1::device_class, t::resource::v1::device_class_summary>(),
        any_kind::with<t::resource::v1::device_taint_rule, t::resource::v1::device_taint_rule_summary>(),
        any_kind::with<t::resource::v1::resource_claim, t::resource::v1::resource_claim_summary>(),
        any_kind::with<t::resource::v1::resource_claim_template, t::resource::v1::resource_claim_template_summary>(),
        any_kind::with<t::resource::v1::resource_slice, t::resource::v1::resource_slice_summary>(),
        any_kind::with<t::resource::v1alpha3::device_taint_rule, t::resource::v1alpha3::device_taint_rule_summary>(),
        any_kind::with<t::resource::v1alpha3::resource_pool_status_request, t::resource::v1alpha3::resource_pool_status_request_summary>(),
        any_kind::with<t::resource::v1beta1::device_class, t::resource::v1beta1::device_class_summary>(),
        any_kind::with<t::resource::v1beta1::resource_claim, t::resource::v1beta1::resource_claim_summary>(),
        any_kind::with<t::resource::v1beta1::resource_claim_template, t::resource::v1beta1::resource_claim_template_summary>(),
        any_kind::with<t::resource::v1beta1::resource_slice, t::resource::v1beta1::resource_slice_summary>(),
        any_kind::with<t::resource::v1beta2::device_class, t::resource::v1beta2::device_class_summary>(),
        any_kind::with<t::resource::v1beta2::device_taint_rule, t::resource::v1beta2::device_taint_rule_summary>(),
        any_kind::with<t::resource::v1beta2::resource_claim, t::resource::v1beta2::resource_claim_summary>(),
        any_kind::with<t::resource::v1beta2::resource_claim_template, t::resource::v1beta2::resource_claim_template_summary>(),
        any_kind::with<t::resource::v1beta2::resource_slice, t::resource::v1beta2::resource_slice_summary>(),
        any_kind::with<t::scheduling::v1::priority_class, t::scheduling::v1::priority_class_summary>(),
        any_kind::with<t::scheduling::v1alpha3::composite_pod_group, t::scheduling::v1alpha3::composite_pod_group_summary>(),
        any_kind::with<t::scheduling::v1alpha3::pod_group, t::scheduling::v1alpha3::pod_group_summary>(),
        any_kind::with<t::scheduling::v1alpha3::workload, t::scheduling::v1alpha3::workload_summary>(),
        any_kind::with<t::scheduling::v1beta1::pod_group, t::scheduling::v1beta1::pod_group_summary>(),
        any_kind::with<t::scheduling::v1beta1::workload, t::scheduling::v1beta1::workload_summary>(),
        any_kind::with<t::storage::v1::csi_driver, t::storage::v1::csi_driver_summary>(),
        any_kind::with<t::storage::v1::csi_node, t::storage::v1::csi_node_summary>(),
        any_kind::with<t::storage::v1::csi_storage_capacity, t::storage::v1::csi_storage_capacity_summary>(),
        any_kind::with<t::storage::v1::storage_class, t::storage::v1::storage_class_summary>(),
        any_kind::with<t::storage::v1::volume_attachment, t::storage::v1::volume_attachment_summary>(),
        any_kind::with<t::storage::v1::volume_attributes_class, t::storage::v1::volume_attributes_class_summary>(),
        any_kind::with<t::storagemigration::v1::storage_version_migration, t::storagemigration::v1::storage_version_migration_summary>(),
        any_kind::with<t::storagemigration::v1beta1::storage_version_migration, t::storagemigration::v1beta1::storage_version_migration_summary>(),
    };
    return all;
}

} // namespace test

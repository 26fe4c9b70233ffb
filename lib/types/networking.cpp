// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/networking/v1/ingress.hpp>
#include <coinformer/types/networking/v1/ingress_class.hpp>
#include <coinformer/types/networking/v1/ip_address.hpp>
#include <coinformer/types/networking/v1/network_policy.hpp>
#include <coinformer/types/networking/v1/service_cidr.hpp>

namespace coinformer::detail {

namespace here = types::networking;

constexpr member v1_service_backend_port_rows[] = {COINFORMER_ROW(v1::service_backend_port, name),
    COINFORMER_ROW(v1::service_backend_port, number)};
constinit member_type const compiled_members<here::v1::service_backend_port>::type =
    record_of<here::v1::service_backend_port>(v1_service_backend_port_rows);
constexpr member v1_ingress_service_backend_rows[] = {COINFORMER_ROW(v1::ingress_service_backend, name),
    COINFORMER_ROW(v1::ingress_service_backend, port)};
constinit member_type const compiled_members<here::v1::ingress_service_backend>::type =
    record_of<here::v1::ingress_service_backend>(v1_ingress_service_backend_rows);
constexpr member v1_ingress_backend_rows[] = {COINFORMER_ROW(v1::ingress_backend, resource),
    COINFORMER_ROW(v1::ingress_backend, service)};
constinit member_type const compiled_members<here::v1::ingress_backend>::type =
    record_of<here::v1::ingress_backend>(v1_ingress_backend_rows);
constexpr member v1_ingress_tls_rows[] = {COINFORMER_ROW(v1::ingress_tls, hosts), COINFORMER_ROW(v1::ingress_tls,
    secretName)};
constinit member_type const compiled_members<here::v1::ingress_tls>::type =
    record_of<here::v1::ingress_tls>(v1_ingress_tls_rows);
constexpr member v1_http_ingress_path_rows[] = {COINFORMER_ROW(v1::http_ingress_path, path),
    COINFORMER_ROW(v1::http_ingress_path, backend), COINFORMER_ROW(v1::http_ingress_path, pathType)};
constinit member_type const compiled_members<here::v1::http_ingress_path>::type =
    record_of<here::v1::http_ingress_path>(v1_http_ingress_path_rows);
constexpr member v1_http_ingress_rule_value_rows[] = {COINFORMER_ROW(v1::http_ingress_rule_value, paths)};
constinit member_type const compiled_members<here::v1::http_ingress_rule_value>::type =
    record_of<here::v1::http_ingress_rule_value>(v1_http_ingress_rule_value_rows);
constexpr member v1_ingress_rule_rows[] = {COINFORMER_ROW(v1::ingress_rule, host), COINFORMER_ROW(v1::ingress_rule,
    http)};
constinit member_type const compiled_members<here::v1::ingress_rule>::type =
    record_of<here::v1::ingress_rule>(v1_ingress_rule_rows);
constexpr member v1_ingress_spec_rows[] = {COINFORMER_ROW(v1::ingress_spec, defaultBackend),
    COINFORMER_ROW(v1::ingress_spec, tls), COINFORMER_ROW(v1::ingress_spec, rules), COINFORMER_ROW(v1::ingress_spec,
    ingressClassName)};
constinit member_type const compiled_members<here::v1::ingress_spec>::type =
    record_of<here::v1::ingress_spec>(v1_ingress_spec_rows);
constexpr member v1_ingress_port_status_rows[] = {COINFORMER_ROW(v1::ingress_port_status, port),
    COINFORMER_ROW(v1::ingress_port_status, protocol), COINFORMER_ROW(v1::ingress_port_status, error)};
constinit member_type const compiled_members<here::v1::ingress_port_status>::type =
    record_of<here::v1::ingress_port_status>(v1_ingress_port_status_rows);
constexpr member v1_ingress_load_balancer_ingress_rows[] = {COINFORMER_ROW(v1::ingress_load_balancer_ingress, ip),
    COINFORMER_ROW(v1::ingress_load_balancer_ingress, hostname), COINFORMER_ROW(v1::ingress_load_balancer_ingress,
    ports)};
constinit member_type const compiled_members<here::v1::ingress_load_balancer_ingress>::type =
    record_of<here::v1::ingress_load_balancer_ingress>(v1_ingress_load_balancer_ingress_rows);
constexpr member v1_ingress_load_balancer_status_rows[] = {COINFORMER_ROW(v1::ingress_load_balancer_status, ingress)};
constinit member_type const compiled_members<here::v1::ingress_load_balancer_status>::type =
    record_of<here::v1::ingress_load_balancer_status>(v1_ingress_load_balancer_status_rows);
constexpr member v1_ingress_status_rows[] = {COINFORMER_ROW(v1::ingress_status, loadBalancer)};
constinit member_type const compiled_members<here::v1::ingress_status>::type =
    record_of<here::v1::ingress_status>(v1_ingress_status_rows);
constexpr member v1_ingress_rows[] = {COINFORMER_ROW(v1::ingress, metadata), COINFORMER_ROW(v1::ingress, spec),
    COINFORMER_ROW(v1::ingress, status)};
constinit member_type const compiled_members<here::v1::ingress>::type = record_of<here::v1::ingress>(v1_ingress_rows);
constexpr member v1_ingress_summary_ingress_rule_rows[] = {COINFORMER_ROW(v1::ingress_summary::ingress_rule, host)};
constinit member_type const compiled_members<here::v1::ingress_summary::ingress_rule>::type =
    record_of<here::v1::ingress_summary::ingress_rule>(v1_ingress_summary_ingress_rule_rows);
constexpr member v1_ingress_summary_ingress_tls_rows[] = {COINFORMER_ROW(v1::ingress_summary::ingress_tls, hosts)};
constinit member_type const compiled_members<here::v1::ingress_summary::ingress_tls>::type =
    record_of<here::v1::ingress_summary::ingress_tls>(v1_ingress_summary_ingress_tls_rows);
constexpr member v1_ingress_summary_ingress_spec_rows[] = {COINFORMER_ROW(v1::ingress_summary::ingress_spec,
    ingressClassName), COINFORMER_ROW(v1::ingress_summary::ingress_spec, rules),
    COINFORMER_ROW(v1::ingress_summary::ingress_spec, tls)};
constinit member_type const compiled_members<here::v1::ingress_summary::ingress_spec>::type =
    record_of<here::v1::ingress_summary::ingress_spec>(v1_ingress_summary_ingress_spec_rows);
constexpr member v1_ingress_summary_ingress_load_balancer_ingress_rows[] =
    {COINFORMER_ROW(v1::ingress_summary::ingress_load_balancer_ingress, ip),
    COINFORMER_ROW(v1::ingress_summary::ingress_load_balancer_ingress, hostname)};
constinit member_type const compiled_members<here::v1::ingress_summary::ingress_load_balancer_ingress>::type =
    record_of<here::v1::ingress_summary::ingress_load_balancer_ingress>(v1_ingress_summary_ingress_load_balancer_ingress_rows);
constexpr member v1_ingress_summary_ingress_load_balancer_status_rows[] =
    {COINFORMER_ROW(v1::ingress_summary::ingress_load_balancer_status, ingress)};
constinit member_type const compiled_members<here::v1::ingress_summary::ingress_load_balancer_status>::type =
    record_of<here::v1::ingress_summary::ingress_load_balancer_status>(v1_ingress_summary_ingress_load_balancer_status_rows);
constexpr member v1_ingress_summary_ingress_status_rows[] = {COINFORMER_ROW(v1::ingress_summary::ingress_status,
    loadBalancer)};
constinit member_type const compiled_members<here::v1::ingress_summary::ingress_status>::type =
    record_of<here::v1::ingress_summary::ingress_status>(v1_ingress_summary_ingress_status_rows);
constexpr member v1_ingress_summary_rows[] = {COINFORMER_ROW(v1::ingress_summary, metadata),
    COINFORMER_ROW(v1::ingress_summary, spec), COINFORMER_ROW(v1::ingress_summary, status)};
constinit member_type const compiled_members<here::v1::ingress_summary>::type =
    record_of<here::v1::ingress_summary>(v1_ingress_summary_rows);
constexpr member v1_ingress_class_parameters_reference_rows[] =
    {COINFORMER_ROW(v1::ingress_class_parameters_reference, apiGroup),
    COINFORMER_ROW(v1::ingress_class_parameters_reference, kind),
    COINFORMER_ROW(v1::ingress_class_parameters_reference, name),
    COINFORMER_ROW(v1::ingress_class_parameters_reference, scope),
    COINFORMER_ROW(v1::ingress_class_parameters_reference, namespace_)};
constinit member_type const compiled_members<here::v1::ingress_class_parameters_reference>::type =
    record_of<here::v1::ingress_class_parameters_reference>(v1_ingress_class_parameters_reference_rows);
constexpr member v1_ingress_class_spec_rows[] = {COINFORMER_ROW(v1::ingress_class_spec, controller),
    COINFORMER_ROW(v1::ingress_class_spec, parameters)};
constinit member_type const compiled_members<here::v1::ingress_class_spec>::type =
    record_of<here::v1::ingress_class_spec>(v1_ingress_class_spec_rows);
constexpr member v1_ingress_class_rows[] = {COINFORMER_ROW(v1::ingress_class, metadata),
    COINFORMER_ROW(v1::ingress_class, spec)};
constinit member_type const compiled_members<here::v1::ingress_class>::type =
    record_of<here::v1::ingress_class>(v1_ingress_class_rows);
constexpr member v1_ingress_class_summary_ingress_class_spec_rows[] =
    {COINFORMER_ROW(v1::ingress_class_summary::ingress_class_spec, controller),
    COINFORMER_ROW(v1::ingress_class_summary::ingress_class_spec, parameters)};
constinit member_type const compiled_members<here::v1::ingress_class_summary::ingress_class_spec>::type =
    record_of<here::v1::ingress_class_summary::ingress_class_spec>(v1_ingress_class_summary_ingress_class_spec_rows);
constexpr member v1_ingress_class_summary_rows[] = {COINFORMER_ROW(v1::ingress_class_summary, metadata),
    COINFORMER_ROW(v1::ingress_class_summary, spec)};
constinit member_type const compiled_members<here::v1::ingress_class_summary>::type =
    record_of<here::v1::ingress_class_summary>(v1_ingress_class_summary_rows);
constexpr member v1_parent_reference_rows[] = {COINFORMER_ROW(v1::parent_reference, group),
    COINFORMER_ROW(v1::parent_reference, resource), COINFORMER_ROW(v1::parent_reference, namespace_),
    COINFORMER_ROW(v1::parent_reference, name)};
constinit member_type const compiled_members<here::v1::parent_reference>::type =
    record_of<here::v1::parent_reference>(v1_parent_reference_rows);
constexpr member v1_ip_address_spec_rows[] = {COINFORMER_ROW(v1::ip_address_spec, parentRef)};
constinit member_type const compiled_members<here::v1::ip_address_spec>::type =
    record_of<here::v1::ip_address_spec>(v1_ip_address_spec_rows);
constexpr member v1_ip_address_rows[] = {COINFORMER_ROW(v1::ip_address, metadata), COINFORMER_ROW(v1::ip_address,
    spec)};
constinit member_type const compiled_members<here::v1::ip_address>::type =
    record_of<here::v1::ip_address>(v1_ip_address_rows);
constexpr member v1_ip_address_summary_ip_address_spec_rows[] =
    {COINFORMER_ROW(v1::ip_address_summary::ip_address_spec, parentRef)};
constinit member_type const compiled_members<here::v1::ip_address_summary::ip_address_spec>::type =
    record_of<here::v1::ip_address_summary::ip_address_spec>(v1_ip_address_summary_ip_address_spec_rows);
constexpr member v1_ip_address_summary_rows[] = {COINFORMER_ROW(v1::ip_address_summary, metadata),
    COINFORMER_ROW(v1::ip_address_summary, spec)};
constinit member_type const compiled_members<here::v1::ip_address_summary>::type =
    record_of<here::v1::ip_address_summary>(v1_ip_address_summary_rows);
constexpr member v1_network_policy_port_rows[] = {COINFORMER_ROW(v1::network_policy_port, protocol),
    COINFORMER_ROW(v1::network_policy_port, port), COINFORMER_ROW(v1::network_policy_port, endPort)};
constinit member_type const compiled_members<here::v1::network_policy_port>::type =
    record_of<here::v1::network_policy_port>(v1_network_policy_port_rows);
constexpr member v1_ip_block_rows[] = {COINFORMER_ROW(v1::ip_block, cidr), COINFORMER_ROW(v1::ip_block, except)};
constinit member_type const compiled_members<here::v1::ip_block>::type =
    record_of<here::v1::ip_block>(v1_ip_block_rows);
constexpr member v1_network_policy_peer_rows[] = {COINFORMER_ROW(v1::network_policy_peer, podSelector),
    COINFORMER_ROW(v1::network_policy_peer, namespaceSelector), COINFORMER_ROW(v1::network_policy_peer, ipBlock)};
constinit member_type const compiled_members<here::v1::network_policy_peer>::type =
    record_of<here::v1::network_policy_peer>(v1_network_policy_peer_rows);
constexpr member v1_network_policy_ingress_rule_rows[] = {COINFORMER_ROW(v1::network_policy_ingress_rule, ports),
    COINFORMER_ROW(v1::network_policy_ingress_rule, from)};
constinit member_type const compiled_members<here::v1::network_policy_ingress_rule>::type =
    record_of<here::v1::network_policy_ingress_rule>(v1_network_policy_ingress_rule_rows);
constexpr member v1_network_policy_egress_rule_rows[] = {COINFORMER_ROW(v1::network_policy_egress_rule, ports),
    COINFORMER_ROW(v1::network_policy_egress_rule, to)};
constinit member_type const compiled_members<here::v1::network_policy_egress_rule>::type =
    record_of<here::v1::network_policy_egress_rule>(v1_network_policy_egress_rule_rows);
constexpr member v1_network_policy_spec_rows[] = {COINFORMER_ROW(v1::network_policy_spec, podSelector),
    COINFORMER_ROW(v1::network_policy_spec, ingress), COINFORMER_ROW(v1::network_policy_spec, egress),
    COINFORMER_ROW(v1::network_policy_spec, policyTypes)};
constinit member_type const compiled_members<here::v1::network_policy_spec>::type =
    record_of<here::v1::network_policy_spec>(v1_network_policy_spec_rows);
constexpr member v1_network_policy_rows[] = {COINFORMER_ROW(v1::network_policy, metadata),
    COINFORMER_ROW(v1::network_policy, spec)};
constinit member_type const compiled_members<here::v1::network_policy>::type =
    record_of<here::v1::network_policy>(v1_network_policy_rows);
constexpr member v1_network_policy_summary_network_policy_spec_rows[] =
    {COINFORMER_ROW(v1::network_policy_summary::network_policy_spec, podSelector)};
constinit member_type const compiled_members<here::v1::network_policy_summary::network_policy_spec>::type =
    record_of<here::v1::network_policy_summary::network_policy_spec>(v1_network_policy_summary_network_policy_spec_rows);
constexpr member v1_network_policy_summary_rows[] = {COINFORMER_ROW(v1::network_policy_summary, metadata),
    COINFORMER_ROW(v1::network_policy_summary, spec)};
constinit member_type const compiled_members<here::v1::network_policy_summary>::type =
    record_of<here::v1::network_policy_summary>(v1_network_policy_summary_rows);
constexpr member v1_service_cidr_spec_rows[] = {COINFORMER_ROW(v1::service_cidr_spec, cidrs)};
constinit member_type const compiled_members<here::v1::service_cidr_spec>::type =
    record_of<here::v1::service_cidr_spec>(v1_service_cidr_spec_rows);
constexpr member v1_service_cidr_status_rows[] = {COINFORMER_ROW(v1::service_cidr_status, conditions)};
constinit member_type const compiled_members<here::v1::service_cidr_status>::type =
    record_of<here::v1::service_cidr_status>(v1_service_cidr_status_rows);
constexpr member v1_service_cidr_rows[] = {COINFORMER_ROW(v1::service_cidr, metadata),
    COINFORMER_ROW(v1::service_cidr, spec), COINFORMER_ROW(v1::service_cidr, status)};
constinit member_type const compiled_members<here::v1::service_cidr>::type =
    record_of<here::v1::service_cidr>(v1_service_cidr_rows);
constexpr member v1_service_cidr_summary_service_cidr_spec_rows[] =
    {COINFORMER_ROW(v1::service_cidr_summary::service_cidr_spec, cidrs)};
constinit member_type const compiled_members<here::v1::service_cidr_summary::service_cidr_spec>::type =
    record_of<here::v1::service_cidr_summary::service_cidr_spec>(v1_service_cidr_summary_service_cidr_spec_rows);
constexpr member v1_service_cidr_summary_rows[] = {COINFORMER_ROW(v1::service_cidr_summary, metadata),
    COINFORMER_ROW(v1::service_cidr_summary, spec)};
constinit member_type const compiled_members<here::v1::service_cidr_summary>::type =
    record_of<here::v1::service_cidr_summary>(v1_service_cidr_summary_rows);

} // namespace coinformer::detail

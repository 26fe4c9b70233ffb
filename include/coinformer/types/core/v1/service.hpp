// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

struct service_port {
    text name;
    text protocol;
    std::int32_t port{};
    int_or_string targetPort;
    std::int32_t nodePort{};
    std::optional<text> appProtocol;
};

struct client_ip_config {
    std::optional<std::int32_t> timeoutSeconds;
};

struct session_affinity_config {
    boxed<client_ip_config> clientIP;
};

struct service_spec {
    list<service_port> ports;
    labels selector;
    text clusterIP;
    text type;
    list<text> externalIPs;
    text sessionAffinity;
    text loadBalancerIP;
    list<text> loadBalancerSourceRanges;
    text externalName;
    text externalTrafficPolicy;
    std::int32_t healthCheckNodePort{};
    bool publishNotReadyAddresses{};
    boxed<session_affinity_config> sessionAffinityConfig;
    std::optional<text> ipFamilyPolicy;
    list<text> clusterIPs;
    list<text> ipFamilies;
    std::optional<bool> allocateLoadBalancerNodePorts;
    std::optional<text> loadBalancerClass;
    std::optional<text> internalTrafficPolicy;
    std::optional<text> trafficDistribution;
};

struct port_status {
    std::int32_t port{};
    text protocol;
    std::optional<text> error;
};

struct load_balancer_ingress {
    text ip;
    text hostname;
    std::optional<text> ipMode;
    list<port_status> ports;
};

struct load_balancer_status {
    list<load_balancer_ingress> ingress;
};

struct service_status {
    load_balancer_status loadBalancer;
    list<meta::v1::condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#service-v1-core
struct service {
    object_meta metadata;
    service_spec spec;
    service_status status;
};

struct service_summary {
    struct service_port {
        text name;
        text protocol;
        std::int32_t port{};
        std::int32_t nodePort{};
    };
    struct service_spec {
        text type;
        text clusterIP;
        list<text> externalIPs;
        text externalName;
        list<service_port> ports;
        labels selector;
    };
    struct load_balancer_ingress {
        text ip;
        text hostname;
    };
    struct load_balancer_status {
        list<load_balancer_ingress> ingress;
    };
    struct service_status {
        load_balancer_status loadBalancer;
    };

    meta::v1::object_meta_summary metadata;
    service_spec spec;
    service_status status;
};

inline constexpr coinformer::resource services{
    .group = "", .version = "v1", .plural = "services",
    .kind = "Service", .where = scope::namespaced};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::service> =
    coinformer::types::core::v1::services;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::service_summary> =
    coinformer::types::core::v1::services;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::service_port> { static member_type const type; };
template <> struct compiled_members<types::core::v1::client_ip_config> { static member_type const type; };
template <> struct compiled_members<types::core::v1::session_affinity_config> { static member_type const type; };
template <> struct compiled_members<types::core::v1::service_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::port_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::load_balancer_ingress> { static member_type const type; };
template <> struct compiled_members<types::core::v1::load_balancer_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::service_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::service> { static member_type const type; };
template <> struct compiled_members<types::core::v1::service_summary::service_port> { static member_type const type; };
template <> struct compiled_members<types::core::v1::service_summary::service_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::service_summary::load_balancer_ingress> { static member_type const type; };
template <> struct compiled_members<types::core::v1::service_summary::load_balancer_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::service_summary::service_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::service_summary> { static member_type const type; };

} // namespace coinformer::detail

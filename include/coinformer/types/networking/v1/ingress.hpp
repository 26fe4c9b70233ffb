// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/typed_local_object_reference.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::networking::v1 {

struct service_backend_port {
    text name;
    std::int32_t number{};
};

struct ingress_service_backend {
    text name;
    service_backend_port port;
};

struct ingress_backend {
    boxed<core::v1::typed_local_object_reference> resource;
    boxed<ingress_service_backend> service;
};

struct ingress_tls {
    list<text> hosts;
    text secretName;
};

struct http_ingress_path {
    text path;
    ingress_backend backend;
    text pathType;
};

struct http_ingress_rule_value {
    list<http_ingress_path> paths;
};

struct ingress_rule {
    text host;
    boxed<http_ingress_rule_value> http;
};

struct ingress_spec {
    boxed<ingress_backend> defaultBackend;
    list<ingress_tls> tls;
    list<ingress_rule> rules;
    std::optional<text> ingressClassName;
};

struct ingress_port_status {
    std::int32_t port{};
    text protocol;
    std::optional<text> error;
};

struct ingress_load_balancer_ingress {
    text ip;
    text hostname;
    list<ingress_port_status> ports;
};

struct ingress_load_balancer_status {
    list<ingress_load_balancer_ingress> ingress;
};

struct ingress_status {
    ingress_load_balancer_status loadBalancer;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingress-v1-networking-k8s-io
struct ingress {
    object_meta metadata;
    ingress_spec spec;
    ingress_status status;
};

struct ingress_summary {
    struct ingress_rule {
        text host;
    };
    struct ingress_tls {
        list<text> hosts;
    };
    struct ingress_spec {
        std::optional<text> ingressClassName;
        list<ingress_rule> rules;
        list<ingress_tls> tls;
    };
    struct ingress_load_balancer_ingress {
        text ip;
        text hostname;
    };
    struct ingress_load_balancer_status {
        list<ingress_load_balancer_ingress> ingress;
    };
    struct ingress_status {
        ingress_load_balancer_status loadBalancer;
    };

    meta::v1::object_meta_summary metadata;
    ingress_spec spec;
    ingress_status status;
};

inline constexpr coinformer::resource ingresses{
    .group = "networking.k8s.io", .version = "v1", .plural = "ingresses",
    .kind = "Ingress", .where = scope::namespaced};

} // namespace coinformer::types::networking::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::networking::v1::ingress> =
    coinformer::types::networking::v1::ingresses;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::networking::v1::ingress_summary> =
    coinformer::types::networking::v1::ingresses;

namespace coinformer::detail {

template <> struct compiled_members<types::networking::v1::service_backend_port> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_service_backend> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_backend> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_tls> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::http_ingress_path> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::http_ingress_rule_value> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_rule> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_spec> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_port_status> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_load_balancer_ingress> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_load_balancer_status> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_status> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_summary::ingress_rule> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_summary::ingress_tls> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_summary::ingress_spec> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_summary::ingress_load_balancer_ingress> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_summary::ingress_load_balancer_status> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_summary::ingress_status> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_summary> { static member_type const type; };

} // namespace coinformer::detail

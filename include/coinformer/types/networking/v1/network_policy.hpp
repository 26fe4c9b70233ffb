// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::networking::v1 {

struct network_policy_port {
    std::optional<text> protocol;
    std::optional<int_or_string> port;
    std::optional<std::int32_t> endPort;
};

struct ip_block {
    text cidr;
    list<text> except;
};

struct network_policy_peer {
    boxed<meta::v1::label_selector> podSelector;
    boxed<meta::v1::label_selector> namespaceSelector;
    boxed<ip_block> ipBlock;
};

struct network_policy_ingress_rule {
    list<network_policy_port> ports;
    list<network_policy_peer> from;
};

struct network_policy_egress_rule {
    list<network_policy_port> ports;
    list<network_policy_peer> to;
};

struct network_policy_spec {
    meta::v1::label_selector podSelector;
    list<network_policy_ingress_rule> ingress;
    list<network_policy_egress_rule> egress;
    list<text> policyTypes;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#networkpolicy-v1-networking-k8s-io
struct network_policy {
    object_meta metadata;
    network_policy_spec spec;
};

struct network_policy_summary {
    struct network_policy_spec {
        meta::v1::label_selector podSelector;
    };

    meta::v1::object_meta_summary metadata;
    network_policy_spec spec;
};

inline constexpr coinformer::resource network_policies{
    .group = "networking.k8s.io", .version = "v1", .plural = "networkpolicies",
    .kind = "NetworkPolicy", .where = scope::namespaced};

} // namespace coinformer::types::networking::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::networking::v1::network_policy> =
    coinformer::types::networking::v1::network_policies;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::networking::v1::network_policy_summary> =
    coinformer::types::networking::v1::network_policies;

namespace coinformer::detail {

template <> struct compiled_members<types::networking::v1::network_policy_port> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ip_block> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::network_policy_peer> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::network_policy_ingress_rule> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::network_policy_egress_rule> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::network_policy_spec> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::network_policy> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::network_policy_summary::network_policy_spec> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::network_policy_summary> { static member_type const type; };

} // namespace coinformer::detail

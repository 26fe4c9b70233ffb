// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::networking::v1 {

struct parent_reference {
    text group;
    text resource;
    text namespace_;
    text name;
};

struct ip_address_spec {
    parent_reference parentRef;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ipaddress-v1-networking-k8s-io
struct ip_address {
    object_meta metadata;
    ip_address_spec spec;
};

struct ip_address_summary {
    struct ip_address_spec {
        parent_reference parentRef;
    };

    meta::v1::object_meta_summary metadata;
    ip_address_spec spec;
};

inline constexpr coinformer::resource ip_addresses{
    .group = "networking.k8s.io", .version = "v1", .plural = "ipaddresses",
    .kind = "IPAddress", .where = scope::cluster};

} // namespace coinformer::types::networking::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::networking::v1::ip_address> =
    coinformer::types::networking::v1::ip_addresses;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::networking::v1::ip_address_summary> =
    coinformer::types::networking::v1::ip_addresses;

namespace coinformer::detail {

template <> struct compiled_members<types::networking::v1::parent_reference> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ip_address_spec> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ip_address> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ip_address_summary::ip_address_spec> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ip_address_summary> { static member_type const type; };

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::networking::v1 {

struct service_cidr_spec {
    list<text> cidrs;
};

struct service_cidr_status {
    list<meta::v1::condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicecidr-v1-networking-k8s-io
struct service_cidr {
    object_meta metadata;
    service_cidr_spec spec;
    service_cidr_status status;
};

struct service_cidr_summary {
    struct service_cidr_spec {
        list<text> cidrs;
    };

    meta::v1::object_meta_summary metadata;
    service_cidr_spec spec;
};

inline constexpr coinformer::resource service_cidrs{
    .group = "networking.k8s.io", .version = "v1", .plural = "servicecidrs",
    .kind = "ServiceCIDR", .where = scope::cluster};

} // namespace coinformer::types::networking::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::networking::v1::service_cidr> =
    coinformer::types::networking::v1::service_cidrs;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::networking::v1::service_cidr_summary> =
    coinformer::types::networking::v1::service_cidrs;

namespace coinformer::detail {

template <> struct compiled_members<types::networking::v1::service_cidr_spec> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::service_cidr_status> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::service_cidr> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::service_cidr_summary::service_cidr_spec> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::service_cidr_summary> { static member_type const type; };

} // namespace coinformer::detail

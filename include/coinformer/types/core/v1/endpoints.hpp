// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/object_reference.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

struct endpoint_address {
    text ip;
    boxed<object_reference> targetRef;
    text hostname;
    std::optional<text> nodeName;
};

struct endpoint_port {
    text name;
    std::int32_t port{};
    text protocol;
    std::optional<text> appProtocol;
};

struct endpoint_subset {
    list<endpoint_address> addresses;
    list<endpoint_address> notReadyAddresses;
    list<endpoint_port> ports;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpoints-v1-core
struct endpoints {
    object_meta metadata;
    list<endpoint_subset> subsets;
};

struct endpoints_summary {
    struct endpoint_address {
        text ip;
    };
    struct endpoint_port {
        text name;
        std::int32_t port{};
    };
    struct endpoint_subset {
        list<endpoint_address> addresses;
        list<endpoint_port> ports;
    };

    meta::v1::object_meta_summary metadata;
    list<endpoint_subset> subsets;
};

inline constexpr coinformer::resource endpoints_{
    .group = "", .version = "v1", .plural = "endpoints",
    .kind = "Endpoints", .where = scope::namespaced};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::endpoints> =
    coinformer::types::core::v1::endpoints_;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::endpoints_summary> =
    coinformer::types::core::v1::endpoints_;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::endpoint_address> { static member_type const type; };
template <> struct compiled_members<types::core::v1::endpoint_port> { static member_type const type; };
template <> struct compiled_members<types::core::v1::endpoint_subset> { static member_type const type; };
template <> struct compiled_members<types::core::v1::endpoints> { static member_type const type; };
template <> struct compiled_members<types::core::v1::endpoints_summary::endpoint_address> { static member_type const type; };
template <> struct compiled_members<types::core::v1::endpoints_summary::endpoint_port> { static member_type const type; };
template <> struct compiled_members<types::core::v1::endpoints_summary::endpoint_subset> { static member_type const type; };
template <> struct compiled_members<types::core::v1::endpoints_summary> { static member_type const type; };

} // namespace coinformer::detail

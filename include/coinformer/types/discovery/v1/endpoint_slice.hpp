// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/object_reference.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::discovery::v1 {

struct endpoint_conditions {
    std::optional<bool> ready;
    std::optional<bool> serving;
    std::optional<bool> terminating;
};

struct for_zone {
    text name;
};

struct for_node {
    text name;
};

struct endpoint_hints {
    list<for_zone> forZones;
    list<for_node> forNodes;
};

struct endpoint {
    list<text> addresses;
    endpoint_conditions conditions;
    std::optional<text> hostname;
    boxed<core::v1::object_reference> targetRef;
    labels deprecatedTopology;
    std::optional<text> nodeName;
    std::optional<text> zone;
    boxed<endpoint_hints> hints;
};

struct endpoint_port {
    std::optional<text> name;
    std::optional<text> protocol;
    std::optional<std::int32_t> port;
    std::optional<text> appProtocol;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpointslice-v1-discovery-k8s-io
struct endpoint_slice {
    object_meta metadata;
    list<endpoint> endpoints;
    list<endpoint_port> ports;
    text addressType;
};

struct endpoint_slice_summary {
    struct endpoint_port {
        std::optional<text> name;
        std::optional<text> protocol;
        std::optional<std::int32_t> port;
    };
    struct endpoint {
        list<text> addresses;
    };

    meta::v1::object_meta_summary metadata;
    text addressType;
    list<endpoint_port> ports;
    list<endpoint> endpoints;
};

inline constexpr coinformer::resource endpoint_slices{
    .group = "discovery.k8s.io", .version = "v1", .plural = "endpointslices",
    .kind = "EndpointSlice", .where = scope::namespaced};

} // namespace coinformer::types::discovery::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::discovery::v1::endpoint_slice> =
    coinformer::types::discovery::v1::endpoint_slices;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::discovery::v1::endpoint_slice_summary> =
    coinformer::types::discovery::v1::endpoint_slices;

namespace coinformer::detail {

template <> struct compiled_members<types::discovery::v1::endpoint_conditions> { static member_type const type; };
template <> struct compiled_members<types::discovery::v1::for_zone> { static member_type const type; };
template <> struct compiled_members<types::discovery::v1::for_node> { static member_type const type; };
template <> struct compiled_members<types::discovery::v1::endpoint_hints> { static member_type const type; };
template <> struct compiled_members<types::discovery::v1::endpoint> { static member_type const type; };
template <> struct compiled_members<types::discovery::v1::endpoint_port> { static member_type const type; };
template <> struct compiled_members<types::discovery::v1::endpoint_slice> { static member_type const type; };
template <> struct compiled_members<types::discovery::v1::endpoint_slice_summary::endpoint_port> { static member_type const type; };
template <> struct compiled_members<types::discovery::v1::endpoint_slice_summary::endpoint> { static member_type const type; };
template <> struct compiled_members<types::discovery::v1::endpoint_slice_summary> { static member_type const type; };

} // namespace coinformer::detail

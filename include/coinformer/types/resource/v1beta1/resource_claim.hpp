// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/node_selector.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>
#include <coinformer/types/resource/v1beta1/device_toleration.hpp>
#include <coinformer/types/resource/v1beta1/opaque_device_configuration.hpp>
#include <coinformer/types/resource/v1beta1/resource_claim_spec.hpp>

namespace coinformer::types::resource::v1beta1 {

struct device_request_allocation_result {
    text request;
    text driver;
    text pool;
    text device;
    std::optional<bool> adminAccess;
    list<device_toleration> tolerations;
    list<text> bindingConditions;
    list<text> bindingFailureConditions;
    std::optional<text> shareID;
    labels consumedCapacity;
    list<text> skipNodeOperations;
};

struct device_allocation_configuration {
    text source;
    list<text> requests;
    boxed<opaque_device_configuration> opaque;
};

struct device_allocation_result {
    list<device_request_allocation_result> results;
    list<device_allocation_configuration> config;
};

struct allocation_result {
    device_allocation_result devices;
    boxed<core::v1::node_selector> nodeSelector;
    std::optional<timestamp> allocationTimestamp;
};

struct resource_claim_consumer_reference {
    text apiGroup;
    text resource;
    text name;
    text uid;
};

struct network_device_data {
    text interfaceName;
    list<text> ips;
    text hardwareAddress;
};

struct allocated_device_status {
    text driver;
    text pool;
    text device;
    list<meta::v1::condition> conditions;
    raw_json data;
    boxed<network_device_data> networkData;
    std::optional<text> shareID;
};

struct resource_claim_status {
    boxed<allocation_result> allocation;
    list<resource_claim_consumer_reference> reservedFor;
    list<allocated_device_status> devices;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceclaim-v1beta1-resource-k8s-io
struct resource_claim {
    object_meta metadata;
    resource_claim_spec spec;
    resource_claim_status status;
};

struct resource_claim_summary {
    struct allocation_result {
        std::optional<timestamp> allocationTimestamp;
    };
    struct resource_claim_status {
        list<resource_claim_consumer_reference> reservedFor;
        boxed<allocation_result> allocation;
    };

    meta::v1::object_meta_summary metadata;
    resource_claim_status status;
};

inline constexpr coinformer::resource resource_claims{
    .group = "resource.k8s.io", .version = "v1beta1", .plural = "resourceclaims",
    .kind = "ResourceClaim", .where = scope::namespaced};

} // namespace coinformer::types::resource::v1beta1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1beta1::resource_claim> =
    coinformer::types::resource::v1beta1::resource_claims;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1beta1::resource_claim_summary> =
    coinformer::types::resource::v1beta1::resource_claims;

namespace coinformer::detail {

template <> struct compiled_members<types::resource::v1beta1::device_request_allocation_result> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::device_allocation_configuration> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::device_allocation_result> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::allocation_result> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::resource_claim_consumer_reference> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::network_device_data> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::allocated_device_status> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::resource_claim_status> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::resource_claim> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::resource_claim_summary::allocation_result> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::resource_claim_summary::resource_claim_status> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::resource_claim_summary> { static member_type const type; };

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::resource::v1alpha3 {

struct resource_pool_status_request_spec {
    text driver;
    std::optional<text> poolName;
    std::optional<std::int32_t> limit;
    std::optional<text> defaultPartitionTypeAttribute;
};

struct partition_type_status {
    text type;
    std::int32_t total{};
    std::int32_t allocatable{};
    text attribute;
};

struct shareable_capacity_status {
    text name;
    quantity total;
    quantity consumed;
    quantity available;
};

struct shareable_summary_status {
    std::int32_t fullyAvailableDevices{};
    std::int32_t partiallyAvailableDevices{};
    list<shareable_capacity_status> capacity;
};

struct pool_status {
    text driver;
    text poolName;
    std::optional<text> nodeName;
    std::optional<std::int32_t> totalDevices;
    std::optional<std::int32_t> allocatedDevices;
    std::optional<std::int32_t> availableDevices;
    std::optional<std::int32_t> unavailableDevices;
    std::optional<std::int32_t> resourceSliceCount;
    std::int64_t generation{};
    std::optional<text> validationError;
    list<partition_type_status> partitionSummary;
    boxed<shareable_summary_status> shareableSummary;
};

struct resource_pool_status_request_status {
    list<pool_status> pools;
    list<meta::v1::condition> conditions;
    std::int32_t poolCount{};
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcepoolstatusrequest-v1alpha3-resource-k8s-io
struct resource_pool_status_request {
    object_meta metadata;
    resource_pool_status_request_spec spec;
    boxed<resource_pool_status_request_status> status;
};

struct resource_pool_status_request_summary {
    struct resource_pool_status_request_spec {
        text driver;
    };
    struct condition {
        text type;
        text status;
        text reason;
    };
    struct resource_pool_status_request_status {
        std::int32_t poolCount{};
        list<condition> conditions;
    };

    meta::v1::object_meta_summary metadata;
    resource_pool_status_request_spec spec;
    boxed<resource_pool_status_request_status> status;
};

inline constexpr coinformer::resource resource_pool_status_requests{
    .group = "resource.k8s.io", .version = "v1alpha3", .plural = "resourcepoolstatusrequests",
    .kind = "ResourcePoolStatusRequest", .where = scope::cluster};

} // namespace coinformer::types::resource::v1alpha3

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1alpha3::resource_pool_status_request> =
    coinformer::types::resource::v1alpha3::resource_pool_status_requests;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1alpha3::resource_pool_status_request_summary> =
    coinformer::types::resource::v1alpha3::resource_pool_status_requests;

namespace coinformer::detail {

template <> struct compiled_members<types::resource::v1alpha3::resource_pool_status_request_spec> { static member_type const type; };
template <> struct compiled_members<types::resource::v1alpha3::partition_type_status> { static member_type const type; };
template <> struct compiled_members<types::resource::v1alpha3::shareable_capacity_status> { static member_type const type; };
template <> struct compiled_members<types::resource::v1alpha3::shareable_summary_status> { static member_type const type; };
template <> struct compiled_members<types::resource::v1alpha3::pool_status> { static member_type const type; };
template <> struct compiled_members<types::resource::v1alpha3::resource_pool_status_request_status> { static member_type const type; };
template <> struct compiled_members<types::resource::v1alpha3::resource_pool_status_request> { static member_type const type; };
template <> struct compiled_members<types::resource::v1alpha3::resource_pool_status_request_summary::resource_pool_status_request_spec> { static member_type const type; };
template <> struct compiled_members<types::resource::v1alpha3::resource_pool_status_request_summary::condition> { static member_type const type; };
template <> struct compiled_members<types::resource::v1alpha3::resource_pool_status_request_summary::resource_pool_status_request_status> { static member_type const type; };
template <> struct compiled_members<types::resource::v1alpha3::resource_pool_status_request_summary> { static member_type const type; };

} // namespace coinformer::detail

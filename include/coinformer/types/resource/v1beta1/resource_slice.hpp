// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/node_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::resource::v1beta1 {

struct resource_pool {
    text name;
    std::int64_t generation{};
    std::int64_t resourceSliceCount{};
};

struct device_attribute {
    std::optional<std::int64_t> int_;
    std::optional<bool> bool_;
    std::optional<text> string;
    std::optional<text> version;
    list<std::int64_t> ints;
    list<bool> bools;
    list<text> strings;
    list<text> versions;
};

struct capacity_request_policy_range {
    quantity min;
    std::optional<quantity> max;
    std::optional<quantity> step;
};

struct capacity_request_policy {
    std::optional<quantity> default_;
    list<quantity> validValues;
    boxed<capacity_request_policy_range> validRange;
};

struct device_capacity {
    quantity value;
    boxed<capacity_request_policy> requestPolicy;
};

struct counter {
    quantity value;
};

struct device_counter_consumption {
    text counterSet;
    map<counter> counters;
    list<text> compatibilityGroups;
};

struct device_taint {
    text key;
    text value;
    text effect;
    std::optional<timestamp> timeAdded;
};

struct node_allocatable_mapping {
    std::optional<text> capacityKey;
    std::optional<quantity> capacityMultiplier;
    std::optional<quantity> deviceMultiplier;
};

struct node_allocatable_overhead {
    std::optional<quantity> perPod;
    std::optional<quantity> perContainer;
};

struct node_allocatable_resource {
    boxed<node_allocatable_mapping> mapping;
    boxed<node_allocatable_overhead> overhead;
};

struct basic_device {
    map<device_attribute> attributes;
    map<device_capacity> capacity;
    list<device_counter_consumption> consumesCounters;
    std::optional<text> nodeName;
    boxed<core::v1::node_selector> nodeSelector;
    std::optional<bool> allNodes;
    list<device_taint> taints;
    std::optional<bool> bindsToNode;
    list<text> bindingConditions;
    list<text> bindingFailureConditions;
    std::optional<bool> allowMultipleAllocations;
    map<node_allocatable_resource> nodeAllocatableResources;
};

struct device {
    text name;
    boxed<basic_device> basic;
};

struct counter_set {
    text name;
    map<counter> counters;
};

struct resource_slice_spec {
    text driver;
    resource_pool pool;
    text nodeName;
    boxed<core::v1::node_selector> nodeSelector;
    bool allNodes{};
    list<device> devices;
    std::optional<bool> perDeviceNodeSelection;
    list<counter_set> sharedCounters;
    std::optional<text> partitionTypeAttribute;
    list<text> skipNodeOperations;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceslice-v1beta1-resource-k8s-io
struct resource_slice {
    object_meta metadata;
    resource_slice_spec spec;
};

struct resource_slice_summary {
    struct resource_slice_spec {
        text nodeName;
        text driver;
        resource_pool pool;
    };

    meta::v1::object_meta_summary metadata;
    resource_slice_spec spec;
};

inline constexpr coinformer::resource resource_slices{
    .group = "resource.k8s.io", .version = "v1beta1", .plural = "resourceslices",
    .kind = "ResourceSlice", .where = scope::cluster};

} // namespace coinformer::types::resource::v1beta1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1beta1::resource_slice> =
    coinformer::types::resource::v1beta1::resource_slices;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1beta1::resource_slice_summary> =
    coinformer::types::resource::v1beta1::resource_slices;

namespace coinformer::detail {

template <> struct compiled_members<types::resource::v1beta1::resource_pool> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::device_attribute> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::capacity_request_policy_range> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::capacity_request_policy> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::device_capacity> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::counter> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::device_counter_consumption> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::device_taint> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::node_allocatable_mapping> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::node_allocatable_overhead> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::node_allocatable_resource> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::basic_device> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::device> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::counter_set> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::resource_slice_spec> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::resource_slice> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::resource_slice_summary::resource_slice_spec> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta1::resource_slice_summary> { static member_type const type; };

} // namespace coinformer::detail

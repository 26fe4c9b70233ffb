// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

struct taint {
    text key;
    text value;
    text effect;
    std::optional<timestamp> timeAdded;
};

struct config_map_node_config_source {
    text namespace_;
    text name;
    text uid;
    text resourceVersion;
    text kubeletConfigKey;
};

struct node_config_source {
    boxed<config_map_node_config_source> configMap;
};

struct node_pod_preemption_policy {
    list<text> disableResizePreemption;
};

struct node_spec {
    text podCIDR;
    text externalID;
    text providerID;
    bool unschedulable{};
    list<taint> taints;
    boxed<node_config_source> configSource;
    list<text> podCIDRs;
    boxed<node_pod_preemption_policy> podPreemptionPolicy;
};

struct node_condition {
    text type;
    text status;
    std::optional<timestamp> lastHeartbeatTime;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct node_address {
    text type;
    text address;
};

struct daemon_endpoint {
    std::int32_t Port{};
};

struct node_daemon_endpoints {
    daemon_endpoint kubeletEndpoint;
};

struct node_swap_status {
    std::optional<std::int64_t> capacity;
};

struct node_system_info {
    text machineID;
    text systemUUID;
    text bootID;
    text kernelVersion;
    text osImage;
    text containerRuntimeVersion;
    text kubeletVersion;
    text kubeProxyVersion;
    text operatingSystem;
    text architecture;
    boxed<node_swap_status> swap;
    std::optional<bool> runningInUserNamespace;
};

struct container_image {
    list<text> names;
    std::int64_t sizeBytes{};
};

struct attached_volume {
    text name;
    text devicePath;
};

struct node_config_status {
    boxed<node_config_source> assigned;
    boxed<node_config_source> active;
    boxed<node_config_source> lastKnownGood;
    text error;
};

struct node_runtime_handler_features {
    std::optional<bool> recursiveReadOnlyMounts;
    std::optional<bool> userNamespaces;
};

struct node_runtime_handler {
    text name;
    boxed<node_runtime_handler_features> features;
};

struct node_features {
    std::optional<bool> supplementalGroupsPolicy;
};

struct node_status {
    labels capacity;
    labels allocatable;
    text phase;
    list<node_condition> conditions;
    list<node_address> addresses;
    node_daemon_endpoints daemonEndpoints;
    node_system_info nodeInfo;
    list<container_image> images;
    list<text> volumesInUse;
    list<attached_volume> volumesAttached;
    boxed<node_config_status> config;
    list<node_runtime_handler> runtimeHandlers;
    boxed<node_features> features;
    list<text> declaredFeatures;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#node-v1-core
struct node {
    object_meta metadata;
    node_spec spec;
    node_status status;
};

struct node_summary {
    struct node_spec {
        bool unschedulable{};
    };
    struct node_condition {
        text type;
        text status;
        text reason;
    };
    struct node_system_info {
        text kubeletVersion;
        text osImage;
        text kernelVersion;
        text containerRuntimeVersion;
    };
    struct node_status {
        list<node_condition> conditions;
        list<node_address> addresses;
        node_system_info nodeInfo;
    };

    meta::v1::object_meta_summary metadata;
    node_spec spec;
    node_status status;
};

inline constexpr coinformer::resource nodes{
    .group = "", .version = "v1", .plural = "nodes",
    .kind = "Node", .where = scope::cluster};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::node> =
    coinformer::types::core::v1::nodes;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::node_summary> =
    coinformer::types::core::v1::nodes;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::taint> { static member_type const type; };
template <> struct compiled_members<types::core::v1::config_map_node_config_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_config_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_pod_preemption_policy> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_condition> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_address> { static member_type const type; };
template <> struct compiled_members<types::core::v1::daemon_endpoint> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_daemon_endpoints> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_swap_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_system_info> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_image> { static member_type const type; };
template <> struct compiled_members<types::core::v1::attached_volume> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_config_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_runtime_handler_features> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_runtime_handler> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_features> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_summary::node_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_summary::node_condition> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_summary::node_system_info> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_summary::node_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_summary> { static member_type const type; };

} // namespace coinformer::detail

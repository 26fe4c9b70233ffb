// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/pod_spec.hpp>
#include <coinformer/types/core/v1/resource_requirements.hpp>
#include <coinformer/types/core/v1/volume_health_condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

struct pod_condition {
    text type;
    text status;
    std::optional<timestamp> lastProbeTime;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
    std::int64_t observedGeneration{};
};

struct container_state_waiting {
    text reason;
    text message;
};

struct container_state_running {
    std::optional<timestamp> startedAt;
};

struct container_state_terminated {
    std::int32_t exitCode{};
    std::int32_t signal{};
    text reason;
    text message;
    std::optional<timestamp> startedAt;
    std::optional<timestamp> finishedAt;
    text containerID;
};

struct container_state {
    boxed<container_state_waiting> waiting;
    boxed<container_state_running> running;
    boxed<container_state_terminated> terminated;
};

struct image_volume_status {
    text imageRef;
};

struct volume_status {
    boxed<image_volume_status> image;
};

struct volume_mount_status {
    text name;
    text mountPath;
    bool readOnly{};
    std::optional<text> recursiveReadOnly;
    boxed<volume_status> volumeStatus;
};

struct linux_container_user {
    std::int64_t uid{};
    std::int64_t gid{};
    list<std::int64_t> supplementalGroups;
};

struct container_user {
    boxed<linux_container_user> linux_;
};

struct resource_health {
    text resourceID;
    text health;
    std::optional<text> message;
};

struct resource_status {
    text name;
    list<resource_health> resources;
};

struct container_status {
    text name;
    container_state state;
    container_state lastState;
    bool ready{};
    std::int32_t restartCount{};
    text image;
    text imageID;
    text containerID;
    std::optional<bool> started;
    labels allocatedResources;
    boxed<resource_requirements> resources;
    list<volume_mount_status> volumeMounts;
    boxed<container_user> user;
    list<resource_status> allocatedResourcesStatus;
    std::optional<text> stopSignal;
};

struct pod_ip {
    text ip;
};

struct pod_resource_claim_status {
    text name;
    std::optional<text> resourceClaimName;
};

struct host_ip {
    text ip;
};

struct container_extended_resource_request {
    text containerName;
    text resourceName;
    text requestName;
};

struct pod_extended_resource_claim_status {
    list<container_extended_resource_request> requestMappings;
    text resourceClaimName;
};

struct node_allocatable_mapped_resources {
    text name;
    coinformer::quantity quantity;
};

struct node_allocatable_overhead_resources {
    text name;
    std::optional<quantity> perPod;
    std::optional<quantity> perContainer;
};

struct node_allocatable_resource_claim_status {
    text resourceClaimName;
    list<text> containers;
    list<node_allocatable_mapped_resources> mapping;
    list<node_allocatable_overhead_resources> overhead;
};

struct pod_volume_health {
    text name;
    list<volume_health_condition> healthConditions;
    std::optional<timestamp> lastTransitionTime;
};

struct pod_status {
    text phase;
    list<pod_condition> conditions;
    text message;
    text reason;
    text hostIP;
    text podIP;
    std::optional<timestamp> startTime;
    list<container_status> containerStatuses;
    text qosClass;
    list<container_status> initContainerStatuses;
    text nominatedNodeName;
    list<pod_ip> podIPs;
    list<container_status> ephemeralContainerStatuses;
    text resize;
    list<pod_resource_claim_status> resourceClaimStatuses;
    list<host_ip> hostIPs;
    std::int64_t observedGeneration{};
    boxed<pod_extended_resource_claim_status> extendedResourceClaimStatus;
    labels allocatedResources;
    boxed<resource_requirements> resources;
    list<node_allocatable_resource_claim_status> nodeAllocatableResourceClaimStatuses;
    list<pod_volume_health> volumeHealth;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#pod-v1-core
struct pod {
    object_meta metadata;
    pod_spec spec;
    pod_status status;
};

struct pod_summary {
    struct container {
        text name;
        std::optional<text> restartPolicy;
    };
    struct pod_spec {
        text nodeName;
        list<container> initContainers;
        list<container> containers;
        list<pod_readiness_gate> readinessGates;
    };
    struct pod_condition {
        text type;
        text status;
        text reason;
    };
    struct container_state_running {
        std::optional<timestamp> startedAt;
    };
    struct container_state_waiting {
        text reason;
    };
    struct container_state_terminated {
        text reason;
        std::int32_t exitCode{};
        std::int32_t signal{};
        std::optional<timestamp> finishedAt;
    };
    struct container_state {
        boxed<container_state_running> running;
        boxed<container_state_waiting> waiting;
        boxed<container_state_terminated> terminated;
    };
    struct container_status {
        text name;
        bool ready{};
        std::optional<bool> started;
        std::int32_t restartCount{};
        container_state state;
        container_state lastState;
    };
    struct pod_status {
        text phase;
        text reason;
        text podIP;
        text nominatedNodeName;
        list<pod_condition> conditions;
        list<container_status> initContainerStatuses;
        list<container_status> containerStatuses;
    };

    meta::v1::object_meta_summary metadata;
    pod_spec spec;
    pod_status status;
};

inline constexpr coinformer::resource pods{
    .group = "", .version = "v1", .plural = "pods",
    .kind = "Pod", .where = scope::namespaced};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::pod> =
    coinformer::types::core::v1::pods;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::pod_summary> =
    coinformer::types::core::v1::pods;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::pod_condition> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_state_waiting> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_state_running> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_state_terminated> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_state> { static member_type const type; };
template <> struct compiled_members<types::core::v1::image_volume_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::volume_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::volume_mount_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::linux_container_user> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_user> { static member_type const type; };
template <> struct compiled_members<types::core::v1::resource_health> { static member_type const type; };
template <> struct compiled_members<types::core::v1::resource_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_ip> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_resource_claim_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::host_ip> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_extended_resource_request> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_extended_resource_claim_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_allocatable_mapped_resources> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_allocatable_overhead_resources> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_allocatable_resource_claim_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_volume_health> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_summary::container> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_summary::pod_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_summary::pod_condition> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_summary::container_state_running> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_summary::container_state_waiting> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_summary::container_state_terminated> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_summary::container_state> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_summary::container_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_summary::pod_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_summary> { static member_type const type; };

} // namespace coinformer::detail

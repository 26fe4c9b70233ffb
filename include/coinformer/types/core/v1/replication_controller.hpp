// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/pod_template_spec.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

struct replication_controller_spec {
    std::optional<std::int32_t> replicas;
    labels selector;
    boxed<pod_template_spec> template_;
    std::int32_t minReadySeconds{};
};

struct replication_controller_condition {
    text type;
    text status;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct replication_controller_status {
    std::int32_t replicas{};
    std::int32_t fullyLabeledReplicas{};
    std::int64_t observedGeneration{};
    std::int32_t readyReplicas{};
    std::int32_t availableReplicas{};
    list<replication_controller_condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicationcontroller-v1-core
struct replication_controller {
    object_meta metadata;
    replication_controller_spec spec;
    replication_controller_status status;
};

struct replication_controller_summary {
    struct container {
        text name;
        text image;
    };
    struct pod_spec {
        list<container> containers;
    };
    struct pod_template_spec {
        pod_spec spec;
    };
    struct replication_controller_spec {
        std::optional<std::int32_t> replicas;
        labels selector;
        boxed<pod_template_spec> template_;
    };
    struct replication_controller_status {
        std::int32_t replicas{};
        std::int32_t readyReplicas{};
    };

    meta::v1::object_meta_summary metadata;
    replication_controller_spec spec;
    replication_controller_status status;
};

inline constexpr coinformer::resource replication_controllers{
    .group = "", .version = "v1", .plural = "replicationcontrollers",
    .kind = "ReplicationController", .where = scope::namespaced};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::replication_controller> =
    coinformer::types::core::v1::replication_controllers;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::replication_controller_summary> =
    coinformer::types::core::v1::replication_controllers;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::replication_controller_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::replication_controller_condition> { static member_type const type; };
template <> struct compiled_members<types::core::v1::replication_controller_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::replication_controller> { static member_type const type; };
template <> struct compiled_members<types::core::v1::replication_controller_summary::container> { static member_type const type; };
template <> struct compiled_members<types::core::v1::replication_controller_summary::pod_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::replication_controller_summary::pod_template_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::replication_controller_summary::replication_controller_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::replication_controller_summary::replication_controller_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::replication_controller_summary> { static member_type const type; };

} // namespace coinformer::detail

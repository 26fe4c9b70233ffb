// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/pod_template_spec.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::apps::v1 {

struct replica_set_spec {
    std::optional<std::int32_t> replicas;
    meta::v1::label_selector selector;
    core::v1::pod_template_spec template_;
    std::int32_t minReadySeconds{};
};

struct replica_set_condition {
    text type;
    text status;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct replica_set_status {
    std::int32_t replicas{};
    std::int32_t fullyLabeledReplicas{};
    std::int64_t observedGeneration{};
    std::int32_t readyReplicas{};
    std::int32_t availableReplicas{};
    list<replica_set_condition> conditions;
    std::optional<std::int32_t> terminatingReplicas;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicaset-v1-apps
struct replica_set {
    object_meta metadata;
    replica_set_spec spec;
    replica_set_status status;
};

struct replica_set_summary {
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
    struct replica_set_spec {
        std::optional<std::int32_t> replicas;
        meta::v1::label_selector selector;
        pod_template_spec template_;
    };
    struct replica_set_status {
        std::int32_t replicas{};
        std::int32_t readyReplicas{};
    };

    meta::v1::object_meta_summary metadata;
    replica_set_spec spec;
    replica_set_status status;
};

inline constexpr coinformer::resource replica_sets{
    .group = "apps", .version = "v1", .plural = "replicasets",
    .kind = "ReplicaSet", .where = scope::namespaced};

} // namespace coinformer::types::apps::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apps::v1::replica_set> =
    coinformer::types::apps::v1::replica_sets;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apps::v1::replica_set_summary> =
    coinformer::types::apps::v1::replica_sets;

namespace coinformer::detail {

template <> struct compiled_members<types::apps::v1::replica_set_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::replica_set_condition> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::replica_set_status> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::replica_set> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::replica_set_summary::container> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::replica_set_summary::pod_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::replica_set_summary::pod_template_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::replica_set_summary::replica_set_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::replica_set_summary::replica_set_status> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::replica_set_summary> { static member_type const type; };

} // namespace coinformer::detail

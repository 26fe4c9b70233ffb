// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::lifecycle::v1alpha1 {

struct eviction_pod_reference {
    text name;
    text uid;
};

struct eviction_target {
    boxed<eviction_pod_reference> pod;
};

struct eviction_spec {
    eviction_target target;
};

struct requester {
    text name;
    text intent;
};

struct target_responder {
    text name;
    std::int32_t priority{};
    text state;
};

struct responder_status {
    text name;
    std::optional<timestamp> startTime;
    std::optional<timestamp> heartbeatTime;
    std::optional<timestamp> expectedCompletionTime;
    std::optional<timestamp> completionTime;
    std::optional<text> message;
};

struct eviction_status {
    list<meta::v1::condition> conditions;
    std::optional<std::int64_t> observedGeneration;
    list<requester> requesters;
    list<target_responder> targetResponders;
    list<responder_status> responders;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#eviction-v1alpha1-lifecycle-k8s-io
struct eviction {
    object_meta metadata;
    eviction_spec spec;
    eviction_status status;
};

struct eviction_summary {
    struct eviction_spec {
        eviction_target target;
    };
    struct condition {
        text type;
        text status;
        text reason;
    };
    struct eviction_status {
        list<condition> conditions;
    };

    meta::v1::object_meta_summary metadata;
    eviction_spec spec;
    eviction_status status;
};

inline constexpr coinformer::resource evictions{
    .group = "lifecycle.k8s.io", .version = "v1alpha1", .plural = "evictions",
    .kind = "Eviction", .where = scope::namespaced};

} // namespace coinformer::types::lifecycle::v1alpha1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::lifecycle::v1alpha1::eviction> =
    coinformer::types::lifecycle::v1alpha1::evictions;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::lifecycle::v1alpha1::eviction_summary> =
    coinformer::types::lifecycle::v1alpha1::evictions;

namespace coinformer::detail {

template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_pod_reference> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_target> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_spec> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::requester> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::target_responder> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::responder_status> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_status> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_summary::eviction_spec> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_summary::condition> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_summary::eviction_status> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_summary> { static member_type const type; };

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::lifecycle::v1alpha1 {

struct eviction_request_pod_reference {
    text name;
    text uid;
};

struct eviction_request_target {
    boxed<eviction_request_pod_reference> pod;
};

struct eviction_request_spec {
    eviction_request_target target;
    text requester;
    text intent;
};

struct eviction_request_status {
    list<meta::v1::condition> conditions;
    std::optional<std::int64_t> observedGeneration;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionrequest-v1alpha1-lifecycle-k8s-io
struct eviction_request {
    object_meta metadata;
    eviction_request_spec spec;
    eviction_request_status status;
};

struct eviction_request_summary {
    struct eviction_request_spec {
        eviction_request_target target;
        text requester;
        text intent;
    };
    struct condition {
        text type;
        text status;
        text reason;
    };
    struct eviction_request_status {
        list<condition> conditions;
    };

    meta::v1::object_meta_summary metadata;
    eviction_request_spec spec;
    eviction_request_status status;
};

inline constexpr coinformer::resource eviction_requests{
    .group = "lifecycle.k8s.io", .version = "v1alpha1", .plural = "evictionrequests",
    .kind = "EvictionRequest", .where = scope::namespaced};

} // namespace coinformer::types::lifecycle::v1alpha1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::lifecycle::v1alpha1::eviction_request> =
    coinformer::types::lifecycle::v1alpha1::eviction_requests;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::lifecycle::v1alpha1::eviction_request_summary> =
    coinformer::types::lifecycle::v1alpha1::eviction_requests;

namespace coinformer::detail {

template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_request_pod_reference> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_request_target> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_request_spec> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_request_status> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_request> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_request_summary::eviction_request_spec> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_request_summary::condition> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_request_summary::eviction_request_status> { static member_type const type; };
template <> struct compiled_members<types::lifecycle::v1alpha1::eviction_request_summary> { static member_type const type; };

} // namespace coinformer::detail

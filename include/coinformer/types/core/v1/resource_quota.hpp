// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

struct scoped_resource_selector_requirement {
    text scopeName;
    text operator_;
    list<text> values;
};

struct scope_selector {
    list<scoped_resource_selector_requirement> matchExpressions;
};

struct resource_quota_spec {
    labels hard;
    list<text> scopes;
    boxed<scope_selector> scopeSelector;
};

struct resource_quota_status {
    labels hard;
    labels used;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcequota-v1-core
struct resource_quota {
    object_meta metadata;
    resource_quota_spec spec;
    resource_quota_status status;
};

struct resource_quota_summary {
    struct resource_quota_status {
        labels hard;
        labels used;
    };

    meta::v1::object_meta_summary metadata;
    resource_quota_status status;
};

inline constexpr coinformer::resource resource_quotas{
    .group = "", .version = "v1", .plural = "resourcequotas",
    .kind = "ResourceQuota", .where = scope::namespaced};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::resource_quota> =
    coinformer::types::core::v1::resource_quotas;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::resource_quota_summary> =
    coinformer::types::core::v1::resource_quotas;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::scoped_resource_selector_requirement> { static member_type const type; };
template <> struct compiled_members<types::core::v1::scope_selector> { static member_type const type; };
template <> struct compiled_members<types::core::v1::resource_quota_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::resource_quota_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::resource_quota> { static member_type const type; };
template <> struct compiled_members<types::core::v1::resource_quota_summary::resource_quota_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::resource_quota_summary> { static member_type const type; };

} // namespace coinformer::detail

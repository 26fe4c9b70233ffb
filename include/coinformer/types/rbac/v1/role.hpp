// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>
#include <coinformer/types/rbac/v1/policy_rule.hpp>

namespace coinformer::types::rbac::v1 {

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#role-v1-rbac-authorization-k8s-io
struct role {
    object_meta metadata;
    list<policy_rule> rules;
};

struct role_summary {
    meta::v1::object_meta_summary metadata;
};

inline constexpr coinformer::resource roles{
    .group = "rbac.authorization.k8s.io", .version = "v1", .plural = "roles",
    .kind = "Role", .where = scope::namespaced};

} // namespace coinformer::types::rbac::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::rbac::v1::role> =
    coinformer::types::rbac::v1::roles;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::rbac::v1::role_summary> =
    coinformer::types::rbac::v1::roles;

namespace coinformer::detail {

template <> struct compiled_members<types::rbac::v1::role> { static member_type const type; };
template <> struct compiled_members<types::rbac::v1::role_summary> { static member_type const type; };

} // namespace coinformer::detail

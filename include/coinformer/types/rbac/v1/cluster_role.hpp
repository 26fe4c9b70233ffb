// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>
#include <coinformer/types/rbac/v1/policy_rule.hpp>

namespace coinformer::types::rbac::v1 {

struct aggregation_rule {
    list<meta::v1::label_selector> clusterRoleSelectors;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clusterrole-v1-rbac-authorization-k8s-io
struct cluster_role {
    object_meta metadata;
    list<policy_rule> rules;
    boxed<aggregation_rule> aggregationRule;
};

struct cluster_role_summary {
    meta::v1::object_meta_summary metadata;
};

inline constexpr coinformer::resource cluster_roles{
    .group = "rbac.authorization.k8s.io", .version = "v1", .plural = "clusterroles",
    .kind = "ClusterRole", .where = scope::cluster};

} // namespace coinformer::types::rbac::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::rbac::v1::cluster_role> =
    coinformer::types::rbac::v1::cluster_roles;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::rbac::v1::cluster_role_summary> =
    coinformer::types::rbac::v1::cluster_roles;

namespace coinformer::detail {

template <> struct compiled_members<types::rbac::v1::aggregation_rule> { static member_type const type; };
template <> struct compiled_members<types::rbac::v1::cluster_role> { static member_type const type; };
template <> struct compiled_members<types::rbac::v1::cluster_role_summary> { static member_type const type; };

} // namespace coinformer::detail

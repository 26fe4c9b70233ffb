// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>
#include <coinformer/types/rbac/v1/role_ref.hpp>
#include <coinformer/types/rbac/v1/subject.hpp>

namespace coinformer::types::rbac::v1 {

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clusterrolebinding-v1-rbac-authorization-k8s-io
struct cluster_role_binding {
    object_meta metadata;
    list<subject> subjects;
    role_ref roleRef;
};

struct cluster_role_binding_summary {
    meta::v1::object_meta_summary metadata;
    role_ref roleRef;
    list<subject> subjects;
};

inline constexpr coinformer::resource cluster_role_bindings{
    .group = "rbac.authorization.k8s.io", .version = "v1", .plural = "clusterrolebindings",
    .kind = "ClusterRoleBinding", .where = scope::cluster};

} // namespace coinformer::types::rbac::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::rbac::v1::cluster_role_binding> =
    coinformer::types::rbac::v1::cluster_role_bindings;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::rbac::v1::cluster_role_binding_summary> =
    coinformer::types::rbac::v1::cluster_role_bindings;

namespace coinformer::detail {

template <> struct compiled_members<types::rbac::v1::cluster_role_binding> { static member_type const type; };
template <> struct compiled_members<types::rbac::v1::cluster_role_binding_summary> { static member_type const type; };

} // namespace coinformer::detail

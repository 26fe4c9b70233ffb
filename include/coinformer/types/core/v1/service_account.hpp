// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/local_object_reference.hpp>
#include <coinformer/types/core/v1/object_reference.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#serviceaccount-v1-core
struct service_account {
    object_meta metadata;
    list<object_reference> secrets;
    list<local_object_reference> imagePullSecrets;
    std::optional<bool> automountServiceAccountToken;
};

struct service_account_summary {
    meta::v1::object_meta_summary metadata;
};

inline constexpr coinformer::resource service_accounts{
    .group = "", .version = "v1", .plural = "serviceaccounts",
    .kind = "ServiceAccount", .where = scope::namespaced};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::service_account> =
    coinformer::types::core::v1::service_accounts;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::service_account_summary> =
    coinformer::types::core::v1::service_accounts;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::service_account> { static member_type const type; };
template <> struct compiled_members<types::core::v1::service_account_summary> { static member_type const type; };

} // namespace coinformer::detail

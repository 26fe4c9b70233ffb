// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#secret-v1-core
struct secret {
    object_meta metadata;
    labels data;
    text type;
    labels stringData;
    std::optional<bool> immutable;
};

struct secret_summary {
    meta::v1::object_meta_summary metadata;
    text type;
};

inline constexpr coinformer::resource secrets{
    .group = "", .version = "v1", .plural = "secrets",
    .kind = "Secret", .where = scope::namespaced};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::secret> =
    coinformer::types::core::v1::secrets;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::secret_summary> =
    coinformer::types::core::v1::secrets;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::secret> { static member_type const type; };
template <> struct compiled_members<types::core::v1::secret_summary> { static member_type const type; };

} // namespace coinformer::detail

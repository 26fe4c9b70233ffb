// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#configmap-v1-core
struct config_map {
    object_meta metadata;
    labels data;
    labels binaryData;
    std::optional<bool> immutable;
};

struct config_map_summary {
    meta::v1::object_meta_summary metadata;
};

inline constexpr coinformer::resource config_maps{
    .group = "", .version = "v1", .plural = "configmaps",
    .kind = "ConfigMap", .where = scope::namespaced};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::config_map> =
    coinformer::types::core::v1::config_maps;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::config_map_summary> =
    coinformer::types::core::v1::config_maps;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::config_map> { static member_type const type; };
template <> struct compiled_members<types::core::v1::config_map_summary> { static member_type const type; };

} // namespace coinformer::detail

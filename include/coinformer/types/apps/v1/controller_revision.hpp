// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::apps::v1 {

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#controllerrevision-v1-apps
struct controller_revision {
    object_meta metadata;
    raw_json data;
    std::int64_t revision{};
};

struct controller_revision_summary {
    meta::v1::object_meta_summary metadata;
    std::int64_t revision{};
};

inline constexpr coinformer::resource controller_revisions{
    .group = "apps", .version = "v1", .plural = "controllerrevisions",
    .kind = "ControllerRevision", .where = scope::namespaced};

} // namespace coinformer::types::apps::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apps::v1::controller_revision> =
    coinformer::types::apps::v1::controller_revisions;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apps::v1::controller_revision_summary> =
    coinformer::types::apps::v1::controller_revisions;

namespace coinformer::detail {

template <> struct compiled_members<types::apps::v1::controller_revision> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::controller_revision_summary> { static member_type const type; };

} // namespace coinformer::detail

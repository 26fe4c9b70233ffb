// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

struct limit_range_item {
    text type;
    labels max;
    labels min;
    labels default_;
    labels defaultRequest;
    labels maxLimitRequestRatio;
};

struct limit_range_spec {
    list<limit_range_item> limits;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#limitrange-v1-core
struct limit_range {
    object_meta metadata;
    limit_range_spec spec;
};

struct limit_range_summary {
    meta::v1::object_meta_summary metadata;
};

inline constexpr coinformer::resource limit_ranges{
    .group = "", .version = "v1", .plural = "limitranges",
    .kind = "LimitRange", .where = scope::namespaced};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::limit_range> =
    coinformer::types::core::v1::limit_ranges;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::limit_range_summary> =
    coinformer::types::core::v1::limit_ranges;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::limit_range_item> { static member_type const type; };
template <> struct compiled_members<types::core::v1::limit_range_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::limit_range> { static member_type const type; };
template <> struct compiled_members<types::core::v1::limit_range_summary> { static member_type const type; };

} // namespace coinformer::detail

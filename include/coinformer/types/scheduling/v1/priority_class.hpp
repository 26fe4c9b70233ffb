// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::scheduling::v1 {

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#priorityclass-v1-scheduling-k8s-io
struct priority_class {
    object_meta metadata;
    std::int32_t value{};
    bool globalDefault{};
    text description;
    std::optional<text> preemptionPolicy;
};

struct priority_class_summary {
    meta::v1::object_meta_summary metadata;
    std::int32_t value{};
    bool globalDefault{};
    std::optional<text> preemptionPolicy;
};

inline constexpr coinformer::resource priority_classes{
    .group = "scheduling.k8s.io", .version = "v1", .plural = "priorityclasses",
    .kind = "PriorityClass", .where = scope::cluster};

} // namespace coinformer::types::scheduling::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::scheduling::v1::priority_class> =
    coinformer::types::scheduling::v1::priority_classes;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::scheduling::v1::priority_class_summary> =
    coinformer::types::scheduling::v1::priority_classes;

namespace coinformer::detail {

template <> struct compiled_members<types::scheduling::v1::priority_class> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1::priority_class_summary> { static member_type const type; };

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/pod_template_spec.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podtemplate-v1-core
struct pod_template {
    object_meta metadata;
    pod_template_spec template_;
};

struct pod_template_summary {
    struct object_meta {
        coinformer::labels labels;
    };
    struct container {
        text name;
        text image;
    };
    struct pod_spec {
        list<container> containers;
    };
    struct pod_template_spec {
        object_meta metadata;
        pod_spec spec;
    };

    meta::v1::object_meta_summary metadata;
    pod_template_spec template_;
};

inline constexpr coinformer::resource pod_templates{
    .group = "", .version = "v1", .plural = "podtemplates",
    .kind = "PodTemplate", .where = scope::namespaced};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::pod_template> =
    coinformer::types::core::v1::pod_templates;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::pod_template_summary> =
    coinformer::types::core::v1::pod_templates;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::pod_template> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_template_summary::object_meta> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_template_summary::container> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_template_summary::pod_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_template_summary::pod_template_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_template_summary> { static member_type const type; };

} // namespace coinformer::detail

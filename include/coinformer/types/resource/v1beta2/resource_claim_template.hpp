// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>
#include <coinformer/types/resource/v1beta2/resource_claim_spec.hpp>

namespace coinformer::types::resource::v1beta2 {

struct resource_claim_template_spec {
    object_meta metadata;
    resource_claim_spec spec;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceclaimtemplate-v1beta2-resource-k8s-io
struct resource_claim_template {
    object_meta metadata;
    resource_claim_template_spec spec;
};

struct resource_claim_template_summary {
    meta::v1::object_meta_summary metadata;
};

inline constexpr coinformer::resource resource_claim_templates{
    .group = "resource.k8s.io", .version = "v1beta2", .plural = "resourceclaimtemplates",
    .kind = "ResourceClaimTemplate", .where = scope::namespaced};

} // namespace coinformer::types::resource::v1beta2

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1beta2::resource_claim_template> =
    coinformer::types::resource::v1beta2::resource_claim_templates;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1beta2::resource_claim_template_summary> =
    coinformer::types::resource::v1beta2::resource_claim_templates;

namespace coinformer::detail {

template <> struct compiled_members<types::resource::v1beta2::resource_claim_template_spec> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta2::resource_claim_template> { static member_type const type; };
template <> struct compiled_members<types::resource::v1beta2::resource_claim_template_summary> { static member_type const type; };

} // namespace coinformer::detail

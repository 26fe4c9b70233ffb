// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::networking::v1 {

struct ingress_class_parameters_reference {
    std::optional<text> apiGroup;
    text kind;
    text name;
    std::optional<text> scope;
    std::optional<text> namespace_;
};

struct ingress_class_spec {
    text controller;
    boxed<ingress_class_parameters_reference> parameters;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#ingressclass-v1-networking-k8s-io
struct ingress_class {
    object_meta metadata;
    ingress_class_spec spec;
};

struct ingress_class_summary {
    struct ingress_class_spec {
        text controller;
        boxed<ingress_class_parameters_reference> parameters;
    };

    meta::v1::object_meta_summary metadata;
    ingress_class_spec spec;
};

inline constexpr coinformer::resource ingress_classes{
    .group = "networking.k8s.io", .version = "v1", .plural = "ingressclasses",
    .kind = "IngressClass", .where = scope::cluster};

} // namespace coinformer::types::networking::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::networking::v1::ingress_class> =
    coinformer::types::networking::v1::ingress_classes;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::networking::v1::ingress_class_summary> =
    coinformer::types::networking::v1::ingress_classes;

namespace coinformer::detail {

template <> struct compiled_members<types::networking::v1::ingress_class_parameters_reference> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_class_spec> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_class> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_class_summary::ingress_class_spec> { static member_type const type; };
template <> struct compiled_members<types::networking::v1::ingress_class_summary> { static member_type const type; };

} // namespace coinformer::detail

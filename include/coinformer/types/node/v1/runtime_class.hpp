// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/toleration.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::node::v1 {

struct overhead {
    labels podFixed;
};

struct scheduling {
    labels nodeSelector;
    list<core::v1::toleration> tolerations;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#runtimeclass-v1-node-k8s-io
struct runtime_class {
    object_meta metadata;
    text handler;
    boxed<v1::overhead> overhead;
    boxed<v1::scheduling> scheduling;
};

struct runtime_class_summary {
    meta::v1::object_meta_summary metadata;
    text handler;
};

inline constexpr coinformer::resource runtime_classes{
    .group = "node.k8s.io", .version = "v1", .plural = "runtimeclasses",
    .kind = "RuntimeClass", .where = scope::cluster};

} // namespace coinformer::types::node::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::node::v1::runtime_class> =
    coinformer::types::node::v1::runtime_classes;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::node::v1::runtime_class_summary> =
    coinformer::types::node::v1::runtime_classes;

namespace coinformer::detail {

template <> struct compiled_members<types::node::v1::overhead> { static member_type const type; };
template <> struct compiled_members<types::node::v1::scheduling> { static member_type const type; };
template <> struct compiled_members<types::node::v1::runtime_class> { static member_type const type; };
template <> struct compiled_members<types::node::v1::runtime_class_summary> { static member_type const type; };

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>
#include <coinformer/types/resource/v1/device_selector.hpp>
#include <coinformer/types/resource/v1/opaque_device_configuration.hpp>

namespace coinformer::types::resource::v1 {

struct device_class_configuration {
    boxed<opaque_device_configuration> opaque;
};

struct device_class_spec {
    list<device_selector> selectors;
    list<device_class_configuration> config;
    std::optional<text> extendedResourceName;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceclass-v1-resource-k8s-io
struct device_class {
    object_meta metadata;
    device_class_spec spec;
};

struct device_class_summary {
    meta::v1::object_meta_summary metadata;
};

inline constexpr coinformer::resource device_classes{
    .group = "resource.k8s.io", .version = "v1", .plural = "deviceclasses",
    .kind = "DeviceClass", .where = scope::cluster};

} // namespace coinformer::types::resource::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1::device_class> =
    coinformer::types::resource::v1::device_classes;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1::device_class_summary> =
    coinformer::types::resource::v1::device_classes;

namespace coinformer::detail {

template <> struct compiled_members<types::resource::v1::device_class_configuration> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_class_spec> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_class> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_class_summary> { static member_type const type; };

} // namespace coinformer::detail

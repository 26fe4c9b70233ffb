// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>
#include <coinformer/types/resource/v1/device_taint.hpp>

namespace coinformer::types::resource::v1 {

struct device_taint_selector {
    std::optional<text> driver;
    std::optional<text> pool;
    std::optional<text> device;
};

struct device_taint_rule_spec {
    boxed<device_taint_selector> deviceSelector;
    device_taint taint;
};

struct device_taint_rule_status {
    list<meta::v1::condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaintrule-v1-resource-k8s-io
struct device_taint_rule {
    object_meta metadata;
    device_taint_rule_spec spec;
    device_taint_rule_status status;
};

struct device_taint_rule_summary {
    struct device_taint_rule_spec {
        device_taint taint;
    };

    meta::v1::object_meta_summary metadata;
    device_taint_rule_spec spec;
};

inline constexpr coinformer::resource device_taint_rules{
    .group = "resource.k8s.io", .version = "v1", .plural = "devicetaintrules",
    .kind = "DeviceTaintRule", .where = scope::cluster};

} // namespace coinformer::types::resource::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1::device_taint_rule> =
    coinformer::types::resource::v1::device_taint_rules;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::resource::v1::device_taint_rule_summary> =
    coinformer::types::resource::v1::device_taint_rules;

namespace coinformer::detail {

template <> struct compiled_members<types::resource::v1::device_taint_selector> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_taint_rule_spec> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_taint_rule_status> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_taint_rule> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_taint_rule_summary::device_taint_rule_spec> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_taint_rule_summary> { static member_type const type; };

} // namespace coinformer::detail

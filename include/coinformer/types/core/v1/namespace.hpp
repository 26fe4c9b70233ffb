// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::core::v1 {

struct namespace_spec {
    list<text> finalizers;
};

struct namespace_condition {
    text type;
    text status;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct namespace_status {
    text phase;
    list<namespace_condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#namespace-v1-core
struct namespace_ {
    object_meta metadata;
    namespace_spec spec;
    namespace_status status;
};

struct namespace_summary {
    struct namespace_status {
        text phase;
    };

    meta::v1::object_meta_summary metadata;
    namespace_status status;
};

inline constexpr coinformer::resource namespaces{
    .group = "", .version = "v1", .plural = "namespaces",
    .kind = "Namespace", .where = scope::cluster};

} // namespace coinformer::types::core::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::namespace_> =
    coinformer::types::core::v1::namespaces;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::core::v1::namespace_summary> =
    coinformer::types::core::v1::namespaces;

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::namespace_spec> { static member_type const type; };
template <> struct compiled_members<types::core::v1::namespace_condition> { static member_type const type; };
template <> struct compiled_members<types::core::v1::namespace_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::namespace_> { static member_type const type; };
template <> struct compiled_members<types::core::v1::namespace_summary::namespace_status> { static member_type const type; };
template <> struct compiled_members<types::core::v1::namespace_summary> { static member_type const type; };

} // namespace coinformer::detail

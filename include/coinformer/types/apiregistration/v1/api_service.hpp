// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::apiregistration::v1 {

struct service_reference {
    text namespace_;
    text name;
    std::optional<std::int32_t> port;
};

struct api_service_spec {
    boxed<service_reference> service;
    text group;
    text version;
    bool insecureSkipTLSVerify{};
    text caBundle;
    std::int32_t groupPriorityMinimum{};
    std::int32_t versionPriority{};
};

struct api_service_condition {
    text type;
    text status;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct api_service_status {
    list<api_service_condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#apiservice-v1-apiregistration-k8s-io
struct api_service {
    object_meta metadata;
    api_service_spec spec;
    api_service_status status;
};

struct api_service_summary {
    struct service_reference {
        text namespace_;
        text name;
    };
    struct api_service_spec {
        boxed<service_reference> service;
    };
    struct api_service_condition {
        text type;
        text status;
        text reason;
    };
    struct api_service_status {
        list<api_service_condition> conditions;
    };

    meta::v1::object_meta_summary metadata;
    api_service_spec spec;
    api_service_status status;
};

inline constexpr coinformer::resource api_services{
    .group = "apiregistration.k8s.io", .version = "v1", .plural = "apiservices",
    .kind = "APIService", .where = scope::cluster};

} // namespace coinformer::types::apiregistration::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apiregistration::v1::api_service> =
    coinformer::types::apiregistration::v1::api_services;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apiregistration::v1::api_service_summary> =
    coinformer::types::apiregistration::v1::api_services;

namespace coinformer::detail {

template <> struct compiled_members<types::apiregistration::v1::service_reference> { static member_type const type; };
template <> struct compiled_members<types::apiregistration::v1::api_service_spec> { static member_type const type; };
template <> struct compiled_members<types::apiregistration::v1::api_service_condition> { static member_type const type; };
template <> struct compiled_members<types::apiregistration::v1::api_service_status> { static member_type const type; };
template <> struct compiled_members<types::apiregistration::v1::api_service> { static member_type const type; };
template <> struct compiled_members<types::apiregistration::v1::api_service_summary::service_reference> { static member_type const type; };
template <> struct compiled_members<types::apiregistration::v1::api_service_summary::api_service_spec> { static member_type const type; };
template <> struct compiled_members<types::apiregistration::v1::api_service_summary::api_service_condition> { static member_type const type; };
template <> struct compiled_members<types::apiregistration::v1::api_service_summary::api_service_status> { static member_type const type; };
template <> struct compiled_members<types::apiregistration::v1::api_service_summary> { static member_type const type; };

} // namespace coinformer::detail

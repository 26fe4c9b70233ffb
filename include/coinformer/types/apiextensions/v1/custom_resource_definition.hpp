// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::apiextensions::v1 {

struct custom_resource_definition_names {
    text plural;
    text singular;
    list<text> shortNames;
    text kind;
    text listKind;
    list<text> categories;
};

struct custom_resource_validation {
    raw_json openAPIV3Schema;
};

struct custom_resource_subresource_status {
};

struct custom_resource_subresource_scale {
    text specReplicasPath;
    text statusReplicasPath;
    std::optional<text> labelSelectorPath;
};

struct custom_resource_subresources {
    boxed<custom_resource_subresource_status> status;
    boxed<custom_resource_subresource_scale> scale;
};

struct custom_resource_column_definition {
    text name;
    text type;
    text format;
    text description;
    std::int32_t priority{};
    text jsonPath;
};

struct selectable_field {
    text jsonPath;
};

struct custom_resource_definition_version {
    text name;
    bool served{};
    bool storage{};
    boxed<custom_resource_validation> schema;
    boxed<custom_resource_subresources> subresources;
    list<custom_resource_column_definition> additionalPrinterColumns;
    bool deprecated{};
    std::optional<text> deprecationWarning;
    list<selectable_field> selectableFields;
};

struct service_reference {
    text namespace_;
    text name;
    std::optional<text> path;
    std::optional<std::int32_t> port;
};

struct webhook_client_config {
    boxed<service_reference> service;
    text caBundle;
    std::optional<text> url;
};

struct webhook_conversion {
    boxed<webhook_client_config> clientConfig;
    list<text> conversionReviewVersions;
};

struct custom_resource_conversion {
    text strategy;
    boxed<webhook_conversion> webhook;
};

struct custom_resource_definition_spec {
    text group;
    custom_resource_definition_names names;
    text scope;
    list<custom_resource_definition_version> versions;
    boxed<custom_resource_conversion> conversion;
    bool preserveUnknownFields{};
};

struct custom_resource_definition_condition {
    text type;
    text status;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
    std::int64_t observedGeneration{};
};

struct custom_resource_definition_status {
    list<custom_resource_definition_condition> conditions;
    custom_resource_definition_names acceptedNames;
    list<text> storedVersions;
    std::int64_t observedGeneration{};
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcedefinition-v1-apiextensions-k8s-io
struct custom_resource_definition {
    object_meta metadata;
    custom_resource_definition_spec spec;
    custom_resource_definition_status status;
};

struct custom_resource_definition_summary {
    meta::v1::object_meta_summary metadata;
};

inline constexpr coinformer::resource custom_resource_definitions{
    .group = "apiextensions.k8s.io", .version = "v1", .plural = "customresourcedefinitions",
    .kind = "CustomResourceDefinition", .where = scope::cluster};

} // namespace coinformer::types::apiextensions::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apiextensions::v1::custom_resource_definition> =
    coinformer::types::apiextensions::v1::custom_resource_definitions;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apiextensions::v1::custom_resource_definition_summary> =
    coinformer::types::apiextensions::v1::custom_resource_definitions;

namespace coinformer::detail {

template <> struct compiled_members<types::apiextensions::v1::custom_resource_definition_names> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_validation> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_subresource_status> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_subresource_scale> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_subresources> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_column_definition> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::selectable_field> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_definition_version> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::service_reference> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::webhook_client_config> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::webhook_conversion> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_conversion> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_definition_spec> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_definition_condition> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_definition_status> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_definition> { static member_type const type; };
template <> struct compiled_members<types::apiextensions::v1::custom_resource_definition_summary> { static member_type const type; };

} // namespace coinformer::detail

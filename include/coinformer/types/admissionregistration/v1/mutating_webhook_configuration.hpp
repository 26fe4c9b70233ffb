// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/admissionregistration/v1/match_condition.hpp>
#include <coinformer/types/admissionregistration/v1/rule_with_operations.hpp>
#include <coinformer/types/admissionregistration/v1/webhook_client_config.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::admissionregistration::v1 {

struct mutating_webhook {
    text name;
    webhook_client_config clientConfig;
    list<rule_with_operations> rules;
    std::optional<text> failurePolicy;
    boxed<meta::v1::label_selector> namespaceSelector;
    text sideEffects;
    std::optional<std::int32_t> timeoutSeconds;
    list<text> admissionReviewVersions;
    std::optional<text> matchPolicy;
    std::optional<text> reinvocationPolicy;
    boxed<meta::v1::label_selector> objectSelector;
    list<match_condition> matchConditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingwebhookconfiguration-v1-admissionregistration-k8s-io
struct mutating_webhook_configuration {
    object_meta metadata;
    list<mutating_webhook> webhooks;
};

struct mutating_webhook_configuration_summary {
    struct mutating_webhook {
        text name;
    };

    meta::v1::object_meta_summary metadata;
    list<mutating_webhook> webhooks;
};

inline constexpr coinformer::resource mutating_webhook_configurations{
    .group = "admissionregistration.k8s.io", .version = "v1", .plural = "mutatingwebhookconfigurations",
    .kind = "MutatingWebhookConfiguration", .where = scope::cluster};

} // namespace coinformer::types::admissionregistration::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::admissionregistration::v1::mutating_webhook_configuration> =
    coinformer::types::admissionregistration::v1::mutating_webhook_configurations;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::admissionregistration::v1::mutating_webhook_configuration_summary> =
    coinformer::types::admissionregistration::v1::mutating_webhook_configurations;

namespace coinformer::detail {

template <> struct compiled_members<types::admissionregistration::v1::mutating_webhook> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::mutating_webhook_configuration> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::mutating_webhook_configuration_summary::mutating_webhook> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::mutating_webhook_configuration_summary> { static member_type const type; };

} // namespace coinformer::detail

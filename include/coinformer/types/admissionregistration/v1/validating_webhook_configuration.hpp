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

struct validating_webhook {
    text name;
    webhook_client_config clientConfig;
    list<rule_with_operations> rules;
    std::optional<text> failurePolicy;
    boxed<meta::v1::label_selector> namespaceSelector;
    text sideEffects;
    std::optional<std::int32_t> timeoutSeconds;
    list<text> admissionReviewVersions;
    std::optional<text> matchPolicy;
    boxed<meta::v1::label_selector> objectSelector;
    list<match_condition> matchConditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingwebhookconfiguration-v1-admissionregistration-k8s-io
struct validating_webhook_configuration {
    object_meta metadata;
    list<validating_webhook> webhooks;
};

struct validating_webhook_configuration_summary {
    struct validating_webhook {
        text name;
    };

    meta::v1::object_meta_summary metadata;
    list<validating_webhook> webhooks;
};

inline constexpr coinformer::resource validating_webhook_configurations{
    .group = "admissionregistration.k8s.io", .version = "v1", .plural = "validatingwebhookconfigurations",
    .kind = "ValidatingWebhookConfiguration", .where = scope::cluster};

} // namespace coinformer::types::admissionregistration::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::admissionregistration::v1::validating_webhook_configuration> =
    coinformer::types::admissionregistration::v1::validating_webhook_configurations;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::admissionregistration::v1::validating_webhook_configuration_summary> =
    coinformer::types::admissionregistration::v1::validating_webhook_configurations;

namespace coinformer::detail {

template <> struct compiled_members<types::admissionregistration::v1::validating_webhook> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::validating_webhook_configuration> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::validating_webhook_configuration_summary::validating_webhook> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::validating_webhook_configuration_summary> { static member_type const type; };

} // namespace coinformer::detail

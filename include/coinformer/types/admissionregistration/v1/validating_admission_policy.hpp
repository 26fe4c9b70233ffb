// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/admissionregistration/v1/match_condition.hpp>
#include <coinformer/types/admissionregistration/v1/match_resources.hpp>
#include <coinformer/types/admissionregistration/v1/param_kind.hpp>
#include <coinformer/types/admissionregistration/v1/variable.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::admissionregistration::v1 {

struct validation {
    text expression;
    text message;
    std::optional<text> reason;
    text messageExpression;
};

struct audit_annotation {
    text key;
    text valueExpression;
};

struct validating_admission_policy_spec {
    boxed<param_kind> paramKind;
    boxed<match_resources> matchConstraints;
    list<validation> validations;
    std::optional<text> failurePolicy;
    list<audit_annotation> auditAnnotations;
    list<match_condition> matchConditions;
    list<variable> variables;
};

struct expression_warning {
    text fieldRef;
    text warning;
};

struct type_checking {
    list<expression_warning> expressionWarnings;
};

struct validating_admission_policy_status {
    std::int64_t observedGeneration{};
    boxed<type_checking> typeChecking;
    list<meta::v1::condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validatingadmissionpolicy-v1-admissionregistration-k8s-io
struct validating_admission_policy {
    object_meta metadata;
    validating_admission_policy_spec spec;
    validating_admission_policy_status status;
};

struct validating_admission_policy_summary {
    struct validating_admission_policy_spec {
        boxed<param_kind> paramKind;
    };

    meta::v1::object_meta_summary metadata;
    validating_admission_policy_spec spec;
};

inline constexpr coinformer::resource validating_admission_policies{
    .group = "admissionregistration.k8s.io", .version = "v1", .plural = "validatingadmissionpolicies",
    .kind = "ValidatingAdmissionPolicy", .where = scope::cluster};

} // namespace coinformer::types::admissionregistration::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::admissionregistration::v1::validating_admission_policy> =
    coinformer::types::admissionregistration::v1::validating_admission_policies;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::admissionregistration::v1::validating_admission_policy_summary> =
    coinformer::types::admissionregistration::v1::validating_admission_policies;

namespace coinformer::detail {

template <> struct compiled_members<types::admissionregistration::v1::validation> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::audit_annotation> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::validating_admission_policy_spec> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::expression_warning> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::type_checking> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::validating_admission_policy_status> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::validating_admission_policy> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::validating_admission_policy_summary::validating_admission_policy_spec> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::validating_admission_policy_summary> { static member_type const type; };

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/admissionregistration/v1/match_condition.hpp>
#include <coinformer/types/admissionregistration/v1/match_resources.hpp>
#include <coinformer/types/admissionregistration/v1/param_kind.hpp>
#include <coinformer/types/admissionregistration/v1/variable.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::admissionregistration::v1 {

struct apply_configuration {
    text expression;
};

struct json_patch {
    text expression;
};

struct mutation {
    text patchType;
    boxed<apply_configuration> applyConfiguration;
    boxed<json_patch> jsonPatch;
};

struct mutating_admission_policy_spec {
    boxed<param_kind> paramKind;
    boxed<match_resources> matchConstraints;
    list<variable> variables;
    list<mutation> mutations;
    std::optional<text> failurePolicy;
    list<match_condition> matchConditions;
    text reinvocationPolicy;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicy-v1-admissionregistration-k8s-io
struct mutating_admission_policy {
    object_meta metadata;
    mutating_admission_policy_spec spec;
};

struct mutating_admission_policy_summary {
    struct mutating_admission_policy_spec {
        boxed<param_kind> paramKind;
    };

    meta::v1::object_meta_summary metadata;
    mutating_admission_policy_spec spec;
};

inline constexpr coinformer::resource mutating_admission_policies{
    .group = "admissionregistration.k8s.io", .version = "v1", .plural = "mutatingadmissionpolicies",
    .kind = "MutatingAdmissionPolicy", .where = scope::cluster};

} // namespace coinformer::types::admissionregistration::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::admissionregistration::v1::mutating_admission_policy> =
    coinformer::types::admissionregistration::v1::mutating_admission_policies;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::admissionregistration::v1::mutating_admission_policy_summary> =
    coinformer::types::admissionregistration::v1::mutating_admission_policies;

namespace coinformer::detail {

template <> struct compiled_members<types::admissionregistration::v1::apply_configuration> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::json_patch> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::mutation> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::mutating_admission_policy_spec> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::mutating_admission_policy> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::mutating_admission_policy_summary::mutating_admission_policy_spec> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::mutating_admission_policy_summary> { static member_type const type; };

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/admissionregistration/v1/match_resources.hpp>
#include <coinformer/types/admissionregistration/v1/param_ref.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::admissionregistration::v1 {

struct mutating_admission_policy_binding_spec {
    text policyName;
    boxed<param_ref> paramRef;
    boxed<match_resources> matchResources;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#mutatingadmissionpolicybinding-v1-admissionregistration-k8s-io
struct mutating_admission_policy_binding {
    object_meta metadata;
    mutating_admission_policy_binding_spec spec;
};

struct mutating_admission_policy_binding_summary {
    struct mutating_admission_policy_binding_spec {
        text policyName;
        boxed<param_ref> paramRef;
    };

    meta::v1::object_meta_summary metadata;
    mutating_admission_policy_binding_spec spec;
};

inline constexpr coinformer::resource mutating_admission_policy_bindings{
    .group = "admissionregistration.k8s.io", .version = "v1", .plural = "mutatingadmissionpolicybindings",
    .kind = "MutatingAdmissionPolicyBinding", .where = scope::cluster};

} // namespace coinformer::types::admissionregistration::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::admissionregistration::v1::mutating_admission_policy_binding> =
    coinformer::types::admissionregistration::v1::mutating_admission_policy_bindings;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::admissionregistration::v1::mutating_admission_policy_binding_summary> =
    coinformer::types::admissionregistration::v1::mutating_admission_policy_bindings;

namespace coinformer::detail {

template <> struct compiled_members<types::admissionregistration::v1::mutating_admission_policy_binding_spec> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::mutating_admission_policy_binding> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::mutating_admission_policy_binding_summary::mutating_admission_policy_binding_spec> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::mutating_admission_policy_binding_summary> { static member_type const type; };

} // namespace coinformer::detail

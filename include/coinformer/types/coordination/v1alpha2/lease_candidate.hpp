// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::coordination::v1alpha2 {

struct lease_candidate_spec {
    text leaseName;
    std::optional<micro_timestamp> pingTime;
    std::optional<micro_timestamp> renewTime;
    text binaryVersion;
    text emulationVersion;
    text strategy;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#leasecandidate-v1alpha2-coordination-k8s-io
struct lease_candidate {
    object_meta metadata;
    lease_candidate_spec spec;
};

struct lease_candidate_summary {
    struct lease_candidate_spec {
        text leaseName;
        text binaryVersion;
        text emulationVersion;
    };

    meta::v1::object_meta_summary metadata;
    lease_candidate_spec spec;
};

inline constexpr coinformer::resource lease_candidates{
    .group = "coordination.k8s.io", .version = "v1alpha2", .plural = "leasecandidates",
    .kind = "LeaseCandidate", .where = scope::namespaced};

} // namespace coinformer::types::coordination::v1alpha2

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::coordination::v1alpha2::lease_candidate> =
    coinformer::types::coordination::v1alpha2::lease_candidates;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::coordination::v1alpha2::lease_candidate_summary> =
    coinformer::types::coordination::v1alpha2::lease_candidates;

namespace coinformer::detail {

template <> struct compiled_members<types::coordination::v1alpha2::lease_candidate_spec> { static member_type const type; };
template <> struct compiled_members<types::coordination::v1alpha2::lease_candidate> { static member_type const type; };
template <> struct compiled_members<types::coordination::v1alpha2::lease_candidate_summary::lease_candidate_spec> { static member_type const type; };
template <> struct compiled_members<types::coordination::v1alpha2::lease_candidate_summary> { static member_type const type; };

} // namespace coinformer::detail

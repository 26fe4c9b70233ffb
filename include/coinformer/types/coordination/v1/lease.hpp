// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::coordination::v1 {

struct lease_spec {
    std::optional<text> holderIdentity;
    std::optional<std::int32_t> leaseDurationSeconds;
    std::optional<micro_timestamp> acquireTime;
    std::optional<micro_timestamp> renewTime;
    std::optional<std::int32_t> leaseTransitions;
    std::optional<text> strategy;
    std::optional<text> preferredHolder;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#lease-v1-coordination-k8s-io
struct lease {
    object_meta metadata;
    lease_spec spec;
};

struct lease_summary {
    struct lease_spec {
        std::optional<text> holderIdentity;
    };

    meta::v1::object_meta_summary metadata;
    lease_spec spec;
};

inline constexpr coinformer::resource leases{
    .group = "coordination.k8s.io", .version = "v1", .plural = "leases",
    .kind = "Lease", .where = scope::namespaced};

} // namespace coinformer::types::coordination::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::coordination::v1::lease> =
    coinformer::types::coordination::v1::leases;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::coordination::v1::lease_summary> =
    coinformer::types::coordination::v1::leases;

namespace coinformer::detail {

template <> struct compiled_members<types::coordination::v1::lease_spec> { static member_type const type; };
template <> struct compiled_members<types::coordination::v1::lease> { static member_type const type; };
template <> struct compiled_members<types::coordination::v1::lease_summary::lease_spec> { static member_type const type; };
template <> struct compiled_members<types::coordination::v1::lease_summary> { static member_type const type; };

} // namespace coinformer::detail

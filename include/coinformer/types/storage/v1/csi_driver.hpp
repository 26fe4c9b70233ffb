// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::storage::v1 {

struct token_request {
    text audience;
    std::optional<std::int64_t> expirationSeconds;
};

struct csi_driver_spec {
    std::optional<bool> attachRequired;
    std::optional<bool> podInfoOnMount;
    list<text> volumeLifecycleModes;
    std::optional<bool> storageCapacity;
    std::optional<text> fsGroupPolicy;
    list<token_request> tokenRequests;
    std::optional<bool> requiresRepublish;
    std::optional<bool> seLinuxMount;
    std::optional<std::int64_t> nodeAllocatableUpdatePeriodSeconds;
    std::optional<bool> serviceAccountTokenInSecrets;
    std::optional<bool> preventPodSchedulingIfMissing;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csidriver-v1-storage-k8s-io
struct csi_driver {
    object_meta metadata;
    csi_driver_spec spec;
};

struct csi_driver_summary {
    struct csi_driver_spec {
        std::optional<bool> attachRequired;
        std::optional<bool> podInfoOnMount;
        std::optional<bool> storageCapacity;
        list<token_request> tokenRequests;
        std::optional<bool> requiresRepublish;
        list<text> volumeLifecycleModes;
    };

    meta::v1::object_meta_summary metadata;
    csi_driver_spec spec;
};

inline constexpr coinformer::resource csi_drivers{
    .group = "storage.k8s.io", .version = "v1", .plural = "csidrivers",
    .kind = "CSIDriver", .where = scope::cluster};

} // namespace coinformer::types::storage::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::csi_driver> =
    coinformer::types::storage::v1::csi_drivers;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::csi_driver_summary> =
    coinformer::types::storage::v1::csi_drivers;

namespace coinformer::detail {

template <> struct compiled_members<types::storage::v1::token_request> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_driver_spec> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_driver> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_driver_summary::csi_driver_spec> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::csi_driver_summary> { static member_type const type; };

} // namespace coinformer::detail

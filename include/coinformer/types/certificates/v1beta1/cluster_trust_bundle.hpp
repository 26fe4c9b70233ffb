// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::certificates::v1beta1 {

struct cluster_trust_bundle_spec {
    text signerName;
    text trustBundle;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clustertrustbundle-v1beta1-certificates-k8s-io
struct cluster_trust_bundle {
    object_meta metadata;
    cluster_trust_bundle_spec spec;
};

struct cluster_trust_bundle_summary {
    struct cluster_trust_bundle_spec {
        text signerName;
    };

    meta::v1::object_meta_summary metadata;
    cluster_trust_bundle_spec spec;
};

inline constexpr coinformer::resource cluster_trust_bundles{
    .group = "certificates.k8s.io", .version = "v1beta1", .plural = "clustertrustbundles",
    .kind = "ClusterTrustBundle", .where = scope::cluster};

} // namespace coinformer::types::certificates::v1beta1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::certificates::v1beta1::cluster_trust_bundle> =
    coinformer::types::certificates::v1beta1::cluster_trust_bundles;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::certificates::v1beta1::cluster_trust_bundle_summary> =
    coinformer::types::certificates::v1beta1::cluster_trust_bundles;

namespace coinformer::detail {

template <> struct compiled_members<types::certificates::v1beta1::cluster_trust_bundle_spec> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1beta1::cluster_trust_bundle> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1beta1::cluster_trust_bundle_summary::cluster_trust_bundle_spec> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1beta1::cluster_trust_bundle_summary> { static member_type const type; };

} // namespace coinformer::detail

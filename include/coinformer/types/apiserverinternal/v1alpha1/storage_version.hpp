// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::apiserverinternal::v1alpha1 {

struct storage_version_spec {
};

struct server_storage_version {
    text apiServerID;
    text encodingVersion;
    list<text> decodableVersions;
    list<text> servedVersions;
};

struct storage_version_condition {
    text type;
    text status;
    std::int64_t observedGeneration{};
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct storage_version_status {
    list<server_storage_version> storageVersions;
    std::optional<text> commonEncodingVersion;
    list<storage_version_condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageversion-v1alpha1-internal-apiserver-k8s-io
struct storage_version {
    object_meta metadata;
    storage_version_spec spec;
    storage_version_status status;
};

struct storage_version_summary {
    struct storage_version_status {
        std::optional<text> commonEncodingVersion;
    };

    meta::v1::object_meta_summary metadata;
    storage_version_status status;
};

inline constexpr coinformer::resource storage_versions{
    .group = "internal.apiserver.k8s.io", .version = "v1alpha1", .plural = "storageversions",
    .kind = "StorageVersion", .where = scope::cluster};

} // namespace coinformer::types::apiserverinternal::v1alpha1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apiserverinternal::v1alpha1::storage_version> =
    coinformer::types::apiserverinternal::v1alpha1::storage_versions;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apiserverinternal::v1alpha1::storage_version_summary> =
    coinformer::types::apiserverinternal::v1alpha1::storage_versions;

namespace coinformer::detail {

template <> struct compiled_members<types::apiserverinternal::v1alpha1::storage_version_spec> { static member_type const type; };
template <> struct compiled_members<types::apiserverinternal::v1alpha1::server_storage_version> { static member_type const type; };
template <> struct compiled_members<types::apiserverinternal::v1alpha1::storage_version_condition> { static member_type const type; };
template <> struct compiled_members<types::apiserverinternal::v1alpha1::storage_version_status> { static member_type const type; };
template <> struct compiled_members<types::apiserverinternal::v1alpha1::storage_version> { static member_type const type; };
template <> struct compiled_members<types::apiserverinternal::v1alpha1::storage_version_summary::storage_version_status> { static member_type const type; };
template <> struct compiled_members<types::apiserverinternal::v1alpha1::storage_version_summary> { static member_type const type; };

} // namespace coinformer::detail

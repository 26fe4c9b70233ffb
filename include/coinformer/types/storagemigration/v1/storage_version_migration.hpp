// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/group_resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::storagemigration::v1 {

struct storage_version_migration_spec {
    meta::v1::group_resource resource;
};

struct storage_version_migration_status {
    list<meta::v1::condition> conditions;
    text resourceVersion;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageversionmigration-v1-storagemigration-k8s-io
struct storage_version_migration {
    object_meta metadata;
    storage_version_migration_spec spec;
    storage_version_migration_status status;
};

struct storage_version_migration_summary {
    struct storage_version_migration_spec {
        meta::v1::group_resource resource;
    };
    struct condition {
        text type;
        text status;
        text reason;
    };
    struct storage_version_migration_status {
        list<condition> conditions;
    };

    meta::v1::object_meta_summary metadata;
    storage_version_migration_spec spec;
    storage_version_migration_status status;
};

inline constexpr coinformer::resource storage_version_migrations{
    .group = "storagemigration.k8s.io", .version = "v1", .plural = "storageversionmigrations",
    .kind = "StorageVersionMigration", .where = scope::cluster};

} // namespace coinformer::types::storagemigration::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storagemigration::v1::storage_version_migration> =
    coinformer::types::storagemigration::v1::storage_version_migrations;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storagemigration::v1::storage_version_migration_summary> =
    coinformer::types::storagemigration::v1::storage_version_migrations;

namespace coinformer::detail {

template <> struct compiled_members<types::storagemigration::v1::storage_version_migration_spec> { static member_type const type; };
template <> struct compiled_members<types::storagemigration::v1::storage_version_migration_status> { static member_type const type; };
template <> struct compiled_members<types::storagemigration::v1::storage_version_migration> { static member_type const type; };
template <> struct compiled_members<types::storagemigration::v1::storage_version_migration_summary::storage_version_migration_spec> { static member_type const type; };
template <> struct compiled_members<types::storagemigration::v1::storage_version_migration_summary::condition> { static member_type const type; };
template <> struct compiled_members<types::storagemigration::v1::storage_version_migration_summary::storage_version_migration_status> { static member_type const type; };
template <> struct compiled_members<types::storagemigration::v1::storage_version_migration_summary> { static member_type const type; };

} // namespace coinformer::detail

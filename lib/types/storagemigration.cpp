// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/storagemigration/v1/storage_version_migration.hpp>
#include <coinformer/types/storagemigration/v1beta1/storage_version_migration.hpp>

namespace coinformer::detail {

namespace here = types::storagemigration;

constexpr member v1_storage_version_migration_spec_rows[] = {COINFORMER_ROW(v1::storage_version_migration_spec,
    resource)};
constinit member_type const compiled_members<here::v1::storage_version_migration_spec>::type =
    record_of<here::v1::storage_version_migration_spec>(v1_storage_version_migration_spec_rows);
constexpr member v1_storage_version_migration_status_rows[] = {COINFORMER_ROW(v1::storage_version_migration_status,
    conditions), COINFORMER_ROW(v1::storage_version_migration_status, resourceVersion)};
constinit member_type const compiled_members<here::v1::storage_version_migration_status>::type =
    record_of<here::v1::storage_version_migration_status>(v1_storage_version_migration_status_rows);
constexpr member v1_storage_version_migration_rows[] = {COINFORMER_ROW(v1::storage_version_migration, metadata),
    COINFORMER_ROW(v1::storage_version_migration, spec), COINFORMER_ROW(v1::storage_version_migration, status)};
constinit member_type const compiled_members<here::v1::storage_version_migration>::type =
    record_of<here::v1::storage_version_migration>(v1_storage_version_migration_rows);
constexpr member v1_storage_version_migration_summary_storage_version_migration_spec_rows[] =
    {COINFORMER_ROW(v1::storage_version_migration_summary::storage_version_migration_spec, resource)};
constinit member_type const
    compiled_members<here::v1::storage_version_migration_summary::storage_version_migration_spec>::type =
    record_of<here::v1::storage_version_migration_summary::storage_version_migration_spec>(v1_storage_version_migration_summary_storage_version_migration_spec_rows);
constexpr member v1_storage_version_migration_summary_condition_rows[] =
    {COINFORMER_ROW(v1::storage_version_migration_summary::condition, type),
    COINFORMER_ROW(v1::storage_version_migration_summary::condition, status),
    COINFORMER_ROW(v1::storage_version_migration_summary::condition, reason)};
constinit member_type const compiled_members<here::v1::storage_version_migration_summary::condition>::type =
    record_of<here::v1::storage_version_migration_summary::condition>(v1_storage_version_migration_summary_condition_rows);
constexpr member v1_storage_version_migration_summary_storage_version_migration_status_rows[] =
    {COINFORMER_ROW(v1::storage_version_migration_summary::storage_version_migration_status, conditions)};
constinit member_type const
    compiled_members<here::v1::storage_version_migration_summary::storage_version_migration_status>::type =
    record_of<here::v1::storage_version_migration_summary::storage_version_migration_status>(v1_storage_version_migration_summary_storage_version_migration_status_rows);
constexpr member v1_storage_version_migration_summary_rows[] = {COINFORMER_ROW(v1::storage_version_migration_summary,
    metadata), COINFORMER_ROW(v1::storage_version_migration_summary, spec),
    COINFORMER_ROW(v1::storage_version_migration_summary, status)};
constinit member_type const compiled_members<here::v1::storage_version_migration_summary>::type =
    record_of<here::v1::storage_version_migration_summary>(v1_storage_version_migration_summary_rows);
constexpr member v1beta1_storage_version_migration_spec_rows[] =
    {COINFORMER_ROW(v1beta1::storage_version_migration_spec, resource)};
constinit member_type const compiled_members<here::v1beta1::storage_version_migration_spec>::type =
    record_of<here::v1beta1::storage_version_migration_spec>(v1beta1_storage_version_migration_spec_rows);
constexpr member v1beta1_storage_version_migration_status_rows[] =
    {COINFORMER_ROW(v1beta1::storage_version_migration_status, conditions),
    COINFORMER_ROW(v1beta1::storage_version_migration_status, resourceVersion)};
constinit member_type const compiled_members<here::v1beta1::storage_version_migration_status>::type =
    record_of<here::v1beta1::storage_version_migration_status>(v1beta1_storage_version_migration_status_rows);
constexpr member v1beta1_storage_version_migration_rows[] = {COINFORMER_ROW(v1beta1::storage_version_migration,
    metadata), COINFORMER_ROW(v1beta1::storage_version_migration, spec),
    COINFORMER_ROW(v1beta1::storage_version_migration, status)};
constinit member_type const compiled_members<here::v1beta1::storage_version_migration>::type =
    record_of<here::v1beta1::storage_version_migration>(v1beta1_storage_version_migration_rows);
constexpr member v1beta1_storage_version_migration_summary_storage_version_migration_spec_rows[] =
    {COINFORMER_ROW(v1beta1::storage_version_migration_summary::storage_version_migration_spec, resource)};
constinit member_type const
    compiled_members<here::v1beta1::storage_version_migration_summary::storage_version_migration_spec>::type =
    record_of<here::v1beta1::storage_version_migration_summary::storage_version_migration_spec>(v1beta1_storage_version_migration_summary_storage_version_migration_spec_rows);
constexpr member v1beta1_storage_version_migration_summary_condition_rows[] =
    {COINFORMER_ROW(v1beta1::storage_version_migration_summary::condition, type),
    COINFORMER_ROW(v1beta1::storage_version_migration_summary::condition, status),
    COINFORMER_ROW(v1beta1::storage_version_migration_summary::condition, reason)};
constinit member_type const compiled_members<here::v1beta1::storage_version_migration_summary::condition>::type =
    record_of<here::v1beta1::storage_version_migration_summary::condition>(v1beta1_storage_version_migration_summary_condition_rows);
constexpr member v1beta1_storage_version_migration_summary_storage_version_migration_status_rows[] =
    {COINFORMER_ROW(v1beta1::storage_version_migration_summary::storage_version_migration_status, conditions)};
constinit member_type const
    compiled_members<here::v1beta1::storage_version_migration_summary::storage_version_migration_status>::type =
    record_of<here::v1beta1::storage_version_migration_summary::storage_version_migration_status>(v1beta1_storage_version_migration_summary_storage_version_migration_status_rows);
constexpr member v1beta1_storage_version_migration_summary_rows[] =
    {COINFORMER_ROW(v1beta1::storage_version_migration_summary, metadata),
    COINFORMER_ROW(v1beta1::storage_version_migration_summary, spec),
    COINFORMER_ROW(v1beta1::storage_version_migration_summary, status)};
constinit member_type const compiled_members<here::v1beta1::storage_version_migration_summary>::type =
    record_of<here::v1beta1::storage_version_migration_summary>(v1beta1_storage_version_migration_summary_rows);

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/apiserverinternal/v1alpha1/storage_version.hpp>

namespace coinformer::detail {

namespace here = types::apiserverinternal;

constinit member_type const compiled_members<here::v1alpha1::storage_version_spec>::type =
    record_of<here::v1alpha1::storage_version_spec>();
constexpr member v1alpha1_server_storage_version_rows[] = {COINFORMER_ROW(v1alpha1::server_storage_version,
    apiServerID), COINFORMER_ROW(v1alpha1::server_storage_version, encodingVersion),
    COINFORMER_ROW(v1alpha1::server_storage_version, decodableVersions),
    COINFORMER_ROW(v1alpha1::server_storage_version, servedVersions)};
constinit member_type const compiled_members<here::v1alpha1::server_storage_version>::type =
    record_of<here::v1alpha1::server_storage_version>(v1alpha1_server_storage_version_rows);
constexpr member v1alpha1_storage_version_condition_rows[] = {COINFORMER_ROW(v1alpha1::storage_version_condition,
    type), COINFORMER_ROW(v1alpha1::storage_version_condition, status),
    COINFORMER_ROW(v1alpha1::storage_version_condition, observedGeneration),
    COINFORMER_ROW(v1alpha1::storage_version_condition, lastTransitionTime),
    COINFORMER_ROW(v1alpha1::storage_version_condition, reason), COINFORMER_ROW(v1alpha1::storage_version_condition,
    message)};
constinit member_type const compiled_members<here::v1alpha1::storage_version_condition>::type =
    record_of<here::v1alpha1::storage_version_condition>(v1alpha1_storage_version_condition_rows);
constexpr member v1alpha1_storage_version_status_rows[] = {COINFORMER_ROW(v1alpha1::storage_version_status,
    storageVersions), COINFORMER_ROW(v1alpha1::storage_version_status, commonEncodingVersion),
    COINFORMER_ROW(v1alpha1::storage_version_status, conditions)};
constinit member_type const compiled_members<here::v1alpha1::storage_version_status>::type =
    record_of<here::v1alpha1::storage_version_status>(v1alpha1_storage_version_status_rows);
constexpr member v1alpha1_storage_version_rows[] = {COINFORMER_ROW(v1alpha1::storage_version, metadata),
    COINFORMER_ROW(v1alpha1::storage_version, spec), COINFORMER_ROW(v1alpha1::storage_version, status)};
constinit member_type const compiled_members<here::v1alpha1::storage_version>::type =
    record_of<here::v1alpha1::storage_version>(v1alpha1_storage_version_rows);
constexpr member v1alpha1_storage_version_summary_storage_version_status_rows[] =
    {COINFORMER_ROW(v1alpha1::storage_version_summary::storage_version_status, commonEncodingVersion)};
constinit member_type const compiled_members<here::v1alpha1::storage_version_summary::storage_version_status>::type =
    record_of<here::v1alpha1::storage_version_summary::storage_version_status>(v1alpha1_storage_version_summary_storage_version_status_rows);
constexpr member v1alpha1_storage_version_summary_rows[] = {COINFORMER_ROW(v1alpha1::storage_version_summary,
    metadata), COINFORMER_ROW(v1alpha1::storage_version_summary, status)};
constinit member_type const compiled_members<here::v1alpha1::storage_version_summary>::type =
    record_of<here::v1alpha1::storage_version_summary>(v1alpha1_storage_version_summary_rows);

} // namespace coinformer::detail

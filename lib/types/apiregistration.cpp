// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/apiregistration/v1/api_service.hpp>

namespace coinformer::detail {

namespace here = types::apiregistration;

constexpr member v1_service_reference_rows[] = {COINFORMER_ROW(v1::service_reference, namespace_),
    COINFORMER_ROW(v1::service_reference, name), COINFORMER_ROW(v1::service_reference, port)};
constinit member_type const compiled_members<here::v1::service_reference>::type =
    record_of<here::v1::service_reference>(v1_service_reference_rows);
constexpr member v1_api_service_spec_rows[] = {COINFORMER_ROW(v1::api_service_spec, service),
    COINFORMER_ROW(v1::api_service_spec, group), COINFORMER_ROW(v1::api_service_spec, version),
    COINFORMER_ROW(v1::api_service_spec, insecureSkipTLSVerify), COINFORMER_ROW(v1::api_service_spec, caBundle),
    COINFORMER_ROW(v1::api_service_spec, groupPriorityMinimum), COINFORMER_ROW(v1::api_service_spec,
    versionPriority)};
constinit member_type const compiled_members<here::v1::api_service_spec>::type =
    record_of<here::v1::api_service_spec>(v1_api_service_spec_rows);
constexpr member v1_api_service_condition_rows[] = {COINFORMER_ROW(v1::api_service_condition, type),
    COINFORMER_ROW(v1::api_service_condition, status), COINFORMER_ROW(v1::api_service_condition, lastTransitionTime),
    COINFORMER_ROW(v1::api_service_condition, reason), COINFORMER_ROW(v1::api_service_condition, message)};
constinit member_type const compiled_members<here::v1::api_service_condition>::type =
    record_of<here::v1::api_service_condition>(v1_api_service_condition_rows);
constexpr member v1_api_service_status_rows[] = {COINFORMER_ROW(v1::api_service_status, conditions)};
constinit member_type const compiled_members<here::v1::api_service_status>::type =
    record_of<here::v1::api_service_status>(v1_api_service_status_rows);
constexpr member v1_api_service_rows[] = {COINFORMER_ROW(v1::api_service, metadata), COINFORMER_ROW(v1::api_service,
    spec), COINFORMER_ROW(v1::api_service, status)};
constinit member_type const compiled_members<here::v1::api_service>::type =
    record_of<here::v1::api_service>(v1_api_service_rows);
constexpr member v1_api_service_summary_service_reference_rows[] =
    {COINFORMER_ROW(v1::api_service_summary::service_reference, namespace_),
    COINFORMER_ROW(v1::api_service_summary::service_reference, name)};
constinit member_type const compiled_members<here::v1::api_service_summary::service_reference>::type =
    record_of<here::v1::api_service_summary::service_reference>(v1_api_service_summary_service_reference_rows);
constexpr member v1_api_service_summary_api_service_spec_rows[] =
    {COINFORMER_ROW(v1::api_service_summary::api_service_spec, service)};
constinit member_type const compiled_members<here::v1::api_service_summary::api_service_spec>::type =
    record_of<here::v1::api_service_summary::api_service_spec>(v1_api_service_summary_api_service_spec_rows);
constexpr member v1_api_service_summary_api_service_condition_rows[] =
    {COINFORMER_ROW(v1::api_service_summary::api_service_condition, type),
    COINFORMER_ROW(v1::api_service_summary::api_service_condition, status),
    COINFORMER_ROW(v1::api_service_summary::api_service_condition, reason)};
constinit member_type const compiled_members<here::v1::api_service_summary::api_service_condition>::type =
    record_of<here::v1::api_service_summary::api_service_condition>(v1_api_service_summary_api_service_condition_rows);
constexpr member v1_api_service_summary_api_service_status_rows[] =
    {COINFORMER_ROW(v1::api_service_summary::api_service_status, conditions)};
constinit member_type const compiled_members<here::v1::api_service_summary::api_service_status>::type =
    record_of<here::v1::api_service_summary::api_service_status>(v1_api_service_summary_api_service_status_rows);
constexpr member v1_api_service_summary_rows[] = {COINFORMER_ROW(v1::api_service_summary, metadata),
    COINFORMER_ROW(v1::api_service_summary, spec), COINFORMER_ROW(v1::api_service_summary, status)};
constinit member_type const compiled_members<here::v1::api_service_summary>::type =
    record_of<here::v1::api_service_summary>(v1_api_service_summary_rows);

} // namespace coinformer::detail

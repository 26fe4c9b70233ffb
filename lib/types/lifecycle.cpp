// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/lifecycle/v1alpha1/eviction.hpp>
#include <coinformer/types/lifecycle/v1alpha1/eviction_request.hpp>

namespace coinformer::detail {

namespace here = types::lifecycle;

constexpr member v1alpha1_eviction_pod_reference_rows[] = {COINFORMER_ROW(v1alpha1::eviction_pod_reference, name),
    COINFORMER_ROW(v1alpha1::eviction_pod_reference, uid)};
constinit member_type const compiled_members<here::v1alpha1::eviction_pod_reference>::type =
    record_of<here::v1alpha1::eviction_pod_reference>(v1alpha1_eviction_pod_reference_rows);
constexpr member v1alpha1_eviction_target_rows[] = {COINFORMER_ROW(v1alpha1::eviction_target, pod)};
constinit member_type const compiled_members<here::v1alpha1::eviction_target>::type =
    record_of<here::v1alpha1::eviction_target>(v1alpha1_eviction_target_rows);
constexpr member v1alpha1_eviction_spec_rows[] = {COINFORMER_ROW(v1alpha1::eviction_spec, target)};
constinit member_type const compiled_members<here::v1alpha1::eviction_spec>::type =
    record_of<here::v1alpha1::eviction_spec>(v1alpha1_eviction_spec_rows);
constexpr member v1alpha1_requester_rows[] = {COINFORMER_ROW(v1alpha1::requester, name),
    COINFORMER_ROW(v1alpha1::requester, intent)};
constinit member_type const compiled_members<here::v1alpha1::requester>::type =
    record_of<here::v1alpha1::requester>(v1alpha1_requester_rows);
constexpr member v1alpha1_target_responder_rows[] = {COINFORMER_ROW(v1alpha1::target_responder, name),
    COINFORMER_ROW(v1alpha1::target_responder, priority), COINFORMER_ROW(v1alpha1::target_responder, state)};
constinit member_type const compiled_members<here::v1alpha1::target_responder>::type =
    record_of<here::v1alpha1::target_responder>(v1alpha1_target_responder_rows);
constexpr member v1alpha1_responder_status_rows[] = {COINFORMER_ROW(v1alpha1::responder_status, name),
    COINFORMER_ROW(v1alpha1::responder_status, startTime), COINFORMER_ROW(v1alpha1::responder_status, heartbeatTime),
    COINFORMER_ROW(v1alpha1::responder_status, expectedCompletionTime), COINFORMER_ROW(v1alpha1::responder_status,
    completionTime), COINFORMER_ROW(v1alpha1::responder_status, message)};
constinit member_type const compiled_members<here::v1alpha1::responder_status>::type =
    record_of<here::v1alpha1::responder_status>(v1alpha1_responder_status_rows);
constexpr member v1alpha1_eviction_status_rows[] = {COINFORMER_ROW(v1alpha1::eviction_status, conditions),
    COINFORMER_ROW(v1alpha1::eviction_status, observedGeneration), COINFORMER_ROW(v1alpha1::eviction_status,
    requesters), COINFORMER_ROW(v1alpha1::eviction_status, targetResponders),
    COINFORMER_ROW(v1alpha1::eviction_status, responders)};
constinit member_type const compiled_members<here::v1alpha1::eviction_status>::type =
    record_of<here::v1alpha1::eviction_status>(v1alpha1_eviction_status_rows);
constexpr member v1alpha1_eviction_rows[] = {COINFORMER_ROW(v1alpha1::eviction, metadata),
    COINFORMER_ROW(v1alpha1::eviction, spec), COINFORMER_ROW(v1alpha1::eviction, status)};
constinit member_type const compiled_members<here::v1alpha1::eviction>::type =
    record_of<here::v1alpha1::eviction>(v1alpha1_eviction_rows);
constexpr member v1alpha1_eviction_summary_eviction_spec_rows[] =
    {COINFORMER_ROW(v1alpha1::eviction_summary::eviction_spec, target)};
constinit member_type const compiled_members<here::v1alpha1::eviction_summary::eviction_spec>::type =
    record_of<here::v1alpha1::eviction_summary::eviction_spec>(v1alpha1_eviction_summary_eviction_spec_rows);
constexpr member v1alpha1_eviction_summary_condition_rows[] = {COINFORMER_ROW(v1alpha1::eviction_summary::condition,
    type), COINFORMER_ROW(v1alpha1::eviction_summary::condition, status),
    COINFORMER_ROW(v1alpha1::eviction_summary::condition, reason)};
constinit member_type const compiled_members<here::v1alpha1::eviction_summary::condition>::type =
    record_of<here::v1alpha1::eviction_summary::condition>(v1alpha1_eviction_summary_condition_rows);
constexpr member v1alpha1_eviction_summary_eviction_status_rows[] =
    {COINFORMER_ROW(v1alpha1::eviction_summary::eviction_status, conditions)};
constinit member_type const compiled_members<here::v1alpha1::eviction_summary::eviction_status>::type =
    record_of<here::v1alpha1::eviction_summary::eviction_status>(v1alpha1_eviction_summary_eviction_status_rows);
constexpr member v1alpha1_eviction_summary_rows[] = {COINFORMER_ROW(v1alpha1::eviction_summary, metadata),
    COINFORMER_ROW(v1alpha1::eviction_summary, spec), COINFORMER_ROW(v1alpha1::eviction_summary, status)};
constinit member_type const compiled_members<here::v1alpha1::eviction_summary>::type =
    record_of<here::v1alpha1::eviction_summary>(v1alpha1_eviction_summary_rows);
constexpr member v1alpha1_eviction_request_pod_reference_rows[] =
    {COINFORMER_ROW(v1alpha1::eviction_request_pod_reference, name),
    COINFORMER_ROW(v1alpha1::eviction_request_pod_reference, uid)};
constinit member_type const compiled_members<here::v1alpha1::eviction_request_pod_reference>::type =
    record_of<here::v1alpha1::eviction_request_pod_reference>(v1alpha1_eviction_request_pod_reference_rows);
constexpr member v1alpha1_eviction_request_target_rows[] = {COINFORMER_ROW(v1alpha1::eviction_request_target, pod)};
constinit member_type const compiled_members<here::v1alpha1::eviction_request_target>::type =
    record_of<here::v1alpha1::eviction_request_target>(v1alpha1_eviction_request_target_rows);
constexpr member v1alpha1_eviction_request_spec_rows[] = {COINFORMER_ROW(v1alpha1::eviction_request_spec, target),
    COINFORMER_ROW(v1alpha1::eviction_request_spec, requester), COINFORMER_ROW(v1alpha1::eviction_request_spec,
    intent)};
constinit member_type const compiled_members<here::v1alpha1::eviction_request_spec>::type =
    record_of<here::v1alpha1::eviction_request_spec>(v1alpha1_eviction_request_spec_rows);
constexpr member v1alpha1_eviction_request_status_rows[] = {COINFORMER_ROW(v1alpha1::eviction_request_status,
    conditions), COINFORMER_ROW(v1alpha1::eviction_request_status, observedGeneration)};
constinit member_type const compiled_members<here::v1alpha1::eviction_request_status>::type =
    record_of<here::v1alpha1::eviction_request_status>(v1alpha1_eviction_request_status_rows);
constexpr member v1alpha1_eviction_request_rows[] = {COINFORMER_ROW(v1alpha1::eviction_request, metadata),
    COINFORMER_ROW(v1alpha1::eviction_request, spec), COINFORMER_ROW(v1alpha1::eviction_request, status)};
constinit member_type const compiled_members<here::v1alpha1::eviction_request>::type =
    record_of<here::v1alpha1::eviction_request>(v1alpha1_eviction_request_rows);
constexpr member v1alpha1_eviction_request_summary_eviction_request_spec_rows[] =
    {COINFORMER_ROW(v1alpha1::eviction_request_summary::eviction_request_spec, target),
    COINFORMER_ROW(v1alpha1::eviction_request_summary::eviction_request_spec, requester),
    COINFORMER_ROW(v1alpha1::eviction_request_summary::eviction_request_spec, intent)};
constinit member_type const compiled_members<here::v1alpha1::eviction_request_summary::eviction_request_spec>::type =
    record_of<here::v1alpha1::eviction_request_summary::eviction_request_spec>(v1alpha1_eviction_request_summary_eviction_request_spec_rows);
constexpr member v1alpha1_eviction_request_summary_condition_rows[] =
    {COINFORMER_ROW(v1alpha1::eviction_request_summary::condition, type),
    COINFORMER_ROW(v1alpha1::eviction_request_summary::condition, status),
    COINFORMER_ROW(v1alpha1::eviction_request_summary::condition, reason)};
constinit member_type const compiled_members<here::v1alpha1::eviction_request_summary::condition>::type =
    record_of<here::v1alpha1::eviction_request_summary::condition>(v1alpha1_eviction_request_summary_condition_rows);
constexpr member v1alpha1_eviction_request_summary_eviction_request_status_rows[] =
    {COINFORMER_ROW(v1alpha1::eviction_request_summary::eviction_request_status, conditions)};
constinit member_type const compiled_members<here::v1alpha1::eviction_request_summary::eviction_request_status>::type
    =
    record_of<here::v1alpha1::eviction_request_summary::eviction_request_status>(v1alpha1_eviction_request_summary_eviction_request_status_rows);
constexpr member v1alpha1_eviction_request_summary_rows[] = {COINFORMER_ROW(v1alpha1::eviction_request_summary,
    metadata), COINFORMER_ROW(v1alpha1::eviction_request_summary, spec),
    COINFORMER_ROW(v1alpha1::eviction_request_summary, status)};
constinit member_type const compiled_members<here::v1alpha1::eviction_request_summary>::type =
    record_of<here::v1alpha1::eviction_request_summary>(v1alpha1_eviction_request_summary_rows);

} // namespace coinformer::detail

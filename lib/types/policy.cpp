// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/policy/v1/pod_disruption_budget.hpp>

namespace coinformer::detail {

namespace here = types::policy;

constexpr member v1_pod_disruption_budget_spec_rows[] = {COINFORMER_ROW(v1::pod_disruption_budget_spec, minAvailable),
    COINFORMER_ROW(v1::pod_disruption_budget_spec, selector), COINFORMER_ROW(v1::pod_disruption_budget_spec,
    maxUnavailable), COINFORMER_ROW(v1::pod_disruption_budget_spec, unhealthyPodEvictionPolicy)};
constinit member_type const compiled_members<here::v1::pod_disruption_budget_spec>::type =
    record_of<here::v1::pod_disruption_budget_spec>(v1_pod_disruption_budget_spec_rows);
constexpr member v1_pod_disruption_budget_status_rows[] = {COINFORMER_ROW(v1::pod_disruption_budget_status,
    observedGeneration), COINFORMER_ROW(v1::pod_disruption_budget_status, disruptedPods),
    COINFORMER_ROW(v1::pod_disruption_budget_status, disruptionsAllowed),
    COINFORMER_ROW(v1::pod_disruption_budget_status, currentHealthy), COINFORMER_ROW(v1::pod_disruption_budget_status,
    desiredHealthy), COINFORMER_ROW(v1::pod_disruption_budget_status, expectedPods),
    COINFORMER_ROW(v1::pod_disruption_budget_status, conditions)};
constinit member_type const compiled_members<here::v1::pod_disruption_budget_status>::type =
    record_of<here::v1::pod_disruption_budget_status>(v1_pod_disruption_budget_status_rows);
constexpr member v1_pod_disruption_budget_rows[] = {COINFORMER_ROW(v1::pod_disruption_budget, metadata),
    COINFORMER_ROW(v1::pod_disruption_budget, spec), COINFORMER_ROW(v1::pod_disruption_budget, status)};
constinit member_type const compiled_members<here::v1::pod_disruption_budget>::type =
    record_of<here::v1::pod_disruption_budget>(v1_pod_disruption_budget_rows);
constexpr member v1_pod_disruption_budget_summary_pod_disruption_budget_spec_rows[] =
    {COINFORMER_ROW(v1::pod_disruption_budget_summary::pod_disruption_budget_spec, minAvailable),
    COINFORMER_ROW(v1::pod_disruption_budget_summary::pod_disruption_budget_spec, maxUnavailable)};
constinit member_type const
    compiled_members<here::v1::pod_disruption_budget_summary::pod_disruption_budget_spec>::type =
    record_of<here::v1::pod_disruption_budget_summary::pod_disruption_budget_spec>(v1_pod_disruption_budget_summary_pod_disruption_budget_spec_rows);
constexpr member v1_pod_disruption_budget_summary_pod_disruption_budget_status_rows[] =
    {COINFORMER_ROW(v1::pod_disruption_budget_summary::pod_disruption_budget_status, disruptionsAllowed)};
constinit member_type const
    compiled_members<here::v1::pod_disruption_budget_summary::pod_disruption_budget_status>::type =
    record_of<here::v1::pod_disruption_budget_summary::pod_disruption_budget_status>(v1_pod_disruption_budget_summary_pod_disruption_budget_status_rows);
constexpr member v1_pod_disruption_budget_summary_rows[] = {COINFORMER_ROW(v1::pod_disruption_budget_summary,
    metadata), COINFORMER_ROW(v1::pod_disruption_budget_summary, spec),
    COINFORMER_ROW(v1::pod_disruption_budget_summary, status)};
constinit member_type const compiled_members<here::v1::pod_disruption_budget_summary>::type =
    record_of<here::v1::pod_disruption_budget_summary>(v1_pod_disruption_budget_summary_rows);

} // namespace coinformer::detail

// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/coordination/v1/lease.hpp>
#include <coinformer/types/coordination/v1alpha2/lease_candidate.hpp>
#include <coinformer/types/coordination/v1beta1/lease_candidate.hpp>

namespace coinformer::detail {

namespace here = types::coordination;

constexpr member v1_lease_spec_rows[] = {COINFORMER_ROW(v1::lease_spec, holderIdentity),
    COINFORMER_ROW(v1::lease_spec, leaseDurationSeconds), COINFORMER_ROW(v1::lease_spec, acquireTime),
    COINFORMER_ROW(v1::lease_spec, renewTime), COINFORMER_ROW(v1::lease_spec, leaseTransitions),
    COINFORMER_ROW(v1::lease_spec, strategy), COINFORMER_ROW(v1::lease_spec, preferredHolder)};
constinit member_type const compiled_members<here::v1::lease_spec>::type =
    record_of<here::v1::lease_spec>(v1_lease_spec_rows);
constexpr member v1_lease_rows[] = {COINFORMER_ROW(v1::lease, metadata), COINFORMER_ROW(v1::lease, spec)};
constinit member_type const compiled_members<here::v1::lease>::type = record_of<here::v1::lease>(v1_lease_rows);
constexpr member v1_lease_summary_lease_spec_rows[] = {COINFORMER_ROW(v1::lease_summary::lease_spec, holderIdentity)};
constinit member_type const compiled_members<here::v1::lease_summary::lease_spec>::type =
    record_of<here::v1::lease_summary::lease_spec>(v1_lease_summary_lease_spec_rows);
constexpr member v1_lease_summary_rows[] = {COINFORMER_ROW(v1::lease_summary, metadata),
    COINFORMER_ROW(v1::lease_summary, spec)};
constinit member_type const compiled_members<here::v1::lease_summary>::type =
    record_of<here::v1::lease_summary>(v1_lease_summary_rows);
constexpr member v1alpha2_lease_candidate_spec_rows[] = {COINFORMER_ROW(v1alpha2::lease_candidate_spec, leaseName),
    COINFORMER_ROW(v1alpha2::lease_candidate_spec, pingTime), COINFORMER_ROW(v1alpha2::lease_candidate_spec,
    renewTime), COINFORMER_ROW(v1alpha2::lease_candidate_spec, binaryVersion),
    COINFORMER_ROW(v1alpha2::lease_candidate_spec, emulationVersion), COINFORMER_ROW(v1alpha2::lease_candidate_spec,
    strategy)};
constinit member_type const compiled_members<here::v1alpha2::lease_candidate_spec>::type =
    record_of<here::v1alpha2::lease_candidate_spec>(v1alpha2_lease_candidate_spec_rows);
constexpr member v1alpha2_lease_candidate_rows[] = {COINFORMER_ROW(v1alpha2::lease_candidate, metadata),
    COINFORMER_ROW(v1alpha2::lease_candidate, spec)};
constinit member_type const compiled_members<here::v1alpha2::lease_candidate>::type =
    record_of<here::v1alpha2::lease_candidate>(v1alpha2_lease_candidate_rows);
constexpr member v1alpha2_lease_candidate_summary_lease_candidate_spec_rows[] =
    {COINFORMER_ROW(v1alpha2::lease_candidate_summary::lease_candidate_spec, leaseName),
    COINFORMER_ROW(v1alpha2::lease_candidate_summary::lease_candidate_spec, binaryVersion),
    COINFORMER_ROW(v1alpha2::lease_candidate_summary::lease_candidate_spec, emulationVersion)};
constinit member_type const compiled_members<here::v1alpha2::lease_candidate_summary::lease_candidate_spec>::type =
    record_of<here::v1alpha2::lease_candidate_summary::lease_candidate_spec>(v1alpha2_lease_candidate_summary_lease_candidate_spec_rows);
constexpr member v1alpha2_lease_candidate_summary_rows[] = {COINFORMER_ROW(v1alpha2::lease_candidate_summary,
    metadata), COINFORMER_ROW(v1alpha2::lease_candidate_summary, spec)};
constinit member_type const compiled_members<here::v1alpha2::lease_candidate_summary>::type =
    record_of<here::v1alpha2::lease_candidate_summary>(v1alpha2_lease_candidate_summary_rows);
constexpr member v1beta1_lease_candidate_spec_rows[] = {COINFORMER_ROW(v1beta1::lease_candidate_spec, leaseName),
    COINFORMER_ROW(v1beta1::lease_candidate_spec, pingTime), COINFORMER_ROW(v1beta1::lease_candidate_spec, renewTime),
    COINFORMER_ROW(v1beta1::lease_candidate_spec, binaryVersion), COINFORMER_ROW(v1beta1::lease_candidate_spec,
    emulationVersion), COINFORMER_ROW(v1beta1::lease_candidate_spec, strategy)};
constinit member_type const compiled_members<here::v1beta1::lease_candidate_spec>::type =
    record_of<here::v1beta1::lease_candidate_spec>(v1beta1_lease_candidate_spec_rows);
constexpr member v1beta1_lease_candidate_rows[] = {COINFORMER_ROW(v1beta1::lease_candidate, metadata),
    COINFORMER_ROW(v1beta1::lease_candidate, spec)};
constinit member_type const compiled_members<here::v1beta1::lease_candidate>::type =
    record_of<here::v1beta1::lease_candidate>(v1beta1_lease_candidate_rows);
constexpr member v1beta1_lease_candidate_summary_lease_candidate_spec_rows[] =
    {COINFORMER_ROW(v1beta1::lease_candidate_summary::lease_candidate_spec, leaseName),
    COINFORMER_ROW(v1beta1::lease_candidate_summary::lease_candidate_spec, binaryVersion),
    COINFORMER_ROW(v1beta1::lease_candidate_summary::lease_candidate_spec, emulationVersion)};
constinit member_type const compiled_members<here::v1beta1::lease_candidate_summary::lease_candidate_spec>::type =
    record_of<here::v1beta1::lease_candidate_summary::lease_candidate_spec>(v1beta1_lease_candidate_summary_lease_candidate_spec_rows);
constexpr member v1beta1_lease_candidate_summary_rows[] = {COINFORMER_ROW(v1beta1::lease_candidate_summary, metadata),
    COINFORMER_ROW(v1beta1::lease_candidate_summary, spec)};
constinit member_type const compiled_members<here::v1beta1::lease_candidate_summary>::type =
    record_of<here::v1beta1::lease_candidate_summary>(v1beta1_lease_candidate_summary_rows);

} // namespace coinformer::detail

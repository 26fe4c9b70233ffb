// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/certificates/v1/certificate_signing_request.hpp>
#include <coinformer/types/certificates/v1/cluster_trust_bundle.hpp>
#include <coinformer/types/certificates/v1/pod_certificate_request.hpp>
#include <coinformer/types/certificates/v1beta1/cluster_trust_bundle.hpp>
#include <coinformer/types/certificates/v1beta1/pod_certificate_request.hpp>

namespace coinformer::detail {

namespace here = types::certificates;

constexpr member v1_certificate_signing_request_spec_rows[] = {COINFORMER_ROW(v1::certificate_signing_request_spec,
    request), COINFORMER_ROW(v1::certificate_signing_request_spec, username),
    COINFORMER_ROW(v1::certificate_signing_request_spec, uid), COINFORMER_ROW(v1::certificate_signing_request_spec,
    groups), COINFORMER_ROW(v1::certificate_signing_request_spec, usages),
    COINFORMER_ROW(v1::certificate_signing_request_spec, extra), COINFORMER_ROW(v1::certificate_signing_request_spec,
    signerName), COINFORMER_ROW(v1::certificate_signing_request_spec, expirationSeconds)};
constinit member_type const compiled_members<here::v1::certificate_signing_request_spec>::type =
    record_of<here::v1::certificate_signing_request_spec>(v1_certificate_signing_request_spec_rows);
constexpr member v1_certificate_signing_request_condition_rows[] =
    {COINFORMER_ROW(v1::certificate_signing_request_condition, type),
    COINFORMER_ROW(v1::certificate_signing_request_condition, reason),
    COINFORMER_ROW(v1::certificate_signing_request_condition, message),
    COINFORMER_ROW(v1::certificate_signing_request_condition, lastUpdateTime),
    COINFORMER_ROW(v1::certificate_signing_request_condition, lastTransitionTime),
    COINFORMER_ROW(v1::certificate_signing_request_condition, status)};
constinit member_type const compiled_members<here::v1::certificate_signing_request_condition>::type =
    record_of<here::v1::certificate_signing_request_condition>(v1_certificate_signing_request_condition_rows);
constexpr member v1_certificate_signing_request_status_rows[] =
    {COINFORMER_ROW(v1::certificate_signing_request_status, conditions),
    COINFORMER_ROW(v1::certificate_signing_request_status, certificate)};
constinit member_type const compiled_members<here::v1::certificate_signing_request_status>::type =
    record_of<here::v1::certificate_signing_request_status>(v1_certificate_signing_request_status_rows);
constexpr member v1_certificate_signing_request_rows[] = {COINFORMER_ROW(v1::certificate_signing_request, metadata),
    COINFORMER_ROW(v1::certificate_signing_request, spec), COINFORMER_ROW(v1::certificate_signing_request, status)};
constinit member_type const compiled_members<here::v1::certificate_signing_request>::type =
    record_of<here::v1::certificate_signing_request>(v1_certificate_signing_request_rows);
constexpr member v1_certificate_signing_request_summary_certificate_signing_request_spec_rows[] =
    {COINFORMER_ROW(v1::certificate_signing_request_summary::certificate_signing_request_spec, signerName),
    COINFORMER_ROW(v1::certificate_signing_request_summary::certificate_signing_request_spec, username),
    COINFORMER_ROW(v1::certificate_signing_request_summary::certificate_signing_request_spec, expirationSeconds)};
constinit member_type const
    compiled_members<here::v1::certificate_signing_request_summary::certificate_signing_request_spec>::type =
    record_of<here::v1::certificate_signing_request_summary::certificate_signing_request_spec>(v1_certificate_signing_request_summary_certificate_signing_request_spec_rows);
constexpr member v1_certificate_signing_request_summary_certificate_signing_request_condition_rows[] =
    {COINFORMER_ROW(v1::certificate_signing_request_summary::certificate_signing_request_condition, type),
    COINFORMER_ROW(v1::certificate_signing_request_summary::certificate_signing_request_condition, status),
    COINFORMER_ROW(v1::certificate_signing_request_summary::certificate_signing_request_condition, reason)};
constinit member_type const
    compiled_members<here::v1::certificate_signing_request_summary::certificate_signing_request_condition>::type =
    record_of<here::v1::certificate_signing_request_summary::certificate_signing_request_condition>(v1_certificate_signing_request_summary_certificate_signing_request_condition_rows);
constexpr member v1_certificate_signing_request_summary_certificate_signing_request_status_rows[] =
    {COINFORMER_ROW(v1::certificate_signing_request_summary::certificate_signing_request_status, conditions)};
constinit member_type const
    compiled_members<here::v1::certificate_signing_request_summary::certificate_signing_request_status>::type =
    record_of<here::v1::certificate_signing_request_summary::certificate_signing_request_status>(v1_certificate_signing_request_summary_certificate_signing_request_status_rows);
constexpr member v1_certificate_signing_request_summary_rows[] =
    {COINFORMER_ROW(v1::certificate_signing_request_summary, metadata),
    COINFORMER_ROW(v1::certificate_signing_request_summary, spec),
    COINFORMER_ROW(v1::certificate_signing_request_summary, status)};
constinit member_type const compiled_members<here::v1::certificate_signing_request_summary>::type =
    record_of<here::v1::certificate_signing_request_summary>(v1_certificate_signing_request_summary_rows);
constexpr member v1_cluster_trust_bundle_spec_rows[] = {COINFORMER_ROW(v1::cluster_trust_bundle_spec, signerName),
    COINFORMER_ROW(v1::cluster_trust_bundle_spec, trustBundle)};
constinit member_type const compiled_members<here::v1::cluster_trust_bundle_spec>::type =
    record_of<here::v1::cluster_trust_bundle_spec>(v1_cluster_trust_bundle_spec_rows);
constexpr member v1_cluster_trust_bundle_rows[] = {COINFORMER_ROW(v1::cluster_trust_bundle, metadata),
    COINFORMER_ROW(v1::cluster_trust_bundle, spec)};
constinit member_type const compiled_members<here::v1::cluster_trust_bundle>::type =
    record_of<here::v1::cluster_trust_bundle>(v1_cluster_trust_bundle_rows);
constexpr member v1_cluster_trust_bundle_summary_cluster_trust_bundle_spec_rows[] =
    {COINFORMER_ROW(v1::cluster_trust_bundle_summary::cluster_trust_bundle_spec, signerName)};
constinit member_type const compiled_members<here::v1::cluster_trust_bundle_summary::cluster_trust_bundle_spec>::type
    =
    record_of<here::v1::cluster_trust_bundle_summary::cluster_trust_bundle_spec>(v1_cluster_trust_bundle_summary_cluster_trust_bundle_spec_rows);
constexpr member v1_cluster_trust_bundle_summary_rows[] = {COINFORMER_ROW(v1::cluster_trust_bundle_summary, metadata),
    COINFORMER_ROW(v1::cluster_trust_bundle_summary, spec)};
constinit member_type const compiled_members<here::v1::cluster_trust_bundle_summary>::type =
    record_of<here::v1::cluster_trust_bundle_summary>(v1_cluster_trust_bundle_summary_rows);
constexpr member v1_pod_certificate_request_spec_rows[] = {COINFORMER_ROW(v1::pod_certificate_request_spec,
    signerName), COINFORMER_ROW(v1::pod_certificate_request_spec, podName),
    COINFORMER_ROW(v1::pod_certificate_request_spec, podUID), COINFORMER_ROW(v1::pod_certificate_request_spec,
    serviceAccountName), COINFORMER_ROW(v1::pod_certificate_request_spec, serviceAccountUID),
    COINFORMER_ROW(v1::pod_certificate_request_spec, nodeName), COINFORMER_ROW(v1::pod_certificate_request_spec,
    nodeUID), COINFORMER_ROW(v1::pod_certificate_request_spec, maxExpirationSeconds),
    COINFORMER_ROW(v1::pod_certificate_request_spec, unverifiedUserAnnotations),
    COINFORMER_ROW(v1::pod_certificate_request_spec, stubPKCS10Request)};
constinit member_type const compiled_members<here::v1::pod_certificate_request_spec>::type =
    record_of<here::v1::pod_certificate_request_spec>(v1_pod_certificate_request_spec_rows);
constexpr member v1_pod_certificate_request_status_rows[] = {COINFORMER_ROW(v1::pod_certificate_request_status,
    conditions), COINFORMER_ROW(v1::pod_certificate_request_status, certificateChain),
    COINFORMER_ROW(v1::pod_certificate_request_status, notBefore), COINFORMER_ROW(v1::pod_certificate_request_status,
    beginRefreshAt), COINFORMER_ROW(v1::pod_certificate_request_status, notAfter)};
constinit member_type const compiled_members<here::v1::pod_certificate_request_status>::type =
    record_of<here::v1::pod_certificate_request_status>(v1_pod_certificate_request_status_rows);
constexpr member v1_pod_certificate_request_rows[] = {COINFORMER_ROW(v1::pod_certificate_request, metadata),
    COINFORMER_ROW(v1::pod_certificate_request, spec), COINFORMER_ROW(v1::pod_certificate_request, status)};
constinit member_type const compiled_members<here::v1::pod_certificate_request>::type =
    record_of<here::v1::pod_certificate_request>(v1_pod_certificate_request_rows);
constexpr member v1_pod_certificate_request_summary_pod_certificate_request_spec_rows[] =
    {COINFORMER_ROW(v1::pod_certificate_request_summary::pod_certificate_request_spec, podName),
    COINFORMER_ROW(v1::pod_certificate_request_summary::pod_certificate_request_spec, serviceAccountName),
    COINFORMER_ROW(v1::pod_certificate_request_summary::pod_certificate_request_spec, nodeName),
    COINFORMER_ROW(v1::pod_certificate_request_summary::pod_certificate_request_spec, signerName)};
constinit member_type const
    compiled_members<here::v1::pod_certificate_request_summary::pod_certificate_request_spec>::type =
    record_of<here::v1::pod_certificate_request_summary::pod_certificate_request_spec>(v1_pod_certificate_request_summary_pod_certificate_request_spec_rows);
constexpr member v1_pod_certificate_request_summary_condition_rows[] =
    {COINFORMER_ROW(v1::pod_certificate_request_summary::condition, type),
    COINFORMER_ROW(v1::pod_certificate_request_summary::condition, status),
    COINFORMER_ROW(v1::pod_certificate_request_summary::condition, reason)};
constinit member_type const compiled_members<here::v1::pod_certificate_request_summary::condition>::type =
    record_of<here::v1::pod_certificate_request_summary::condition>(v1_pod_certificate_request_summary_condition_rows);
constexpr member v1_pod_certificate_request_summary_pod_certificate_request_status_rows[] =
    {COINFORMER_ROW(v1::pod_certificate_request_summary::pod_certificate_request_status, conditions)};
constinit member_type const
    compiled_members<here::v1::pod_certificate_request_summary::pod_certificate_request_status>::type =
    record_of<here::v1::pod_certificate_request_summary::pod_certificate_request_status>(v1_pod_certificate_request_summary_pod_certificate_request_status_rows);
constexpr member v1_pod_certificate_request_summary_rows[] = {COINFORMER_ROW(v1::pod_certificate_request_summary,
    metadata), COINFORMER_ROW(v1::pod_certificate_request_summary, spec),
    COINFORMER_ROW(v1::pod_certificate_request_summary, status)};
constinit member_type const compiled_members<here::v1::pod_certificate_request_summary>::type =
    record_of<here::v1::pod_certificate_request_summary>(v1_pod_certificate_request_summary_rows);
constexpr member v1beta1_cluster_trust_bundle_spec_rows[] = {COINFORMER_ROW(v1beta1::cluster_trust_bundle_spec,
    signerName), COINFORMER_ROW(v1beta1::cluster_trust_bundle_spec, trustBundle)};
constinit member_type const compiled_members<here::v1beta1::cluster_trust_bundle_spec>::type =
    record_of<here::v1beta1::cluster_trust_bundle_spec>(v1beta1_cluster_trust_bundle_spec_rows);
constexpr member v1beta1_cluster_trust_bundle_rows[] = {COINFORMER_ROW(v1beta1::cluster_trust_bundle, metadata),
    COINFORMER_ROW(v1beta1::cluster_trust_bundle, spec)};
constinit member_type const compiled_members<here::v1beta1::cluster_trust_bundle>::type =
    record_of<here::v1beta1::cluster_trust_bundle>(v1beta1_cluster_trust_bundle_rows);
constexpr member v1beta1_cluster_trust_bundle_summary_cluster_trust_bundle_spec_rows[] =
    {COINFORMER_ROW(v1beta1::cluster_trust_bundle_summary::cluster_trust_bundle_spec, signerName)};
constinit member_type const
    compiled_members<here::v1beta1::cluster_trust_bundle_summary::cluster_trust_bundle_spec>::type =
    record_of<here::v1beta1::cluster_trust_bundle_summary::cluster_trust_bundle_spec>(v1beta1_cluster_trust_bundle_summary_cluster_trust_bundle_spec_rows);
constexpr member v1beta1_cluster_trust_bundle_summary_rows[] = {COINFORMER_ROW(v1beta1::cluster_trust_bundle_summary,
    metadata), COINFORMER_ROW(v1beta1::cluster_trust_bundle_summary, spec)};
constinit member_type const compiled_members<here::v1beta1::cluster_trust_bundle_summary>::type =
    record_of<here::v1beta1::cluster_trust_bundle_summary>(v1beta1_cluster_trust_bundle_summary_rows);
constexpr member v1beta1_pod_certificate_request_spec_rows[] = {COINFORMER_ROW(v1beta1::pod_certificate_request_spec,
    signerName), COINFORMER_ROW(v1beta1::pod_certificate_request_spec, podName),
    COINFORMER_ROW(v1beta1::pod_certificate_request_spec, podUID),
    COINFORMER_ROW(v1beta1::pod_certificate_request_spec, serviceAccountName),
    COINFORMER_ROW(v1beta1::pod_certificate_request_spec, serviceAccountUID),
    COINFORMER_ROW(v1beta1::pod_certificate_request_spec, nodeName),
    COINFORMER_ROW(v1beta1::pod_certificate_request_spec, nodeUID),
    COINFORMER_ROW(v1beta1::pod_certificate_request_spec, maxExpirationSeconds),
    COINFORMER_ROW(v1beta1::pod_certificate_request_spec, pkixPublicKey),
    COINFORMER_ROW(v1beta1::pod_certificate_request_spec, proofOfPossession),
    COINFORMER_ROW(v1beta1::pod_certificate_request_spec, unverifiedUserAnnotations),
    COINFORMER_ROW(v1beta1::pod_certificate_request_spec, stubPKCS10Request)};
constinit member_type const compiled_members<here::v1beta1::pod_certificate_request_spec>::type =
    record_of<here::v1beta1::pod_certificate_request_spec>(v1beta1_pod_certificate_request_spec_rows);
constexpr member v1beta1_pod_certificate_request_status_rows[] =
    {COINFORMER_ROW(v1beta1::pod_certificate_request_status, conditions),
    COINFORMER_ROW(v1beta1::pod_certificate_request_status, certificateChain),
    COINFORMER_ROW(v1beta1::pod_certificate_request_status, notBefore),
    COINFORMER_ROW(v1beta1::pod_certificate_request_status, beginRefreshAt),
    COINFORMER_ROW(v1beta1::pod_certificate_request_status, notAfter)};
constinit member_type const compiled_members<here::v1beta1::pod_certificate_request_status>::type =
    record_of<here::v1beta1::pod_certificate_request_status>(v1beta1_pod_certificate_request_status_rows);
constexpr member v1beta1_pod_certificate_request_rows[] = {COINFORMER_ROW(v1beta1::pod_certificate_request, metadata),
    COINFORMER_ROW(v1beta1::pod_certificate_request, spec), COINFORMER_ROW(v1beta1::pod_certificate_request, status)};
constinit member_type const compiled_members<here::v1beta1::pod_certificate_request>::type =
    record_of<here::v1beta1::pod_certificate_request>(v1beta1_pod_certificate_request_rows);
constexpr member v1beta1_pod_certificate_request_summary_pod_certificate_request_spec_rows[] =
    {COINFORMER_ROW(v1beta1::pod_certificate_request_summary::pod_certificate_request_spec, podName),
    COINFORMER_ROW(v1beta1::pod_certificate_request_summary::pod_certificate_request_spec, serviceAccountName),
    COINFORMER_ROW(v1beta1::pod_certificate_request_summary::pod_certificate_request_spec, nodeName),
    COINFORMER_ROW(v1beta1::pod_certificate_request_summary::pod_certificate_request_spec, signerName)};
constinit member_type const
    compiled_members<here::v1beta1::pod_certificate_request_summary::pod_certificate_request_spec>::type =
    record_of<here::v1beta1::pod_certificate_request_summary::pod_certificate_request_spec>(v1beta1_pod_certificate_request_summary_pod_certificate_request_spec_rows);
constexpr member v1beta1_pod_certificate_request_summary_condition_rows[] =
    {COINFORMER_ROW(v1beta1::pod_certificate_request_summary::condition, type),
    COINFORMER_ROW(v1beta1::pod_certificate_request_summary::condition, status),
    COINFORMER_ROW(v1beta1::pod_certificate_request_summary::condition, reason)};
constinit member_type const compiled_members<here::v1beta1::pod_certificate_request_summary::condition>::type =
    record_of<here::v1beta1::pod_certificate_request_summary::condition>(v1beta1_pod_certificate_request_summary_condition_rows);
constexpr member v1beta1_pod_certificate_request_summary_pod_certificate_request_status_rows[] =
    {COINFORMER_ROW(v1beta1::pod_certificate_request_summary::pod_certificate_request_status, conditions)};
constinit member_type const
    compiled_members<here::v1beta1::pod_certificate_request_summary::pod_certificate_request_status>::type =
    record_of<here::v1beta1::pod_certificate_request_summary::pod_certificate_request_status>(v1beta1_pod_certificate_request_summary_pod_certificate_request_status_rows);
constexpr member v1beta1_pod_certificate_request_summary_rows[] =
    {COINFORMER_ROW(v1beta1::pod_certificate_request_summary, metadata),
    COINFORMER_ROW(v1beta1::pod_certificate_request_summary, spec),
    COINFORMER_ROW(v1beta1::pod_certificate_request_summary, status)};
constinit member_type const compiled_members<here::v1beta1::pod_certificate_request_summary>::type =
    record_of<here::v1beta1::pod_certificate_request_summary>(v1beta1_pod_certificate_request_summary_rows);

} // namespace coinformer::detail

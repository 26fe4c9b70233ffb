// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::certificates::v1 {

struct pod_certificate_request_spec {
    text signerName;
    text podName;
    text podUID;
    text serviceAccountName;
    text serviceAccountUID;
    text nodeName;
    text nodeUID;
    std::optional<std::int32_t> maxExpirationSeconds;
    labels unverifiedUserAnnotations;
    text stubPKCS10Request;
};

struct pod_certificate_request_status {
    list<meta::v1::condition> conditions;
    text certificateChain;
    std::optional<timestamp> notBefore;
    std::optional<timestamp> beginRefreshAt;
    std::optional<timestamp> notAfter;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podcertificaterequest-v1-certificates-k8s-io
struct pod_certificate_request {
    object_meta metadata;
    pod_certificate_request_spec spec;
    pod_certificate_request_status status;
};

struct pod_certificate_request_summary {
    struct pod_certificate_request_spec {
        text podName;
        text serviceAccountName;
        text nodeName;
        text signerName;
    };
    struct condition {
        text type;
        text status;
        text reason;
    };
    struct pod_certificate_request_status {
        list<condition> conditions;
    };

    meta::v1::object_meta_summary metadata;
    pod_certificate_request_spec spec;
    pod_certificate_request_status status;
};

inline constexpr coinformer::resource pod_certificate_requests{
    .group = "certificates.k8s.io", .version = "v1", .plural = "podcertificaterequests",
    .kind = "PodCertificateRequest", .where = scope::namespaced};

} // namespace coinformer::types::certificates::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::certificates::v1::pod_certificate_request> =
    coinformer::types::certificates::v1::pod_certificate_requests;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::certificates::v1::pod_certificate_request_summary> =
    coinformer::types::certificates::v1::pod_certificate_requests;

namespace coinformer::detail {

template <> struct compiled_members<types::certificates::v1::pod_certificate_request_spec> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::pod_certificate_request_status> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::pod_certificate_request> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::pod_certificate_request_summary::pod_certificate_request_spec> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::pod_certificate_request_summary::condition> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::pod_certificate_request_summary::pod_certificate_request_status> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::pod_certificate_request_summary> { static member_type const type; };

} // namespace coinformer::detail

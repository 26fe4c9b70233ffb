// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::certificates::v1 {

struct certificate_signing_request_spec {
    text request;
    text username;
    text uid;
    list<text> groups;
    list<text> usages;
    map<raw_json> extra;
    text signerName;
    std::optional<std::int32_t> expirationSeconds;
};

struct certificate_signing_request_condition {
    text type;
    text reason;
    text message;
    std::optional<timestamp> lastUpdateTime;
    std::optional<timestamp> lastTransitionTime;
    text status;
};

struct certificate_signing_request_status {
    list<certificate_signing_request_condition> conditions;
    text certificate;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#certificatesigningrequest-v1-certificates-k8s-io
struct certificate_signing_request {
    object_meta metadata;
    certificate_signing_request_spec spec;
    certificate_signing_request_status status;
};

struct certificate_signing_request_summary {
    struct certificate_signing_request_spec {
        text signerName;
        text username;
        std::optional<std::int32_t> expirationSeconds;
    };
    struct certificate_signing_request_condition {
        text type;
        text status;
        text reason;
    };
    struct certificate_signing_request_status {
        list<certificate_signing_request_condition> conditions;
    };

    meta::v1::object_meta_summary metadata;
    certificate_signing_request_spec spec;
    certificate_signing_request_status status;
};

inline constexpr coinformer::resource certificate_signing_requests{
    .group = "certificates.k8s.io", .version = "v1", .plural = "certificatesigningrequests",
    .kind = "CertificateSigningRequest", .where = scope::cluster};

} // namespace coinformer::types::certificates::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::certificates::v1::certificate_signing_request> =
    coinformer::types::certificates::v1::certificate_signing_requests;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::certificates::v1::certificate_signing_request_summary> =
    coinformer::types::certificates::v1::certificate_signing_requests;

namespace coinformer::detail {

template <> struct compiled_members<types::certificates::v1::certificate_signing_request_spec> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::certificate_signing_request_condition> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::certificate_signing_request_status> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::certificate_signing_request> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::certificate_signing_request_summary::certificate_signing_request_spec> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::certificate_signing_request_summary::certificate_signing_request_condition> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::certificate_signing_request_summary::certificate_signing_request_status> { static member_type const type; };
template <> struct compiled_members<types::certificates::v1::certificate_signing_request_summary> { static member_type const type; };

} // namespace coinformer::detail

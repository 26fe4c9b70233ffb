// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/certificates/v1/certificate_signing_request.hpp>
#include <coinformer/types/certificates/v1/cluster_trust_bundle.hpp>
#include <coinformer/types/certificates/v1/pod_certificate_request.hpp>
#include <coinformer/types/certificates/v1beta1/cluster_trust_bundle.hpp>
#include <coinformer/types/certificates/v1beta1/pod_certificate_request.hpp>

namespace coinformer::types {

class certificates_v1 {
public:
    explicit certificates_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto certificate_signing_requests() const { return kind_access<certificates::v1::certificate_signing_request>(*factory_); }
    auto cluster_trust_bundles() const { return kind_access<certificates::v1::cluster_trust_bundle>(*factory_); }
    auto pod_certificate_requests() const { return kind_access<certificates::v1::pod_certificate_request>(*factory_); }

private:
    informer_factory* factory_;
};

class certificates_v1beta1 {
public:
    explicit certificates_v1beta1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto cluster_trust_bundles() const { return kind_access<certificates::v1beta1::cluster_trust_bundle>(*factory_); }
    auto pod_certificate_requests() const { return kind_access<certificates::v1beta1::pod_certificate_request>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.certificates()`.
class certificates_group {
public:
    explicit certificates_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return certificates_v1(*factory_); }
    auto v1beta1() const { return certificates_v1beta1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::certificates_group coinformer::informer_factory::certificates()
{
    return types::certificates_group(*this);
}

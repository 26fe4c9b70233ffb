// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/networking/v1/ingress.hpp>
#include <coinformer/types/networking/v1/ingress_class.hpp>
#include <coinformer/types/networking/v1/ip_address.hpp>
#include <coinformer/types/networking/v1/network_policy.hpp>
#include <coinformer/types/networking/v1/service_cidr.hpp>

namespace coinformer::types {

class networking_v1 {
public:
    explicit networking_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto ingresses() const { return kind_access<networking::v1::ingress>(*factory_); }
    auto ingress_classes() const { return kind_access<networking::v1::ingress_class>(*factory_); }
    auto ip_addresses() const { return kind_access<networking::v1::ip_address>(*factory_); }
    auto network_policies() const { return kind_access<networking::v1::network_policy>(*factory_); }
    auto service_cidrs() const { return kind_access<networking::v1::service_cidr>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.networking()`.
class networking_group {
public:
    explicit networking_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return networking_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::networking_group coinformer::informer_factory::networking()
{
    return types::networking_group(*this);
}

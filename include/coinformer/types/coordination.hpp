// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/coordination/v1/lease.hpp>
#include <coinformer/types/coordination/v1alpha2/lease_candidate.hpp>
#include <coinformer/types/coordination/v1beta1/lease_candidate.hpp>

namespace coinformer::types {

class coordination_v1 {
public:
    explicit coordination_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto leases() const { return kind_access<coordination::v1::lease>(*factory_); }

private:
    informer_factory* factory_;
};

class coordination_v1alpha2 {
public:
    explicit coordination_v1alpha2(informer_factory& factory) noexcept : factory_(&factory) {}

    auto lease_candidates() const { return kind_access<coordination::v1alpha2::lease_candidate>(*factory_); }

private:
    informer_factory* factory_;
};

class coordination_v1beta1 {
public:
    explicit coordination_v1beta1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto lease_candidates() const { return kind_access<coordination::v1beta1::lease_candidate>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.coordination()`.
class coordination_group {
public:
    explicit coordination_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return coordination_v1(*factory_); }
    auto v1alpha2() const { return coordination_v1alpha2(*factory_); }
    auto v1beta1() const { return coordination_v1beta1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::coordination_group coinformer::informer_factory::coordination()
{
    return types::coordination_group(*this);
}

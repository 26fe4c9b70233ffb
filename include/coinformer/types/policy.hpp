// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/policy/v1/pod_disruption_budget.hpp>

namespace coinformer::types {

class policy_v1 {
public:
    explicit policy_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto pod_disruption_budgets() const { return kind_access<policy::v1::pod_disruption_budget>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.policy()`.
class policy_group {
public:
    explicit policy_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return policy_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::policy_group coinformer::informer_factory::policy()
{
    return types::policy_group(*this);
}

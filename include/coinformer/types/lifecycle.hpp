// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/lifecycle/v1alpha1/eviction.hpp>
#include <coinformer/types/lifecycle/v1alpha1/eviction_request.hpp>

namespace coinformer::types {

class lifecycle_v1alpha1 {
public:
    explicit lifecycle_v1alpha1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto evictions() const { return kind_access<lifecycle::v1alpha1::eviction>(*factory_); }
    auto eviction_requests() const { return kind_access<lifecycle::v1alpha1::eviction_request>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.lifecycle()`.
class lifecycle_group {
public:
    explicit lifecycle_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1alpha1() const { return lifecycle_v1alpha1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::lifecycle_group coinformer::informer_factory::lifecycle()
{
    return types::lifecycle_group(*this);
}

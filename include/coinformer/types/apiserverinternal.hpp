// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/apiserverinternal/v1alpha1/storage_version.hpp>

namespace coinformer::types {

class apiserverinternal_v1alpha1 {
public:
    explicit apiserverinternal_v1alpha1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto storage_versions() const { return kind_access<apiserverinternal::v1alpha1::storage_version>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.apiserverinternal()`.
class apiserverinternal_group {
public:
    explicit apiserverinternal_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1alpha1() const { return apiserverinternal_v1alpha1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::apiserverinternal_group coinformer::informer_factory::apiserverinternal()
{
    return types::apiserverinternal_group(*this);
}

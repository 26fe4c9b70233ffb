// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/discovery/v1/endpoint_slice.hpp>

namespace coinformer::types {

class discovery_v1 {
public:
    explicit discovery_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto endpoint_slices() const { return kind_access<discovery::v1::endpoint_slice>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.discovery()`.
class discovery_group {
public:
    explicit discovery_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return discovery_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::discovery_group coinformer::informer_factory::discovery()
{
    return types::discovery_group(*this);
}

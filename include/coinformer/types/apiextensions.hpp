// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/apiextensions/v1/custom_resource_definition.hpp>

namespace coinformer::types {

class apiextensions_v1 {
public:
    explicit apiextensions_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto custom_resource_definitions() const { return kind_access<apiextensions::v1::custom_resource_definition>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.apiextensions()`.
class apiextensions_group {
public:
    explicit apiextensions_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return apiextensions_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::apiextensions_group coinformer::informer_factory::apiextensions()
{
    return types::apiextensions_group(*this);
}

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/apiregistration/v1/api_service.hpp>

namespace coinformer::types {

class apiregistration_v1 {
public:
    explicit apiregistration_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto api_services() const { return kind_access<apiregistration::v1::api_service>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.apiregistration()`.
class apiregistration_group {
public:
    explicit apiregistration_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return apiregistration_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::apiregistration_group coinformer::informer_factory::apiregistration()
{
    return types::apiregistration_group(*this);
}

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/flowcontrol/v1/flow_schema.hpp>
#include <coinformer/types/flowcontrol/v1/priority_level_configuration.hpp>

namespace coinformer::types {

class flowcontrol_v1 {
public:
    explicit flowcontrol_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto flow_schemas() const { return kind_access<flowcontrol::v1::flow_schema>(*factory_); }
    auto priority_level_configurations() const { return kind_access<flowcontrol::v1::priority_level_configuration>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.flowcontrol()`.
class flowcontrol_group {
public:
    explicit flowcontrol_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return flowcontrol_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::flowcontrol_group coinformer::informer_factory::flowcontrol()
{
    return types::flowcontrol_group(*this);
}

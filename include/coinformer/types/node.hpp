// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/node/v1/runtime_class.hpp>

namespace coinformer::types {

class node_v1 {
public:
    explicit node_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto runtime_classes() const { return kind_access<node::v1::runtime_class>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.node()`.
class node_group {
public:
    explicit node_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return node_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::node_group coinformer::informer_factory::node()
{
    return types::node_group(*this);
}

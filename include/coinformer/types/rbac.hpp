// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/rbac/v1/cluster_role.hpp>
#include <coinformer/types/rbac/v1/cluster_role_binding.hpp>
#include <coinformer/types/rbac/v1/role.hpp>
#include <coinformer/types/rbac/v1/role_binding.hpp>

namespace coinformer::types {

class rbac_v1 {
public:
    explicit rbac_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto cluster_roles() const { return kind_access<rbac::v1::cluster_role>(*factory_); }
    auto cluster_role_bindings() const { return kind_access<rbac::v1::cluster_role_binding>(*factory_); }
    auto roles() const { return kind_access<rbac::v1::role>(*factory_); }
    auto role_bindings() const { return kind_access<rbac::v1::role_binding>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.rbac()`.
class rbac_group {
public:
    explicit rbac_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return rbac_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::rbac_group coinformer::informer_factory::rbac()
{
    return types::rbac_group(*this);
}

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/storagemigration/v1/storage_version_migration.hpp>
#include <coinformer/types/storagemigration/v1beta1/storage_version_migration.hpp>

namespace coinformer::types {

class storagemigration_v1 {
public:
    explicit storagemigration_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto storage_version_migrations() const { return kind_access<storagemigration::v1::storage_version_migration>(*factory_); }

private:
    informer_factory* factory_;
};

class storagemigration_v1beta1 {
public:
    explicit storagemigration_v1beta1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto storage_version_migrations() const { return kind_access<storagemigration::v1beta1::storage_version_migration>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.storagemigration()`.
class storagemigration_group {
public:
    explicit storagemigration_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return storagemigration_v1(*factory_); }
    auto v1beta1() const { return storagemigration_v1beta1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::storagemigration_group coinformer::informer_factory::storagemigration()
{
    return types::storagemigration_group(*this);
}

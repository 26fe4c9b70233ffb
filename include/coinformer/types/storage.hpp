// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/storage/v1/csi_driver.hpp>
#include <coinformer/types/storage/v1/csi_node.hpp>
#include <coinformer/types/storage/v1/csi_storage_capacity.hpp>
#include <coinformer/types/storage/v1/storage_class.hpp>
#include <coinformer/types/storage/v1/volume_attachment.hpp>
#include <coinformer/types/storage/v1/volume_attributes_class.hpp>

namespace coinformer::types {

class storage_v1 {
public:
    explicit storage_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto csi_drivers() const { return kind_access<storage::v1::csi_driver>(*factory_); }
    auto csi_nodes() const { return kind_access<storage::v1::csi_node>(*factory_); }
    auto csi_storage_capacities() const { return kind_access<storage::v1::csi_storage_capacity>(*factory_); }
    auto storage_classes() const { return kind_access<storage::v1::storage_class>(*factory_); }
    auto volume_attachments() const { return kind_access<storage::v1::volume_attachment>(*factory_); }
    auto volume_attributes_classes() const { return kind_access<storage::v1::volume_attributes_class>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.storage()`.
class storage_group {
public:
    explicit storage_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return storage_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::storage_group coinformer::informer_factory::storage()
{
    return types::storage_group(*this);
}

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/core/v1/config_map.hpp>
#include <coinformer/types/core/v1/endpoints.hpp>
#include <coinformer/types/core/v1/event.hpp>
#include <coinformer/types/core/v1/limit_range.hpp>
#include <coinformer/types/core/v1/namespace.hpp>
#include <coinformer/types/core/v1/node.hpp>
#include <coinformer/types/core/v1/persistent_volume.hpp>
#include <coinformer/types/core/v1/persistent_volume_claim.hpp>
#include <coinformer/types/core/v1/pod.hpp>
#include <coinformer/types/core/v1/pod_template.hpp>
#include <coinformer/types/core/v1/replication_controller.hpp>
#include <coinformer/types/core/v1/resource_quota.hpp>
#include <coinformer/types/core/v1/secret.hpp>
#include <coinformer/types/core/v1/service.hpp>
#include <coinformer/types/core/v1/service_account.hpp>

namespace coinformer::types {

class core_v1 {
public:
    explicit core_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto config_maps() const { return kind_access<core::v1::config_map>(*factory_); }
    auto endpoints() const { return kind_access<core::v1::endpoints>(*factory_); }
    auto events() const { return kind_access<core::v1::event>(*factory_); }
    auto limit_ranges() const { return kind_access<core::v1::limit_range>(*factory_); }
    auto namespaces() const { return kind_access<core::v1::namespace_>(*factory_); }
    auto nodes() const { return kind_access<core::v1::node>(*factory_); }
    auto persistent_volumes() const { return kind_access<core::v1::persistent_volume>(*factory_); }
    auto persistent_volume_claims() const { return kind_access<core::v1::persistent_volume_claim>(*factory_); }
    auto pods() const { return kind_access<core::v1::pod>(*factory_); }
    auto pod_templates() const { return kind_access<core::v1::pod_template>(*factory_); }
    auto replication_controllers() const { return kind_access<core::v1::replication_controller>(*factory_); }
    auto resource_quotas() const { return kind_access<core::v1::resource_quota>(*factory_); }
    auto secrets() const { return kind_access<core::v1::secret>(*factory_); }
    auto services() const { return kind_access<core::v1::service>(*factory_); }
    auto service_accounts() const { return kind_access<core::v1::service_account>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.core()`.
class core_group {
public:
    explicit core_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return core_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::core_group coinformer::informer_factory::core()
{
    return types::core_group(*this);
}

// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/apps/v1/controller_revision.hpp>
#include <coinformer/types/apps/v1/daemon_set.hpp>
#include <coinformer/types/apps/v1/deployment.hpp>
#include <coinformer/types/apps/v1/replica_set.hpp>
#include <coinformer/types/apps/v1/stateful_set.hpp>

namespace coinformer::types {

class apps_v1 {
public:
    explicit apps_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto controller_revisions() const { return kind_access<apps::v1::controller_revision>(*factory_); }
    auto daemon_sets() const { return kind_access<apps::v1::daemon_set>(*factory_); }
    auto deployments() const { return kind_access<apps::v1::deployment>(*factory_); }
    auto replica_sets() const { return kind_access<apps::v1::replica_set>(*factory_); }
    auto stateful_sets() const { return kind_access<apps::v1::stateful_set>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.apps()`.
class apps_group {
public:
    explicit apps_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return apps_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::apps_group coinformer::informer_factory::apps()
{
    return types::apps_group(*this);
}

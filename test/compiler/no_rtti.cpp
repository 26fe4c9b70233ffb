// This program is compiled with -fno-rtti.
#include <coinformer/controller/controller.hpp>
#include <coinformer/testing/fake_cluster.hpp>
#include <coinformer/types/apps.hpp>
#include <coinformer/types/apps/v1/deployment.hpp>

void use(coinformer::informer_factory& factory)
{
    auto const deployments = factory.apps().v1().deployments().informer();
    deployments.on_change({.added = [](coinformer::types::apps::v1::deployment const&) {}});
    deployments.index("name", [](auto const& d) { return d.metadata.name.view(); });
}

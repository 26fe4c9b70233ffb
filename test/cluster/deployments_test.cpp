// Tests against a real kube-apiserver that each change of a Deployment reaches the handler and the lister.

#include "cluster.hpp"

namespace {

struct deployment_spec {
    std::int32_t replicas = 0;
};
struct deployment {
    object_meta metadata;
    deployment_spec spec;
};
BOOST_DESCRIBE_STRUCT(deployment_spec, (), (replicas))
BOOST_DESCRIBE_STRUCT(deployment, (), (metadata, spec))

} // namespace

template <>
inline constexpr resource coinformer::resource_of<deployment>{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};

TEST_CASE_METHOD(
    cluster, "create, patch, scale and delete of a Deployment reach the handler one by one, in their order")
{
    client api(env, at("kubeconfig"));
    auto const ns = fresh_namespace(api, "deployments");
    auto const& deployments = resource_of<deployment>;
    informer_factory factory(api, {.namespaces = {ns}});
    auto informer = factory.of<deployment>();
    std::vector<std::string> told;
    auto const shown = [](object_ptr<deployment> const& d) {
        return std::string(d->metadata.name) + " x" + std::to_string(d->spec.replicas) +
               " tier=" + std::string(d->metadata.labels.value_or("tier", "-")) +
               " generation=" + std::to_string(d->metadata.generation);
    };
    informer.on_change({
        .added = [&](object_ptr<deployment> const& d, initial_list) { told.push_back("ADDED " + shown(d)); },
        .updated = [&](object_ptr<deployment> const&,
                       object_ptr<deployment> const& d) { told.push_back("UPDATED " + shown(d)); },
        .deleted =
            [&](object_ptr<deployment> const& d, final_state f) {
                told.push_back((f == final_state::known ? "DELETED " : "DELETED? ") + shown(d));
            },
    });
    running work(*this, factory.run());
    testing::run(io, with_timeout(system_time(), 20s, factory.synced()));

    get(api.create(
        deployments, ns,
        R"({"metadata":{"name":"web"},"spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}},)"
        R"("template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"x"}]}}}})"));
    CHECK(until([&] { return informer.lister().get(ns, "web"); }));
    get(api.patch(deployments, ns, "web", merge_patch(R"({"metadata":{"labels":{"tier":"front"}}})")));
    get(api.patch(deployments, ns, "web", merge_patch(R"({"spec":{"replicas":5}})"),
                  write_options().subresource("scale")));
    CHECK(until([&] {
        auto const d = informer.lister().get(ns, "web");
        return d && d->spec.replicas == 5;
    }));
    get(api.remove(deployments, ns, "web"));
    CHECK(until([&] { return told.size() >= 4; }));

    CHECK(told == std::vector<std::string>{
                      "ADDED web x2 tier=- generation=1",
                      "UPDATED web x2 tier=front generation=1",
                      "UPDATED web x5 tier=front generation=2",
                      "DELETED web x5 tier=front generation=2",
                  });
    CHECK_FALSE(informer.lister().get(ns, "web"));
}

#include "demo_cluster.hpp"

#include <coinformer/core/nursery.hpp>

#include <boost/json.hpp>

using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

constexpr coinformer::resource deployments{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};

constexpr coinformer::resource gauges{"shop.example.io", "v1", "gauges", "Gauge"};
constexpr auto gauge = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gauges.shop.example.io}
spec:
  group: shop.example.io
  scope: Namespaced
  names: {plural: gauges, kind: Gauge, shortNames: [ga]}
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {name: Level, type: integer, jsonPath: .level}
    - {name: Unit, type: string, jsonPath: .unit}
    - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status'}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
---
{apiVersion: shop.example.io/v1, kind: Gauge, metadata: {name: boiler, namespace: default}, level: 20, unit: bar,
 status: {conditions: [{type: Ready, status: "True"}]}}
)";

} // namespace

demo_cluster::demo_cluster(coinformer::environment env)
    : env_(std::move(env)), server_(env_), listener_(env_.ex)
{
    deploy("default", "web", 3, "shop/web:1.0");
    deploy("default", "api", 2, "shop/api:4.2");
    deploy("default", "worker", 1, "shop/worker:7");
    deploy("kube-system", "coredns", 2, "coredns:1.11");
    server_.load(gauge);
    for (int i = 1; i <= 6; ++i) deploy("batch", "shard-" + std::to_string(i), 1, "shop/shard:3");
}

coinformer::endpoint demo_cluster::endpoint() const
{
    coinformer::endpoint here;
    here.server = listener_.url();
    here.origin = "embedded demo server";
    return here;
}

coinformer::task<> demo_cluster::run() &
{
    coinformer::nursery parts(env_.ex);
    parts.start(server_.run(listener_));
    parts.start(change_things());
    co_await parts.join();
}

void demo_cluster::deploy(std::string const& ns, std::string const& name, int replicas,
                          std::string const& image)
{
    json::object const labels{{"app", name}};
    json::object const container{{"name", name}, {"image", image}};
    json::object const pod{{"metadata", json::object{{"labels", labels}}},
                           {"spec", json::object{{"containers", json::array{container}}}}};
    json::object const spec{
        {"replicas", replicas}, {"selector", json::object{{"matchLabels", labels}}}, {"template", pod}};
    json::object const deployment{
        {"metadata", json::object{{"name", name}, {"namespace", ns}, {"labels", labels}}},
        {"spec", spec},
        {"status", json::object{{"readyReplicas", replicas}}}};
    server_.create(deployments, json::serialize(deployment));
}

// Writes what the deployment controller of a real cluster would report.
void demo_cluster::observe(std::string const& ns, std::string const& name, int ready)
{
    json::object const patch{{"status", json::object{{"readyReplicas", ready}}}};
    server_.patch(deployments, {ns, name}, json::serialize(patch), "status");
}

coinformer::task<> demo_cluster::change_things() &
{
    auto& time = *env_.time;
    for (int version = 1;; ++version) {
        co_await time.sleep_for(1s);
        // web is scaled up
        server_.patch(deployments, {"default", "web"}, R"({"spec":{"replicas":5}})", "scale");
        co_await time.sleep_for(500ms);
        observe("default", "web", 4);
        co_await time.sleep_for(500ms);
        observe("default", "web", 5);
        server_.patch(gauges, {"default", "boiler"}, R"({"level":)" + std::to_string(20 + version) + "}");

        auto const image = "shop/api:4." + std::to_string(2 + version); // a new image is rolled out
        json::object const container{{"name", "api"}, {"image", image}};
        json::object const rollout{
            {"spec",
             json::object{{"template",
                           json::object{{"spec", json::object{{"containers", json::array{container}}}}}}}}};
        server_.patch(deployments, {"default", "api"}, json::serialize(rollout));
        co_await time.sleep_for(700ms);
        observe("default", "api", 1);
        co_await time.sleep_for(700ms);
        observe("default", "api", 2);

        auto const canary = "canary-" + std::to_string(version); // one Deployment appears and disappears
        deploy("default", canary, 1, "shop/web:" + std::to_string(version + 1) + ".0");
        co_await time.sleep_for(1s);
        server_.remove(deployments, {"default", canary});

        co_await time.sleep_for(1s);
        server_.patch(deployments, {"default", "web"}, R"({"spec":{"replicas":3}})", "scale");
        observe("default", "web", 3);
    }
}

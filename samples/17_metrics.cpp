// Shows to Prometheus what the library counts about itself.
//
//     metrics             serves http://127.0.0.1:9464/metrics, on your kubeconfig's cluster
//     metrics --demo      prints what Prometheus would read, without a cluster

// [metrics]
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/prometheus/collector.hpp>
#include <coinformer/transport/kubeconfig.hpp>
#include <coinformer/types/core.hpp>

#include <boost/asio.hpp>
#include <prometheus/exposer.h>

coinformer::task<> watch_pods(coinformer::client& api)
{
    coinformer::informer_factory factory(api);
    auto const pods = factory.core().v1().pods().informer();
    co_await factory.run();
}

coinformer::task<> service(coinformer::metrics_registry& registry)
{
    auto const executor = co_await boost::asio::this_coro::executor;
    // whatever is made with this environment counts in the registry
    coinformer::client api({.ex = executor, .metrics = &registry}, coinformer::load_endpoint());
    co_await watch_pods(api);
}

int run_program()
{
    coinformer::metrics_registry registry;
    auto const collector = std::make_shared<coinformer::prometheus_collector>(registry);
    prometheus::Exposer exposer("127.0.0.1:9464"); // answers GET /metrics, on threads of its own
    exposer.RegisterCollectable(collector);        // takes a weak pointer: keep the collector

    boost::asio::io_context io;
    return coinformer::run_until_signal(io, service(registry));
}
// [metrics]

#include <coinformer/testing/fake_cluster.hpp>

#include <iostream>
#include <string_view>

namespace {

int demo()
{
    coinformer::metrics_registry registry;
    coinformer::testing::fake_cluster test({}, {.seed = 1, .metrics = &registry});
    test.server.load("{apiVersion: v1, kind: Pod, metadata: {name: web-0, namespace: shop}}");
    auto const running = test.start(watch_pods(test.api));
    test.time.run_for(std::chrono::minutes(10));
    std::cout << coinformer::prometheus_text(registry);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    bool const in_process = argc == 2 && argv[1] == std::string_view("--demo");
    if (!in_process && argc != 1) {
        std::cerr << "usage: metrics [--demo]\n";
        return 2;
    }
    return in_process ? demo() : run_program();
}

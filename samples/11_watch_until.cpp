// Waits until a Deployment is rolled out, as `kubectl rollout status` does. First it lists the Deployments of
// the namespace.
//     watch_until NAMESPACE DEPLOYMENT      on the cluster of your kubeconfig
//     watch_until --demo                    on an API server in this process

#include "demo_cluster.hpp"

// [watch-until]
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/pager.hpp>
#include <coinformer/api/watcher.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/describe.hpp>
#include <iostream>

struct deployment_spec {
    std::int32_t replicas = 1;
};
struct deployment_status {
    std::int32_t readyReplicas = 0;
};
struct deployment {
    deployment_spec spec;
    deployment_status status;
};
BOOST_DESCRIBE_STRUCT(deployment_spec, (), (replicas))
BOOST_DESCRIBE_STRUCT(deployment_status, (), (readyReplicas))
BOOST_DESCRIBE_STRUCT(deployment, (), (spec, status))
template <>
inline constexpr coinformer::resource coinformer::resource_of<deployment>{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};

coinformer::task<> list_neighbours(coinformer::client& api, std::string ns)
{
    coinformer::pager<coinformer::object_metadata> pages( // the server sends only metadata
        api, {.ns = ns, .page_size = 2}, coinformer::resource_of<deployment>);
    while (auto page = co_await pages.next())
        for (auto const& d : page->objects) std::cout << "in " << ns << ": " << d.key().name << '\n';
}

coinformer::task<> rolled_out(coinformer::client& api, coinformer::time_source& time, std::string ns,
                              std::string name)
{
    auto const before = co_await api.get<deployment>(ns, name);
    auto const replicas = before->spec.replicas;
    coinformer::watcher<deployment> changes(api, std::string(before.resource_version()),
                                            {.ns = ns, .field_selector = "metadata.name=" + name});

    auto const scaled = [replicas](auto const& event) { return event.object->spec.replicas != replicas; };
    auto const ready = [](auto const& event) {
        auto const& [spec, status] = *event.object;
        std::cout << status.readyReplicas << " of " << spec.replicas << " ready" << std::endl;
        return status.readyReplicas == spec.replicas;
    };
    // The watcher handles broken, restarted and silent connections. If it throws condition::gone, the caller
    // has to begin again with get().
    auto const last = co_await with_timeout(time, std::chrono::minutes(5), until(changes, scaled, ready));
    std::cout << "rolled out: " << to_string(last.object.key()) << " at " << last.object.resource_version()
              << std::endl;
}
// [watch-until]

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio.hpp>
#include <optional>
#include <string_view>

namespace {

coinformer::task<> use(coinformer::client& api, std::string ns, std::string name, coinformer::nursery& others)
{
    co_await list_neighbours(api, ns);
    co_await rolled_out(api, coinformer::system_time(), ns, name);
    others.request_stop(); // ends the server of the demo
}

coinformer::task<> run(coinformer::environment env, bool demo, std::string ns, std::string name)
{
    std::optional<demo_cluster> cluster;
    if (demo) cluster.emplace(env);
    coinformer::client api(env, demo ? cluster->endpoint() : coinformer::load_endpoint());
    coinformer::nursery all(co_await boost::asio::this_coro::executor);
    if (demo) all.start(cluster->run());
    all.start(use(api, ns, name, all));
    co_await all.join();
}

} // namespace

int main(int argc, char** argv)
{
    bool const demo = argc == 2 && argv[1] == std::string_view("--demo");
    if (!demo && argc != 3) {
        std::cerr << "usage: watch_until NAMESPACE DEPLOYMENT | --demo\n";
        return 2;
    }
    boost::asio::io_context io;
    coinformer::environment const env{.ex = io.get_executor()};
    return coinformer::run_until_signal(io,
                                        run(env, demo, demo ? "default" : argv[1], demo ? "web" : argv[2]));
}

// A controller of ConfigMaps under a leader election, as test/peers/controller-runtime is one in Go: it fails
// for each ConfigMap, and prints the metrics of its process when the ConfigMap "stop" comes.
//
// usage: counted_controller KUBECONFIG

#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/controller/controller.hpp>
#include <coinformer/controller/leader_election.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/prometheus/collector.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/describe.hpp>

#include <iostream>
#include <stdexcept>

using namespace coinformer;

namespace {

struct config_map {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (metadata))

} // namespace

template <>
inline constexpr resource coinformer::resource_of<config_map>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

namespace {

task<> run_counted(environment env, endpoint server, metrics_registry const& registry)
{
    client api(env, std::move(server));
    shared_informer<config_map> maps(api);
    wakeup stop;
    auto reconcile = [&stop](object_name const& key) -> task<reconcile_result> {
        if (key.name != "stop") throw std::runtime_error("it fails, to be counted");
        stop.notify();
        co_return reconcile_result::done();
    };
    controller<> counted(env, reconcile, {.name = "configmap"});
    counted.watches(maps);
    leader_election election(api, {.name = "counted", .ns = "default", .identity = "this process"});
    auto const lead = [&] {
        std::cerr << "leads" << std::endl;
        return counted.run();
    };
    nursery parts(co_await boost::asio::this_coro::executor);
    parts.start(maps.run());
    parts.start(election.run_while_leader(lead));
    co_await stop.wait();
    co_await env.time->sleep_for(std::chrono::seconds(1)); // what was queued before is reconciled
    std::cout << prometheus_text(registry) << std::flush;
    parts.request_stop();
    co_await parts.join();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) return 2;
    metrics_registry registry;
    boost::asio::io_context io;
    int status = 1;
    boost::asio::co_spawn(io,
                          run_counted({.ex = io.get_executor(), .metrics = &registry},
                                      load_endpoint({.kubeconfig = argv[1]}), registry),
                          [&](std::exception_ptr e) {
                              if (!e) return void(status = 0);
                              try {
                                  std::rethrow_exception(e);
                              } catch (std::exception const& why) {
                                  std::cerr << why.what() << '\n';
                              }
                          });
    io.run();
    return status;
}

// An informer inside an asynchronous service: a struct of your own, an index, a handler, and co_await for the
// first list.
//     pods_by_node             on the cluster of your kubeconfig
//     pods_by_node --demo      on an API server in this process

// [readme]
#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio.hpp>
#include <boost/describe.hpp>
#include <iostream>

struct pod_spec { // only declared members are decoded and kept in memory
    coinformer::text nodeName;
};
struct pod_status {
    coinformer::text phase;
};
struct pod {
    pod_spec spec;
    pod_status status;
};
BOOST_DESCRIBE_STRUCT(pod_spec, (), (nodeName))
BOOST_DESCRIBE_STRUCT(pod_status, (), (phase))
BOOST_DESCRIBE_STRUCT(pod, (), (spec, status))
template <>
inline constexpr coinformer::resource coinformer::resource_of<pod>{
    .version = "v1", .plural = "pods", .kind = "Pod"};

coinformer::task<> watch_pods(coinformer::informer_factory& factory)
{
    auto pods = factory.of<pod>();
    pods.index("node", [](pod const& p) { return p.spec.nodeName.to_owned(); });
    pods.on_change({
        .added =
            [](coinformer::object_ptr<pod> const& p) { std::cout << "+ " << to_string(p.key()) << '\n'; },
        .updated = [](pod const& was,
                      pod const& is) { std::cout << was.status.phase << " -> " << is.status.phase << '\n'; },
        .deleted =
            [](coinformer::object_ptr<pod> const& last) {
                std::cout << "- " << to_string(last.key()) << '\n';
            },
    });

    co_await factory.synced(); // every pod was handled; throws the cause if that is not possible

    auto const now = pods.snapshot(); // immutable and cheap, for use on any thread
    for (auto const& p : now.by_index("node", "worker-1"))
        std::cout << "on worker-1: " << to_string(p.key()) << '\n';
}

coinformer::task<> service(coinformer::client& api)
{
    coinformer::informer_factory factory(api);
    coinformer::nursery work(co_await boost::asio::this_coro::executor);
    work.start(factory.run());
    work.start(watch_pods(factory));
    co_await work.join(); // ends when it is cancelled, or with the first failure
}

coinformer::task<> connect_and_serve()
{
    auto const executor = co_await boost::asio::this_coro::executor;
    // as kubectl does, or inside a cluster
    coinformer::client api({.ex = executor}, coinformer::load_endpoint());
    co_await service(api);
}

int run_program()
{
    boost::asio::io_context io;
    // Ctrl-C and SIGTERM cancel it; a failure is printed
    return coinformer::run_until_signal(io, connect_and_serve());
}
// [readme]

#include <coinformer/testing/fake_cluster.hpp>

#include <string_view>

namespace {

int demo()
{
    using namespace std::chrono_literals;
    constexpr auto pods = coinformer::resource_of<pod>;
    coinformer::testing::fake_cluster test; // a server that runs, a client of it, and a clock that jumps
    test.server.load(R"(
{apiVersion: v1, kind: Pod, metadata: {name: web-0, namespace: shop}, spec: {nodeName: worker-1}, status: {phase: Pending}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web-1, namespace: shop}, spec: {nodeName: worker-2}, status: {phase: Running}}
)");
    auto const running = test.start(service(test.api));
    test.time.run_for(1s);
    test.server.patch(pods, {"shop", "web-0"}, R"({"status":{"phase":"Running"}})", "status");
    test.server.remove(pods, {"shop", "web-1"});
    test.time.run_for(1s);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    bool const in_process = argc == 2 && argv[1] == std::string_view("--demo");
    if (!in_process && argc != 1) {
        std::cerr << "usage: pods_by_node [--demo]\n";
        return 2;
    }
    return in_process ? demo() : run_program();
}

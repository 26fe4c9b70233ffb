// An informer that starts where the process before it stopped: it reads its objects from a file, and only
// changes from the server.
//     warm_start FILE      pods of the cluster of your kubeconfig, until Ctrl-C; run it twice
//     warm_start --demo    two runs, one behind the other, against an API server in this process

// [warm-start]
#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/core/nursery.hpp>

#include <boost/describe.hpp>
#include <iostream>

struct pod_spec {
    coinformer::text nodeName;
};
struct pod {
    pod_spec spec;
};
BOOST_DESCRIBE_STRUCT(pod_spec, (), (nodeName))
BOOST_DESCRIBE_STRUCT(pod, (), (spec))
template <>
inline constexpr coinformer::resource coinformer::resource_of<pod>{
    .version = "v1", .plural = "pods", .kind = "Pod"};

coinformer::task<> report(coinformer::shared_informer<pod> const& pods)
{
    co_await pods.synced();
    auto const now = co_await pods.status();
    std::cout << "synced: " << now.reflector.restored << " objects from the file, "
              << now.reflector.lists + now.reflector.streams << " lists read from the server\n";
}

coinformer::task<> watch_pods(coinformer::client& api, std::string file)
{
    coinformer::shared_informer<pod> pods(api, {.warm_start = {.file = file}});
    pods.on_change({
        .added = [](auto const& p) { std::cout << "+ " << to_string(p.key()) << '\n'; },
        .deleted = [](auto const& last) { std::cout << "- " << to_string(last.key()) << '\n'; },
    });
    coinformer::nursery running(co_await boost::asio::this_coro::executor);
    running.start(pods.run()); // saves a snapshot at its end, and in quiet moments before
    running.start(report(pods));
    co_await running.join(); // until this task is cancelled
}
// [warm-start]

#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/core/with_timeout.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/tcp_listener.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio.hpp>
#include <filesystem>
#include <string_view>
#include <unistd.h>

namespace {

using namespace std::chrono_literals;

// A run of the service that is told to end after a while.
coinformer::task<> one_run(coinformer::environment env, coinformer::endpoint server, std::string file)
{
    coinformer::client api(env, std::move(server));
    try {
        co_await coinformer::with_timeout(*env.time, 500ms, watch_pods(api, std::move(file)));
    } catch (coinformer::api_error const& e) {
        if (e.code() != coinformer::errc::timed_out) throw;
    }
}

coinformer::task<> two_runs(coinformer::environment env, coinformer::testing::api_server& cluster,
                            coinformer::endpoint server)
{
    auto const& pods = coinformer::resource_of<pod>;
    auto const file =
        std::filesystem::temp_directory_path() / ("coinformer-warm-start-" + std::to_string(::getpid()));
    std::filesystem::remove(file);
    cluster.create(pods, R"({"metadata":{"name":"web-1"},"spec":{"nodeName":"node-1"}})");
    cluster.create(pods, R"({"metadata":{"name":"web-2"},"spec":{"nodeName":"node-2"}})");
    std::cout << "the first run\n";
    co_await one_run(env, server, file.string());
    cluster.remove(pods, {"default", "web-2"});
    std::cout << "web-2 is deleted while no process runs; the second run\n";
    co_await one_run(env, server, file.string());
    std::filesystem::remove(file);
    std::filesystem::remove(file.string() + ".lock");
}

coinformer::task<> demo(coinformer::environment env)
{
    coinformer::testing::api_server cluster(env);
    coinformer::testing::tcp_listener listener(env.ex);
    coinformer::endpoint const server{.server = "http://127.0.0.1:" + std::to_string(listener.port())};
    coinformer::nursery serving(co_await boost::asio::this_coro::executor);
    serving.start(cluster.run(listener));
    co_await two_runs(env, cluster, server);
    serving.request_stop();
    co_await serving.join();
}

coinformer::task<> run(coinformer::environment env, std::string file)
{
    coinformer::client api(env, coinformer::load_endpoint());
    co_await watch_pods(api, std::move(file));
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: warm_start FILE | --demo\n";
        return 2;
    }
    bool const is_demo = argv[1] == std::string_view("--demo");
    boost::asio::io_context io;
    coinformer::environment const env{.ex = io.get_executor()};
    return coinformer::run_until_signal(io, is_demo ? demo(env) : run(env, argv[1]));
}

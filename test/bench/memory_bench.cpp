// Measures how much memory a first list takes: an informer of ConfigMaps runs in a process of its own,
// against an API server in another process.
// usage: memory_bench [objects [bytes of data in each [kubeconfig]]]     default: 10000 4096
// With a kubeconfig the server is that one, over TLS: the ConfigMaps are made in its namespace "default", and
// stay there.
// The program prints the memory that the process had before, its peak, the size of the objects in the store,
// and the difference. Then it prints the same for the memory that is the process's own (RssAnon), without the
// pages of its libraries. The kernel keeps no peak of that, so it is taken to be the peak less the libraries'
// pages at the end.

#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/run.hpp>
#include <coinformer/testing/tcp_listener.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/describe.hpp>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace asio = boost::asio;
using namespace coinformer;
using namespace coinformer::detail;

struct config_map_metadata {
    text name;
};
struct config_map {
    config_map_metadata metadata;
    labels data;
};
BOOST_DESCRIBE_STRUCT(config_map_metadata, (), (name))
BOOST_DESCRIBE_STRUCT(config_map, (), (metadata, data))
template <>
inline constexpr resource coinformer::resource_of<config_map>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

namespace {

double status_mb(char const* field)
{
    std::ifstream in("/proc/self/status");
    for (std::string word; in >> word;)
        if (word == std::string(field) + ":") {
            double kb = 0;
            in >> kb;
            return kb * 1024 / 1e6;
        }
    return 0;
}

std::string config_map_json(int i, int bytes)
{
    auto const data = std::string(static_cast<std::size_t>(bytes), static_cast<char>('a' + i % 26));
    return R"({"metadata":{"name":"o)" + std::to_string(i) + R"(","namespace":"default"},"data":{"k":")" +
           data + R"("}})";
}

task<> create_all(environment env, endpoint server, int objects, int bytes)
{
    client api(env, server);
    for (int i = 0; i < objects; ++i) {
        try {
            co_await api.create(resource_of<config_map>, "default", config_map_json(i, bytes));
        } catch (api_error const& e) {
            if (e.code() != condition::conflict) throw; // it exists already
        }
    }
}

void serve(int objects, int bytes, int port_pipe)
{
    asio::io_context io(1);
    testing::api_server server({.ex = io.get_executor()});
    testing::tcp_listener listener(io.get_executor());
    for (int i = 0; i < objects; ++i) server.create(resource_of<config_map>, config_map_json(i, bytes));
    auto const port = listener.port();
    if (::write(port_pipe, &port, sizeof port) != sizeof port) std::exit(1);
    asio::co_spawn(io, server.run(listener), [](std::exception_ptr) {});
    io.run();
}

task<> measure(environment env, endpoint server)
{
    client api(env, server);
    shared_informer<config_map> informer(api);
    int handled = 0;
    informer.on_change({.added = [&](config_map const&) { ++handled; }});
    auto const before = status_mb("VmRSS"), own_before = status_mb("RssAnon");

    nursery work(env.ex);
    work.start(informer.run());
    co_await informer.synced();
    auto const peak = status_mb("VmHWM"), after = status_mb("VmRSS"), own = status_mb("RssAnon");
    double stored = 0;
    auto const now = informer.snapshot();
    for (auto const& o : now.list()) stored += static_cast<double>(o.size_bytes());
    stored /= 1e6;
    std::printf(
        "%zu objects, %d handled: before %.1f MB, peak %.1f MB, after %.1f MB, objects in the store %.1f MB; "
        "peak - objects = %.1f MB, peak - before - objects = %.1f MB\n",
        now.size(), handled, before, peak, after, stored, peak - stored, peak - before - stored);
    auto const own_peak = peak - (after - own); // the pages of its files only grow
    std::printf("of its own: before %.1f MB, peak %.1f MB, after %.1f MB; peak - objects = %.1f MB\n",
                own_before, own_peak, own, own_peak - stored);
    work.request_stop();
    co_await work.join();
}

} // namespace

// Runs `work` in a process of its own, so that its memory is not counted.
int in_child(std::function<void()> const& work)
{
    auto const child = ::fork();
    if (child != 0) return child;
    work();
    std::exit(0);
}

void run_or_exit(std::function<task<>(environment)> const& body)
{
    asio::io_context io(1);
    try {
        testing::run(io, body({.ex = io.get_executor()}));
    } catch (std::exception const& error) {
        std::cerr << error.what() << '\n';
        std::exit(1);
    }
}

int main(int argc, char** argv)
{
    int const objects = argc > 1 ? std::atoi(argv[1]) : 10'000;
    int const bytes = argc > 2 ? std::atoi(argv[2]) : 4096;
    endpoint server;
    if (argc > 3) {
        server = load_endpoint({.kubeconfig = argv[3]});
        auto const child = in_child(
            [&] { run_or_exit([&](environment env) { return create_all(env, server, objects, bytes); }); });
        ::waitpid(child, nullptr, 0);
        run_or_exit([&](environment env) { return measure(env, server); });
        return 0;
    }
    int port_pipe[2];
    if (::pipe(port_pipe) != 0) return 1;
    auto const child = in_child([&] { serve(objects, bytes, port_pipe[1]); });
    std::uint16_t port = 0;
    if (::read(port_pipe[0], &port, sizeof port) != sizeof port) return 1;
    server.server = "http://127.0.0.1:" + std::to_string(port);
    run_or_exit([&](environment env) { return measure(env, server); });
    ::kill(child, SIGTERM);
    ::waitpid(child, nullptr, 0);
    return 0;
}

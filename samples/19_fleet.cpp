// Several clusters in one program: prints the ConfigMaps of all of them, as they change. The clusters are the
// kubeconfigs of a directory, and come and go with its files. One controller works on all of them; a cluster
// that hangs gets one of its four workers at most.
//
//     fleet DIRECTORY     until Ctrl-C
//     fleet --demo        three clusters in this process, one of which hangs, and another one goes; then it
//     ends

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/core/with_timeout.hpp>
#include <coinformer/fleet/cluster_feed.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include <boost/asio.hpp>
#include <boost/describe.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

namespace fs = std::filesystem;
using namespace std::chrono_literals;

struct config_map {
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (data))
template <>
inline constexpr coinformer::resource coinformer::resource_of<config_map>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

// [fleet]
// Prints each ConfigMap of each cluster when it changes.
class config_map_printer {
public:
    config_map_printer(coinformer::environment const& env, std::shared_ptr<coinformer::cluster_source> source)
        : all_(env, [this](coinformer::cluster_key const& key) { return reconcile(key); },
               {.name = "printer", .concurrency = 4, .queue = {.most_of_group = 1}}),
          clusters_(env, std::move(source), [this](coinformer::cluster& c) { return follow(c); })
    {
    }

    coinformer::task<> run()
    {
        coinformer::nursery parts(co_await boost::asio::this_coro::executor);
        parts.start(clusters_.run());
        parts.start(all_.run());
        co_await parts.join();
    }
    std::vector<coinformer::cluster_status> status() const { return clusters_.status(); }

private:
    // Adds the keys of one cluster until it goes, and is cancelled then.
    coinformer::task<> follow(coinformer::cluster& c)
    {
        coinformer::cluster_feed feed(c, all_);
        feed.watches(c.factory().of<config_map>());
        co_await feed.run();
    }

    coinformer::task<coinformer::reconcile_result> reconcile(coinformer::cluster_key const& key)
    {
        auto const c = clusters_.find(key.cluster);
        if (!c) co_return coinformer::reconcile_result::done(); // the cluster is gone
        auto const map = c->factory().of<config_map>().lister().get(key.object.ns, key.object.name);
        std::cout << to_string(key) << (map ? "" : " is gone");
        for (auto const& [name, value] : map ? map->data : std::map<std::string, std::string>())
            std::cout << ' ' << name << '=' << value;
        std::cout << std::endl;
        co_return coinformer::reconcile_result::done();
    }

    coinformer::controller<coinformer::cluster_key> all_;
    coinformer::fleet clusters_;
};
// [fleet]

namespace {

// Writes a file as a program should: under another name first, so that nobody reads half of it.
void write_kubeconfig(fs::path const& file, std::string const& server)
{
    auto const beside = file.parent_path() / ".being-written";
    std::ofstream(beside) << "{apiVersion: v1, kind: Config, current-context: c,\n"
                          << " contexts: [{name: c, context: {cluster: k}}],\n"
                          << " clusters: [{name: k, cluster: {server: '" << server << "'}}]}\n";
    fs::rename(beside, file);
}

/// A cluster in this process.
struct demo_site {
    explicit demo_site(coinformer::environment const& env) : listener(env.ex), server(env) {}
    void create(std::string const& name, std::string const& color)
    {
        server.create(coinformer::resource_of<config_map>, R"({"metadata":{"name":")" + name +
                                                               R"(","namespace":"shop"},"data":{"color":")" +
                                                               color + R"("}})");
    }

    coinformer::testing::tcp_listener listener;
    coinformer::testing::api_server server;
};

// Waits until the fleet has this number of clusters, and `synced` of them are synced.
coinformer::task<> until_synced(config_map_printer const& printer, std::size_t clusters, std::size_t synced)
{
    for (;;) {
        auto const now = printer.status();
        std::size_t n = 0;
        for (auto const& c : now) n += c.synced;
        if (now.size() == clusters && n == synced) co_return;
        co_await coinformer::system_time().sleep_for(50ms);
    }
}

coinformer::task<> change_clusters(fs::path directory, config_map_printer& printer, demo_site& east,
                                   coinformer::nursery& all)
{
    auto const in_time = [&](std::size_t clusters, std::size_t synced) {
        return coinformer::with_timeout(coinformer::system_time(), 30s,
                                        until_synced(printer, clusters, synced));
    };
    co_await in_time(3, 2);
    std::cout << "east and west are synced, and nowhere hangs" << std::endl;
    east.create("second", "green");
    co_await coinformer::system_time().sleep_for(500ms);
    fs::remove(directory / "west.yaml");
    co_await in_time(2, 1);
    std::cout << "west is gone" << std::endl;
    all.request_stop();
}

coinformer::task<> demo(fs::path directory)
{
    coinformer::executor const ex = co_await boost::asio::this_coro::executor;
    coinformer::environment const env{.ex = ex};
    demo_site east(env), west(env);
    east.create("first", "red");
    west.create("first", "blue");
    coinformer::testing::tcp_listener nowhere(ex); // its connections are never accepted: the server hangs
    write_kubeconfig(directory / "east.yaml", east.listener.url());
    write_kubeconfig(directory / "west.yaml", west.listener.url());
    write_kubeconfig(directory / "nowhere.yaml", nowhere.url());

    config_map_printer printer(env, coinformer::kubeconfig_directory(directory, {.interval = 200ms}));
    coinformer::nursery all(ex);
    all.start(east.server.run(east.listener));
    all.start(west.server.run(west.listener));
    all.start(printer.run());
    all.start(change_clusters(directory, printer, east, all));
    co_await all.join();
}

coinformer::task<> serve(fs::path directory)
{
    coinformer::executor const ex = co_await boost::asio::this_coro::executor;
    config_map_printer printer({.ex = ex}, coinformer::kubeconfig_directory(directory));
    co_await printer.run();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: fleet DIRECTORY | --demo\n";
        return 2;
    }
    boost::asio::io_context io;
    if (argv[1] != std::string_view("--demo")) return coinformer::run_until_signal(io, serve(argv[1]));
    std::string directory = fs::temp_directory_path() / "fleet-XXXXXX";
    if (!mkdtemp(directory.data())) {
        std::cerr << "cannot make the directory " << directory << '\n';
        return 1;
    }
    int const code = coinformer::run_until_signal(io, demo(directory));
    fs::remove_all(directory);
    return code;
}

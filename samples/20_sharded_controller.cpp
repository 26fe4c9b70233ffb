// Several processes, each of which reconciles a part of the objects.
//     sharded_controller --member NAME [--kubeconfig FILE] [--namespace NS]     on a cluster, until Ctrl-C
//     sharded_controller     three processes and an API server; one is killed, one is stopped, one joins

// [sharded-controller]
#include <coinformer/api/object_meta.hpp>
#include <coinformer/controller/controller.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/shard/shard_group.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio.hpp>
#include <boost/describe.hpp>
#include <boost/json.hpp>
#include <iostream>

using namespace std::chrono_literals;
using coinformer::object_name, coinformer::reconcile_result, coinformer::shard_fence, coinformer::task;

struct config_map {
    coinformer::object_meta metadata;
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (metadata, data))
template <>
inline constexpr coinformer::resource coinformer::resource_of<config_map>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

// Writes into each object which process works on it, and with which number.
task<reconcile_result> sign(coinformer::client& api, coinformer::shared_informer<config_map> objects,
                            std::string me, object_name key, shard_fence fence)
{
    auto const object = objects.snapshot().get(key.ns, key.name);
    if (!object) co_return reconcile_result::done(); // it was deleted
    boost::json::object const data{{"by", me}, {"number", std::to_string(fence.number())}};
    auto const by = object->data.find("by");
    if (by != object->data.end() && by->second == me) co_return reconcile_result::done();
    if (!fence.is_valid()) co_return reconcile_result::failed("another process owns it by now");
    auto const text = boost::json::serialize(boost::json::object{{"data", data}});
    co_await api.patch<config_map>(key.ns, key.name, coinformer::merge_patch(text));
    co_return reconcile_result::done();
}

task<> take_part(coinformer::client& api, coinformer::environment env,
                 coinformer::shard_group_options options)
{
    coinformer::shard_group group(api, options);
    coinformer::informer_options mine;
    mine.shard = group.share();
    mine.namespaces = {options.ns};
    coinformer::shared_informer<config_map> objects(api, mine);
    coinformer::controller<> signing(env, [&](object_name key, shard_fence fence) {
        return sign(api, objects, options.identity, key, fence);
    });
    signing.shards(group.share(), objects);

    coinformer::nursery work(co_await boost::asio::this_coro::executor);
    work.start(group.run());
    work.start(objects.run());
    work.start(signing.run());
    co_await work.join(); // on a signal the reconciles end, and then this process hands its part over
}
// [sharded-controller]

#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include <CLI/CLI.hpp>
#include <csignal>
#include <map>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace asio = boost::asio;

namespace {

struct settings {
    std::string member, kubeconfig, ns = "default", server;
};

task<> take_part_with(settings s, coinformer::environment env)
{
    auto const endpoint = s.server.empty() ? coinformer::load_endpoint({.kubeconfig = s.kubeconfig})
                                           : coinformer::endpoint{.server = s.server, .ns = "default"};
    coinformer::client api(env, endpoint);
    coinformer::shard_group_options options{.name = "coinformer-sample", .ns = s.ns, .identity = s.member};
    if (!s.server.empty()) { // so that the demo is short
        options.lease_duration = 3s;
        options.renew_deadline = 2s;
        options.retry_period = 500ms;
    }
    co_await take_part(api, env, options);
}

/// The processes, each of which runs this program. The destructor kills those that still run.
class members {
public:
    explicit members(std::string server) : server_(std::move(server)) {}
    members(members const&) = delete;
    ~members()
    {
        for (auto const& [name, pid] : running_) {
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
        }
    }

    void start(std::string const& name)
    {
        std::vector<std::string> words{"sharded_controller", "--member", name, "--server", server_};
        std::vector<char*> arguments;
        for (auto& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        pid_t pid = 0;
        if (auto const error =
                ::posix_spawn(&pid, "/proc/self/exe", nullptr, nullptr, arguments.data(), environ))
            throw std::system_error(error, std::generic_category(), "posix_spawn");
        running_[name] = pid;
    }
    void signal(std::string const& name, int number) { ::kill(running_.at(name), number); }
    void signal_all(int number)
    {
        for (auto const& [name, pid] : running_) ::kill(pid, number);
    }
    bool any_left() // forgets processes that have ended
    {
        std::erase_if(running_,
                      [](auto const& child) { return ::waitpid(child.second, nullptr, WNOHANG) != 0; });
        return !running_.empty();
    }

private:
    std::string server_;
    std::map<std::string, pid_t> running_;
};

constexpr int object_count = 48;

/// Returns how many objects each process has signed.
std::map<std::string, int> signed_by(coinformer::testing::api_server const& server)
{
    std::map<std::string, int> counts;
    auto const all = boost::json::parse(server.list(coinformer::resource_of<config_map>, "default"));
    for (auto const& one : all.at("items").as_array()) {
        auto const* const by =
            one.as_object().contains("data") ? one.at("data").as_object().if_contains("by") : nullptr;
        ++counts[by ? boost::json::value_to<std::string>(*by) : "(nobody)"];
    }
    return counts;
}

// Waits until exactly these processes have signed all objects, and nothing has changed for a second; then
// prints how many each has.
task<> show_when_signed_by(coinformer::testing::api_server& server, std::string names)
{
    std::string last;
    for (int tries = 0, unchanged = 0; tries != 300; ++tries) {
        std::string found, table;
        for (auto const& [name, count] : signed_by(server)) {
            found += (found.empty() ? "" : " ") + name;
            table += "  " + name + ' ' + std::string(static_cast<std::size_t>(count), '#') + ' ' +
                     std::to_string(count) + '\n';
        }
        unchanged = table == last ? unchanged + 1 : 0;
        if (found == names && unchanged == 10) {
            std::cout << table << std::flush;
            co_return;
        }
        last = table;
        co_await coinformer::system_time().sleep_for(100ms);
    }
    throw std::runtime_error("the objects were not divided within half a minute");
}

task<> run_demo(coinformer::testing::api_server& server, std::string url, coinformer::nursery& others)
{
    for (int i = 0; i != object_count; ++i)
        server.create(coinformer::resource_of<config_map>,
                      R"({"metadata":{"namespace":"default","name":"o)" + std::to_string(i) + R"("}})");
    members all(std::move(url));
    std::cout << "anna, bert and cleo share " << object_count << " objects" << std::endl;
    for (auto const* name : {"anna", "bert", "cleo"}) all.start(name);
    co_await show_when_signed_by(server, "anna bert cleo");
    std::cout << "anna is killed: the others divide her objects when her Lease has expired" << std::endl;
    all.signal("anna", SIGKILL);
    co_await show_when_signed_by(server, "bert cleo");
    std::cout << "bert stands still" << std::endl;
    all.signal("bert", SIGSTOP);
    co_await show_when_signed_by(server, "cleo");
    std::cout << "dora joins, and bert goes on: he sees that his Lease is gone, and joins anew" << std::endl;
    all.start("dora");
    all.signal("bert", SIGCONT);
    co_await show_when_signed_by(server, "bert cleo dora");
    std::cout << "cleo leaves: she hands her objects over at once" << std::endl;
    all.signal("cleo", SIGTERM);
    co_await show_when_signed_by(server, "bert dora");
    all.signal_all(SIGTERM);
    while (all.any_left()) co_await coinformer::system_time().sleep_for(50ms);
    std::cout << "all have left" << std::endl;
    others.request_stop();
}

task<> show_processes(coinformer::environment env)
{
    coinformer::testing::api_server server(env);
    coinformer::testing::tcp_listener listener(env.ex);
    coinformer::nursery all(co_await asio::this_coro::executor);
    all.start(server.run(listener));
    all.start(run_demo(server, listener.url(), all));
    co_await all.join();
}

} // namespace

int main(int argc, char** argv)
{
    settings s;
    CLI::App cli("Signs a part of the ConfigMaps of a namespace. Without arguments: a demo with processes.");
    cli.add_option("--member", s.member, "the name of this process, which no other member may have");
    cli.add_option("--kubeconfig", s.kubeconfig, "kubeconfig file (default: the one that kubectl uses)");
    cli.add_option("--namespace", s.ns, "namespace of the objects and the Leases (default: default)");
    cli.add_option("--server", s.server, "URL of an API server without TLS, in place of a kubeconfig");
    CLI11_PARSE(cli, argc, argv);
    coinformer::stream_log log(std::cerr, coinformer::log_level::error);
    asio::io_context io;
    coinformer::environment const env{.ex = io.get_executor(), .log = &log};
    return coinformer::run_until_signal(io, s.member.empty() ? show_processes(env) : take_part_with(s, env));
}

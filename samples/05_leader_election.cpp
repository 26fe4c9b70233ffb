// Several processes, one of which works at a time: the process that holds a Lease.
//     leader_election --identity NAME [--kubeconfig FILE] [--namespace NS]     on a cluster, until Ctrl-C
//     leader_election     three processes and an API server; the leader is killed, and another takes over

// [leader-election]
#include <coinformer/controller/leader_election.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio.hpp>
#include <iostream>

using namespace std::chrono_literals;

coinformer::task<> work(coinformer::leader_election& election, std::string name)
{
    auto const term = election.term(); // a store that the work writes to can refuse smaller terms
    std::cout << name << " leads, term " << term << std::endl;
    for (int step = 1;; ++step) {
        // is cancelled if the lease is lost, or by Ctrl-C
        co_await coinformer::system_time().sleep_for(500ms);
        if (election.is_leader()) std::cout << name << " works, step " << step << std::endl;
    }
}

coinformer::task<> contend(coinformer::client& api, coinformer::leader_election_options options)
{
    options.on_new_leader = [name = options.identity](std::string const& leader) {
        std::cout << name << " sees that " << leader << " leads" << std::endl;
    };
    coinformer::leader_election election(api, options);
    auto const run_work = [&] { return work(election, options.identity); };
    for (;;) {
        std::string lost;
        try {
            co_await election.run_while_leader(run_work);
            co_return; // the work has ended by itself
        } catch (coinformer::api_error const& e) {
            if (e.code() != coinformer::errc::leadership_lost) throw;
            lost = e.what();
        }
        std::cout << lost << std::endl; // the work has ended: contend again
    }
}
// [leader-election]

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include <CLI/CLI.hpp>
#include <boost/json.hpp>
#include <csignal>
#include <map>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace asio = boost::asio;

namespace {

struct settings {
    std::string identity, kubeconfig, ns, server;
};

coinformer::task<> contend_with(settings s, coinformer::environment env)
{
    auto const endpoint = s.server.empty() ? coinformer::load_endpoint({.kubeconfig = s.kubeconfig})
                                           : coinformer::endpoint{.server = s.server, .ns = "default"};
    coinformer::client api(env, endpoint);
    coinformer::leader_election_options options{
        .name = "coinformer-sample", .ns = s.ns, .identity = s.identity};
    if (options.ns.empty() && endpoint.ns.empty()) options.ns = "default";
    if (!s.server.empty()) { // so that the demo is short
        options.lease_duration = 3s;
        options.renew_deadline = 2s;
        options.retry_period = 500ms;
    }
    try {
        co_await contend(api, options); // on a signal the work ends, and then the lease is released
    } catch (boost::system::system_error const& e) {
        if (e.code() == coinformer::condition::cancelled)
            std::cout << s.identity << " ends in order" << std::endl;
        throw;
    }
}

/// The child processes, each of which runs this program. The destructor kills those that still run.
class children {
public:
    explicit children(std::string server) : server_(std::move(server)) {}
    children(children const&) = delete;
    ~children()
    {
        for (auto const& [name, pid] : running_) end(pid, SIGKILL);
    }

    void start(std::string const& name)
    {
        std::vector<std::string> words{"leader_election", "--identity", name, "--server", server_};
        std::vector<char*> arguments;
        for (auto& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        pid_t pid = 0;
        if (auto const error =
                ::posix_spawn(&pid, "/proc/self/exe", nullptr, nullptr, arguments.data(), environ))
            throw std::system_error(error, std::generic_category(), "posix_spawn");
        running_[name] = pid;
    }
    void kill(std::string const& name)
    {
        end(running_.at(name), SIGKILL);
        running_.erase(name);
    }
    void stop_all()
    {
        for (auto const& [name, pid] : running_) ::kill(pid, SIGTERM);
    }
    bool any_left() // forgets processes that have ended
    {
        std::erase_if(running_,
                      [](auto const& child) { return ::waitpid(child.second, nullptr, WNOHANG) != 0; });
        return !running_.empty();
    }

private:
    static void end(pid_t pid, int signal)
    {
        ::kill(pid, signal);
        ::waitpid(pid, nullptr, 0);
    }
    std::string server_;
    std::map<std::string, pid_t> running_;
};

constexpr coinformer::resource leases{
    .group = "coordination.k8s.io", .version = "v1", .plural = "leases", .kind = "Lease"};

// Returns the present holder of the Lease; empty if there is none.
std::string holder(coinformer::testing::api_server const& server)
{
    auto const all = boost::json::parse(server.list(leases, "default"));
    auto const& items = all.at("items").as_array();
    return items.empty() ? "" : boost::json::value_to<std::string>(items[0].at("spec").at("holderIdentity"));
}

coinformer::task<std::string> leader_other_than(coinformer::testing::api_server& server, std::string name)
{
    for (int tries = 0; tries < 300; ++tries) {
        auto const now = holder(server);
        if (!now.empty() && now != name) co_return now;
        co_await coinformer::system_time().sleep_for(100ms);
    }
    throw std::runtime_error("no process became the leader within half a minute");
}

coinformer::task<> run_demo(coinformer::testing::api_server& server, std::string url,
                            coinformer::nursery& others)
{
    children all(std::move(url));
    for (auto const* name : {"anna", "bert", "cleo"}) all.start(name);
    auto const first = co_await leader_other_than(server, "");
    co_await coinformer::system_time().sleep_for(1200ms);
    std::cout << "killed: " << first << std::endl;
    all.kill(first); // it could not release its lease: the others wait until the lease ends
    auto const second = co_await leader_other_than(server, first);
    std::cout << "took over: " << second << std::endl;
    co_await coinformer::system_time().sleep_for(1200ms);
    all.stop_all();
    while (all.any_left()) co_await coinformer::system_time().sleep_for(50ms);
    std::cout << "in the end the lease is " << (holder(server).empty() ? "free" : "held") << std::endl;
    others.request_stop();
}

coinformer::task<> show_three_processes(coinformer::environment env)
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
    CLI::App cli(
        "Contends for a Lease, and works while it holds it. Without arguments: a demo with three processes.");
    cli.add_option("--identity", s.identity, "the name of this process, which no other contender may have");
    cli.add_option("--kubeconfig", s.kubeconfig, "kubeconfig file (default: the one that kubectl uses)");
    cli.add_option("--namespace", s.ns, "namespace of the Lease (default: that of the context)");
    cli.add_option("--server", s.server, "URL of an API server without TLS, in place of a kubeconfig");
    CLI11_PARSE(cli, argc, argv);
    coinformer::stream_log log(std::cerr, coinformer::log_level::warning);
    asio::io_context io;
    coinformer::environment const env{.ex = io.get_executor(), .log = &log};
    return coinformer::run_until_signal(io, s.identity.empty() ? show_three_processes(env)
                                                               : contend_with(s, env));
}

// Watches Deployments: prints each add, update and delete, and once what the local copy holds. It runs on the
// cluster of the kubeconfig, inside a cluster, or (--demo) on an embedded API server. Ctrl-C ends it.

#include "demo_cluster.hpp"

#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/describe.hpp>

#include <iomanip>
#include <iostream>
#include <sstream>
#include <unistd.h>

namespace asio = boost::asio;
using namespace std::chrono_literals;

// ---- The fields that this program needs. They are decoded and kept, and nothing else is.

struct container {
    coinformer::text image;
};
struct pod_spec {
    coinformer::list<container> containers;
};
struct pod_template {
    pod_spec spec;
};
struct deployment_spec {
    std::int32_t replicas = 1;
    pod_template template_;
};
struct deployment_status {
    std::int32_t readyReplicas = 0;
};
struct deployment_metadata {
    std::int64_t generation = 0;
};
struct deployment {
    deployment_metadata metadata;
    deployment_spec spec;
    deployment_status status;
};
BOOST_DESCRIBE_STRUCT(container, (), (image))
BOOST_DESCRIBE_STRUCT(pod_spec, (), (containers))
BOOST_DESCRIBE_STRUCT(pod_template, (), (spec))
BOOST_DESCRIBE_STRUCT(deployment_spec, (), (replicas, template_))
BOOST_DESCRIBE_STRUCT(deployment_status, (), (readyReplicas))
BOOST_DESCRIBE_STRUCT(deployment_metadata, (), (generation))
BOOST_DESCRIBE_STRUCT(deployment, (), (metadata, spec, status))

template <>
inline constexpr coinformer::resource coinformer::resource_of<deployment>{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};

using deployment_ptr = coinformer::object_ptr<deployment>;

struct settings {
    std::string kubeconfig;
    std::string context;
    std::string ns;
    bool demo = false;
    int seconds = 0;
    bool verbose = false;
};

// ---- The output: a line for each change, with the new values, or "old->new" where a value has changed.

class printer {
public:
    void added(deployment_ptr const& d, coinformer::initial_list) const { line("ADDED", green, d, *d, *d); }
    void updated(deployment_ptr const& was, deployment_ptr const& is) const
    {
        if (was != is) line("UPDATED", yellow, is, *was, *is); // a resync shows the same object again
    }
    void deleted(deployment_ptr const& last) const { line("DELETED", red, last, *last, *last); }

private:
    static constexpr char const *green = "\033[32m", *yellow = "\033[33m", *red = "\033[31m",
                                *plain = "\033[0m";

    template <class V>
    static std::string change(V const& was, V const& is)
    {
        std::ostringstream out;
        if (was != is) out << was << "->";
        out << is;
        return out.str();
    }
    static std::string image_of(deployment const& d)
    {
        auto const& containers = d.spec.template_.spec.containers;
        return containers.empty() ? "-" : containers.front().image.to_owned();
    }
    void line(char const* what, char const* colour, deployment_ptr const& d, deployment const& was,
              deployment const& is) const
    {
        if (colour_) std::cout << colour;
        std::cout << std::left << std::setw(8) << what << ' ' << std::setw(30) << to_string(d.key());
        if (colour_) std::cout << plain;
        std::cout << " replicas=" << std::setw(5) << change(was.spec.replicas, is.spec.replicas)
                  << " ready=" << std::setw(5) << change(was.status.readyReplicas, is.status.readyReplicas)
                  << " generation=" << std::setw(5) << change(was.metadata.generation, is.metadata.generation)
                  << " image=" << change(image_of(was), image_of(is)) << std::endl;
    }

    bool colour_ = ::isatty(STDOUT_FILENO) != 0;
};

// ---- The informer.

coinformer::task<> show_progress(coinformer::shared_informer<deployment>& deployments,
                                 coinformer::time_source& time)
{
    for (;;) {
        co_await time.sleep_for(1s);
        auto const status = co_await deployments.status();
        if (status.synced) co_return;
        std::cout << "listing: " << status.reflector.listed << " so far";
        if (status.reflector.remaining) std::cout << ", " << *status.reflector.remaining << " left";
        if (!status.reflector.last_failure.empty()) std::cout << " (failed, will try again)";
        std::cout << std::endl;
    }
}

coinformer::task<> use(coinformer::informer_factory& factory, coinformer::time_source& time, int seconds)
{
    auto const deployments = factory.of<deployment>().lister();
    co_await factory.synced(); // throws the cause if it is not possible: forbidden, untrusted certificate, …

    auto const now = deployments.snapshot(); // immutable and cheap, for use on any thread
    std::cout << "synced: " << now.size() << " deployments at version " << now.resource_version() << '\n';
    std::cout << "in namespace default:\n";
    for (auto const& d : now.in_namespace("default"))
        std::cout << "  " << d.key().name << " (" << d->status.readyReplicas << '/' << d->spec.replicas
                  << " ready)\n";
    std::cout << std::flush;

    coinformer::duration const stay =
        seconds > 0 ? std::chrono::seconds(seconds) : std::chrono::hours(24 * 365 * 100);
    co_await time.sleep_for(stay);
    co_await factory.stop();
    std::cout << "done: " << seconds << " seconds" << std::endl;
}

coinformer::task<> watch_deployments(coinformer::client& api, coinformer::environment env,
                                     settings const& wanted, coinformer::nursery& all)
{
    coinformer::factory_options options{.resync = 60s};
    if (!wanted.ns.empty()) options.namespaces = {wanted.ns};
    coinformer::informer_factory factory(api, options);
    auto deployments = factory.of<deployment>();

    printer const out;
    deployments.on_change({
        .added = [&](deployment_ptr const& d, coinformer::initial_list when) { out.added(d, when); },
        .updated = [&](deployment_ptr const& was, deployment_ptr const& is) { out.updated(was, is); },
        .deleted = [&](deployment_ptr const& last) { out.deleted(last); },
    });

    coinformer::nursery work(co_await asio::this_coro::executor);
    work.start(factory.run());
    work.start(show_progress(deployments, *env.time));
    work.start(use(factory, *env.time, wanted.seconds));
    co_await work.join(); // the first failure stops the other parts, and is thrown here
    all.request_stop();   // the factory was stopped after --seconds; this ends the embedded server, too
}

coinformer::task<> run(coinformer::environment env, settings wanted)
{
    std::optional<demo_cluster> cluster;
    if (wanted.demo) cluster.emplace(env);
    auto const server =
        cluster ? cluster->endpoint()
                : coinformer::load_endpoint({.kubeconfig = wanted.kubeconfig, .context = wanted.context});
    std::cout << "server: " << server.server << " (" << server.origin << ")" << std::endl;
    coinformer::client api(env, server);

    coinformer::nursery all(co_await asio::this_coro::executor);
    if (cluster) all.start(cluster->run());
    all.start(watch_deployments(api, env, wanted, all));
    co_await all.join();
}

int main(int argc, char** argv)
{
    settings wanted;
    CLI::App cli("Prints what happens to Deployments, and keeps a local copy of them.");
    cli.add_option("--kubeconfig", wanted.kubeconfig,
                   "kubeconfig file (default: $KUBECONFIG, ~/.kube/config, in-cluster)");
    cli.add_option("--context", wanted.context, "context of the kubeconfig (default: its current one)");
    cli.add_option("-n,--namespace", wanted.ns, "only this namespace (default: all)");
    cli.add_option("--seconds", wanted.seconds,
                   "end by itself this long after the first list (default: never)");
    cli.add_flag("--demo", wanted.demo, "run on an embedded API server");
    cli.add_flag("-v,--verbose", wanted.verbose, "log what the library does");
    CLI11_PARSE(cli, argc, argv);

    coinformer::stream_log log(std::cerr,
                               wanted.verbose ? coinformer::log_level::info : coinformer::log_level::warning);
    asio::io_context io;
    coinformer::environment const env{.ex = io.get_executor(), .log = &log};
    return coinformer::run_until_signal(io, run(env, wanted));
}

// The classic controller by hand: handlers put keys into a work queue, and workers take them when the
// informer is synced. A key that fails is worked on again after a back-off, up to five times. For everyday
// use there is controller<>, as in sample 12.
//     work_queue [--seconds N]                 on an API server in this process
//     work_queue --kubeconfig FILE             on a cluster

#include "demo_cluster.hpp"

#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/controller/object_name.hpp>
#include <coinformer/controller/work_queue.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <CLI/CLI.hpp>
#include <boost/asio.hpp>
#include <boost/describe.hpp>

#include <iostream>

using namespace std::chrono_literals;

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

// [work-queue]
using work_queue = coinformer::work_queue<coinformer::object_name>;
using deployments = coinformer::shared_informer<deployment>;
using deployment_ptr = coinformer::object_ptr<deployment>;

// Queues the key of each object that changes. Objects of the first list have a lower priority than changes.
void fill(work_queue queue, deployments& informer)
{
    auto const add = [queue](deployment_ptr const& d, coinformer::priority p = coinformer::priority::normal) {
        queue.add(coinformer::object_name(d.key()), p);
    };
    informer.on_change({
        .added =
            [add](deployment_ptr const& d, coinformer::initial_list when) {
                add(d, when == coinformer::initial_list::yes ? coinformer::priority::low
                                                             : coinformer::priority::normal);
            },
        .updated = [add](deployment_ptr const&, deployment_ptr const& is) { add(is); },
        .deleted = [add](deployment_ptr const& last) { add(last); },
    });
}

// The work itself: it goes by the present state of the object, not by what has happened to it.
coinformer::task<> sync(coinformer::lister<deployment> from, coinformer::object_name key)
{
    auto const d = from.get(key.ns, key.name);
    if (!d) {
        std::cout << "gone: " << to_string(key) << std::endl;
        co_return;
    }
    if (key.name == "shard-6") throw std::runtime_error("this shard always fails, to show retries");
    std::cout << "sync: " << to_string(key) << ' ' << d->status.readyReplicas << '/' << d->spec.replicas
              << std::endl;
}

coinformer::task<> work(work_queue queue, coinformer::lister<deployment> from)
{
    while (auto item = co_await queue.pop()) { // ends when the queue is shut down and empty
        auto const key = item->key();
        std::string problem;
        try {
            co_await sync(from, key);
        } catch (std::exception const& e) {
            problem = e.what();
        }
        if (problem.empty()) {
            item->done();
        } else if (queue.failures(key) < 5) {
            item->failed(); // it is tried again, after 5, 10, 20, 40 and 80 ms
        } else {
            item->done(); // it is forgotten until it changes
            std::cout << "given up: " << to_string(key) << ": " << problem << std::endl;
        }
    }
}

coinformer::task<> work_when_synced(work_queue queue, deployments& informer, int workers)
{
    co_await informer.synced(); // every object is queued; throws the cause if that is not possible
    coinformer::nursery team(co_await boost::asio::this_coro::executor);
    for (int i = 0; i < workers; ++i) team.start(work(queue, informer.lister()));
    co_await team.join();
}
// [work-queue]

namespace {

coinformer::task<> stop_after(coinformer::duration stay, work_queue queue, coinformer::nursery& all)
{
    co_await coinformer::system_time().sleep_for(stay);
    co_await queue.drain(); // keys that are queued are still worked on
    auto const s = queue.status();
    std::cout << "done: " << s.adds << " adds, " << s.retries << " retries" << std::endl;
    all.request_stop();
}

coinformer::task<> run(coinformer::environment env, std::string kubeconfig, int seconds)
{
    std::optional<demo_cluster> cluster;
    if (kubeconfig.empty()) cluster.emplace(env);
    coinformer::client api(env, cluster ? cluster->endpoint()
                                        : coinformer::load_endpoint({.kubeconfig = kubeconfig}));
    deployments informer(api);
    work_queue const queue(env);
    fill(queue, informer);

    coinformer::nursery all(co_await boost::asio::this_coro::executor);
    if (cluster) all.start(cluster->run());
    all.start(informer.run());
    all.start(work_when_synced(queue, informer, 2));
    if (seconds > 0) all.start(stop_after(std::chrono::seconds(seconds), queue, all));
    co_await all.join();
}

} // namespace

int main(int argc, char** argv)
{
    std::string kubeconfig;
    int seconds = 0;
    CLI::App cli("Works on the keys of Deployments that are added, changed or deleted.");
    cli.add_option("--kubeconfig", kubeconfig,
                   "a cluster's kubeconfig file (default: an embedded API server)");
    cli.add_option("--seconds", seconds,
                   "end by itself after this time (default: 10; with --kubeconfig: never)");
    CLI11_PARSE(cli, argc, argv);
    if (kubeconfig.empty() && seconds == 0) seconds = 10;

    coinformer::stream_log log(std::cerr, coinformer::log_level::warning);
    boost::asio::io_context io;
    coinformer::environment const env{.ex = io.get_executor(), .log = &log};
    return coinformer::run_until_signal(io, run(env, kubeconfig, seconds));
}

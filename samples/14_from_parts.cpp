// A low-level controller that is put together from the parts of an informer: a reflector, a queue, a process
// function of one's own, and a store. Use shared_informer unless you want to decide yourself what happens
// between queue and store.
//
//     from_parts            prints the Deployments that kubectl sees, until Ctrl-C
//     from_parts --demo     does the same on an API server in the process, and ends
#include "demo_cluster.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/parts/indexer.hpp>
#include <coinformer/parts/reflector.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio.hpp>
#include <boost/describe.hpp>

#include <iostream>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace parts = coinformer::parts;

struct deployment_spec {
    int replicas = 1;
};
struct deployment {
    deployment_spec spec;
};
BOOST_DESCRIBE_STRUCT(deployment_spec, (), (replicas))
BOOST_DESCRIBE_STRUCT(deployment, (), (spec))
template <>
inline constexpr coinformer::resource coinformer::resource_of<deployment>{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};

// The process function. What it throws is not lost: the delta comes again after a pause.
void process(parts::delta<deployment> const& d)
{
    switch (d.kind()) {
    case parts::delta_kind::replaced:
        std::cout << "there are " << d.objects().size() << " deployments\n";
        break;
    case parts::delta_kind::added:
    case parts::delta_kind::updated:
        if (d.object()->spec.replicas < 0) throw std::invalid_argument("a negative number of replicas");
        std::cout << to_string(d.key()) << ": " << d.object()->spec.replicas << " replicas\n";
        break;
    case parts::delta_kind::deleted:
    case parts::delta_kind::lost: std::cout << to_string(d.key()) << " is gone\n"; break;
    case parts::delta_kind::bookmark: break; // a version was reached
    }
}

coinformer::task<> process_all(parts::delta_fifo<deployment> queue, parts::indexer<deployment> store)
{
    for (;;) {
        auto deltas = co_await queue.pop();
        if (deltas.empty()) co_return; // the queue was closed
        for (auto& d : deltas) {
            try {
                process(d);
            } catch (std::exception const& e) {
                std::cerr << to_string(d.key()) << ": " << e.what() << '\n';
                queue.requeue(std::move(d));
                continue;
            }
            (void)store.apply(std::move(d)); // a parts::fan_out would hand the changes to handlers
        }
    }
}

coinformer::task<> end_after(coinformer::duration time, coinformer::nursery& work)
{
    co_await coinformer::system_time().sleep_for(time);
    work.request_stop();
}

coinformer::task<> follow(coinformer::environment env, bool demo)
{
    std::optional<demo_cluster> cluster;
    if (demo) cluster.emplace(env);
    coinformer::client api(env, demo ? cluster->endpoint() : coinformer::load_endpoint());
    parts::delta_fifo<deployment> const queue(env);
    parts::indexer<deployment> const store(env);
    parts::reflector<deployment> reflector(api, queue);
    coinformer::nursery work(env.ex);
    if (demo) work.start(cluster->run());
    work.start(reflector.run());
    work.start(process_all(queue, store));
    if (demo) work.start(end_after(std::chrono::seconds(3), work));
    co_await work.join();
}

int main(int argc, char** argv)
{
    boost::asio::io_context io; // run by one thread, so that the parts need no strand
    coinformer::environment const env{.ex = io.get_executor()};
    bool const demo = argc == 2 && argv[1] == std::string_view("--demo");
    return coinformer::run_until_signal(io, follow(env, demo));
}

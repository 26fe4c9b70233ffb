// Measures how much memory a fleet of clusters takes: whole pods, compressed, with one informer for each
// cluster. All clusters are one server of the benchmark, test/bench/peers/go/synthapi, so their pods are the
// same; the library shares nothing between them but the dictionaries. With --namespaces, each cluster is one
// of the 100 namespaces of that server, so that no two have a pod in common. usage: fleet_bench URL CLUSTERS
// [--namespaces] The program prints its memory and its threads when it begins, when all clusters are synced,
// and after freed memory was given back to the kernel.

#include "client/pods.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/fleet/fleet.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/io_context.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <malloc.h>
#include <string>

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

long number_in_status(std::string const& field)
{
    std::ifstream in("/proc/self/status");
    for (std::string word; in >> word;)
        if (word == field + ":") {
            long number = 0;
            in >> number;
            return number;
        }
    return 0;
}

void print(char const* when, std::size_t pods)
{
    std::printf("%-14s %8zu pods, %7.1f MB, peak %7.1f MB, %ld threads\n", when, pods,
                static_cast<double>(number_in_status("VmRSS")) * 1024 / 1e6,
                static_cast<double>(number_in_status("VmHWM")) * 1024 / 1e6, number_in_status("Threads"));
    std::fflush(stdout);
}

// Returns the options of the informer of "cluster-7": all pods, or those of the namespace ns-007.
informer_options scope_of_cluster(std::string const& name, bool by_namespace)
{
    informer_options which;
    if (!by_namespace) return which;
    auto const number = name.substr(name.find('-') + 1);
    which.namespaces = {"ns-" + std::string(3 - number.size(), '0') + number};
    return which;
}

std::size_t count_pods(fleet const& clusters, bool by_namespace)
{
    std::size_t n = 0;
    for (auto const& c : clusters.status())
        if (auto const found = clusters.find(c.name)) {
            auto const pods = found->factory().of<compressed_pod>(scope_of_cluster(c.name, by_namespace));
            n += pods.snapshot().size();
        }
    return n;
}

task<> measure(environment env, std::string url, int count, bool by_namespace)
{
    auto const source = std::make_shared<manual_clusters>();
    fleet clusters(env, source, [by_namespace](cluster& c) -> task<> {
        (void)c.factory().of<compressed_pod>(scope_of_cluster(c.name(), by_namespace));
        co_return;
    });
    print("at first", 0);
    for (int i = 0; i < count; ++i) source->put("cluster-" + std::to_string(i), {.server = url});
    nursery work(env.ex);
    work.start(clusters.run());
    auto const wait = [](environment in, fleet const& of, nursery& until, std::size_t wanted,
                         bool names) -> task<> {
        for (std::size_t synced = 0; synced != wanted;) {
            co_await in.time->sleep_for(1s);
            synced = 0;
            for (auto const& c : of.status()) synced += c.synced;
        }
        print("all synced", count_pods(of, names));
        malloc_trim(0);
        print("trimmed", count_pods(of, names));
        until.request_stop();
    };
    work.start(wait(env, clusters, work, static_cast<std::size_t>(count), by_namespace));
    co_await work.join();
}

} // namespace

int main(int argc, char** argv)
{
    bool const by_namespace = argc == 4 && argv[3] == std::string_view("--namespaces");
    if (argc != 3 && !by_namespace) {
        std::cerr << "usage: fleet_bench URL CLUSTERS [--namespaces]\n";
        return 2;
    }
    boost::asio::io_context io(1);
    testing::run(io, measure({.ex = io.get_executor()}, argv[1], std::atoi(argv[2]), by_namespace));
}

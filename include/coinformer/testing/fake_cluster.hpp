#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/memory_network.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/io_context.hpp>

#include <utility>

namespace coinformer::testing {

/// What most tests need, put together: an API server that runs, a network in memory, a client, and a clock
/// that the test moves.
///
///     testing::fake_cluster test;
///     test.server.load("{apiVersion: v1, kind: Pod, metadata: {name: web}}");     // exists from the start
///     test.server.inject(testing::faults::unavailable().on("create").after(2)); // the third create fails
///
///     shared_informer<pod> informer(test.api);
///     auto const running = test.start(informer.run());
///     test.run(informer.synced());
///     test.server.actions(); // the requests that the server has received
///
/// An exception may leave the test at any point, as a test framework's REQUIRE throws one. The tasks that
/// start() returned are stopped first, because they were made last, and then the server.
///
/// Threads    one.
/// Lifetime   it outlives what it started, and whatever else waits on its clock or uses its client.
class fake_cluster {
public:
    /// Takes the log, the seed and the metrics from `base`; the executor and the clock are the cluster's own.
    explicit fake_cluster(api_server_options options = {}, environment base = {.seed = 1})
        : env{io.get_executor(), &time, base.log, base.seed, base.metrics}, server(env, std::move(options))
    {
        time.settle();
    }
    fake_cluster(fake_cluster const&) = delete;
    /// Runs a task beside the test. The task is cancelled when the result is destroyed.
    [[nodiscard]] background start(task<> body) { return background(io, time, std::move(body)); }

    /// Runs a task to its end in virtual time, and returns its result: testing::run(io, time, body, limit).
    template <class T>
    T run(task<T> body, duration limit = std::chrono::hours(1))
    {
        return testing::run(io, time, std::move(body), limit);
    }

    boost::asio::io_context io;
    virtual_clock time{io};
    environment env;
    memory_network network{env};
    api_server server;
    client api{env, {.server = "http://in-memory"}, {}, network.dialer()};

private:
    background serving_{io, time, server.run(network)};
};

} // namespace coinformer::testing

#pragma once

#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/tcp_listener.hpp>
#include <coinformer/transport/endpoint.hpp>

/// A cluster for a first look, in this process: an API server on a loopback port, whose Deployments scale,
/// roll out and disappear.
class demo_cluster {
public:
    explicit demo_cluster(coinformer::environment env);

    coinformer::endpoint endpoint() const;
    /// Serves the cluster and changes its Deployments until it is cancelled.
    coinformer::task<> run() &;

private:
    coinformer::task<> change_things() &;
    void deploy(std::string const& ns, std::string const& name, int replicas, std::string const& image);
    void observe(std::string const& ns, std::string const& name, int ready);

    coinformer::environment env_;
    coinformer::testing::api_server server_;
    coinformer::testing::tcp_listener listener_;
};

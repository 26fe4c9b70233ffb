#pragma once

#include <coinformer/testing/api_server.hpp>

#include <functional>
#include <map>
#include <string>

namespace simulation {

inline constexpr coinformer::resource group_lease_resource{
    .group = "coordination.k8s.io", .version = "v1", .plural = "leases", .kind = "Lease"};

/// Writes the timeline of a seed: each Lease of the group that was written or deleted.
class lease_timeline {
public:
    explicit lease_timeline(coinformer::testing::api_server const& server) : server_(server) {}

    /// Writes a line for each Lease that was written or deleted since the last call.
    void write_news(std::function<void(std::string const&)> const& line);

private:
    coinformer::testing::api_server const& server_;
    std::string version_;                       ///< the server's newest version at the last call
    std::map<std::string, std::string> leases_; ///< name, and version with annotations
};

} // namespace simulation

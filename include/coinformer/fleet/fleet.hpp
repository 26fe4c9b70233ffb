#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/core/backoff.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/fleet/cluster_source.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer {

namespace detail {
class fleet_core;
}

struct fleet_options {
    client_options client = {};   ///< options of each cluster's client
    factory_options factory = {}; ///< options of each cluster's informer factory
    /// The pause before work that has failed begins again. It returns to the first one when the work has
    /// lasted for longer than `cap`, and when the cluster's kubeconfig changes.
    backoff_options restart = {.first = std::chrono::seconds(1), .cap = std::chrono::minutes(5)};
    std::size_t max_clusters = 1000; ///< further clusters are logged, and wait for a place; at least 1
    /// Makes the dialer of a cluster's client; tests connect clusters in memory with it. If it is empty, or
    /// returns null, the client connects over TCP or TLS. It is called on the cluster's strand.
    std::function<std::unique_ptr<dialer>(std::string const& name, endpoint const& server)> dial = {};
};

/// One cluster of a fleet, from one beginning of the work on it to its end: a client, an informer factory,
/// and an environment whose log lines have the field `cluster`. (The lines of clusters beyond the first
/// 100,000 names of a process lack it.)
///
/// Threads    any.
/// Lifetime   A cluster may be kept after its work has ended, and after the fleet and the io_context. Its
///            client is closed then: requests under way throw errc::connection_closed, and later ones
///            errc::stopped.
class cluster {
public:
    cluster(environment env, std::string name, endpoint server, fleet_options const& options);
    cluster(cluster const&) = delete;
    ~cluster();

    std::string const& name() const noexcept { return name_; }
    client& api() noexcept { return api_; }
    /// The fleet runs this factory. The names of its informers, in metrics, begin with the cluster's name.
    informer_factory& factory() noexcept { return factory_; }
    environment const& env() const noexcept { return env_; } ///< with the executor that the fleet was given

private:
    std::string const name_;
    environment const env_;
    client api_;
    informer_factory factory_;
};

enum class cluster_state {
    running, ///< the work runs
    failed,  ///< the work has failed and waits to begin again, or there is no kubeconfig that can be used
    ending,  ///< the cluster was removed or changed, and its work has not ended yet
};

std::string_view to_string(cluster_state state) noexcept;

struct cluster_status {
    std::string name;
    cluster_state state = cluster_state::running;
    time_point since{};        ///< when this state began
    std::string last_failure;  ///< why the work last failed, or why the kubeconfig cannot be used
    std::size_t informers = 0; ///< informers of the factory
    std::size_t synced = 0;    ///< how many of them are synced
};

/// Works on any number of clusters in one process. Clusters come and go while it runs.
///
///     fleet clusters(env, kubeconfig_directory("/etc/clusters"), [](cluster& c) -> task<> {
///         auto web = c.factory().of<deployment>();
///         controller work(c.env(), [&](object_name key) { return reconcile(c.api(), web.lister(), key); });
///         work.watches(web);
///         co_await work.run();
///     });
///     co_await clusters.run();
///
/// The function is called once for each cluster. If its task returns, the informers of the cluster go on. If
/// it throws, that is logged with the cluster's name, and the work begins again after a pause, with a new
/// client and a new factory. When the cluster is removed, the task is cancelled, and when its kubeconfig
/// changes, the task is cancelled and the function called again after it has ended.
///
/// Clusters do not wait for each other. Each has a client with connections of its own, a strand, and a task
/// that begins and ends its work. One that hangs, refuses or has expired credentials, and one whose work does
/// not end, delays no other. The fleet has no thread of its own.
///
/// Threads    any. The function's task runs on a strand of the cluster.
/// Lifetime   The environment's clock and log outlive the fleet, as with a client. The fleet keeps the
///            function as long as a task of it exists. It may be destroyed before or after the io_context and
///            its clusters.
class fleet {
public:
    /// Errors     errc::bad_request if an option is out of range, or the source or the function is null; the
    ///            message names it. Options of client_options::http, and `factory.namespaces`, are not
    ///            checked here: if one is wrong, each cluster fails, and cluster_status::last_failure says
    ///            why.
    fleet(environment env, std::shared_ptr<cluster_source> source, std::function<task<>(cluster&)> work,
          fleet_options options = {});
    fleet(fleet const&) = delete;
    ~fleet();

    /// Follows the source and works on its clusters until it is cancelled. After it has ended it may be
    /// called again, and begins anew.
    ///
    /// Errors     condition::cancelled; errc::already_running.
    /// Cancel     Cancels the work on all clusters, and ends when all of it has ended.
    [[nodiscard]] task<> run();

    /// Returns the cluster of this name while its work runs, otherwise null. For code that is about several
    /// clusters, such as the reconcile function of a controller<cluster_key>.
    std::shared_ptr<cluster> find(std::string_view name) const;

    /// Returns the present state of each cluster, sorted by name.
    std::vector<cluster_status> status() const;

private:
    std::shared_ptr<detail::fleet_core> core_;
};

} // namespace coinformer

#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/endpoint.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <set>
#include <string>

namespace coinformer {

/// The text of a kubeconfig, and how far it is trusted.
struct kubeconfig_text {
    std::string text;
    std::string origin; ///< names the text in messages: a file, or "Secret fleet/east"
    kubeconfig_trust trust = kubeconfig_trust::data_only;
};

/// Receives from a cluster_source which clusters there are. A fleet is one.
///
/// Threads    any.
class cluster_set {
public:
    virtual ~cluster_set() = default;

    /// Adds a cluster of this name with its kubeconfig, or says what its kubeconfig is now. If the text is
    /// the same as before, nothing happens. If it has changed, the work on the cluster ends and begins again.
    /// A text that cannot be used is logged once, and the cluster stays as it was.
    virtual void put(std::string const& name, kubeconfig_text const& config) = 0;
    /// The same with an endpoint in place of a kubeconfig. Two endpoints are equal if their `version` is.
    virtual void put(std::string const& name, endpoint server, std::string const& version) = 0;
    /// Says that the kubeconfig of the cluster cannot be read at present. `cause` is logged once, and the
    /// cluster stays as it was.
    virtual void cannot_read(std::string const& name, std::string const& cause) = 0;
    virtual void remove(std::string const& name) = 0; ///< the work on the cluster ends
    /// Removes all clusters but these.
    virtual void keep_only(std::set<std::string> const& names) = 0;
};

/// Tells a fleet which clusters there are. Derive from it for an inventory of your own, or use one of the
/// functions below.
class cluster_source {
public:
    cluster_source() = default;
    cluster_source(cluster_source const&) = delete;
    cluster_source& operator=(cluster_source const&) = delete;
    virtual ~cluster_source() = default;

    /// Tells `clusters` which clusters there are, and then what changes. If it returns, the clusters stay as
    /// they are. If it throws, they stay as well, the failure is logged, and the fleet calls it again after a
    /// pause; it then tells everything anew.
    ///
    /// Threads    the fleet's strand, one call at a time.
    /// Lifetime   `env` and `clusters` are valid until the task has ended.
    /// Cancel     has to end the task soon.
    [[nodiscard]] virtual task<> follow(environment const& env, cluster_set& clusters) = 0;
};

/// How a directory of kubeconfigs is read.
struct kubeconfig_directory_options {
    duration interval = std::chrono::seconds(10); ///< between two readings; from 100 ms to a day
    std::size_t max_bytes = 1024 * 1024;          ///< a larger file is refused
    /// The files of a directory are usually written by those who run the program, so that they may use exec
    /// plugins and name other files. Set `data_only` if that is not so.
    kubeconfig_trust trust = kubeconfig_trust::full;
};

/// Returns a source that has one cluster for each file of a directory. The cluster has the name of the file
/// without .yaml, .yml, .json, .conf, .config or .kubeconfig. Files whose names begin with a dot, and
/// directories, are ignored. If two files name one cluster, the first in the order of their names counts, and
/// the other is logged. The directory may be a mounted Secret or ConfigMap.
///
/// A file that cannot be read, is too large or is no kubeconfig is logged once, and leaves its cluster as it
/// was. So does a directory that cannot be read. To change a file, write another one and rename it: otherwise
/// half a file may be read.
///
/// Threads    The files are read on the fleet's strand, because they are small and local.
/// Errors     errc::bad_request if the path is empty, or an option is out of range.
std::shared_ptr<cluster_source> kubeconfig_directory(std::string path,
                                                     kubeconfig_directory_options options = {});

/// Which Secrets hold kubeconfigs.
struct kubeconfig_secrets_options {
    std::string ns = {}; ///< the namespace of the Secrets; if empty, that of the client's endpoint
    std::string label_selector = {};     ///< if empty, all Secrets of the namespace that have the key
    std::string key = "kubeconfig";      ///< the entry of a Secret that holds the kubeconfig
    std::size_t max_bytes = 1024 * 1024; ///< a longer kubeconfig is refused
    /// Whoever may write a Secret could run programs in this process's place, and send its files away: keep
    /// `data_only` unless you trust all of them.
    kubeconfig_trust trust = kubeconfig_trust::data_only;
};

/// Returns a source that has one cluster for each of these Secrets, which it follows with an informer. The
/// cluster has the name of the Secret. A Secret without the key is none.
///
/// The client's user needs the rights to list and watch `secrets` in that namespace.
///
/// Errors     errc::bad_request if an option is out of range, or there is no namespace.
std::shared_ptr<cluster_source> kubeconfig_secrets(client& api, kubeconfig_secrets_options options = {});

/// A source whose clusters the program names itself, for tests and for inventories that call back. One fleet
/// at a time follows it: another one logs errc::already_running, and tries again after a pause until the
/// first has ended.
///
/// Threads    any.
/// Lifetime   it may be used before, while and after a fleet follows it.
class manual_clusters final : public cluster_source {
public:
    manual_clusters();
    ~manual_clusters() override;

    void put(std::string const& name, endpoint server); ///< each call begins the work on the cluster anew
    void put(std::string const& name, kubeconfig_text config);
    void remove(std::string const& name);

    [[nodiscard]] task<> follow(environment const& env, cluster_set& clusters) override;

private:
    class impl;
    std::shared_ptr<impl> impl_;
};

} // namespace coinformer

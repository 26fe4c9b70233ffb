#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/transport/endpoint.hpp>

#include <functional>
#include <optional>
#include <string>

namespace coinformer {

/// Which configuration to use.
struct endpoint_query {
    std::string kubeconfig = {}; ///< a file; empty: $KUBECONFIG (a list of files, merged: the first that defines a name
                                 ///< wins), else ~/.kube/config, else the service account of the pod we run in
    std::string context = {};    ///< empty: the file's current-context
    /// Reads an environment variable; tests give their own. Null: the process's environment.
    std::function<std::optional<std::string>(std::string const&)> getenv = {};
    /// Where a pod's service account is mounted.
    std::string service_account_dir = "/var/run/secrets/kubernetes.io/serviceaccount";
};

/// Finds the API server as kubectl and client-go do: kubeconfig first, in-cluster as fallback.
///
/// Relative file names in a kubeconfig are relative to that file. Unknown fields are ignored; `exec` and
/// `auth-provider` users are refused by name. Reads files; blocks for that long.
///
/// Errors     api_error: errc::config_not_found (says where it looked), config_invalid (file, line, column),
///            config_unknown_name (names those there are), credentials_unreadable.
endpoint load_endpoint(endpoint_query const& query = {});

/// The pod's own endpoint. Errors: errc::config_not_found outside a cluster.
endpoint in_cluster_endpoint(endpoint_query const& query = {});

} // namespace coinformer

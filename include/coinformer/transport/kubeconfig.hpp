#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/transport/endpoint.hpp>

#include <functional>
#include <optional>
#include <string>

namespace coinformer {

/// Says which configuration to use.
struct endpoint_query {
    /// The kubeconfig file. If empty: the files that $KUBECONFIG lists (merged: the first file that defines a
    /// name wins), otherwise ~/.kube/config, otherwise the service account of the pod in which the program
    /// runs.
    std::string kubeconfig = {};
    std::string context = {}; ///< empty: the file's current-context
    /// Reads an environment variable; tests pass their own. If null, the process's environment is used.
    std::function<std::optional<std::string>(std::string const&)> getenv = {};
    /// The directory at which a pod's service account is mounted.
    std::string service_account_dir = "/var/run/secrets/kubernetes.io/serviceaccount";
};

/// Finds the API server as kubectl and client-go do: first by kubeconfig, then as a pod in the cluster. Reads
/// files, and blocks while it does.
///
/// Relative file names in a kubeconfig are relative to that file. Unknown fields are ignored. A user with
/// `exec` gets a token_source that runs the plugin, without a terminal and with a copy of the present
/// environment, so that no thread may change the environment during this call; `interactiveMode: Always` and
/// `auth-provider` are refused with an error that says so. Credentials are left out if the server's URL is
/// not https.
///
/// The `proxy-url` of a kubeconfig becomes endpoint::proxy. Without it, the proxy is that of the environment
/// (proxy_from_environment()), as in client-go. The endpoint of a pod has no proxy.
///
/// Errors     api_error: errc::config_not_found (says where it looked), errc::config_invalid (file, line,
///            column), errc::config_unknown_name (lists the names that exist), errc::credentials_unreadable.
endpoint load_endpoint(endpoint_query const& query = {});

/// Says what a kubeconfig may make this process do.
enum class kubeconfig_trust {
    /// The kubeconfig comes from somebody who must not run programs here, and must not read this machine's
    /// files. A user with `exec`, and every field that names a file (`tokenFile`, `certificate-authority`,
    /// `client-certificate`, `client-key`), is refused; the fields with `-data` hold the same as text. The
    /// author still chooses the server and the proxy to which the client connects.
    data_only,
    full, ///< all that load_endpoint() accepts
};

/// Reads a kubeconfig that the program has as text, for example from a Secret. Everything else is as with
/// load_endpoint(), and of the query `context` and `getenv` are used. Messages call the text `origin`, and
/// file names in it are relative to the directory of a file of this name.
///
/// Errors     those of load_endpoint(); errc::config_invalid for what `trust` does not allow, with its place.
endpoint parse_endpoint(std::string const& text, std::string const& origin,
                        kubeconfig_trust trust = kubeconfig_trust::data_only,
                        endpoint_query const& query = {});

/// Returns the endpoint that a pod in the cluster uses. It has no proxy, whatever the environment says,
/// because the API server is inside the cluster.
///
/// Errors     errc::config_not_found outside a cluster.
endpoint in_cluster_endpoint(endpoint_query const& query = {});

/// Returns the proxy that the environment names for this server, as Go's programs read it: HTTPS_PROXY, or
/// HTTP_PROXY for a server without TLS, unless NO_PROXY lists the server. Each may be in lower case, too; the
/// upper case wins. Localhost and loopback addresses never have a proxy. An empty url says that there is
/// none.
///
///     endpoint shop{.server = "https://api.shop:6443"};
///     shop.proxy = proxy_from_environment(shop.server);
///
/// Only `getenv` of the query is used.
///
/// Errors     errc::config_invalid if the server's URL or that of the proxy is wrong; the message names the
///            variable. (Go ignores a proxy's URL that it cannot read, and connects without a proxy.) As in
///            Go, the same if HTTP_PROXY is to be used while REQUEST_METHOD is set: in a CGI program, a
///            client may have set it.
proxy_options proxy_from_environment(std::string const& server, endpoint_query const& query = {});

} // namespace coinformer

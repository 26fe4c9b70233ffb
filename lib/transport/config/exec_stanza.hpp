#pragma once

#include "transport/config/exec_plugin.hpp"
#include "transport/config/kubeconfig_file.hpp"

#include <coinformer/transport/endpoint.hpp>

namespace coinformer::detail {

/// Reads the `exec` of a user. `cluster` is the cluster's definition and `known` what was read from it; both
/// are for plugins that ask for provideClusterInfo.
///
/// Errors     errc::config_invalid with the position of the mistake.
exec_stanza read_exec(kubeconfig_node const& exec, kubeconfig_node const& cluster, endpoint const& known);

} // namespace coinformer::detail

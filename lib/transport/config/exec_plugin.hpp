#pragma once

#include "transport/process/process_environment.hpp"

#include <coinformer/transport/token_source.hpp>

#include <string>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// The stanza of a kubeconfig about an exec plugin.
struct exec_stanza {
    std::string api_version;            ///< "client.authentication.k8s.io/v1" or ".../v1beta1"
    std::string command;                ///< an absolute path, or a name to find in PATH
    std::vector<std::string> arguments; ///< without the command
    std::vector<std::pair<std::string, std::string>> variables;
    std::string install_hint;
    std::string info; ///< for KUBERNETES_EXEC_INFO
};

/// Runs an exec plugin, as kubectl does, for each credential.
///
/// The plugin has no terminal and no input. Its output is limited to 1 MB. The end of what it writes to its
/// standard error becomes a part of the error if it fails, and is logged at the level of info if it does not;
/// tokens are replaced by "***" there.
///
/// Threads    any; the object does not change.
class exec_plugin final : public token_source {
public:
    /// Copies the environment of this process, which the plugin gets at each run.
    explicit exec_plugin(exec_stanza stanza);

    /// Errors     errc::credentials_not_issued, which names the command.
    task<issued_credential> issue(environment const& env, duration limit) override;

private:
    exec_stanza stanza_;
    process_environment variables_; // those of the stanza among them
};

} // namespace coinformer::detail

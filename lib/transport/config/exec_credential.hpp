#pragma once

#include <coinformer/transport/endpoint.hpp>
#include <coinformer/transport/token_source.hpp>

#include <boost/json/value.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// Reads what an exec plugin has written, an ExecCredential of the group client.authentication.k8s.io.
///
/// Errors     std::invalid_argument with half a sentence that says what is wrong ("its output has no
/// status").
///            It quotes nothing, because the text may be a token.
issued_credential parse_exec_credential(std::string_view text, std::string_view api_version);

/// Returns what a log must not show of an output: the token and the key. If it has neither, because it is no
/// ExecCredential, these are its words that may be tokens.
std::vector<secret> secrets_in(std::string_view output);

/// Returns the text of KUBERNETES_EXEC_INFO, which tells a plugin what it is asked for. If `cluster` is not
/// null, it names the server, too; `config` is then what the kubeconfig says for the plugin, or null.
///
/// Errors     api_error if the file of the CA cannot be read.
std::string exec_info(std::string_view api_version, endpoint const* cluster, boost::json::value config);

} // namespace coinformer::detail

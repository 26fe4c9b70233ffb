#include "transport/config/exec_stanza.hpp"

#include "core/printable.hpp"
#include "transport/config/exec_credential.hpp"

namespace coinformer::detail {

namespace {

constexpr std::string_view exec_group = "client.authentication.k8s.io";

bool is_newest_version(std::string const& version)
{
    return version == std::string(exec_group) + "/v1";
}

std::string version_of(kubeconfig_node const& exec)
{
    auto const field = exec["apiVersion"];
    auto version = field.text();
    if (version.empty()) exec.refuse("has no apiVersion; add client.authentication.k8s.io/v1");
    if (version == std::string(exec_group) + "/v1alpha1")
        field.refuse("is v1alpha1, which Kubernetes does not support any more; update the plugin, and let it "
                     "write the kubeconfig anew");
    if (!is_newest_version(version) && version != std::string(exec_group) + "/v1beta1")
        field.refuse("is neither client.authentication.k8s.io/v1 nor client.authentication.k8s.io/v1beta1");
    return version;
}

// Returns the text of a field that the plugin gets as an argument or a variable, which end at a zero byte.
std::string argument_text(kubeconfig_node const& field)
{
    auto text = field.text();
    if (text.find('\0') != text.npos) field.refuse("holds a zero byte");
    return text;
}

// As in client-go, a path with a slash is relative to the kubeconfig, and a plain name is found in PATH.
std::string command_of(kubeconfig_node const& exec)
{
    auto const field = exec["command"];
    auto const command = argument_text(field);
    if (command.empty()) exec.refuse("has no command");
    return command.find('/') == command.npos ? command : field.file_name();
}

void check_mode(kubeconfig_node const& exec, std::string const& version)
{
    auto const field = exec["interactiveMode"];
    auto const mode = field.text();
    if (mode == "Never" || mode == "IfAvailable") return;
    if (mode == "Always")
        field.refuse(
            "is Always: the plugin needs a terminal, which this program cannot give it; use Never or "
            "IfAvailable if the plugin can work without, or log in with the plugin beforehand");
    if (!mode.empty()) field.refuse("is none of Never, IfAvailable and Always");
    if (is_newest_version(version))
        exec.refuse("has no interactiveMode, which client.authentication.k8s.io/v1 demands; add IfAvailable");
}

// Returns what the cluster says for exec plugins: its extension of the name
// client.authentication.k8s.io/exec.
boost::json::value cluster_config(kubeconfig_node const& cluster)
{
    for (auto const& item : cluster["extensions"].items())
        if (item["name"].text() == std::string(exec_group) + "/exec") return item["extension"].json();
    return nullptr;
}

} // namespace

exec_stanza read_exec(kubeconfig_node const& exec, kubeconfig_node const& cluster, endpoint const& known)
{
    exec_stanza stanza;
    stanza.api_version = version_of(exec);
    stanza.command = command_of(exec);
    check_mode(exec, stanza.api_version);
    for (auto const& argument : exec["args"].items()) stanza.arguments.push_back(argument_text(argument));
    for (auto const& variable : exec["env"].items()) {
        auto const name = variable["name"];
        auto const text = name.text();
        if (text.empty() || text.find('=') != text.npos || text.find('\0') != text.npos)
            (name.absent() ? variable : name).refuse("is not the name of an environment variable");
        stanza.variables.emplace_back(text, argument_text(variable["value"]));
    }
    stanza.install_hint = exec["installHint"].text();
    if (exec["provideClusterInfo"].flag())
        stanza.info = exec_info(stanza.api_version, &known, cluster_config(cluster));
    else
        stanza.info = exec_info(stanza.api_version, nullptr, nullptr);
    return stanza;
}

} // namespace coinformer::detail

#include <coinformer/transport/kubeconfig.hpp>

#include "core/printable.hpp"
#include "transport/config/bearer_token.hpp"
#include "transport/config/endpoint_url.hpp"
#include "transport/config/exec_stanza.hpp"
#include "transport/config/file_text.hpp"
#include "transport/config/kubeconfig_file.hpp"
#include "transport/config/proxy_settings.hpp"
#include "transport/config/proxy_url.hpp"
#include "transport/config/server_name.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>

namespace coinformer {

using namespace detail;

namespace {

std::string variable(endpoint_query const& query, std::string const& name)
{
    if (query.getenv) return query.getenv(name).value_or(std::string());
    auto const* const value = std::getenv(name.c_str());
    return value != nullptr ? value : std::string();
}

// Reads a file that the endpoint names once, so that a wrong name is found now and not on each connection.
std::string readable(std::string file, std::string const& where)
{
    if (file.empty()) return file;
    if (auto const text = file_text(file); !text)
        throw api_error(errc::credentials_unreadable, where,
                        cited(file, 300) + ": " + text.error().message());
    return file;
}

// Returns the PEM of a field: `X-data` holds it as base64, `X` names a file. The data win.
pem_source pem_of(kubeconfig_node const& body, std::string const& field)
{
    pem_source pem;
    pem.data = body[field + "-data"].base64();
    if (auto const file = body[field]; pem.data.empty())
        pem.file = readable(file.file_name(), file.position());
    return pem;
}

// As in client-go, NO_PROXY does not count here.
proxy_options proxy_of(kubeconfig_node const& cluster)
{
    auto const field = cluster["proxy-url"];
    if (!field.is_set()) return {};
    auto proxy = split_proxy_url(field.text(), field.position() + ": " + field.path());
    proxy.reason = "proxy-url in " + field.position();
    return proxy;
}

void read_cluster(kubeconfig_node const& cluster, endpoint& into)
{
    auto const server = cluster["server"];
    into.server = server.text();
    if (into.server.empty()) cluster.refuse("has no server; add its URL, such as https://host:6443");
    parse_server_url(into.server, server.position() + ": " + server.path());

    into.proxy = proxy_of(cluster);
    into.disable_compression = cluster["disable-compression"].flag();

    into.tls.ca = pem_of(cluster, "certificate-authority");
    auto const server_name = cluster["tls-server-name"];
    into.tls.server_name = server_name.text();
    if (!into.tls.server_name.empty() && !is_server_name(into.tls.server_name))
        server_name.refuse("is neither a host name nor an IP address without a zone");
    auto const insecure = cluster["insecure-skip-tls-verify"];
    into.tls.insecure_skip_verify = insecure.flag();
    if (into.tls.insecure_skip_verify && !into.tls.ca.empty())
        insecure.refuse("is set beside a certificate-authority; remove one of them");
}

// Reads the kinds of credentials of which a user may have one.
void read_login(kubeconfig_node const& user, kubeconfig_node const& cluster, endpoint& into)
{
    // As in client-go, a tokenFile wins over a token beside it: the token is only its first reading.
    auto const file = user["tokenFile"];
    into.user.token_file = readable(file.file_name(), file.position());
    if (auto const token = user["token"]; into.user.token_file.empty()) {
        into.user.token = secret(token.text());
        if (!is_sendable_token(into.user.token.reveal()))
            token.refuse("holds white space or another character that a header cannot carry");
    }
    auto const name = user["username"], password = user["password"];
    into.user.username = name.text();
    into.user.password = secret(password.text());
    if (into.user.username.empty() && password.is_set()) user.refuse("has a password and no username");
    if (name.is_set() && (user["token"].is_set() || file.is_set()))
        name.refuse("stands beside a token; remove one of them");

    if (auto const provider = user["auth-provider"]; provider.is_set())
        provider.refuse("is not supported, as in client-go since Kubernetes 1.26; use the exec plugin of the "
                        "provider");
    if (auto const exec = user["exec"]; exec.is_set())
        into.user.source = std::make_shared<exec_plugin>(read_exec(exec, cluster, into));
}

void read_user(kubeconfig_node const& user, kubeconfig_node const& cluster, endpoint& into)
{
    read_login(user, cluster, into);
    into.tls.client_certificate = pem_of(user, "client-certificate");
    if (into.tls.client_certificate.empty()) return; // a key alone identifies no user
    into.tls.client_key = pem_of(user, "client-key");
    if (into.tls.client_key.empty()) user.refuse("has a client-certificate and no client-key");
}

constexpr std::size_t most_impersonation_values = 1000, most_impersonation_bytes = 64 * 1024;

impersonated_user read_impersonation(kubeconfig_node const& user)
{
    impersonated_user other;
    other.name = user["as"].text();
    other.uid = user["as-uid"].text();
    // The values become fields of a header. Aliases can make a small file huge, so that they are counted.
    std::size_t count = 0, bytes = 0;
    auto const text_of = [&](kubeconfig_node const& value, char const* field) {
        auto text = value.text();
        bytes += text.size();
        if (++count > most_impersonation_values || bytes > most_impersonation_bytes)
            user[field].refuse("has more than 1,000 values, or 64 KB of them");
        return text;
    };
    for (auto const& group : user["as-groups"].items()) other.groups.push_back(text_of(group, "as-groups"));
    for (auto const& [key, values] : user["as-user-extra"].fields())
        for (auto const& value : values.items()) other.extra[key].push_back(text_of(value, "as-user-extra"));
    for (auto const* const field : {"as-uid", "as-groups", "as-user-extra"})
        if (auto const found = user[field]; other.name.empty() && found.is_set())
            found.refuse("stands there without \"as\", which names the user to impersonate");
    return other;
}

// Returns the context's namespace. It becomes a part of paths and of messages, but may be a secret if a quote
// is missing in the file: so it is checked, and not shown.
std::string namespace_of(kubeconfig_node const& context)
{
    auto const ns = context["namespace"];
    auto name = ns.text();
    bool const is_label = name.size() <= 63 && std::ranges::all_of(name, [](char c) {
                              return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
                          });
    if (!is_label) ns.refuse("is no name of a namespace: at most 63 lower-case letters, digits and \"-\"");
    return name;
}

// Refuses what would run a program of this machine, or read one of its files. It looks at a field even if
// another one has precedence over it, so that the rule is easy to check.
void refuse_local_access(kubeconfig_node const& body, std::initializer_list<char const*> fields)
{
    for (auto const* const name : fields)
        if (auto const field = body[name]; field.is_set())
            field.refuse("is not allowed here, because this kubeconfig must neither run programs nor read "
                         "files of this machine; put a token, or the fields that end with -data, in it");
}

endpoint endpoint_of(kubeconfig const& config, std::string const& context_name, kubeconfig_trust trust)
{
    auto const context = config.context(context_name);
    auto const cluster_name = context["cluster"];
    auto const cluster = config.cluster(cluster_name.text(), cluster_name.absent() ? context : cluster_name);
    bool const is_restricted = trust != kubeconfig_trust::full;
    if (is_restricted) refuse_local_access(cluster, {"certificate-authority"});

    endpoint found;
    found.origin = "context " + cited(context_name) + " of " + context.file();
    found.ns = namespace_of(context);
    read_cluster(cluster, found);
    // Without a user, requests are anonymous.
    if (auto const user_name = context["user"]; !user_name.text().empty()) {
        auto const user = config.user(user_name.text(), user_name);
        if (is_restricted)
            refuse_local_access(user, {"exec", "tokenFile", "client-certificate", "client-key"});
        found.impersonate = read_impersonation(user);
        // as in client-go, credentials are not sent without TLS
        if (parse_server_url(found.server).tls) read_user(user, cluster, found);
    }
    return found;
}

endpoint endpoint_with_proxy(kubeconfig const& config, endpoint_query const& query, kubeconfig_trust trust)
{
    auto found = endpoint_of(config, query.context.empty() ? config.current_context() : query.context, trust);
    if (found.proxy.url.empty()) found.proxy = proxy_from_environment(found.server, query);
    return found;
}

enum class if_missing { skip, fail };

void add_file(std::string const& file, if_missing then, kubeconfig& to)
{
    auto const text = file_text(file);
    if (text) {
        to.add(parse_kubeconfig(*text, file));
        return;
    }
    auto const& why = text.error();
    bool const missing = why == std::errc::no_such_file_or_directory || why == std::errc::not_a_directory;
    if (!missing) throw api_error(errc::config_invalid, file, "cannot be read: " + why.message());
    if (then == if_missing::fail) throw api_error(errc::config_not_found, file, why.message());
}

// Returns the files that kubectl would read; an empty result if there are none and the caller has not asked
// for one.
kubeconfig read_files(endpoint_query const& query)
{
    kubeconfig config;
    if (!query.kubeconfig.empty()) {
        add_file(query.kubeconfig, if_missing::fail, config);
    } else if (auto const list = variable(query, "KUBECONFIG"); !list.empty()) {
        for (std::size_t begin = 0; begin <= list.size();) {
            auto const end = std::min(list.find(':', begin), list.size());
            add_file(list.substr(begin, end - begin), if_missing::skip, config);
            begin = end + 1;
        }
        if (config.empty())
            throw api_error(errc::config_not_found, "KUBECONFIG", "none of its files exists: " + list);
    } else if (auto const home = variable(query, "HOME"); !home.empty()) {
        add_file((std::filesystem::path(home) / ".kube/config").string(), if_missing::skip, config);
    }
    return config;
}

std::string namespace_in(std::string const& dir)
{
    auto const text = file_text(dir + "/namespace");
    if (!text) return {};
    return text->substr(0, text->find_first_of(" \t\r\n"));
}

endpoint endpoint_of_pod(endpoint_query const& query, std::string const& looked_at)
{
    auto host = variable(query, "KUBERNETES_SERVICE_HOST");
    auto const port = variable(query, "KUBERNETES_SERVICE_PORT");
    if (host.empty() || port.empty()) {
        throw api_error(errc::config_not_found, "in-cluster configuration",
                        looked_at + "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not both set");
    }
    if (host.find(':') != host.npos) host = '[' + host + ']';

    endpoint pod;
    pod.origin = "in-cluster";
    pod.server = "https://" + host + ':' + port;
    parse_server_url(pod.server, "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT");
    auto const& dir = query.service_account_dir;
    pod.user.token_file = readable(dir + "/token", "service account");
    pod.tls.ca.file = readable(dir + "/ca.crt", "service account");
    pod.ns = namespace_in(dir);
    return pod;
}

} // namespace

endpoint load_endpoint(endpoint_query const& query)
{
    auto const config = read_files(query);
    if (config.empty()) {
        std::string const nothing = "KUBECONFIG is not set, there is no ~/.kube/config";
        if (query.context.empty()) return endpoint_of_pod(query, nothing + ", and ");
        // a service account has no contexts: taking it would mean another cluster than the caller has asked
        // for
        throw api_error(errc::config_not_found, "context \"" + query.context + '"', nothing);
    }
    return endpoint_with_proxy(config, query, kubeconfig_trust::full);
}

endpoint parse_endpoint(std::string const& text, std::string const& origin, kubeconfig_trust trust,
                        endpoint_query const& query)
{
    kubeconfig config;
    config.add(parse_kubeconfig(text, origin));
    return endpoint_with_proxy(config, query, trust);
}

endpoint in_cluster_endpoint(endpoint_query const& query)
{
    return endpoint_of_pod(query, {});
}

proxy_options proxy_from_environment(std::string const& server, endpoint_query const& query)
{
    return proxy_of_environment(parse_server_url(server),
                                [&query](std::string const& name) { return variable(query, name); });
}

} // namespace coinformer

#include <coinformer/transport/kubeconfig.hpp>

#include "kubeconfig_world.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace coinformer::kubeconfig_world;

TEST_CASE_METHOD(machine, "a kubeconfig gives the current context's server, namespace and credentials")
{
    auto const file = dir.write("config", R"(
apiVersion: v1
kind: Config
preferences: {}
current-context: shop
contexts:
- name: other
  context: {cluster: other, user: other}
- name: shop
  context:
    cluster: kind
    user: joe
    namespace: tills-of-zone-9a0
clusters:
- name: kind
  cluster:
    server: https://127.0.0.1:6443/prefix
    certificate-authority-data: Q0EgdGV4dAo=
    tls-server-name: api.shop
    unknown-field: [1, 2]
users:
- name: joe
  user:
    client-certificate-data: Q0VSVA==
    client-key-data: |
      S0
      VZ
    token: abc.def
)");

    auto const e = load(file);

    CHECK(e.server == "https://127.0.0.1:6443/prefix");
    CHECK(e.ns == "tills-of-zone-9a0");
    CHECK(e.origin == "context shop of " + file);
    CHECK(e.tls.ca.data == "CA text\n");
    CHECK(e.tls.ca.file.empty());
    CHECK(e.tls.server_name == "api.shop");
    CHECK_FALSE(e.tls.insecure_skip_verify);
    CHECK(e.tls.client_certificate.data == "CERT");
    CHECK(e.tls.client_key.data == "KEY");
    CHECK(e.user.token.reveal() == "abc.def");
    CHECK(e.user.token_file.empty());
}

TEST_CASE_METHOD(machine, "a kubeconfig may be JSON")
{
    auto const e = load_text(R"({"apiVersion": "v1", "kind": "Config", "current-context": "c",
	"contexts": [{"name": "c", "context": {"cluster": "k", "user": "u", "namespace": null}}],
	"clusters": [{"name": "k", "cluster": {"server": "https:\/\/api.shop", "insecure-skip-tls-verify": true}}],
	"users": [{"name": "u", "user": {"token": "a\u0062c"}}]})");

    CHECK(e.server == "https://api.shop");
    CHECK(e.ns.empty());
    CHECK(e.tls.insecure_skip_verify);
    CHECK(e.user.token.reveal() == "abc");
}

TEST_CASE_METHOD(machine, "relative file names belong to the kubeconfig's directory, absolute ones stay")
{
    dir.write("etc/pki/ca.crt", "CA");
    dir.write("etc/joe.crt", "CERT");
    dir.write("joe.key", "KEY");
    auto const token = dir.write("token", "abc");

    auto const e = load(dir.write(
        "etc/config",
        config_of("{server: 'https://api.shop', certificate-authority: pki/ca.crt}",
                  "{client-certificate: ./joe.crt, client-key: ../joe.key, tokenFile: " + token + "}")));

    CHECK(e.tls.ca.file == dir.path("etc/pki/ca.crt"));
    CHECK(e.tls.client_certificate.file == dir.path("etc/joe.crt"));
    CHECK(e.tls.client_key.file == dir.path("joe.key"));
    CHECK(e.user.token_file == token);
    CHECK(e.user.token.empty());
}

TEST_CASE_METHOD(machine,
                 "a kubeconfig with a relative name has absolute file names, which stay valid after a chdir")
{
    dir.write("ca.crt", "CA");
    auto const absolute =
        dir.write("config", config_of("{server: 'https://h', certificate-authority: ca.crt}", "{}"));

    auto const e = load(std::filesystem::relative(absolute).string());

    CHECK(e.tls.ca.file == dir.path("ca.crt"));
}

TEST_CASE_METHOD(machine, "data fields have precedence over file fields, whose files need not exist")
{
    auto const e = load_text(
        config_of("{server: 'https://h', certificate-authority-data: Q0E=, certificate-authority: /nowhere}",
                  "{client-certificate-data: Q0VSVA==, client-certificate: /nowhere, client-key-data: S0VZ, "
                  "client-key: /no}"));

    CHECK(e.tls.ca.data == "CA");
    CHECK(e.tls.ca.file.empty());
    CHECK(e.tls.client_certificate.data == "CERT");
    CHECK(e.tls.client_certificate.file.empty());
    CHECK(e.tls.client_key.data == "KEY");
    CHECK(e.tls.client_key.file.empty());
}

TEST_CASE_METHOD(machine, "a tokenFile has precedence over a token, because it may be rotated")
{
    dir.write("token", "fresh");

    auto const e = load_text(config_of(https, "{token: stale, tokenFile: token}"));

    CHECK(e.user.token_file == dir.path("token"));
    CHECK(e.user.token.empty());
}

TEST_CASE_METHOD(machine, "without TLS the credentials are not sent, as in client-go")
{
    auto const e = load_text(config_of("{server: 'http://localhost:8001'}", "{token: abc}"));

    CHECK(e.server == "http://localhost:8001");
    CHECK(e.user.token.empty());
}

TEST_CASE_METHOD(machine, "a context without a user is anonymous, and empty fields count as absent")
{
    auto const e =
        load_text("current-context: c\n"
                  "contexts: [{name: c, context: {cluster: k, user: ''}}]\n"
                  "clusters: [{name: k, cluster: {server: 'https://h', proxy-url: '', tls-server-name: ~}}]\n"
                  "users:\n");

    CHECK(e.user.token.empty());
    CHECK(e.tls.server_name.empty());
    CHECK_NOTHROW(
        load_text(config_of(https, "{username: '', password: '', exec: null, as-groups: [], token: a}")));
}

TEST_CASE_METHOD(machine, "a context can be chosen by name")
{
    auto const file = dir.write("config", "current-context: a\n"
                                          "contexts:\n"
                                          "- {name: a, context: {cluster: a}}\n"
                                          "- {name: b, context: {cluster: b}}\n"
                                          "clusters:\n"
                                          "- {name: a, cluster: {server: 'https://a'}}\n"
                                          "- {name: b, cluster: {server: 'https://b'}}\n");

    CHECK(load(file).server == "https://a");
    CHECK(load(file, "b").server == "https://b");
    check_failure(failure_of([&] { load(file, "c"); }), errc::config_unknown_name, file + ": ",
                  R"(context "c"; there are "a", "b")");
}

TEST_CASE_METHOD(
    machine,
    "of several files in KUBECONFIG, the first file that defines a name provides its whole definition")
{
    dir.write("one/ca.crt", "CA");
    auto const one = dir.write("one/config", "contexts: [{name: c, context: {cluster: k, user: joe}}]\n"
                                             "clusters: [{name: k, cluster: {server: 'https://one', "
                                             "certificate-authority: ca.crt}}]\n");
    auto const two =
        dir.write("two", "current-context: c\n"
                         "contexts: [{name: c, context: {cluster: k, namespace: two}}]\n"
                         "clusters: [{name: k, cluster: {server: 'https://two', tls-server-name: two}}]\n"
                         "users: [{name: joe, user: {token: two}}]\n");
    auto const three = dir.write("three", "current-context: d\nusers: [{name: joe, user: {token: three}}]\n");
    environment["KUBECONFIG"] = ":" + dir.path("absent") + ":" + one + "::" + two + ":" + three + ":";

    auto const e = load();

    CHECK(e.server == "https://one");
    CHECK(e.ns.empty());
    CHECK(e.tls.server_name.empty());
    CHECK(e.tls.ca.file == dir.path("one/ca.crt"));
    CHECK(e.user.token.reveal() == "two");
    CHECK(e.origin == "context c of " + one);
    check_failure(failure_of([&] { load({}, "x"); }), errc::config_unknown_name,
                  one + ":" + two + ":" + three + ": ", R"(context "x"; there are "c")");
}

TEST_CASE_METHOD(machine,
                 "configuration is looked for in the query's file, KUBECONFIG, the home directory, the pod")
{
    auto const config_at = [](std::string const& host) {
        return config_of("{server: 'https://" + host + "'}", "{}");
    };
    auto const file = dir.write("explicit", config_at("explicit"));
    become_pod();
    CHECK(load().server == "https://10.96.0.1:443");
    dir.write("home/.kube/config", config_at("home"));
    CHECK(load().server == "https://home");
    environment["KUBECONFIG"] = dir.write("listed", config_at("listed"));
    CHECK(load().server == "https://listed");
    CHECK(load(file).server == "https://explicit");
    environment["KUBECONFIG"] = "";
    CHECK(load().server == "https://home");
    CHECK(in_cluster_endpoint(query()).server == "https://10.96.0.1:443");
}

TEST_CASE_METHOD(machine, "a file that was asked for must exist, even if the pod has an account")
{
    become_pod();

    auto const file = dir.path("absent");
    check_failure(failure_of([&] { load(file); }), errc::config_not_found, file + ": ", "No such file");
    environment["KUBECONFIG"] = file + ":" + dir.path("absent too");
    check_failure(failure_of([&] { load(); }), errc::config_not_found,
                  "KUBECONFIG: ", file + ":" + file + " too");
    environment["KUBECONFIG"] = dir.path("");
    check_failure(failure_of([&] { load(); }), errc::config_invalid, dir.path(""), "Is a directory");
}

TEST_CASE_METHOD(machine, "without any configuration the error lists the searched places")
{
    check_failure(failure_of([&] { load(); }), errc::config_not_found, "in-cluster configuration: ",
                  "KUBECONFIG is not set, there is no ~/.kube/config, and KUBERNETES_SERVICE_HOST and "
                  "KUBERNETES_SERVICE_PORT are not both set");
    environment.clear(); // no HOME either
    check_failure(failure_of([&] { load(); }), errc::config_not_found,
                  "in-cluster configuration: ", "KUBECONFIG");
    check_failure(failure_of([&] { in_cluster_endpoint(query()); }), errc::config_not_found,
                  "in-cluster configuration: ", "KUBERNETES_SERVICE_HOST");
}

TEST_CASE_METHOD(machine, "a context that was asked for is not replaced by the pod's account")
{
    become_pod();

    check_failure(failure_of([&] { load({}, "shop"); }), errc::config_not_found,
                  "context \"shop\": ", "KUBECONFIG");
}

TEST_CASE_METHOD(machine, "in a pod the service account gives token, CA and namespace")
{
    become_pod();

    auto const e = in_cluster_endpoint(query());

    CHECK(e.server == "https://10.96.0.1:443");
    CHECK(e.user.token_file == dir.path("account/token"));
    CHECK(e.user.token.empty());
    CHECK(e.tls.ca.file == dir.path("account/ca.crt"));
    CHECK(e.ns == "shop");
    CHECK(e.origin == "in-cluster");
}

TEST_CASE_METHOD(machine, "an IPv6 service address gets its brackets")
{
    become_pod();
    environment["KUBERNETES_SERVICE_HOST"] = "fd00::1";

    CHECK(in_cluster_endpoint(query()).server == "https://[fd00::1]:443");
}

TEST_CASE_METHOD(machine, "a pod's incomplete account is an error that names the missing part")
{
    become_pod();
    auto const in_cluster = [&] { in_cluster_endpoint(query()); };

    std::filesystem::remove(dir.path("account/namespace"));
    CHECK(in_cluster_endpoint(query()).ns.empty());
    std::filesystem::remove(dir.path("account/ca.crt"));
    check_failure(failure_of(in_cluster), errc::credentials_unreadable,
                  "service account: ", dir.path("account/ca.crt: No such file"));
    std::filesystem::remove(dir.path("account/token"));
    check_failure(failure_of(in_cluster), errc::credentials_unreadable,
                  "service account: ", dir.path("account/token: No such file"));
    environment["KUBERNETES_SERVICE_PORT"] = "tcp://10.96.0.1:443";
    check_failure(failure_of(in_cluster), errc::config_invalid, "KUBERNETES_SERVICE_HOST and", "port");
    environment.erase("KUBERNETES_SERVICE_PORT");
    check_failure(failure_of(in_cluster), errc::config_not_found, "in-cluster", "not both set");
}

TEST_CASE_METHOD(machine, "without a getenv of the query's own, the process's environment is read")
{
    auto const file = dir.write("config", config_of("{server: 'https://from-process'}", "{}"));
    auto const* const before = std::getenv("KUBECONFIG");
    std::string const kept = before != nullptr ? before : "";

    ::setenv("KUBECONFIG", file.c_str(), 1);
    auto const e = load_endpoint();
    if (before != nullptr)
        ::setenv("KUBECONFIG", kept.c_str(), 1);
    else
        ::unsetenv("KUBECONFIG");

    CHECK(e.server == "https://from-process");
}

TEST_CASE_METHOD(
    machine, "an invalid namespace is refused and not shown, because a quote may be missing before a token")
{
    auto const tail = GENERATE(as<std::string>(), "\n  token: hunter2", "/hunter2", "%2Fhunter2", ".hunter2");
    auto const refused = [](api_error const& e) {
        std::string const what = e.what();
        return e.code() == errc::config_invalid && what.find("hunter2") == what.npos &&
               what.find("contexts[0].context.namespace is no name of a namespace") != what.npos;
    };
    CHECK_THROWS_MATCHES(load_text("current-context: c\n"
                                   "contexts: [{name: c, context: {cluster: k, namespace: \"shop" +
                                   tail + "\"}}]\nclusters: [{name: k, cluster: {server: 'https://h'}}]\n"),
                         api_error, Catch::Predicate<api_error>(refused));
}

TEST_CASE_METHOD(machine, "the proxy of a kubeconfig wins over the environment, and NO_PROXY does not count")
{
    environment["HTTPS_PROXY"] = "http://other:1";
    environment["NO_PROXY"] = "*";
    auto const [url, kept] = GENERATE(table<std::string, std::string>({
        {"http://joe:hunter2@proxy:3128", "http://proxy:3128"},
        {"https://proxy", "https://proxy:443"},
        {"socks5://proxy", "socks5://proxy:1080"},
    }));
    auto const e = load_text(config_of("{server: 'https://h', proxy-url: '" + url + "'}", "{}"));

    CHECK(e.proxy.url == kept);
    CHECK(e.proxy.username == (url.find('@') == url.npos ? "" : "joe"));
    CHECK(e.proxy.password.reveal() == (url.find('@') == url.npos ? "" : "hunter2"));
    CHECK(e.proxy.reason == "proxy-url in " + dir.path("config") + ":5:64");
}

TEST_CASE_METHOD(machine, "without proxy-url, a kubeconfig's server has the proxy of the environment")
{
    environment["https_proxy"] = "proxy:3128";
    CHECK(load_text(config_of(https, "{}")).proxy.url == "http://proxy:3128");
    CHECK(load_text(config_of(https, "{}")).proxy.reason == "https_proxy");
    CHECK(load_text(config_of("{server: 'http://api.shop'}", "{}")).proxy.url.empty());
    CHECK(load_text(config_of("{server: 'https://127.0.0.1:6443'}", "{}")).proxy.url.empty());
    environment["NO_PROXY"] = ".shop";
    CHECK(load_text(config_of(https, "{}")).proxy.url.empty());
    CHECK(proxy_from_environment("https://api.other", query()).url == "http://proxy:3128");
}

TEST_CASE_METHOD(machine, "a pod reaches its API server without a proxy, whatever the environment says")
{
    become_pod();
    environment["HTTPS_PROXY"] = "http://proxy:3128";

    CHECK(load().proxy.url.empty());
    CHECK(in_cluster_endpoint(query()).proxy.url.empty());
}

TEST_CASE_METHOD(machine, "a wrong proxy in the environment is an error that names the variable")
{
    environment["HTTPS_PROXY"] = "ftp://joe:hunter2@proxy";

    check_failure(failure_of([&] { load_text(config_of(https, "{}")); }), errc::config_invalid,
                  "HTTPS_PROXY: ", "the proxy's URL has none of the schemes");
}

// Contract: a kubeconfig with an exec plugin is used as kubectl uses it. These tests have a fake plugin,
// which is a real process, and a server with TLS, so they run in real time.

#include "world.hpp"

#include "unit/transport/temporary_directory.hpp"

#include <coinformer/testing/tls_listener.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <filesystem>
#include <fstream>

namespace {

std::string const v1 = "apiVersion: client.authentication.k8s.io/v1";
std::string const beta = "apiVersion: client.authentication.k8s.io/v1beta1";

// A cluster with TLS, whose users have the token "right", or a certificate of its authority.
struct guarded_cluster {
    guarded_cluster()
    {
        server.create(config_maps, R"({"metadata":{"name":"a","namespace":"shop"},"data":{"v":"1"}})");
        served.start(io, server.run(listener));
    }
    ~guarded_cluster()
    {
        listener.close();
        api.reset();
        served.cancel();
    }

    // Writes a plugin, with one line of the file "runs" for each run.
    void write_plugin(std::string const& name, std::string const& body) const
    {
        auto const path =
            dir.write(name, "#!/bin/sh\necho \"$@\" >>'" + dir.path("runs") + "'\n" + body + "\n");
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    }
    static std::string answer_of(std::string const& version, std::string const& status)
    {
        return "cat <<'END'\n{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/" +
               version + "\",\"status\":" + status + "}\nEND\n";
    }
    // Returns the status of an answer with this client certificate.
    static std::string status_with(testing::tls_identity const& issued)
    {
        auto const quoted = [](std::string text) {
            for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2)
                text.replace(at, 1, "\\n");
            return '"' + text + '"';
        };
        return "{\"clientCertificateData\":" + quoted(issued.certificate) +
               ",\"clientKeyData\":" + quoted(issued.key) + "}";
    }
    // Makes the client of a kubeconfig whose user has this `exec`, and these fields beside it.
    void open(std::string const& exec, std::string const& beside = {})
    {
        dir.write("ca.crt", ca.certificate());
        auto const file =
            dir.write("config", "current-context: c\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n"
                                "clusters: [{name: k, cluster: {server: '" +
                                    listener.url() + "', certificate-authority: ca.crt}}]\n" +
                                    "users: [{name: u, user: {" + beside + "exec: {" + exec + "}}}]\n");
        api.emplace(environment{.ex = io.get_executor(), .log = &log}, load_endpoint({.kubeconfig = file}));
    }
    // Asks for an object, and returns how it went.
    error_code ask(std::string* what = nullptr)
    {
        background asking(io, ask_once(*api));
        io.restart();
        while (!asking.ended) io.run_one();
        if (what) *what = asking.what();
        return asking.code();
    }
    static task<> ask_once(client& api)
    {
        co_await api.request("get", http_request("GET", "/api/v1/namespaces/shop/configmaps/a"));
    }
    std::size_t runs() const
    {
        std::ifstream file(dir.path("runs"));
        std::string line;
        std::size_t n = 0;
        while (std::getline(file, line)) ++n;
        return n;
    }

    temporary_directory dir;
    std::ostringstream log_text;
    stream_log log{log_text};
    asio::io_context io;
    testing::certificate_authority ca;
    testing::tls_listener listener{io.get_executor(),
                                   {.identity = ca.server(), .client_ca = ca.certificate()}};
    testing::api_server server{
        {.ex = io.get_executor(), .log = &log},
        {.token = "right", .users = {{.name = "joe", .rules = {testing::access_rule{}}}}}};
    std::optional<client> api;
    background served;
};

} // namespace

TEST_CASE_METHOD(guarded_cluster, "the kubeconfig of each big provider works with its plugin")
{
    auto const [command, version,
                exec] = GENERATE(Catch::Generators::table<std::string, std::string, std::string>({
        {"aws", "v1beta1",
         beta + ", args: [--region, eu-west-1, eks, get-token, --cluster-name, shop, --output, json]"},
        {"aws-iam-authenticator", "v1beta1", beta + ", args: [token, -i, shop], provideClusterInfo: false"},
        {"gke-gcloud-auth-plugin", "v1beta1",
         beta + ", installHint: Install it, interactiveMode: IfAvailable, provideClusterInfo: true"},
        {"kubelogin", "v1beta1", beta + ", args: [get-token, --login, azurecli], env: null"},
        {"kubectl", "v1", v1 + ", args: [oidc-login, get-token], interactiveMode: Never"},
    }));
    write_plugin(command,
                 answer_of(version, R"({"token":"right","expirationTimestamp":"2099-01-01T00:00:00Z"})"));
    open(exec + ", command: ./" + command);
    for (int i = 0; i != 3; ++i) CHECK(ask() == error_code());
    CHECK(runs() == 1);
}

TEST_CASE_METHOD(guarded_cluster, "a client certificate from the plugin identifies the user")
{
    write_plugin("plugin", answer_of("v1", status_with(ca.client("joe"))));
    open(v1 + ", interactiveMode: Never, command: ./plugin");
    CHECK(ask() == error_code());
    CHECK(ask() == error_code());
    CHECK(runs() == 1);
}

TEST_CASE_METHOD(guarded_cluster, "a client certificate in the kubeconfig counts, and not that of the plugin")
{
    auto const own = GENERATE(as<std::string>(), "joe", "eve"); // eve may do nothing
    auto const identity = ca.client(own);
    dir.write("own.crt", identity.certificate);
    dir.write("own.key", identity.key);
    write_plugin("plugin", answer_of("v1", status_with(ca.client(own == "joe" ? "eve" : "joe"))));
    open(v1 + ", interactiveMode: Never, command: ./plugin",
         "client-certificate: own.crt, client-key: own.key, ");
    std::string what;
    CHECK(ask(&what) == (own == "joe" ? error_code() : make_error_code(errc::forbidden)));
    CHECK((what.find("\"eve\"") != what.npos) == (own == "eve"));
}

TEST_CASE_METHOD(guarded_cluster, "after a 401 the plugin runs once, and its new token is used")
{
    dir.write("token", "old");
    write_plugin("plugin", "token=$(cat '" + dir.path("token") +
                               R"(')
echo "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\",)"
                               R"(\"status\":{\"token\":\"$token\"}}")");
    open(v1 + ", interactiveMode: Never, command: ./plugin");
    CHECK(ask() == condition::unauthorized);
    CHECK(runs() == 1);
    dir.write("token", "right");
    CHECK(ask() == error_code());
    CHECK(ask() == error_code());
    CHECK(runs() == 2);
}

TEST_CASE_METHOD(guarded_cluster, "a plugin that fails is named in the error of the request, with its words")
{
    write_plugin("plugin", "echo 'run aws sso login' >&2; exit 255");
    open(v1 + ", interactiveMode: Never, command: ./plugin");
    std::string what;
    CHECK(ask(&what) == condition::misconfigured);
    CHECK(what == "get /api/v1/namespaces/shop/configmaps/a: no credential was issued: exec plugin " +
                      dir.path("plugin") + ": it ended with exit code 255; it says: run aws sso login");
}

TEST_CASE_METHOD(guarded_cluster, "while a plugin runs, requests with a valid token do not wait for it")
{
    // The token lasts for three to four seconds, and is due after two thirds of that; the second run hangs.
    write_plugin("plugin", "if [ -e '" + dir.path("first") + "' ]; then sleep 100; fi\n: >'" +
                               dir.path("first") + "'\nend=$(date -u -d '+4 seconds' +%Y-%m-%dT%H:%M:%SZ)\n" +
                               R"(echo "{\"kind\":\"ExecCredential\",\"apiVersion\":)"
                               R"(\"client.authentication.k8s.io/v1\",\"status\":{\"token\":\"right\",)"
                               R"(\"expirationTimestamp\":\"$end\"}}")");
    open(v1 + ", interactiveMode: Never, command: ./plugin");
    auto slowest = std::chrono::steady_clock::duration::zero();
    auto const begin = std::chrono::steady_clock::now();
    CHECK(ask() == error_code());
    std::size_t asked = 0;
    while (runs() < 2 && std::chrono::steady_clock::now() - begin < 5s) {
        io.run_for(100ms);
        ask();
    }
    REQUIRE(runs() == 2);
    for (auto const until = std::chrono::steady_clock::now() + 500ms;
         std::chrono::steady_clock::now() < until;) {
        auto const sent = std::chrono::steady_clock::now();
        REQUIRE(ask() == error_code());
        slowest = std::max(slowest, std::chrono::steady_clock::now() - sent);
        ++asked;
    }
    CHECK(asked > 10);
    CHECK(slowest < 200ms);
    CHECK(runs() == 2);
}

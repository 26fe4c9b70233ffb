// An informer reaches its API server, over TLS, through real proxies. These tests run in real time.

#include "contract/world.hpp"

#include "real_proxy.hpp"
#include "transport/config/http2_support.hpp"

#include <coinformer/testing/tls_listener.hpp>
#include <coinformer/transport/kubeconfig.hpp>

namespace {

using kind = real_proxy::kind;

/// A cluster with TLS, and a client whose kubeconfig names a proxy.
struct cluster_behind_proxy {
    cluster_behind_proxy() { served.start(io, server.run(listener)); }
    ~cluster_behind_proxy()
    {
        listener.close();
        informer.reset();
        api.reset();
        served.cancel();
    }

    void put(std::string const& name, std::string const& value)
    {
        server.apply(config_maps,
                     R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"shop","name":")" +
                         name + R"("},"data":{"v":")" + value + R"("}})",
                     "test");
    }

    void open(std::string const& proxy_url) { open(proxy_url, listener.url()); }
    void open(std::string const& proxy_url, std::string const& server_url)
    {
        dir.write("ca.crt", ca.certificate());
        auto const file =
            dir.write("config", "current-context: c\ncontexts: [{name: c, context: {cluster: k}}]\n"
                                "clusters: [{name: k, cluster: {server: '" +
                                    server_url + "', certificate-authority: ca.crt, proxy-url: '" +
                                    proxy_url + "'}}]\n");
        client_options options;
        options.http.version = version;
        api.emplace(environment{.ex = io.get_executor(), .log = &log}, load_endpoint({.kubeconfig = file}),
                    options);
    }

    void inform(std::string const& proxy_url)
    {
        open(proxy_url);
        informer.emplace(io, *api);
    }

    // Runs until the condition is true, but at most for half a minute.
    template <class Condition>
    bool comes_true(Condition condition)
    {
        auto const end = std::chrono::steady_clock::now() + 30s;
        io.restart();
        while (!condition() && std::chrono::steady_clock::now() < end) io.run_one_until(end);
        return condition();
    }

    // Makes one request, and returns its error.
    std::string ask()
    {
        background asking(io, ask_once(*api));
        CHECK(comes_true([&] { return asking.ended; }));
        return asking.what();
    }
    static task<> ask_once(client& api)
    {
        co_await api.request("get", http_request("GET", "/api/v1/namespaces/shop/configmaps/a"));
    }

    std::size_t lists() const { return server.requests("list", config_maps); }
    bool is_logged(std::string_view text) const { return log_text.str().find(text) != std::string::npos; }

    http_version version = http_version::http1;
    temporary_directory dir;
    std::ostringstream log_text;
    stream_log log{log_text};
    asio::io_context io;
    testing::certificate_authority ca;
    testing::tls_listener listener{io.get_executor(), {.identity = ca.server()}};
    testing::api_server server{{.ex = io.get_executor(), .log = &no_log()}};
    std::optional<client> api;
    std::optional<recorded_informer> informer;
    background served;
};

// Returns false, and says so, if the program of this proxy is missing.
bool can_run(kind which)
{
    if (real_proxy::is_installed(which)) return true;
    WARN(real_proxy::name(which) << " is not installed: the test is skipped");
    return false;
}

} // namespace

TEST_CASE_METHOD(cluster_behind_proxy, "an informer recovers when its proxy is killed and started again")
{
    auto const which = GENERATE(kind::tinyproxy, kind::microsocks);
    version = GENERATE(http_version::http1, http_version::automatic);
    if (!can_run(which)) return;
    bool const over_http2 = version == http_version::automatic && has_http2();
    INFO(real_proxy::name(which) << (over_http2 ? ", HTTP/2" : ""));
    real_proxy proxy(which);
    put("a", "1");
    put("b", "1");
    inform(proxy.url());
    CHECK(comes_true([&] { return informer->seen.size() == 2; }));
    put("a", "2");
    CHECK(comes_true([&] { return informer->seen.size() == 3; }));
    CHECK(ask().empty());
    CHECK(server.open_connections() == (over_http2 ? 1 : 2)); // the watch and the request share one
    auto const lists_before = lists();

    proxy.kill();
    put("a", "3");
    server.remove(config_maps, {"shop", "b"});
    put("c", "1");
    // The informer has noticed, and has tried in vain.
    CHECK(comes_true([&] { return is_logged("connect to proxy " + proxy.url({})); }));
    CHECK(informer->seen.size() == 3);
    proxy.start();
    CHECK(comes_true([&] { return informer->seen.size() == 6; }));
    put("a", "4");
    CHECK(comes_true([&] { return informer->seen.size() == 7; }));

    CHECK(informer->seen == lines{"+i shop/a=1", "+i shop/b=1", "~ shop/a=1>2", "~ shop/a=2>3", "- shop/b",
                                  "+ shop/c=1", "~ shop/a=3>4"});
    CHECK(lists() == lists_before);
    CHECK(is_logged("INFO connections to the API server go through a proxy"));
    CHECK_FALSE(is_logged("hunter2"));
}

TEST_CASE_METHOD(cluster_behind_proxy,
                 "a real proxy that does not accept the login is named, without the password")
{
    auto const [which, login, part] = GENERATE(table<kind, std::string, std::string>({
        {kind::tinyproxy, "joe:hunter3@", "(it does not accept the user name and password)"},
        {kind::tinyproxy, "", "(it wants a user name and a password)"},
        {kind::microsocks, "joe:hunter3@", "it does not accept the user name and password"},
        {kind::microsocks, "", "it wants a user name and a password"},
    }));
    if (!can_run(which)) return;
    INFO(real_proxy::name(which) << ' ' << login);
    real_proxy const proxy(which);
    put("a", "1");
    open(proxy.url(login));
    auto const what = ask();
    INFO(what);

    CHECK(what.find("the proxy refuses to connect to the server: connect to 127.0.0.1:") != what.npos);
    CHECK(what.find(" through proxy " + proxy.url("") + ": ") != what.npos);
    CHECK(what.find(part) != what.npos);
    CHECK(what.find("hunter3") == what.npos);
    open(proxy.url());
    CHECK(ask().empty());
}

TEST_CASE_METHOD(cluster_behind_proxy, "a real proxy that does not reach the server says why")
{
    auto const [which, part] = GENERATE(table<kind, std::string>({
        {kind::tinyproxy, ": 500 "},
        {kind::microsocks, ": the server refuses the connection"},
    }));
    if (!can_run(which)) return;
    real_proxy const proxy(which);
    open(proxy.url(), "https://127.0.0.1:1"); // nothing listens there
    auto const what = ask();
    INFO(what);

    CHECK(what.find("the proxy refuses to connect to the server") != what.npos);
    CHECK(what.find(part) != what.npos);
}

TEST_CASE_METHOD(cluster_behind_proxy, "a real proxy resolves the name of the server")
{
    auto const which = GENERATE(kind::tinyproxy, kind::microsocks);
    if (!can_run(which)) return;
    real_proxy const proxy(which);
    put("a", "1");
    open(proxy.url(), "https://localhost:" + std::to_string(listener.port()));

    CHECK(ask().empty());
}

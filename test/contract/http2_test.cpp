// Contract: over HTTP/2 the informers of a client share a connection, a reader that stands still stops alone,
// and everything else is as over HTTP/1.1.

#include "world.hpp"

#include "transport/http/http2_codec.hpp"

#include <coinformer/testing/certificate_authority.hpp>
#include <coinformer/testing/tls_listener.hpp>

#include <chrono>
#include <deque>

namespace {

/// A world whose network agrees on HTTP/2. Without nghttp2 it speaks HTTP/1.1, so that only the number of
/// connections differs.
struct http2_cluster : world {
    http2_cluster() { network.agree_on(has_http2() ? "h2" : ""); }

    client api2{env, {.server = "http://in-memory"}, {}, network.dialer()};
    std::size_t connections() const { return has_http2() ? server.open_connections() : 1; }
};

// Reads a config map over TLS.
task<> read_over_tls(client& api, std::string& text)
{
    text = co_await api.get(config_maps, "shop", "a");
}

} // namespace

TEST_CASE_METHOD(http2_cluster, "thirty informers share one HTTP/2 connection, and see every change")
{
    std::vector<std::unique_ptr<shared_informer<config_map>>> informers;
    std::deque<background> running;
    for (int i = 0; i != 30; ++i) {
        auto const ns = "n" + std::to_string(i);
        put("a", "1", ns);
        informers.push_back(
            std::make_unique<shared_informer<config_map>>(api2, informer_options{.namespaces = {ns}}));
        running.emplace_back(io, informers.back()->run());
    }
    time.run_for(2s);
    CHECK(connections() == 1);
    CHECK(server.open_watches() == 30);
    for (int i = 0; i != 30; ++i) set("a", "2", "n" + std::to_string(i));
    time.run_for(1s);
    for (auto const& informer : informers) CHECK(listed(*informer) == lines{"a=2"});

    server.disconnect();
    for (int i = 0; i != 30; ++i) set("a", "3", "n" + std::to_string(i));
    time.run_for(1min);
    for (auto const& informer : informers) CHECK(listed(*informer) == lines{"a=3"});
    CHECK(connections() == 1);
}

TEST_CASE_METHOD(http2_cluster, "an HTTP/2 connection that goes silent is replaced within a minute")
{
    if (!has_http2()) return; // the silence of the watch alone is noticed later
    shared_informer<config_map> informer(api2);
    put("a", "1");
    background running(io, informer.run());
    time.run_for(1s);
    REQUIRE(listed(informer) == lines{"a=1"});
    network.silence();
    set("a", "2");
    time.run_for(60s);
    CHECK(listed(informer) == lines{"a=2"});
}

TEST_CASE_METHOD(http2_cluster, "a list of many windows comes over HTTP/2")
{
    std::string const large(200'000, 'x');
    for (int i = 0; i != 40; ++i) put("o" + std::to_string(i), large);
    shared_informer<config_map> informer(api2);
    background running(io, informer.run());
    time.run_for(5s);
    CHECK(listed(informer).size() == 40);
    CHECK(listed(informer).front().size() == large.size() + 3);
}

TEST_CASE("io_context::run() returns although an HTTP/2 connection waits to be used again")
{
    asio::io_context server_io, client_io;
    testing::certificate_authority const ca;
    testing::tls_listener listener(server_io.get_executor(), {.identity = ca.server()});
    testing::api_server server({.ex = server_io.get_executor(), .log = &no_log()});
    server.create(config_maps, R"({"metadata":{"name":"a","namespace":"shop"}})");
    background serving(server_io, server.run(listener));
    endpoint there{.server = listener.url()};
    there.tls.ca.data = ca.certificate();
    std::vector<std::string> protocols;
    client_options options;
    options.on_response = [&](request_report const& r) { protocols.emplace_back(r.protocol); };
    client api({.ex = client_io.get_executor()}, there, options);

    auto const limit = std::chrono::steady_clock::now() + 30s;
    for (int i = 0; i != 2; ++i) {
        std::string text;
        client_io.restart();
        background reading(client_io, read_over_tls(api, text));
        while (!client_io.stopped() && std::chrono::steady_clock::now() < limit) {
            client_io.poll();
            server_io.restart();
            server_io.poll();
        }
        CHECK(client_io.stopped());
        CHECK(reading.what().empty());
        CHECK(text.find(R"("name":"a")") != std::string::npos);
    }
    CHECK(server.open_connections() == 1); // the second request has used it, too
    CHECK(protocols == std::vector<std::string>(2, has_http2() ? "HTTP/2" : "HTTP/1.1"));
    api.close();
    listener.close();
}

TEST_CASE("a client that demands HTTP/2 says so if the server does not agree to it over TLS")
{
    if (!has_http2()) return; // the client could not be made
    asio::io_context io;
    testing::certificate_authority const ca;
    testing::tls_listener listener(io.get_executor(), {.identity = ca.server(), .http2 = false});
    testing::api_server server({.ex = io.get_executor(), .log = &no_log()});
    endpoint there{.server = listener.url()};
    there.tls.ca.data = ca.certificate();
    client_options options;
    options.http.version = http_version::http2;
    options.retry.attempts = 1;
    client api({.ex = io.get_executor()}, there, options);
    background serving(io, server.run(listener));
    std::string text;
    background reading(io, read_over_tls(api, text));
    auto const limit = std::chrono::steady_clock::now() + 30s;
    while (!reading.ended && std::chrono::steady_clock::now() < limit) io.poll();
    CHECK(reading.code() == errc::config_invalid);
    CHECK(reading.what().find("http_options::version demands HTTP/2, and the server does not agree to it") !=
          std::string::npos);
    api.close();
    listener.close();
}

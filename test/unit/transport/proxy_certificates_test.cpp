// The certificates and files that an https proxy needs, which are not those of the server behind it; and a
// handshake that the proxy refuses.

#include "proxied_world.hpp"
#include "temporary_directory.hpp"

using namespace tls_world;

namespace {

// An https proxy that demands a client certificate of its own authority. The server asks for one of
// another authority, and the client has that one.
struct demanding_proxy : proxied_world {
    demanding_proxy() : proxied_world("https")
    {
        proxy_context.set_verify_mode(ssl::verify_peer | ssl::verify_fail_if_no_peer_cert);
        proxy_context.add_certificate_authority(asio::buffer(proxy_authority.certificate()));
        context.set_verify_mode(ssl::verify_peer);
        context.add_certificate_authority(asio::buffer(authority().certificate()));
        auto const alice = authority().client("alice");
        server.tls.client_certificate.data = alice.certificate;
        server.tls.client_key.data = alice.key;
    }
};

int agree_to_no_protocol(SSL*, unsigned char const**, unsigned char*, unsigned char const*, unsigned, void*)
{
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

// Accepts one connection, sends its end, and waits until the client leaves.
task<> end_at_once(tcp::acceptor& acceptor)
{
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    socket.shutdown(tcp::socket::shutdown_send);
    std::array<char, 1000> buffer;
    error_code ec;
    auto const room = asio::buffer(buffer);
    while (!ec) co_await socket.async_read_some(room, asio::redirect_error(asio::use_awaitable, ec));
}

} // namespace

TEST_CASE_METHOD(demanding_proxy,
                 "a proxy that demands a client certificate gets its own one, and the server another one")
{
    auto const joe = proxy_authority.client("joe");
    server.proxy.tls.client_certificate.data = joe.certificate;
    server.proxy.tls.client_key.data = joe.key;

    CHECK(run_through().what() == "");

    CHECK(got.text.ends_with("hello"));
    CHECK(seen.client == "/CN=alice");
    CHECK(connect_request.starts_with("CONNECT "));
}

TEST_CASE_METHOD(demanding_proxy,
                 "a proxy that demands a client certificate and gets none is named, with its reason")
{
    bool const old = GENERATE(true, false);
    if (old) SSL_CTX_set_max_proto_version(proxy_context.native_handle(), TLS1_2_VERSION);

    auto const& client = run_alone(accept_tls(proxy_acceptor, proxy_context, 1, connect_request));

    CHECK(client.code() == errc::proxy_failed);
    mentions(client, "proxy https://127.0.0.1");
    mentions(client, old ? "handshake failure" : "certificate required");
    CHECK(proxy->done());
    CHECK(connect_request.empty());
}

TEST_CASE("a file for the proxy's certificate that is missing is named, and used once it is there")
{
    proxied_world w("https");
    temporary_directory const dir;
    auto const file = dir.path("proxy-ca.crt");
    w.server.proxy.tls.ca = {"", file};
    auto const& early = w.run_alone(nothing());
    CHECK(early.code() == errc::credentials_unreadable);
    mentions(early, file);

    dir.write("proxy-ca.crt", w.proxy_authority.certificate());
    CHECK(w.run_through().what() == "");
    CHECK(w.got.text.ends_with("hello"));
}

TEST_CASE("a server name of a proxy that cannot be checked against a certificate is refused at once")
{
    proxied_world w("https");
    w.server.proxy.tls.server_name = GENERATE(as<std::string>(), "a b", "*.shop", "fe80::1%lo");

    CHECK_THROWS_WITH(w.open_dialer(), Catch::StartsWith("proxy_options::tls: invalid configuration: "));
}

TEST_CASE("a proxy that does not agree to HTTP/1.1 is told apart from the server, and from its options")
{
    proxied_world w("https");
    SSL_CTX_set_alpn_select_cb(w.proxy_context.native_handle(), &agree_to_no_protocol, nullptr);

    auto const& client = w.run_alone(accept_tls(w.proxy_acceptor, w.proxy_context, 1, w.connect_request));

    CHECK(client.code() == errc::proxy_failed);
    mentions(client, "TLS with proxy https://127.0.0.1");
    mentions(client, "the proxy cannot be used: TLS failed: the proxy does not agree to HTTP/1.1");
    CHECK(client.what().find("http_options") == std::string::npos);
    CHECK(w.connect_request.empty());
}

TEST_CASE("a proxy that ends the connection in the handshake is told apart from the server")
{
    proxied_world w("https");

    auto const& client = w.run_alone(end_at_once(w.proxy_acceptor));

    CHECK(client.code() == errc::proxy_failed);
    mentions(client, "the proxy cannot be used: TLS failed: the proxy closed the connection");
    CHECK(w.proxy->done());
}

// The certificates and files that an https proxy needs, which are not those of the server behind it.

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

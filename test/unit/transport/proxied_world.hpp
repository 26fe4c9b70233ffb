#pragma once

#include "tls_world.hpp"

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/read_until.hpp>

// A proxy between a dialer and a server over TLS, all on one io_context.
namespace tls_world {

template <class From, class To>
task<> pump(From& from, To& to)
{
    std::array<char, 10'000> buffer;
    for (error_code ec; !ec;) {
        auto const room = asio::buffer(buffer);
        auto const n = co_await from.async_read_some(room, asio::redirect_error(asio::use_awaitable, ec));
        if (n == 0) break;
        auto const bytes = asio::buffer(buffer.data(), n);
        co_await asio::async_write(to, bytes, asio::redirect_error(asio::use_awaitable, ec));
    }
}

// Answers CONNECT, and carries the bytes between the client and this port.
template <class Stream>
task<> be_proxy(Stream& client, std::uint16_t port, std::string& request)
{
    error_code ec;
    co_await asio::async_read_until(client, asio::dynamic_buffer(request), "\r\n\r\n",
                                    asio::redirect_error(asio::use_awaitable, ec));
    if (ec) co_return;
    tcp::socket server(client.get_executor());
    tcp::endpoint const there(asio::ip::address_v4::loopback(), port);
    co_await server.async_connect(there, asio::use_awaitable);
    std::string const answer = "HTTP/1.1 200 OK\r\n\r\n";
    auto const bytes = asio::buffer(answer);
    co_await asio::async_write(client, bytes, asio::use_awaitable);
    using namespace asio::experimental::awaitable_operators;
    co_await (pump(client, server) || pump(server, client));
}

inline task<> accept_plain(tcp::acceptor& acceptor, std::uint16_t port, std::string& request)
{
    auto client = co_await acceptor.async_accept(asio::use_awaitable);
    co_await be_proxy(client, port, request);
}

inline task<> accept_tls(tcp::acceptor& acceptor, ssl::context& context, std::uint16_t port,
                         std::string& request)
{
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    ssl::stream<tcp::socket> client(std::move(socket), context);
    error_code ec;
    co_await client.async_handshake(ssl::stream_base::server, asio::redirect_error(asio::use_awaitable, ec));
    if (ec) co_return;
    unsigned char const* protocol = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(client.native_handle(), &protocol, &size);
    CHECK(std::string(protocol, protocol + size) == "http/1.1");
    co_await be_proxy(client, port, request);
    co_await client.async_shutdown(asio::redirect_error(asio::use_awaitable, ec));
}

// Chooses h2 if the client offers it.
inline int prefer_http2(SSL*, unsigned char const** out, unsigned char* size, unsigned char const* in,
                        unsigned in_size, void*)
{
    unsigned char* chosen = nullptr;
    static constexpr unsigned char known[] = "\x02h2\x08http/1.1";
    auto const found = SSL_select_next_proto(&chosen, size, known, sizeof known - 1, in, in_size);
    *out = chosen;
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// A dialer whose endpoint has a proxy. The proxy shows a certificate of an authority of its own.
struct proxied_world : dialer_world {
    tcp::acceptor proxy_acceptor{io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
    ssl::context proxy_context{ssl::context::tls_server};
    certificate_authority const proxy_authority{"proxy-ca"};
    std::string connect_request; // what the proxy was asked
    std::unique_ptr<started> proxy;

    explicit proxied_world(std::string const& scheme, std::string const& proxy_certificate_for = "127.0.0.1")
    {
        auto const identity = proxy_authority.server({proxy_certificate_for});
        proxy_context.use_certificate_chain(asio::buffer(identity.certificate));
        proxy_context.use_private_key(asio::buffer(identity.key), ssl::context::pem);
        SSL_CTX_set_alpn_select_cb(proxy_context.native_handle(), &prefer_http2, nullptr);
        server.proxy.url = proxy_url(scheme);
        server.proxy.reason = "HTTPS_PROXY";
        server.proxy.username = "joe";
        server.proxy.password = secret("hunter2");
        if (scheme == "https") server.proxy.tls.ca.data = proxy_authority.certificate();
    }

    std::string proxy_url(std::string const& scheme) const
    {
        return scheme + "://127.0.0.1:" + std::to_string(proxy_acceptor.local_endpoint().port());
    }

    started const& run_through(task<> server_part)
    {
        auto const port = acceptor.local_endpoint().port();
        auto part = server.proxy.url.starts_with("https")
                        ? accept_tls(proxy_acceptor, proxy_context, port, connect_request)
                        : accept_plain(proxy_acceptor, port, connect_request);
        proxy = std::make_unique<started>(io, std::move(part));
        return run(std::move(server_part));
    }
    started const& run_through() { return run_through(serve(acceptor, context, goodbye::said, seen)); }

    // Runs the client beside this part of a proxy, while the server hears nothing.
    started const& run_alone(task<> proxy_part)
    {
        open_dialer();
        proxy = std::make_unique<started>(io, std::move(proxy_part));
        tasks.clear();
        tasks.push_back(std::make_unique<started>(io, talk(*dialer, got)));
        io.restart();
        io.run_for(std::chrono::seconds(10)); // a limit, in case it hangs
        REQUIRE(tasks[0]->done());
        return *tasks[0];
    }
};

inline task<> nothing()
{
    co_return;
}

} // namespace tls_world

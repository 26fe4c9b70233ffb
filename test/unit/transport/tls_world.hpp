#pragma once

#include "transport/stream/server_dialer.hpp"
#include "transport/stream/tls_stream.hpp"

#include <coinformer/testing/certificate_authority.hpp>

#include "asio_run.hpp"
#include "catch.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <optional>
#include <sstream>

// A TLS server on loopback and a dialer, on one io_context.
namespace tls_world {

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;
namespace ssl = asio::ssl;
using tcp = asio::ip::tcp;

using testing::certificate_authority;
using testing::tls_identity;

inline certificate_authority const& authority()
{
    static certificate_authority const ca("test-ca");
    return ca;
}

// Returns a validity between two times, given relative to now.
inline testing::validity around(std::chrono::seconds from, std::chrono::seconds until)
{
    auto const now = std::chrono::system_clock::now();
    return {now + from, now + until};
}

enum class goodbye { said, unsaid };

// What the server saw of its connection.
struct visit {
    error_code handshake;
    std::string server_name; // the name that the client sent (SNI)
    std::string client;      // the subject of the client's certificate
    std::string request;     // the first bytes of the request
};

inline int choose_http1(SSL*, unsigned char const** out, unsigned char* size, unsigned char const* in,
                        unsigned in_size, void*)
{
    unsigned char* chosen = nullptr;
    static constexpr unsigned char ours[] = "\x08http/1.1";
    auto const found = SSL_select_next_proto(&chosen, size, ours, sizeof ours - 1, in, in_size);
    *out = chosen;
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

inline void note_peer(ssl::stream<tcp::socket>& stream, visit& seen)
{
    if (auto const* const name = SSL_get_servername(stream.native_handle(), TLSEXT_NAMETYPE_host_name))
        seen.server_name = name;
    if (auto* const certificate = SSL_get0_peer_certificate(stream.native_handle())) {
        char line[100];
        seen.client = X509_NAME_oneline(X509_get_subject_name(certificate), line, sizeof line);
    }
}

// Accepts one connection, and answers one request on it.
inline task<> serve(tcp::acceptor& acceptor, ssl::context& context, goodbye end, visit& seen)
{
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    ssl::stream<tcp::socket> stream(std::move(socket), context);
    co_await stream.async_handshake(ssl::stream_base::server,
                                    asio::redirect_error(asio::use_awaitable, seen.handshake));
    if (seen.handshake) co_return;
    note_peer(stream, seen);
    std::array<char, 1000> buffer;
    error_code ec;
    auto const room = asio::buffer(buffer);
    auto const size = co_await stream.async_read_some(room, asio::redirect_error(asio::use_awaitable, ec));
    seen.request.assign(buffer.data(), size);
    if (ec) co_return;
    std::string const answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    auto const bytes = asio::buffer(answer);
    co_await asio::async_write(stream, bytes, asio::redirect_error(asio::use_awaitable, ec));
    if (end == goodbye::said) co_await stream.async_shutdown(asio::redirect_error(asio::use_awaitable, ec));
}

// Accepts one connection, and sends this text without TLS, whatever the client sends first.
inline task<> say(tcp::acceptor& acceptor, std::string text)
{
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    std::array<char, 1000> buffer;
    error_code ec;
    auto const room = asio::buffer(buffer);
    co_await socket.async_read_some(room, asio::redirect_error(asio::use_awaitable, ec));
    auto const bytes = asio::buffer(text);
    co_await asio::async_write(socket, bytes, asio::redirect_error(asio::use_awaitable, ec));
}

// Accepts one connection, and sends nothing until the client leaves.
inline task<> say_nothing(tcp::acceptor& acceptor)
{
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    std::array<char, 1000> buffer;
    error_code ec;
    auto const room = asio::buffer(buffer);
    while (!ec) co_await socket.async_read_some(room, asio::redirect_error(asio::use_awaitable, ec));
}

struct answer {
    std::string text;
    std::string protocol;
};

// Sends a request, and reads until the end.
inline task<> talk(dialer& d, answer& got)
{
    auto const stream = co_await d.dial();
    got.protocol = stream->protocol();
    std::string const request = "GET / HTTP/1.1\r\n\r\n";
    co_await stream->write(request);
    std::array<char, 100> buffer;
    for (;;) {
        auto const n = co_await stream->read_some(buffer);
        if (n == 0) break;
        got.text.append(buffer.data(), n);
    }
    stream->close();
}

inline task<> open_tls(time_source& time, tcp::socket socket, std::shared_ptr<ssl::context> context,
                       std::unique_ptr<byte_stream>& out)
{
    out = co_await connect_tls(time, make_tls_carrier(std::move(socket)), std::move(context), "localhost",
                               "localhost");
}

struct dialer_world {
    asio::io_context io;
    tcp::acceptor acceptor{io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
    ssl::context context{ssl::context::tls_server};
    endpoint server;
    http_options options;
    std::ostringstream log_text;
    stream_log log{log_text};
    visit seen;
    answer got;
    std::optional<server_dialer> dialer;

    explicit dialer_world(tls_identity const& shown = authority().server({"localhost", "127.0.0.1"}))
    {
        context.use_certificate_chain(asio::buffer(shown.certificate));
        context.use_private_key(asio::buffer(shown.key), ssl::context::pem);
        SSL_CTX_set_alpn_select_cb(context.native_handle(), &choose_http1, nullptr);
        server.server = url("127.0.0.1");
        server.tls.ca.data = authority().certificate();
    }

    std::string url(std::string const& host)
    {
        return "https://" + host + ':' + std::to_string(acceptor.local_endpoint().port());
    }

    void open_dialer()
    {
        environment const env{.ex = io.get_executor(), .log = &log};
        dialer.emplace(env, server, options);
    }

    // Runs the client beside the server's part. Returns how the client ended.
    started const& run(task<> server_part)
    {
        if (!dialer) open_dialer();
        tasks.clear();
        got = {};
        tasks.push_back(std::make_unique<started>(io, std::move(server_part)));
        tasks.push_back(std::make_unique<started>(io, talk(*dialer, got)));
        io.restart();
        io.run_for(std::chrono::seconds(10)); // a limit, in case it hangs
        REQUIRE(tasks[0]->done());
        REQUIRE(tasks[1]->done());
        return *tasks[1];
    }
    started const& run(goodbye end = goodbye::said) { return run(serve(acceptor, context, end, seen)); }

    std::vector<std::unique_ptr<started>> tasks;
};

inline bool mentions(started const& s, std::string_view text)
{
    INFO(s.what());
    CHECK(s.what().find(text) != std::string::npos);
    return true;
}

} // namespace tls_world

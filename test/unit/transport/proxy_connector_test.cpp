// An endpoint with a proxy, whose part is played in the same process, over sockets.

#include "occurrences.hpp"
#include "proxied_world.hpp"
#include "transport/config/http2_support.hpp"
#include "transport/stream/within.hpp"

using namespace tls_world;
using namespace std::chrono_literals;

namespace {

// Accepts one connection over TLS, and sends this text after the first bytes of the client.
task<> serve_text(tcp::acceptor& acceptor, ssl::context& context, std::string const& text)
{
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    ssl::stream<tcp::socket> stream(std::move(socket), context);
    co_await stream.async_handshake(ssl::stream_base::server, asio::use_awaitable);
    std::array<char, 1000> buffer;
    auto const room = asio::buffer(buffer);
    co_await stream.async_read_some(room, asio::use_awaitable);
    auto const bytes = asio::buffer(text);
    co_await asio::async_write(stream, bytes, asio::use_awaitable);
    error_code ec;
    co_await stream.async_shutdown(asio::redirect_error(asio::use_awaitable, ec));
}

task<> ask_for_probes(proxy_connector& through, bool& is_probed)
{
    auto const socket = co_await through.connect();
    asio::socket_base::keep_alive option;
    socket.get_option(option);
    is_probed = option.value();
}

// Gives up a read, and then makes a request and reads its answer.
task<> talk_after_cancelled_read(server_dialer& d, answer& got, bool& gave_up)
{
    environment const real;
    auto const stream = co_await d.dial();
    got.protocol = stream->protocol();
    std::array<char, 100> buffer;
    std::optional<std::size_t> n;
    auto reading = store_result(stream->read_some(buffer), n);
    auto const in_time = co_await finished_in_time(*real.time, 50ms, std::move(reading));
    gave_up = !in_time && stream->reads_resume();
    std::string const request = "any bytes";
    co_await stream->write(request);
    n = co_await stream->read_some(buffer);
    got.text.assign(buffer.data(), *n);
    stream->close();
}

} // namespace

TEST_CASE("a server is reached over TLS through a proxy, with or without TLS to the proxy")
{
    auto const scheme = GENERATE(as<std::string>(), "http", "https");
    proxied_world w(scheme);
    auto const address = w.server.server.substr(8);

    CHECK(w.run_through().what() == "");

    CHECK(w.got.text.ends_with("hello"));
    CHECK(w.got.protocol == "http/1.1");
    CHECK(w.connect_request.starts_with("CONNECT " + address + " HTTP/1.1\r\nHost: " + address +
                                        "\r\nProxy-Authorization: Basic am9lOmh1bnRlcjI="));
    CHECK(w.log_text.str() == "INFO connections to the API server go through a proxy server=" + address +
                                  " proxy=" + w.server.proxy.url + " because=HTTPS_PROXY\n");
    w.connect_request.clear();
    CHECK(w.run_through().what() == "");
    CHECK(std::ranges::count(w.log_text.str(), '\n') == 1);
}

TEST_CASE("a server without TLS is reached through a tunnel, too")
{
    auto const scheme = GENERATE(as<std::string>(), "http", "https");
    proxied_world w(scheme);
    w.server.server.replace(0, 5, "http");

    CHECK(w.run_through(say(w.acceptor, "hello")).what() == "");
    CHECK(w.got.text == "hello");
    CHECK(w.connect_request.starts_with("CONNECT 127.0.0.1:"));
}

TEST_CASE("the system probes the connection to a proxy, as it does one to the server")
{
    proxied_world w("http");
    std::string request;
    proxy_connector through({.ex = w.io.get_executor(), .log = &w.log}, w.server.proxy, w.options,
                            "127.0.0.1", w.acceptor.local_endpoint().port());
    bool is_probed = false;
    started proxy(w.io, accept_plain(w.proxy_acceptor, w.acceptor.local_endpoint().port(), request));
    started client(w.io, ask_for_probes(through, is_probed));
    w.io.run_for(10s);

    CHECK(client.what() == "");
    CHECK(is_probed);
    CHECK(proxy.done());
}

TEST_CASE("TLS agrees on HTTP/2 through a tunnel, and a read that is given up loses nothing")
{
    if (!has_http2()) return;
    auto const scheme = GENERATE(as<std::string>(), "http", "https");
    proxied_world w(scheme);
    SSL_CTX_set_alpn_select_cb(w.context.native_handle(), &prefer_http2, nullptr);
    w.options.version = http_version::automatic;
    w.open_dialer();
    bool gave_up = false;
    started client(w.io, talk_after_cancelled_read(*w.dialer, w.got, gave_up));
    auto const port = w.acceptor.local_endpoint().port();
    started proxy(w.io, scheme == "https"
                            ? accept_tls(w.proxy_acceptor, w.proxy_context, port, w.connect_request)
                            : accept_plain(w.proxy_acceptor, port, w.connect_request));
    started server(w.io, serve(w.acceptor, w.context, goodbye::unsaid, w.seen));
    w.io.run_for(10s);
    REQUIRE(client.done());
    REQUIRE(proxy.done());
    REQUIRE(server.done());

    CHECK(client.what() == "");
    CHECK(gave_up);
    CHECK(w.got.protocol == "h2");
    CHECK(w.got.text.ends_with("hello"));
}

TEST_CASE("a connection through a proxy that is cut is an error, too")
{
    auto const scheme = GENERATE(as<std::string>(), "http", "https");
    proxied_world w(scheme);
    auto const& client = w.run_through(serve(w.acceptor, w.context, goodbye::unsaid, w.seen));

    CHECK(client.code() == errc::connection_closed);
    CHECK(w.got.text.ends_with("hello"));
}

TEST_CASE("TLS inside of TLS carries megabytes")
{
    auto const scheme = GENERATE(as<std::string>(), "http", "https");
    proxied_world w(scheme);
    std::string text;
    for (unsigned i = 0; text.size() < 4'000'000; ++i) text += std::to_string(i * i) + ' ';

    CHECK(w.run_through(serve_text(w.acceptor, w.context, text)).what() == "");
    CHECK(w.got.text == text);
}

TEST_CASE("a proxy that cannot be reached is named, with the reason for using it")
{
    auto const scheme = GENERATE(as<std::string>(), "http", "https", "socks5");
    proxied_world w(scheme);
    w.proxy_acceptor.close();
    auto const& client = w.run_alone(nothing());

    CHECK(client.code() == errc::proxy_failed);
    CHECK(client.code() == condition::unavailable);
    CHECK(client.what() ==
          "connect to proxy " + w.server.proxy.url +
              " (HTTPS_PROXY): the proxy cannot be used: connection failed: Connection refused ("
              "check the proxy's URL, and that it runs; to connect directly, use NO_PROXY, or remove "
              "proxy-url)");
}

TEST_CASE("a proxy whose name does not exist is named")
{
    proxied_world w("http");
    w.server.proxy.url = "http://proxy.invalid:3128";
    auto const& client = w.run_alone(nothing());

    CHECK(client.code() == errc::proxy_failed);
    mentions(client,
             "connect to proxy http://proxy.invalid:3128 (HTTPS_PROXY): the proxy cannot be used: host "
             "name not resolved: ");
}

TEST_CASE("a silent proxy is given up, at each of its steps")
{
    auto const [scheme, begin] =
        GENERATE(table<std::string, std::string>({{"http", "ask proxy http://"},
                                                  {"https", "TLS with proxy https://"},
                                                  {"socks5", "ask proxy socks5://"}}));
    proxied_world w(scheme);
    w.options.connect_timeout = w.options.tls_timeout = 100ms;
    auto const& client = w.run_alone(say_nothing(w.proxy_acceptor));

    CHECK(client.code() == errc::proxy_failed);
    CHECK(client.what().starts_with(begin));
    mentions(client, "the proxy cannot be used: timed out: after 100 ms");
}

TEST_CASE("the certificate of a proxy is verified, and not by the authorities of the server")
{
    proxied_world w("https");
    w.server.proxy.tls.ca.data.clear();
    CHECK(w.run_alone(accept_tls(w.proxy_acceptor, w.proxy_context, 1, w.connect_request)).code() ==
          errc::tls_untrusted);
    mentions(*w.tasks[0], "TLS with proxy https://127.0.0.1");
    mentions(*w.tasks[0], "it is the proxy's, which proxy_options::tls says how to check");
    w.server.proxy.tls.ca.data = authority().certificate();
    CHECK(w.run_alone(accept_tls(w.proxy_acceptor, w.proxy_context, 1, w.connect_request)).code() ==
          errc::tls_untrusted);
    CHECK(w.connect_request.empty()); // the password was not sent

    proxied_world other("https", "proxy.shop");
    auto const& refused =
        other.run_alone(accept_tls(other.proxy_acceptor, other.proxy_context, 1, other.connect_request));
    CHECK(refused.code() == errc::tls_wrong_host);
    other.server.proxy.tls.server_name = "proxy.shop";
    other.dialer.reset();
    CHECK(other.run_through().what() == "");
}

TEST_CASE("a log line warns of a proxy whose certificate is not verified")
{
    proxied_world w("https");
    w.server.proxy.tls.ca.data.clear();
    w.server.proxy.tls.insecure_skip_verify = true;
    CHECK(w.run_through().what() == "");
    auto const warning =
        "WARNING the proxy's certificate is not verified (insecure_skip_verify) proxy=proxy " +
        w.server.proxy.url + '\n';
    CHECK(occurrences(w.log_text.str(), warning) == 1);
}

TEST_CASE("an error of the server's certificate names the server, and the way to it")
{
    auto const scheme = GENERATE(as<std::string>(), "http", "https");
    proxied_world w(scheme);
    w.server.tls.ca.data = w.proxy_authority.certificate();

    CHECK(w.run_through().code() == errc::tls_untrusted);
    mentions(*w.tasks[1], "TLS with " + w.server.server.substr(8) + " through proxy " + scheme + "://");
}

TEST_CASE("a proxy that speaks another protocol is told apart from the server")
{
    auto const scheme = GENERATE(as<std::string>(), "http", "https", "socks5");
    proxied_world w(scheme);
    auto const& client =
        w.run_alone(say(w.proxy_acceptor, "220 mail.shop ESMTP, what can I do for you?\r\n"));

    CHECK(client.code() == errc::proxy_failed);
    mentions(client, scheme + "://127.0.0.1:");
}

TEST_CASE("dialing through a proxy can be cancelled at any step")
{
    auto const scheme = GENERATE(as<std::string>(), "http", "https", "socks5");
    proxied_world w(scheme);
    w.open_dialer();
    started silent(w.io, say_nothing(w.proxy_acceptor));
    started client(w.io, talk(*w.dialer, w.got));
    w.io.run_for(50ms);
    CHECK_FALSE(client.done());

    client.cancel();
    w.io.run_for(10s);
    CHECK(client.code() == condition::cancelled);
    CHECK(silent.done());
}

TEST_CASE("a proxy that is set wrongly in code is refused at once")
{
    proxied_world w("http");
    w.server.proxy.url = GENERATE(as<std::string>(), "proxy:3128", "http://joe:hunter2@proxy", "ftp://proxy");
    w.server.proxy.reason.clear();

    CHECK_THROWS_WITH(w.open_dialer(),
                      Catch::StartsWith("endpoint::proxy: invalid configuration: the proxy's URL") &&
                          !Catch::Contains("hunter2"));
}

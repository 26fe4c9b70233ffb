#include "tls_world.hpp"

#include "catch.hpp"
#include "temporary_directory.hpp"

#include "transport/stream/tls_context.hpp"
#include "transport/stream/tls_stream.hpp"

#include <boost/asio/post.hpp>

#include <functional>
#include <future>
#include <thread>

using namespace tls_world;
using namespace std::chrono_literals;

namespace {

// Accepts one connection and writes as much as the kernel takes. It reports how many bytes that was, and
// holds the connection.
void write_ahead(tcp::acceptor& acceptor, ssl::context& context, std::promise<std::size_t> wrote,
                 std::future<void> end)
{
    ssl::stream<tcp::socket> stream(acceptor.accept(), context);
    stream.handshake(ssl::stream_base::server);
    stream.next_layer().non_blocking(true);
    std::string const bytes(64 * 1024, 'x');
    std::size_t all = 0;
    for (error_code ec; !ec;) all += stream.write_some(asio::buffer(bytes), ec);
    wrote.set_value(all);
    end.wait();
}

task<> read_at_least(byte_stream& from, std::size_t most, std::size_t& got)
{
    std::string room(64 * 1024, ' ');
    while (got < most) {
        auto const n = co_await from.read_some(room);
        got += n;
    }
}

} // namespace

TEST_CASE("a server whose certificate a given CA has signed is trusted, by address and by name")
{
    dialer_world w;
    auto const host = GENERATE(as<std::string>(), "127.0.0.1", "localhost");
    w.server.server = w.url(host);

    auto const& client = w.run();

    CHECK(client.what() == "");
    CHECK(w.got.text.ends_with("hello"));
    CHECK(w.got.protocol == "http/1.1");
    CHECK(w.seen.server_name == (host == "localhost" ? "localhost" : "")); // there is no SNI for an address
    CHECK(w.log_text.str().empty());
}

TEST_CASE("a certificate that is configured itself is trusted")
{
    auto const self = certificate_authority::self_signed({"127.0.0.1"});
    dialer_world w(self);
    w.server.tls.ca.data = self.certificate;

    CHECK(w.run().what() == "");
}

TEST_CASE("a server of another CA is not trusted, not even with the system's CAs")
{
    dialer_world w;
    w.server.tls.ca.data = GENERATE(true, false) ? certificate_authority("test-ca").certificate() : "";

    auto const& client = w.run();

    CHECK(client.code() == errc::tls_untrusted);
    CHECK(client.code() == condition::untrusted);
    mentions(client, "CN=kube-apiserver");
    CHECK(w.got.text.empty());
}

TEST_CASE("a certificate outside of its validity is refused with that reason")
{
    bool const too_late = GENERATE(true, false);
    dialer_world w(authority().server({"127.0.0.1"}, too_late ? around(-2h, -1h) : around(1h, 2h)));

    CHECK(w.run().code() == errc::tls_expired);
}

TEST_CASE("a certificate for another host is refused, and the message names the hosts")
{
    dialer_world w(authority().server({"kubernetes", "kubernetes.default", "10.96.0.1", "fd00::1"}));
    auto const host = GENERATE(as<std::string>(), "127.0.0.1", "localhost");
    w.server.server = w.url(host);

    auto const& client = w.run();

    CHECK(client.code() == errc::tls_wrong_host);
    mentions(client, "kubernetes, kubernetes.default, 10.96.0.1, fd00::1, not for " + host);
}

TEST_CASE("a name that cannot be checked against a certificate is refused before anything is sent")
{
    // OpenSSL does not check the first four at all, and for the fifth it accepts every name below it.
    auto const name =
        GENERATE(as<std::string>(), "fe80::1%lo", "fe80::1%nonsense", std::string("127.0.0.1\0x", 11), "",
                 ".default", std::string("kubernetes\0.evil", 16), std::string(1, '\0'), "127.0.0.1%lo");
    dialer_world w(authority().server({"kubernetes", "kubernetes.default"}));
    auto context = make_tls_context(w.server.tls, read_tls_material(w.server.tls), http_version::http1);
    auto connect = [](tcp::endpoint to, std::shared_ptr<ssl::context> with, std::string expected) -> task<> {
        tcp::socket socket(co_await asio::this_coro::executor);
        co_await socket.async_connect(to, asio::use_awaitable);
        auto const stream = co_await connect_tls(system_time(), make_tls_carrier(std::move(socket)),
                                                 std::move(with), std::move(expected), "peer");
        std::string const request = "GET / HTTP/1.1\r\nAuthorization: Bearer hunter2\r\n\r\n";
        co_await stream->write(request);
    };

    started server(w.io, serve(w.acceptor, w.context, goodbye::said, w.seen));
    started client(w.io, connect(w.acceptor.local_endpoint(), std::move(context), name));
    w.io.run_for(10s);

    CHECK(client.code() == errc::config_invalid);
    mentions(
        client,
        "TLS with peer: invalid configuration: the server's name is neither a host name nor an IP address");
    CHECK(server.done());
    CHECK(w.seen.handshake);
    CHECK(w.seen.request.empty());
}

TEST_CASE("a host name may end with a dot, as an absolute DNS name does")
{
    dialer_world w(authority().server({"kubernetes.default"}));
    w.server.tls.server_name = "kubernetes.default.";

    CHECK(w.run().what() == "");
    CHECK(w.seen.server_name == "kubernetes.default");
}

TEST_CASE("the subject's common name is not taken for a host name")
{
    dialer_world w(authority().server({}));
    w.server.tls.server_name = "kube-apiserver";

    CHECK(w.run().code() == errc::tls_wrong_host);
}

TEST_CASE("a configured server name replaces the URL's host in the check")
{
    dialer_world w(authority().server({"kubernetes"}));
    w.server.tls.server_name = "kubernetes";

    CHECK(w.run().what() == "");
    CHECK(w.seen.server_name == "kubernetes");
}

TEST_CASE("a server that demands a client certificate gets it")
{
    dialer_world w;
    w.context.set_verify_mode(ssl::verify_peer | ssl::verify_fail_if_no_peer_cert);
    w.context.add_certificate_authority(asio::buffer(authority().certificate()));
    auto const alice = authority().client("alice");
    temporary_directory dir;
    w.server.tls.client_certificate.data = alice.certificate;
    w.server.tls.client_key.file = dir.write("alice.key", alice.key);

    CHECK(w.run().what() == "");
    CHECK(w.seen.client == "/CN=alice");
}

TEST_CASE("a server that demands a client certificate and gets none refuses, and the error has its reason")
{
    dialer_world w;
    w.context.set_verify_mode(ssl::verify_peer | ssl::verify_fail_if_no_peer_cert);
    bool const old = GENERATE(true, false);
    if (old) SSL_CTX_set_max_proto_version(w.context.native_handle(), TLS1_2_VERSION);

    auto const& client = w.run();

    CHECK(client.code() == errc::tls_failed);
    mentions(client, old ? "handshake failure" : "certificate required");
}

TEST_CASE("the error for a port that does not speak TLS says so")
{
    dialer_world w;
    auto const& client =
        w.run(say(w.acceptor, "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request\n"));

    CHECK(client.code() == errc::tls_failed);
    mentions(client, "check that the port speaks TLS");
}

TEST_CASE("a server that hangs up in the handshake has failed it")
{
    dialer_world w;
    CHECK(w.run(say(w.acceptor, "")).code() == errc::tls_failed);
}

TEST_CASE("TLS older than 1.2 is refused")
{
    dialer_world w;
    SSL_CTX_set_max_proto_version(w.context.native_handle(), TLS1_1_VERSION);
    SSL_CTX_set_cipher_list(w.context.native_handle(), "ALL:@SECLEVEL=0");

    CHECK(w.run().code() == errc::tls_failed);
}

TEST_CASE("a connection that is cut is an error, and one that ends in order is not")
{
    dialer_world w;
    auto const& client = w.run(goodbye::unsaid);

    CHECK(client.code() == errc::connection_closed);
    mentions(client, "the server ended it without TLS close_notify");
    CHECK(w.got.text.ends_with("hello"));
}

TEST_CASE("a handshake and a read can be cancelled")
{
    dialer_world w;
    w.open_dialer();
    bool const in_handshake = GENERATE(true, false);
    started server(w.io, in_handshake ? say_nothing(w.acceptor)
                                      : serve(w.acceptor, w.context, goodbye::said, w.seen));
    auto hold = [](dialer& d, std::unique_ptr<byte_stream>& out, bool& waits) -> task<> {
        waits = true;
        out = co_await d.dial();
        waits = true;
        std::array<char, 10> buffer;
        co_await out->read_some(buffer);
    };
    std::unique_ptr<byte_stream> stream;
    bool waits = false;
    started client(w.io, hold(*w.dialer, stream, waits));
    auto const until = std::chrono::steady_clock::now() + 10s;
    while (!(in_handshake ? waits && w.io.poll() == 0 : stream != nullptr) &&
           std::chrono::steady_clock::now() < until) {
        w.io.run_one_for(10ms);
    }

    client.cancel();
    while (!client.done() && std::chrono::steady_clock::now() < until) w.io.run_one_for(10ms);
    stream.reset();
    w.io.run_for(10s);

    CHECK(client.code() == condition::cancelled);
    CHECK(server.done());
}

TEST_CASE("a TLS stream that has much to read lets other tasks on its executor have their turns")
{
    asio::io_context io;
    tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
    auto const identity = authority().server({"localhost"});
    ssl::context context(ssl::context::tls_server);
    context.use_certificate_chain(asio::buffer(identity.certificate));
    context.use_private_key(asio::buffer(identity.key), ssl::context::pem);
    std::promise<std::size_t> wrote;
    std::promise<void> end;
    auto ahead = wrote.get_future();
    std::thread server(write_ahead, std::ref(acceptor), std::ref(context), std::move(wrote),
                       end.get_future());
    tcp::socket socket(io);
    socket.connect(acceptor.local_endpoint());
    std::unique_ptr<byte_stream> stream;
    auto const trusting = std::make_shared<ssl::context>(ssl::context::tls_client);
    {
        started client(io, open_tls(system_time(), std::move(socket), trusting, stream));
        io.run();
    }
    REQUIRE(stream);
    io.restart();

    auto const there = ahead.get() - 64 * 1024; // a part of the last record may be missing
    std::size_t got = 0, turns = 0;
    std::function<void()> another = [&] {
        ++turns;
        if (got < there) asio::post(io, another);
    };
    asio::post(io, another);
    {
        started client(io, read_at_least(*stream, there, got));
        io.run();
        CHECK(client.what() == "");
    }
    end.set_value();
    server.join();
    CHECK(turns > there / (1024 * 1024));
    CHECK(got >= there);
}

namespace {

// Answers one request; at the second one it says goodbye.
task<> answer_once(tcp::acceptor& acceptor, ssl::context& context)
{
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    ssl::stream<tcp::socket> stream(std::move(socket), context);
    co_await stream.async_handshake(ssl::stream_base::server, asio::use_awaitable);
    std::array<char, 1000> buffer;
    auto const room = asio::buffer(buffer);
    co_await stream.async_read_some(room, asio::use_awaitable);
    std::string const answer = "hello";
    auto const bytes = asio::buffer(answer);
    co_await asio::async_write(stream, bytes, asio::use_awaitable);
    co_await stream.async_read_some(room, asio::use_awaitable);
    error_code ignored;
    co_await stream.async_shutdown(asio::redirect_error(asio::use_awaitable, ignored));
}

task<> look_for_input(dialer& d, bool& after_answer, bool& after_goodbye)
{
    auto const stream = co_await d.dial();
    co_await stream->write(std::string_view("one"));
    std::array<char, 100> buffer;
    co_await stream->read_some(buffer);
    after_answer = stream->has_input();
    co_await stream->write(std::string_view("two"));
    while (!stream->has_input()) co_await asio::post(asio::use_awaitable);
    after_goodbye = true;
    stream->close();
}

} // namespace

TEST_CASE("a TLS connection has no input between two answers, although the server sends session tickets")
{
    dialer_world w;
    w.open_dialer();
    bool after_answer = true, after_goodbye = false;
    started const server(w.io, answer_once(w.acceptor, w.context));
    started const client(w.io, look_for_input(*w.dialer, after_answer, after_goodbye));
    w.io.run_for(10s); // a limit, in case it hangs
    CHECK(client.what().empty());
    CHECK_FALSE(after_answer);
    CHECK(after_goodbye);
    REQUIRE(server.done());
    REQUIRE(client.done());
}

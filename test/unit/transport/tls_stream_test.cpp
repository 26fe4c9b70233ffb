#include "tls_world.hpp"

#include "catch.hpp"
#include "temporary_directory.hpp"

using namespace tls_world;
using namespace std::chrono_literals;

TEST_CASE("a server that a given CA vouches for is believed, by address and by name")
{
    world w;
    auto const host = GENERATE(as<std::string>(), "127.0.0.1", "localhost");
    w.server.server = w.url(host);

    auto const& client = w.run();

    CHECK(client.what() == "");
    CHECK(w.got.text.ends_with("hello"));
    CHECK(w.got.protocol == "http/1.1");
    CHECK(w.seen.server_name == (host == "localhost" ? "localhost" : "")); // no SNI for an address
    CHECK(w.log_text.str().empty());
}

TEST_CASE("a certificate that is named itself is believed")
{
    auto const self = certificate_authority::self_signed({"127.0.0.1"});
    world w(self);
    w.server.tls.ca.data = self.certificate;

    CHECK(w.run().what() == "");
}

TEST_CASE("a server of another CA is not trusted, nor by the system's CAs")
{
    world w;
    w.server.tls.ca.data = GENERATE(true, false) ? certificate_authority("test-ca").certificate() : "";

    auto const& client = w.run();

    CHECK(client.code() == errc::tls_untrusted);
    CHECK(client.code() == condition::untrusted);
    mentions(client, "CN=kube-apiserver");
    CHECK(w.got.text.empty());
}

TEST_CASE("a certificate out of its time is refused as that")
{
    bool const too_late = GENERATE(true, false);
    world w(authority().server({"127.0.0.1"}, too_late ? around(-2h, -1h) : around(1h, 2h)));

    CHECK(w.run().code() == errc::tls_expired);
}

TEST_CASE("a certificate for another host is refused, and the message says for which")
{
    world w(authority().server({"kubernetes", "kubernetes.default", "10.96.0.1", "fd00::1"}));
    auto const host = GENERATE(as<std::string>(), "127.0.0.1", "localhost");
    w.server.server = w.url(host);

    auto const& client = w.run();

    CHECK(client.code() == errc::tls_wrong_host);
    mentions(client, "kubernetes, kubernetes.default, 10.96.0.1, fd00::1, not for " + host);
}

TEST_CASE("the subject's common name is no host name")
{
    world w(authority().server({}));
    w.server.tls.server_name = "kube-apiserver";

    CHECK(w.run().code() == errc::tls_wrong_host);
}

TEST_CASE("a server name stands for the URL's host")
{
    world w(authority().server({"kubernetes"}));
    w.server.tls.server_name = "kubernetes";

    CHECK(w.run().what() == "");
    CHECK(w.seen.server_name == "kubernetes");
}

TEST_CASE("a server that demands a client certificate gets it")
{
    world w;
    w.context.set_verify_mode(ssl::verify_peer | ssl::verify_fail_if_no_peer_cert);
    w.context.add_certificate_authority(asio::buffer(authority().certificate()));
    auto const alice = authority().client("alice");
    temporary_directory dir;
    w.server.tls.client_certificate.data = alice.certificate;
    w.server.tls.client_key.file = dir.write("alice.key", alice.key);

    CHECK(w.run().what() == "");
    CHECK(w.seen.client == "/CN=alice");
}

TEST_CASE("a server that demands a client certificate and gets none refuses, and its reason is told")
{
    world w;
    w.context.set_verify_mode(ssl::verify_peer | ssl::verify_fail_if_no_peer_cert);
    bool const old = GENERATE(true, false);
    if (old) SSL_CTX_set_max_proto_version(w.context.native_handle(), TLS1_2_VERSION);

    auto const& client = w.run();

    CHECK(client.code() == errc::tls_failed);
    mentions(client, old ? "handshake failure" : "certificate required");
}

TEST_CASE("a port that does not speak TLS is told from one that does")
{
    world w;
    auto const& client = w.run(say(w.acceptor, "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request\n"));

    CHECK(client.code() == errc::tls_failed);
    mentions(client, "check that the port speaks TLS");
}

TEST_CASE("a server that hangs up in the handshake has failed it")
{
    world w;
    CHECK(w.run(say(w.acceptor, "")).code() == errc::tls_failed);
}

TEST_CASE("TLS older than 1.2 is not spoken")
{
    world w;
    SSL_CTX_set_max_proto_version(w.context.native_handle(), TLS1_1_VERSION);
    SSL_CTX_set_cipher_list(w.context.native_handle(), "ALL:@SECLEVEL=0");

    CHECK(w.run().code() == errc::tls_failed);
}

TEST_CASE("a connection that is cut is told from one that ends in order")
{
    world w;
    auto const& client = w.run(goodbye::unsaid);

    CHECK(client.code() == errc::connection_closed);
    CHECK(w.got.text.ends_with("hello"));
}

TEST_CASE("a handshake and a read can be cancelled")
{
    world w;
    w.open_dialer();
    bool const in_handshake = GENERATE(true, false);
    started server(w.io, in_handshake ? say_nothing(w.acceptor) : serve(w.acceptor, w.context, goodbye::said, w.seen));
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

#include "transport/stream/tls_session.hpp"

#include <coinformer/testing/certificate_authority.hpp>

#include "catch.hpp"

#include <boost/asio/ssl/context.hpp>

#include <openssl/err.h>

#include <algorithm>
#include <vector>

using namespace coinformer;
using namespace coinformer::detail;

namespace {

namespace ssl = boost::asio::ssl;
using session_outcome = tls_session::outcome;

// A client, a server, and the bytes between them, which are handed over in pieces.
struct pair {
    pair()
    {
        for (bool busy = true; busy;) {
            busy = step(client, server);
            busy |= step(server, client);
        }
    }

    static bool step(tls_session& from, tls_session& to)
    {
        auto const how = from.is_established() ? session_outcome::done : from.shake_hands();
        INFO(from.failure().message());
        REQUIRE(how != session_outcome::failed);
        auto const sent = from.take_output();
        to.input(sent);
        if (!to.is_established()) to.shake_hands();
        std::size_t none = 0;
        char unused[1];
        if (to.is_established()) to.read(std::span(unused, 0), none); // keeps the bytes that came
        return !sent.empty();
    }

    static ssl::context certified()
    {
        testing::certificate_authority const ca;
        auto const identity = ca.server();
        ssl::context c(ssl::context::tls_server);
        c.use_certificate_chain(boost::asio::buffer(identity.certificate));
        c.use_private_key(boost::asio::buffer(identity.key), ssl::context::pem);
        return c;
    }

    ssl::context of_client{ssl::context::tls_client}, of_server = certified();
    tls_session client{of_client.native_handle(), tls_session::role::client};
    tls_session server{of_server.native_handle(), tls_session::role::server};
};

std::string some_bytes(std::size_t n)
{
    std::string s(n, '\0');
    for (std::size_t i = 0; i < n; ++i) s[i] = static_cast<char>('a' + i * i % 26);
    return s;
}

} // namespace

TEST_CASE("one side of a TLS session reads what the other one writes, however it is cut and however small "
          "the reads are")
{
    pair p;
    auto const sent = some_bytes(100'000);
    REQUIRE(p.server.write(sent) == session_outcome::done);
    auto const encrypted = p.server.take_output();
    auto const piece = GENERATE(as<std::size_t>(), 1, 5, 1'000, 20'000, 200'000);
    auto const asked = GENERATE(as<std::size_t>(), 1, 700, 16'384, 150'000);
    INFO(piece << " bytes arrive at a time, " << asked << " are asked for");

    std::string got;
    std::vector<char> room(asked);
    for (std::size_t at = 0; at < encrypted.size(); at += piece) {
        p.client.input(std::string_view(encrypted).substr(at, piece));
        for (std::size_t n = 1; n != 0;) {
            auto const how = p.client.read(room, n);
            REQUIRE((how == session_outcome::done) == (n != 0));
            if (how != session_outcome::done) REQUIRE(how == session_outcome::wants_input);
            got.append(room.data(), n);
        }
    }
    CHECK(got == sent);
}

TEST_CASE("a goodbye ends reading, after all data before it")
{
    pair p;
    REQUIRE(p.server.write(std::string_view("last words")) == session_outcome::done);
    p.server.say_goodbye();
    auto const encrypted = p.server.take_output();
    p.client.input(encrypted);
    char room[100];
    std::size_t n = 0;
    CHECK(p.client.read(room, n) == session_outcome::done);
    CHECK(std::string_view(room, n) == "last words");
    CHECK(p.client.read(room, n) == session_outcome::ended);
    CHECK(p.client.read(room, n) == session_outcome::ended);
}

TEST_CASE("bytes that were changed on the way are refused, with the same reason at each call")
{
    pair p;
    REQUIRE(p.server.write(std::string_view("secret")) == session_outcome::done);
    auto encrypted = p.server.take_output();
    encrypted[encrypted.size() / 2] ^= 1;
    p.client.input(encrypted);
    char room[100];
    std::size_t n = 0;
    CHECK(p.client.read(room, n) == session_outcome::failed);
    auto const why = p.client.failure().message();
    CHECK(p.client.read(room, n) == session_outcome::failed);
    CHECK(p.client.failure().message() == why);
    CHECK_FALSE(why.empty());
}

TEST_CASE("an alert with the reason why the peer gives up is no goodbye, even if it directly follows data")
{
    pair p;
    REQUIRE(p.server.write(std::string_view("last words")) == session_outcome::done);
    std::string const no_record = std::string("\x17\x03\x03\x00\x20", 5) + std::string(32, 'x');
    p.server.input(no_record);
    char room[100];
    std::size_t n = 0;
    REQUIRE(p.server.read(room, n) == session_outcome::failed); // the server sends an alert with the reason
    auto const encrypted = p.server.take_output();

    p.client.input(encrypted);
    CHECK(p.client.read(room, n) == session_outcome::done);
    CHECK(std::string_view(room, n) == "last words");
    CHECK(p.client.read(room, n) == session_outcome::failed);
    CHECK(p.client.failure().message().find("alert bad record mac") != std::string::npos);
    CHECK(p.client.read(room, n) == session_outcome::failed);
}

TEST_CASE(
    "a session that fails leaves no errors in OpenSSL's queue, where the thread's other code would see them")
{
    ssl::context of_client(ssl::context::tls_client), of_server = pair::certified();
    // In TLS 1.2 the certificate is not encrypted.
    SSL_CTX_set_max_proto_version(of_client.native_handle(), TLS1_2_VERSION);
    tls_session client(of_client.native_handle(), tls_session::role::client);
    tls_session server(of_server.native_handle(), tls_session::role::server);
    REQUIRE(client.shake_hands() == session_outcome::wants_input);
    auto const hello = client.take_output();
    server.input(hello);
    REQUIRE(server.shake_hands() == session_outcome::wants_input);
    auto answer = server.take_output();
    auto const name = answer.find("kube-apiserver");
    REQUIRE(name != answer.npos);
    answer[name - 2] = '\x04'; // its type: not a text, so that OpenSSL reports several errors
    client.input(answer);
    CHECK(client.shake_hands() == session_outcome::failed);
    CHECK_FALSE(client.failure().message().empty());
    CHECK(ERR_peek_error() == 0);
}

#include "wire_world.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/testing/tls_listener.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "catch.hpp"

#include <optional>

using namespace coinformer;
using namespace coinformer::detail;
using namespace coinformer::testing;
using namespace std::chrono_literals;
namespace asio = boost::asio;
namespace ssl = asio::ssl;
using tcp = asio::ip::tcp;

namespace {

constexpr std::string_view maps = "/api/v1/namespaces/default/configmaps";

// The certificates that the client trusts, and the one that it shows.
struct client_side {
    explicit client_side(std::string const& ca)
    {
        context.set_verify_mode(ssl::verify_peer);
        context.add_certificate_authority(asio::buffer(ca));
    }

    void show(tls_identity const& identity)
    {
        context.use_certificate_chain(asio::buffer(identity.certificate));
        context.use_private_key(asio::buffer(identity.key), ssl::context::pem);
    }

    ssl::context context{ssl::context::tls_client};
};

struct said {
    error_code handshake, end;
    std::string text;
};

using tls_socket = ssl::stream<tcp::socket>;

task<> connect(tls_socket& stream, std::uint16_t port, error_code& handshake)
{
    tcp::endpoint const server(asio::ip::address_v4::loopback(), port);
    co_await stream.next_layer().async_connect(server, asio::use_awaitable);
    co_await stream.async_handshake(ssl::stream_base::client,
                                    asio::redirect_error(asio::use_awaitable, handshake));
}

task<said> ask(asio::io_context& io, client_side& side, std::uint16_t port, std::string text)
{
    said result;
    tls_socket stream(io, side.context);
    co_await connect(stream, port, result.handshake);
    if (result.handshake) co_return result;
    auto const bytes = asio::buffer(text);
    co_await asio::async_write(stream, bytes, asio::use_awaitable);
    auto room = asio::dynamic_buffer(result.text);
    co_await asio::async_read(stream, room, asio::redirect_error(asio::use_awaitable, result.end));
    co_return result;
}

struct tls_world {
    explicit tls_world(api_server_options options = {}, bool ask_clients = true)
        : server(environment{io.get_executor()}, std::move(options)),
          listener(io.get_executor(), {ca.server(), ask_clients ? ca.certificate() : std::string()}),
          work(io.get_executor())
    {
        work.start(server.run(listener));
    }
    ~tls_world()
    {
        work.request_stop();
        io.restart();
        io.run();
    }

    said ask(client_side& side, std::string_view path)
    {
        return testing::run(io, ::ask(io, side, listener.port(), get(path, "Connection: close\r\n")));
    }

    asio::io_context io;
    certificate_authority ca;
    api_server server;
    tls_listener listener;
    nursery work;
};

api_server_options knows_alice()
{
    api_server_options o;
    o.users = {{.name = "alice", .rules = {{.plural = "configmaps"}}},
               {.name = "", .groups = {"dev"}, .rules = {{.plural = "pods"}}}};
    return o;
}

} // namespace

TEST_CASE("the server speaks HTTP over TLS, and ends a connection in order")
{
    tls_world w;
    client_side side(w.ca.certificate());
    w.server.create(configmaps,
                    R"({"metadata":{"name":"a"},"data":{"k":")" + std::string(300'000, 'x') + "\"}}");

    auto const answer = w.ask(side, maps);

    CHECK(w.listener.url() == "https://127.0.0.1:" + std::to_string(w.listener.port()));
    CHECK(status_of(answer.text) == 200);
    CHECK(body_of(answer.text).size() > 300'000);
    CHECK(answer.end == asio::error::eof); // and not ssl::error::stream_truncated
}

TEST_CASE("a client that does not trust the certificate leaves, and others are still served")
{
    tls_world w;
    client_side side(w.ca.certificate());
    client_side stranger(certificate_authority("another").certificate());

    CHECK(w.ask(stranger, "/version").handshake);
    CHECK(status_of(w.ask(side, "/version").text) == 200);
}

TEST_CASE("a silent connection keeps no other client waiting")
{
    tls_world w;
    client_side side(w.ca.certificate());
    tcp::socket silent(w.io);
    silent.connect({asio::ip::address_v4::loopback(), w.listener.port()});

    CHECK(status_of(w.ask(side, "/version").text) == 200);
}

TEST_CASE("the subject of the client certificate is the user")
{
    tls_world w(knows_alice());
    client_side alice(w.ca.certificate()), bob(w.ca.certificate()), boss(w.ca.certificate());
    alice.show(w.ca.client("alice"));
    bob.show(w.ca.client("bob", {"ops", "dev"}));
    boss.show(w.ca.client("root", {"system:masters"}));

    CHECK(status_of(w.ask(alice, maps).text) == 200);
    CHECK(status_of(w.ask(alice, "/api/v1/pods").text) == 403);
    CHECK(status_of(w.ask(bob, "/api/v1/pods").text) == 200);
    auto const refused = w.ask(bob, maps).text;
    CHECK(status_of(refused) == 403);
    CHECK(refused.find(R"(User \"bob\" cannot list)") != refused.npos);
    CHECK(status_of(w.ask(boss, maps).text) == 200);
}

TEST_CASE("a client without a certificate, with another CA's, or with an expired one is unknown")
{
    tls_world w(knows_alice());
    client_side none(w.ca.certificate()), other(w.ca.certificate()), late(w.ca.certificate());
    other.show(certificate_authority("testing-ca").client("alice"));
    auto const now = std::chrono::system_clock::now();
    late.show(w.ca.client("alice", {}, {now - 2h, now - 1h}));

    CHECK(status_of(w.ask(none, maps).text) == 401);
    CHECK(status_of(w.ask(other, maps).text) == 401);
    CHECK(status_of(w.ask(late, maps).text) == 401);
}

TEST_CASE("without a client CA no client is asked for a certificate")
{
    tls_world w(knows_alice(), false);
    client_side alice(w.ca.certificate());
    alice.show(w.ca.client("alice"));

    CHECK(status_of(w.ask(alice, maps).text) == 401);
}

namespace {

task<std::string> watch_over_exchange(tls_world& w, client_side& side, tls_identity fresh)
{
    tls_socket stream(w.io, side.context);
    error_code ec;
    co_await connect(stream, w.listener.port(), ec);
    auto const text = get("/api/v1/configmaps?watch=1");
    auto const bytes = asio::buffer(text);
    co_await asio::async_write(stream, bytes, asio::use_awaitable);
    std::string all;
    auto room = asio::dynamic_buffer(all);
    co_await asio::async_read_until(stream, room, "\r\n\r\n", asio::use_awaitable);
    w.listener.use(fresh);
    w.server.create(configmaps, R"({"metadata":{"name":"after"}})");
    co_await asio::async_read_until(stream, room, "after", asio::use_awaitable);
    co_return all;
}

} // namespace

TEST_CASE("a certificate can be replaced while the server runs: new connections get the new one")
{
    tls_world w;
    certificate_authority const next("next-ca");
    client_side before(w.ca.certificate()), after(next.certificate());
    CHECK(w.ask(after, "/version").handshake);

    auto const watched = testing::run(w.io, watch_over_exchange(w, before, next.server()));

    CHECK(watched.find("ADDED") != watched.npos); // an open watch goes on
    CHECK(status_of(w.ask(after, "/version").text) == 200);
    CHECK(w.ask(before, "/version").handshake);
}

TEST_CASE("an identity that cannot be used is refused, and the old one stays")
{
    tls_world w;
    client_side side(w.ca.certificate());
    auto const good = w.ca.server();

    CHECK_THROWS_AS(w.listener.use({"no PEM", good.key}), api_error);
    CHECK_THROWS_AS(w.listener.use({good.certificate, "no PEM"}), api_error);
    CHECK_THROWS_AS(w.listener.use({good.certificate, w.ca.server().key}), api_error);
    CHECK_THROWS_AS(tls_listener(w.io.get_executor(), {good, "no PEM"}), api_error);

    CHECK(status_of(w.ask(side, "/version").text) == 200);
}

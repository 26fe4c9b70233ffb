// Tests a TLS stream whose server sends records without end that bring no data: the event loop must go on
// with other work, and the connection must end.
#include "tls_world.hpp"

#include "transport/stream/tls_context.hpp"
#include "transport/stream/tls_session.hpp"
#include "transport/stream/tls_stream.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <functional>
#include <thread>
#include <unistd.h>

using namespace tls_world;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t flood_bytes = 1024 * 1024;

// Returns a record of TLS 1.2 in clear text that holds 4,000 requests to begin the handshake. A client
// ignores such requests during a handshake.
std::string hello_requests()
{
    return std::string("\x16\x03\x03\x3e\x80", 5) + std::string(16'000, '\0');
}

enum class flood { hello_requests, key_updates, tickets, handshakes };

/// A server whose flood is in the client's socket before the client reads.
class flooding_server {
public:
    flooding_server(tcp::acceptor& acceptor, tls_identity const& identity) : socket_(acceptor.accept())
    {
        context_.use_certificate_chain(asio::buffer(identity.certificate));
        context_.use_private_key(asio::buffer(identity.key), ssl::context::pem);
        session_.emplace(context_.native_handle(), tls_session::role::server);
    }

    void speak_only_tls_1_2() { SSL_set_max_proto_version(session_->native(), TLS1_2_VERSION); }

    // The server's side of the handshake. The client's side runs in another thread meanwhile.
    void shake_hands()
    {
        char buffer[4096];
        for (;;) {
            auto const how = session_->shake_hands();
            asio::write(socket_, asio::buffer(session_->take_output()));
            if (how != tls_session::outcome::wants_input) break;
            auto const n = socket_.read_some(asio::buffer(buffer));
            session_->input({buffer, n});
        }
    }

    void write(std::string_view data)
    {
        session_->write(data);
        asio::write(socket_, asio::buffer(session_->take_output()));
    }

    // Returns records of the flood that have at least this number of bytes together.
    std::string records(flood what, std::size_t least)
    {
        std::string all;
        while (all.size() < least) all += one(what);
        return all;
    }

    void send_bytes(std::string_view bytes) { asio::write(socket_, asio::buffer(bytes)); }

    // Sends as much of the flood as the kernel takes, at most `most` bytes. Returns how many bytes that was.
    std::size_t send(flood what, std::size_t most = flood_bytes)
    {
        auto const all = records(what, most);
        socket_.non_blocking(true);
        error_code ec;
        std::size_t sent = 0;
        while (!ec && sent != all.size()) sent += socket_.write_some(asio::buffer(all) + sent, ec);
        socket_.non_blocking(false);
        return sent;
    }

private:
    std::string one(flood what)
    {
        if (what == flood::hello_requests) return hello_requests();
        auto* const native = session_->native();
        if (what == flood::key_updates) REQUIRE(SSL_key_update(native, SSL_KEY_UPDATE_REQUESTED) == 1);
        if (what == flood::handshakes) REQUIRE(SSL_renegotiate(native) == 1);
        if (what == flood::tickets) REQUIRE(SSL_new_session_ticket(native) == 1);
        session_->shake_hands();
        return session_->take_output();
    }

    ssl::context context_{ssl::context::tls_server};
    tcp::socket socket_;
    std::optional<tls_session> session_;
};

task<> open_tls_at_once(tcp::socket socket, std::shared_ptr<ssl::context> context,
                        std::unique_ptr<byte_stream>& out)
{
    out = co_await connect_tls(system_time(), make_tls_carrier(std::move(socket)), std::move(context),
                               "localhost", "server:443");
}

task<> read_once(byte_stream& from, std::string& got)
{
    std::array<char, 1000> room;
    auto const n = co_await from.read_some(room);
    got.assign(room.data(), n);
}

task<> write_once(byte_stream& to, std::string text)
{
    co_await to.write(text);
}

struct flooded {
    tls_identity identity;
    asio::io_context io;
    tcp::acceptor acceptor{io, {asio::ip::address_v4::loopback(), 0}};
    tcp::socket socket{io};
    tcp::socket peeping{io}; // looks at the client's socket
    std::unique_ptr<flooding_server> server;
    std::unique_ptr<byte_stream> stream;
    std::size_t most_in_a_turn = 0; // bytes that left the socket between two turns of another task

    explicit flooded(tls_identity shown = authority().server({"localhost"})) : identity(std::move(shown))
    {
        socket.connect(acceptor.local_endpoint());
        peeping.assign(tcp::v4(), ::dup(socket.native_handle()));
        server = std::make_unique<flooding_server>(acceptor, identity);
    }
    std::shared_ptr<ssl::context> trusting() const
    {
        tls_options options;
        options.ca.data = authority().certificate();
        return make_tls_context(options, read_tls_material(options), http_version::http1);
    }
    void shake_hands()
    {
        std::thread other([this] { server->shake_hands(); });
        started opening(io, open_tls_at_once(std::move(socket), trusting(), stream));
        io.run();
        other.join();
        REQUIRE(stream);
    }
    // Runs the client's task beside another one that looks at the socket whenever it has its turn.
    void run_until_done(started const& client)
    {
        auto before = peeping.available();
        std::function<void()> look = [&] {
            auto const now = peeping.available();
            most_in_a_turn = std::max(most_in_a_turn, before - std::min(before, now));
            before = now;
            if (!client.done()) asio::post(io, look);
        };
        asio::post(io, look);
        io.restart();
        io.run_for(10s); // a limit, in case it hangs
        io.stop();
    }
    // Sends the bytes in parts. The client reads each part before the next one is sent, so that the kernel
    // has room for it.
    void send_and_read(std::string_view bytes, started const& client)
    {
        constexpr std::size_t part = 16 * 1024;
        for (; !client.done() && !bytes.empty(); bytes.remove_prefix(std::min(part, bytes.size()))) {
            server->send_bytes(bytes.substr(0, part));
            io.restart();
            bool runs = true; // false if nothing happens for ten seconds
            while (runs && !client.done() && peeping.available() != 0) runs = io.run_one_for(10s) != 0;
        }
    }
    // The server sends data, which the client reads.
    void read_data(std::string& got)
    {
        server->write("begin");
        started client(io, read_once(*stream, got));
        run_until_done(client);
        REQUIRE(got == "begin");
    }
    // Checks that the client goes on after the first `most` bytes, and that the next byte ends it.
    void check_limit(std::string_view bytes, std::size_t most, started const& client, std::string_view error)
    {
        send_and_read(bytes.substr(0, most), client);
        CHECK_FALSE(client.done());
        server->send_bytes(bytes.substr(most, 1));
        run_until_done(client);
        REQUIRE(client.done());
        CHECK(client.code() == errc::tls_failed);
        mentions(client, error);
    }
};

} // namespace

TEST_CASE_METHOD(flooded, "a server that asks to begin the handshake again and again fails the handshake")
{
    auto const sent = server->send(flood::hello_requests);
    REQUIRE(sent > 2 * tls_limits::handshake);

    started client(io, open_tls_at_once(std::move(socket), trusting(), stream));
    run_until_done(client);

    REQUIRE(client.done());
    CHECK(client.code() == errc::tls_failed);
    mentions(client,
             "TLS with server:443: TLS failed: the server sent more than 262144 bytes in the handshake");
    CHECK(most_in_a_turn <= tls_limits::a_turn_without_data);
}

TEST_CASE_METHOD(flooded,
                 "a server that sends changes of keys or session tickets without end loses the connection")
{
    auto const what = GENERATE(flood::key_updates, flood::tickets);
    shake_hands();
    std::string got;
    read_data(got);
    auto const sent = server->send(what);
    REQUIRE(sent > 4 * tls_limits::without_data);
    most_in_a_turn = 0;

    started client(io, read_once(*stream, got));
    run_until_done(client);

    REQUIRE(client.done());
    CHECK(client.code() == errc::tls_failed);
    mentions(
        client,
        "TLS with server:443: TLS failed: the server sent more than 65536 bytes of TLS records in a row");
    CHECK(most_in_a_turn <= 2 * tls_limits::a_turn_without_data);
}

TEST_CASE_METHOD(flooded, "a handshake may bring 256 KB, and not a byte more")
{
    constexpr std::size_t most = 256 * 1024;
    auto const bytes = server->records(flood::hello_requests, most + 1);
    started client(io, open_tls_at_once(std::move(socket), trusting(), stream));
    check_limit(bytes, most, client, "the server sent more than 262144 bytes in the handshake");
}

TEST_CASE_METHOD(flooded, "64 KB may come without data between them, and not a byte more")
{
    constexpr std::size_t most = 64 * 1024;
    shake_hands();
    std::string got;
    read_data(got);
    auto const bytes = server->records(flood::tickets, most + 1);
    started client(io, read_once(*stream, got));
    check_limit(bytes, most, client, "the server sent more than 65536 bytes of TLS records in a row");
}

TEST_CASE_METHOD(flooded,
                 "a server of TLS 1.2 may not begin another handshake, and the connection goes on without it")
{
    server->speak_only_tls_1_2();
    shake_hands();
    server->send(flood::handshakes, 1);
    server->write("data");
    std::string got;
    {
        started client(io, read_once(*stream, got));
        run_until_done(client);
    }
    CHECK(got == "data");

    started client(io, write_once(*stream, "a request")); // it would fail in the middle of a handshake
    run_until_done(client);
    CHECK(client.what() == "");
}

TEST_CASE_METHOD(flooded, "changes of keys with data between them are accepted, however many there are")
{
    shake_hands();
    std::string got;
    for (std::size_t i = 0; i != 10; ++i) {
        server->send(flood::key_updates, tls_limits::without_data / 4);
        server->write("data");
        started client(io, read_once(*stream, got));
        run_until_done(client);
        REQUIRE(client.what() == "");
        REQUIRE(got == "data");
        REQUIRE(stream->reads_resume());
    }
}

TEST_CASE("the bytes of a long handshake do not count when bytes without data follow it")
{
    auto shown = authority().server({"localhost"});
    // about 80 KB on the way: more than tls_limits::without_data, and less than OpenSSL accepts
    while (shown.certificate.size() < 120'000) shown.certificate += authority().certificate();
    flooded w(std::move(shown));
    w.shake_hands();
    w.server->send(flood::tickets, 1);
    std::string got;
    started client(w.io, read_once(*w.stream, got));
    w.io.restart();
    w.io.poll(); // the client reads the tickets, and then waits for data
    CHECK(client.what() == "");
    w.server->write("data");
    w.run_until_done(client);
    CHECK(client.what() == "");
    CHECK(got == "data");
}

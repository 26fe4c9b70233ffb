#pragma once

#include "tls_world.hpp"
#include "transport/stream/tls_carrier.hpp"
#include "transport/stream/tls_context.hpp"
#include "transport/stream/tls_session.hpp"

#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

// A TLS stream in memory and in virtual time. The test plays its server, and says when and how each of the
// client's writes ends.
namespace tls_wire {

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;

/// The connection below TLS.
struct wire {
    std::string to_client, to_server; ///< encrypted bytes on their way
    std::size_t writes = 0;           ///< how many the client has begun
    std::size_t under_way = 0, most_under_way = 0;
    bool holds_writes = false;          ///< a write waits as long as this is true
    std::size_t good_writes = SIZE_MAX; ///< the number of writes that succeed; later ones fail
    error_code failure;                 ///< how they fail
    bool is_closed = false;
    wakeup changed;
};

/// The client's end of a wire. Like a socket it returns errors, those of a cancellation included.
class wire_carrier final : public tls_carrier {
public:
    explicit wire_carrier(wire& line) : line_(line) {}

    task<error_code> readable() override
    {
        error_code ec;
        while (!ec && !line_.is_closed && line_.to_client.empty()) ec = co_await change();
        if (line_.is_closed) ec = asio::error::operation_aborted;
        co_return ec;
    }
    std::size_t read_now(std::span<char> into, error_code& ec) override
    {
        auto const n = line_.to_client.copy(into.data(), into.size());
        line_.to_client.erase(0, n);
        if (n == 0) ec = asio::error::would_block;
        return n;
    }
    task<error_code> write(std::span<char const> bytes) override
    {
        bool const fails = ++line_.writes > line_.good_writes;
        ++line_.under_way;
        line_.most_under_way = std::max(line_.most_under_way, line_.under_way);
        error_code ec;
        while (!ec && !line_.is_closed && line_.holds_writes) ec = co_await change();
        --line_.under_way;
        if (line_.is_closed) ec = asio::error::operation_aborted;
        if (!ec && fails) ec = line_.failure;
        if (!ec) line_.to_server.append(bytes.data(), bytes.size());
        co_return ec;
    }
    bool has_input() noexcept override { return !line_.to_client.empty(); }
    bool may_gather() const noexcept override { return false; }
    void set_low_watermark(int) noexcept override {}
    bool reads_resume() const noexcept override { return true; }
    void close() noexcept override
    {
        line_.is_closed = true;
        line_.changed.notify();
    }

private:
    task<error_code> change()
    {
        error_code ec;
        try {
            co_await line_.changed.wait();
        } catch (boost::system::system_error const& e) {
            ec = e.code();
        }
        co_return ec;
    }

    wire& line_;
};

/// A client, a server, and the wire between them. The client trusts tls_world::authority(). The server
/// sends no session tickets.
struct wired {
    explicit wired(testing::tls_identity const& shown = tls_world::authority().server({"localhost"}))
    {
        context.use_certificate_chain(asio::buffer(shown.certificate));
        context.use_private_key(asio::buffer(shown.key), asio::ssl::context::pem);
        SSL_CTX_set_num_tickets(context.native_handle(), 0);
        server.emplace(context.native_handle(), tls_session::role::server);
        SSL_set_msg_callback(server->native(), &wired::note_message);
        SSL_set_msg_callback_arg(server->native(), this);
    }

    // ---- the client
    task<> connect()
    {
        tls_options options;
        options.ca.data = tls_world::authority().certificate();
        auto trusting = make_tls_context(options, read_tls_material(options), http_version::http1);
        auto carrier = std::make_unique<wire_carrier>(line);
        stream = co_await connect_tls(time, std::move(carrier), std::move(trusting), "localhost", "api:6443");
    }
    /// Shakes hands.
    void open()
    {
        started opening(io, connect());
        time.settle();
        for (int flights = 0; flights != 3 && !opening.done(); ++flights) {
            take();
            time.settle();
        }
        CHECK(opening.what() == "");
        take();
        CHECK(server->is_established());
    }
    /// Lets the writes end that wait, and later ones at once.
    void release_writes()
    {
        line.holds_writes = false;
        line.changed.notify();
        time.settle();
    }

    // ---- the server
    /// Reads what has come, and answers in the handshake.
    void take()
    {
        auto const bytes = std::exchange(line.to_server, {});
        server->input(bytes);
        if (!server->is_established()) (void)server->shake_hands();
        if (server->is_established()) {
            char room[1000];
            std::size_t n = 0;
            CHECK(server->read(room, n) != tls_session::outcome::failed);
            heard.append(room, n);
        }
        send();
    }
    void say(std::string_view text)
    {
        REQUIRE(server->write(text) == tls_session::outcome::done);
        send();
    }
    void say_goodbye()
    {
        (void)server->say_goodbye();
        send();
    }
    /// Changes the server's keys, and asks the client to change its own.
    void request_change_of_keys()
    {
        REQUIRE(SSL_key_update(server->native(), SSL_KEY_UPDATE_REQUESTED) == 1);
        (void)server->shake_hands();
        send();
    }
    /// Called before open().
    void speak_tls_1_2() { SSL_set_max_proto_version(server->native(), TLS1_2_VERSION); }
    /// Asks for a new handshake, which TLS 1.2 has.
    void request_handshake()
    {
        REQUIRE(SSL_renegotiate(server->native()) == 1);
        (void)server->shake_hands();
        send();
    }

    asio::io_context io;
    testing::virtual_clock time{io};
    asio::ssl::context context{asio::ssl::context::tls_server};
    wire line;
    std::optional<tls_session> server;
    std::unique_ptr<byte_stream> stream;
    std::string heard;               ///< what the server has decrypted
    std::size_t changes_of_keys = 0; ///< those of the client that the server has seen

private:
    void send()
    {
        line.to_client += server->take_output();
        line.changed.notify();
    }
    // OpenSSL calls this function with each message.
    static void note_message(int is_sent, int, int type, void const* bytes, std::size_t size, SSL*, void* of)
    {
        bool const is_change = type == SSL3_RT_HANDSHAKE && size != 0 &&
                               *static_cast<unsigned char const*>(bytes) == SSL3_MT_KEY_UPDATE;
        if (is_sent == 0 && is_change) ++static_cast<wired*>(of)->changes_of_keys;
    }
};

/// Reads once, at most 1,000 bytes.
inline task<> read_text(byte_stream& from, std::string& got)
{
    std::array<char, 1000> room;
    auto const n = co_await from.read_some(room);
    got.assign(room.data(), n);
}

inline task<> write_text(byte_stream& to, std::string text)
{
    co_await to.write(text);
}

} // namespace tls_wire

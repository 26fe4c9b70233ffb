#include "transport/stream/tls_stream.hpp"

#include "core/process_wide.hpp"
#include "core/spare_pool.hpp"
#include "transport/config/server_name.hpp"
#include "transport/stream/read_pace.hpp"
#include "transport/stream/tcp_stream.hpp"
#include "transport/stream/tls_carrier.hpp"
#include "transport/stream/tls_rejection.hpp"
#include "transport/stream/tls_session.hpp"

#include <coinformer/core/wakeup.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <openssl/err.h>
#include <openssl/sslerr.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <memory>

namespace coinformer::detail {

namespace asio = boost::asio;
namespace ssl = asio::ssl;

namespace {

constexpr std::size_t largest_read = tls_limits::a_turn_without_data; // all of it may be without data

/// Counts what was read since other coroutines of the executor had a turn.
struct turn_of_reading {
    std::size_t received = 0; ///< encrypted bytes
    std::size_t data = 0;     ///< the application data in them

    bool is_over() const noexcept
    {
        constexpr std::size_t most = 1024 * 1024; // half a millisecond of work for the decoder
        return received >= most || received >= data + tls_limits::a_turn_without_data;
    }
};

bool expect_address(X509_VERIFY_PARAM* wanted, asio::ip::address const& address)
{
    auto const set = [wanted](auto const& bytes) {
        return X509_VERIFY_PARAM_set1_ip(wanted, bytes.data(), bytes.size()) == 1;
    };
    return address.is_v4() ? set(address.to_v4().to_bytes()) : set(address.to_v6().to_bytes());
}

/// A byte_stream that is a TLS client: tls_session decrypts, and this class moves the bytes, keeps to the
/// limits (tls_limits), and sees to it that a busy server neither starves other connections nor wakes the
/// process too often (read_pace).
///
/// States     shaking hands, established, closed. `socket_error_` keeps an error of the socket for all later
///            reads.
/// Threads    one serial executor; a read and a write may be under way at the same time, and both may have to
///            send.
class tls_stream final : public byte_stream {
public:
    tls_stream(time_source& time, std::unique_ptr<tls_carrier> carrier, std::shared_ptr<ssl::context> context,
               std::string peer, tls_peer kind)
        : time_(time), context_(std::move(context)),
          session_(context_->native_handle(), tls_session::role::client), carrier_(std::move(carrier)),
          peer_(std::move(peer)), kind_(kind)
    {
    }

    [[nodiscard]] task<> shake_hands(std::string name);

    task<std::size_t> read_some(std::span<char> into) override;
    task<> write(std::span<char const> bytes) override;
    // Most of what comes without a request is the end. A session ticket counts as well, which costs a
    // handshake: servers send theirs ahead of the first answer.
    bool has_input() noexcept override
    {
        return socket_error_ || session_.has_input() || carrier_->has_input();
    }
    bool reads_resume() const noexcept override { return !cut_short_ && carrier_->reads_resume(); }
    void close() noexcept override;
    // A server that agrees to no protocol speaks HTTP/1.1 (RFC 9113, section 3.2).
    std::string_view protocol() const noexcept override
    {
        auto const agreed = session_.protocol();
        return agreed.empty() ? "http/1.1" : agreed;
    }

private:
    using outcome = tls_session::outcome;

    std::string who() const { return kind_ == tls_peer::proxy ? "the proxy" : "the server"; }
    void expect(std::string name);
    void check_verified() const;
    [[nodiscard]] task<> flush();
    [[nodiscard]] task<> readable();
    [[nodiscard]] task<> wait_for_bytes();
    void set_low_watermark(int bytes) noexcept;
    std::size_t receive(std::size_t most);
    outcome read_now(std::span<char> into, std::size_t& size);
    [[noreturn]] void throw_handshake_error(error_code const& ec, std::string const& name) const;
    [[noreturn]] void throw_failure() const;
    void check_limit(std::size_t most, char const* of) const;

    time_source& time_;
    std::shared_ptr<ssl::context> context_;
    tls_session session_;
    std::unique_ptr<tls_carrier> carrier_;
    std::string peer_;
    tls_peer kind_;
    tls_rejection rejection_;
    error_code socket_error_; // an error of the carrier, or the end of the connection
    bool writing_ = false, closed_ = false;
    bool cut_short_ = false; // a read was cancelled while it sent something
    wakeup flushed_;
    turn_of_reading turn_;
    std::size_t bytes_without_data_ = 0; // encrypted bytes since the last application data
    read_pace pace_;
    int low_watermark_ = 1; // bytes that have to arrive before the kernel calls the socket readable
};

// Tells OpenSSL for which name the certificate must be. OpenSSL verifies no name at all unless these calls
// succeed.
void tls_stream::expect(std::string name)
{
    auto const demand = [this](bool succeeded, char const* otherwise) {
        if (!succeeded) throw api_error(errc::config_invalid, "TLS with " + peer_, otherwise);
    };
    demand(is_server_name(name), "the server's name is neither a host name nor an IP address without a zone");
    if (name.ends_with('.')) name.pop_back(); // certificates and SNI do not have the dot
    auto* const native = session_.native();
    auto* const wanted = SSL_get0_param(native);
    // as Go does: only the names of the certificate's subjectAltName count
    X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS |
                                                X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    error_code not_an_address;
    auto const address = asio::ip::make_address(name, not_an_address);
    if (!not_an_address) {
        demand(expect_address(wanted, address), "OpenSSL refuses the server's address");
    } else {
        demand(X509_VERIFY_PARAM_set1_host(wanted, name.data(), name.size()) == 1,
               "OpenSSL refuses the server's name");
        // RFC 6066 allows no addresses in SNI
        demand(SSL_set_tlsext_host_name(native, name.c_str()) == 1,
               "OpenSSL refuses the server's name for SNI");
    }
    demand(SSL_set_app_data(native, &rejection_) == 1, "OpenSSL has no memory for a session");
    if (auto const mode = SSL_get_verify_mode(native); mode != SSL_VERIFY_NONE)
        SSL_set_verify(native, mode, &tls_rejection::note);
}

// Checks once more that the certificate was verified. A successful handshake implies it, but a token is sent
// next.
void tls_stream::check_verified() const
{
    auto const* const native = session_.native();
    if (SSL_get_verify_mode(native) == SSL_VERIFY_NONE) return;
    auto const result = SSL_get_verify_result(native);
    if (SSL_get0_peer_certificate(native) && result == X509_V_OK) return;
    throw api_error(errc::tls_untrusted, "TLS with " + peer_, X509_verify_cert_error_string(result));
}

task<> tls_stream::shake_hands(std::string name)
{
    expect(name);
    for (auto how = outcome::wants_input; how != outcome::done;) {
        how = session_.shake_hands();
        try {
            co_await flush(); // after a failure, this sends the alert that says why
        } catch (api_error const& e) {
            // A server that has left already cannot be told. The caller needs the reason of the failure.
            if (how != outcome::failed || e.code() == condition::cancelled) throw;
        }
        if (how == outcome::failed) throw_handshake_error(session_.failure(), name);
        if (how == outcome::ended) throw_handshake_error(asio::error::eof, name); // by close_notify
        if (how == outcome::done) break;
        // Waits before each read, so that other coroutines have their turns whatever the server sends:
        // OpenSSL reads over requests to begin the handshake without end, and the time-out needs a turn, too.
        std::size_t received = 0;
        while (received == 0) {
            co_await readable();
            received = receive(largest_read);
            if (socket_error_) throw_handshake_error(socket_error_, name);
        }
        bytes_without_data_ += received;
        check_limit(tls_limits::handshake, "in the handshake");
    }
    bytes_without_data_ = 0;
    check_verified();
}

// The alert of a peer that agrees to no protocol. Other servers go on, and http_client looks at what they
// speak.
constexpr int no_protocol = SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL;

void tls_stream::throw_handshake_error(error_code const& ec, std::string const& name) const
{
    auto const where = "TLS with " + peer_;
    if (ec == asio::error::operation_aborted) throw api_error(errc::cancelled, where);
    if (rejection_.has_happened()) throw api_error(rejection_.code(), where, rejection_.message(name));
    bool const agrees_to_none = ec.category() == asio::error::get_ssl_category() &&
                                ERR_GET_REASON(static_cast<unsigned long>(ec.value())) == no_protocol;
    if (agrees_to_none && kind_ == tls_peer::proxy) // http_options::version is about the server alone
        throw api_error(errc::tls_failed, where,
                        "the proxy does not agree to HTTP/1.1, in which it is asked for a connection (ALPN)");
    if (agrees_to_none)
        throw api_error(errc::config_invalid, where,
                        "the server speaks none of the protocols that http_options::version allows (ALPN)");
    bool const ended = ec == asio::error::eof;
    throw api_error(errc::tls_failed, where, ended ? who() + " closed the connection" : ec.message());
}

void tls_stream::throw_failure() const
{
    if (!closed_ && socket_error_ == asio::error::eof)
        throw api_error(errc::connection_closed, peer_, who() + " ended it without TLS close_notify");
    if (socket_error_) throw_socket_error(socket_error_, closed_, peer_);
    // in TLS 1.3, the server's verdict on the client's certificate comes with the first read
    throw api_error(errc::tls_failed, "TLS with " + peer_, session_.failure().message());
}

// Ends the connection if the server has sent more bytes without data than a limit allows.
void tls_stream::check_limit(std::size_t most, char const* of) const
{
    if (bytes_without_data_ <= most) return;
    throw api_error(errc::tls_failed, "TLS with " + peer_,
                    who() + " sent more than " + std::to_string(most) + " bytes " + of);
}

task<> tls_stream::readable()
{
    turn_ = {};
    auto const ec = co_await carrier_->readable();
    if (ec) throw_socket_error(ec, closed_, peer_);
}

// Waits until a read may bring something: until the socket is readable or, in a burst, for a short pause.
task<> tls_stream::wait_for_bytes()
{
    if (!carrier_->may_gather() || !pace_.gathers(time_.now())) {
        set_low_watermark(1);
        co_await readable();
        co_return;
    }
    set_low_watermark(read_pace::enough);
    turn_ = {};
    try {
        co_await time_.sleep_for(read_pace::pause);
    } catch (boost::system::system_error const& e) {
        throw_socket_error(e.code(), closed_, peer_); // as if it had waited for the socket
    }
}

// Tells the kernel how many bytes are worth a wake-up. A pause alone would save little, because the event
// loop would be woken for each segment that arrives meanwhile. A streamed list of 50,000 pods took 0.68 s of
// CPU time with the pause alone, 0.43 s with both, and 1.12 s with neither.
void tls_stream::set_low_watermark(int bytes) noexcept
{
    if (std::exchange(low_watermark_, bytes) != bytes) carrier_->set_low_watermark(bytes);
}

// Gives the bytes that have arrived to the session, which uses them up before others come: so one buffer for
// each thread that reads now is enough. Returns the number of bytes; `socket_error_` says if there will never
// be more.
std::size_t tls_stream::receive(std::size_t most)
{
    if (socket_error_) return 0;
    static auto& buffers = process_wide<spare_pool<char[]>>();
    spare_pool<char[]>::loan const arrived(
        buffers, [] { return std::make_unique_for_overwrite<char[]>(largest_read); });
    error_code ec;
    auto const n = carrier_->read_now({arrived.get(), std::min(most, largest_read)}, ec);
    if (ec && ec != asio::error::would_block) socket_error_ = ec;
    session_.input({arrived.get(), n});
    return n;
}

// Reads everything that is available without waiting. It stops at three quarters of `into`, because filling
// the rest would take one more call of the kernel. It also stops when the turn is over, with
// outcome::wants_input if there is no data yet: a server can send changes of keys without end, each of which
// costs as much as decrypting some kilobytes.
tls_stream::outcome tls_stream::read_now(std::span<char> into, std::size_t& size)
{
    auto const enough = into.size() - into.size() / 4;
    bool drained = false;
    for (size = 0;;) {
        std::size_t n = 0;
        auto const how = session_.read(into.subspan(size), n);
        size += n;
        turn_.data += n;
        if (n != 0) bytes_without_data_ = 0;
        if (size >= enough || (size != 0 && drained)) return outcome::done;
        if (how == outcome::ended || how == outcome::failed) return size != 0 ? outcome::done : how;
        auto const wanted = std::min(into.size() - size, largest_read);
        auto const received = turn_.is_over() ? 0 : receive(wanted);
        if (received == 0) return size != 0 ? outcome::done : outcome::wants_input;
        drained = received < wanted;
        turn_.received += received;
        bytes_without_data_ += received;
    }
}

task<std::size_t> tls_stream::read_some(std::span<char> into)
{
    // other coroutines run before this one goes on
    if (turn_.is_over()) {
        turn_ = {};
        co_await asio::post(asio::use_awaitable);
    }
    for (;;) {
        std::size_t n = 0;
        auto const how = read_now(into, n);
        pace_.received(n);
        if (session_.has_output()) { // the answer to a change of keys
            cut_short_ = true;
            co_await flush();
            cut_short_ = false;
        }
        if (how == outcome::done) co_return n;
        if (how == outcome::ended) co_return 0;
        if (how == outcome::failed || socket_error_) throw_failure();
        check_limit(tls_limits::without_data, "of TLS records in a row without data in them");
        co_await wait_for_bytes();
    }
}

task<> tls_stream::write(std::span<char const> bytes)
{
    if (session_.write(bytes) != outcome::done) throw_failure();
    co_await flush();
}

// Sends the session's output. A read may have to send as well, so that a coroutine waits until the other has
// sent.
task<> tls_stream::flush()
{
    while (writing_) co_await flushed_.wait();
    // The right to send, which is given back when this coroutine ends, also by an exception.
    struct turn {
        tls_stream& of;
        explicit turn(tls_stream& s) : of(s) { of.writing_ = true; }
        ~turn()
        {
            of.writing_ = false;
            of.flushed_.notify();
        }
    };
    turn const mine(*this);
    auto const bytes = session_.take_output();
    if (bytes.empty()) co_return;
    auto const ec = co_await carrier_->write(bytes);
    if (ec) throw_socket_error(ec, closed_, peer_);
}

void tls_stream::close() noexcept
{
    closed_ = true;
    carrier_->close();
}

} // namespace

task<std::unique_ptr<byte_stream>> connect_tls(time_source& time, std::unique_ptr<tls_carrier> carrier,
                                               std::shared_ptr<ssl::context> context, std::string name,
                                               std::string peer, tls_peer kind)
{
    auto stream =
        std::make_unique<tls_stream>(time, std::move(carrier), std::move(context), std::move(peer), kind);
    co_await stream->shake_hands(std::move(name));
    co_return std::unique_ptr<byte_stream>(std::move(stream));
}

} // namespace coinformer::detail

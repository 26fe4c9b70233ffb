#include "tls_peer.hpp"

#include "forged_record.hpp"

#include <boost/asio/buffer.hpp>

#include <cerrno>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace hostile {

namespace {

using outcome = coinformer::detail::tls_session::outcome;
using over = outside_threads::over;

} // namespace

tls_peer::tls_peer(place here, int socket, tls_setup const& setup) : here_(here), socket_(socket)
{
    auto* const native = context_.native_handle();
    // This server allows everything, because the test is whether the client refuses it.
    SSL_CTX_set_security_level(native, 0);
    SSL_CTX_set_num_tickets(native, 0);
    context_.use_certificate_chain(boost::asio::buffer(setup.identity.certificate));
    context_.use_private_key(boost::asio::buffer(setup.identity.key), boost::asio::ssl::context::pem);
    SSL_CTX_set_keylog_callback(native, &tls_peer::keep_secret);
    if (setup.prepare) setup.prepare(native);
    session_.emplace(native, coinformer::detail::tls_session::role::server);
    demand(SSL_set_app_data(session_->native(), this) == 1, "SSL_set_app_data");
}

tls_peer::~tls_peer()
{
    ::close(socket_);
}

void tls_peer::demand(bool succeeded, char const* what)
{
    if (!succeeded) throw std::runtime_error(what);
}

// OpenSSL calls this function with each secret of a session, as "SERVER_TRAFFIC_SECRET_0 <random> <secret>"
// in hexadecimal.
void tls_peer::keep_secret(SSL const* session, char const* line)
{
    constexpr std::string_view name = "SERVER_TRAFFIC_SECRET_0 ";
    std::string_view const text(line);
    if (text.starts_with(name))
        static_cast<tls_peer*>(SSL_get_app_data(session))->traffic_secret_ = text.substr(text.rfind(' ') + 1);
}

void tls_peer::send(std::string_view bytes)
{
    while (!bytes.empty()) {
        auto const n = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n >= 0) {
            here_.bytes += static_cast<std::uint64_t>(n);
            bytes.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN) {
            here_.threads.wait(here_.self, socket_, POLLOUT);
        } else if (errno != EINTR) {
            throw over(); // the client has gone
        }
    }
}

void tls_peer::receive()
{
    here_.threads.wait(here_.self, socket_, POLLIN);
    char buffer[16 * 1024];
    auto const n = ::recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT);
    if (n <= 0) throw over();
    received_.assign(buffer, static_cast<std::size_t>(n));
}

void tls_peer::flush()
{
    send(session_->take_output());
}

void tls_peer::wait_for_greeting()
{
    receive();
    session_->input(received_);
}

std::string tls_peer::first_flight()
{
    wait_for_greeting();
    demand(session_->shake_hands() == outcome::wants_input, "first flight");
    return session_->take_output();
}

std::string tls_peer::rest_of_handshake()
{
    for (auto how = outcome::wants_input; how == outcome::wants_input;) {
        receive();
        session_->input(received_);
        how = session_->shake_hands();
    }
    return session_->take_output();
}

void tls_peer::shake_hands()
{
    for (;;) {
        auto const how = session_->shake_hands();
        flush();
        if (how == outcome::done) return;
        // the client has refused, or is about to be told that the server does
        if (how != outcome::wants_input) stay();
        receive();
        session_->input(received_);
    }
}

std::string tls_peer::read_request()
{
    std::string request;
    while (request.find("\r\n\r\n") == std::string::npos) {
        char buffer[4096];
        std::size_t n = 0;
        auto const how = session_->read(buffer, n);
        if (how == outcome::ended || how == outcome::failed) throw over();
        request.append(buffer, n);
        if (n != 0) continue;
        receive();
        session_->input(received_);
    }
    return request;
}

void tls_peer::write(std::string_view data)
{
    demand(session_->write(data) == outcome::done, "write");
    flush();
}

void tls_peer::request_key_update()
{
    demand(SSL_key_update(session_->native(), SSL_KEY_UPDATE_REQUESTED) == 1, "SSL_key_update");
    session_->shake_hands();
    flush();
}

void tls_peer::send_ticket()
{
    demand(SSL_new_session_ticket(session_->native()) == 1, "SSL_new_session_ticket");
    session_->shake_hands();
    flush();
}

void tls_peer::request_handshake()
{
    demand(SSL_renegotiate(session_->native()) == 1, "SSL_renegotiate");
    session_->shake_hands();
    flush();
}

void tls_peer::say_goodbye()
{
    session_->say_goodbye();
    flush();
}

void tls_peer::forge(unsigned char type, std::string_view data)
{
    demand(!traffic_secret_.empty(), "the secret of the server's records");
    send(forged_record(traffic_secret_, forged_count_++, type, data));
}

void tls_peer::pause(coinformer::duration time)
{
    here_.threads.sleep(here_.self, time);
}

void tls_peer::stay()
{
    for (;;) receive();
}

void tls_peer::hold()
{
    here_.threads.wait(here_.self, socket_, POLLRDHUP);
    throw over();
}

void tls_peer::reset()
{
    linger const at_once{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    throw over();
}

} // namespace hostile

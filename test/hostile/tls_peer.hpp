#pragma once

#include "attack.hpp"
#include "outside_threads.hpp"

#include "transport/stream/tls_session.hpp"

#include <boost/asio/ssl/context.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace hostile {

/// The server's side of one TLS connection, as the script of an attack uses it. The script runs in a thread
/// of its own, and all calls block. They throw outside_threads::over when the client has gone or the test has
/// ended.
class tls_peer {
public:
    /// The surroundings of a script.
    struct place {
        outside_threads& threads;
        outside_threads::waiter& self;
        std::atomic<std::uint64_t>& bytes; ///< counts the bytes that the kernel took from the server
    };

    /// Takes the socket over, and closes it in the end.
    tls_peer(place here, int socket, tls_setup const& setup);
    tls_peer(tls_peer const&) = delete;
    tls_peer& operator=(tls_peer const&) = delete;
    ~tls_peer();

    // ---- in clear text, below TLS
    void send(std::string_view bytes);
    void wait_for_greeting(); ///< returns when the client has begun its handshake
    std::string
    first_flight(); ///< returns, without sending it, what an honest server answers to the client's greeting
    /// reads the client's next message, and returns the answer to it without sending it
    std::string rest_of_handshake();

    // ---- as a server of TLS
    void shake_hands();
    std::string read_request();
    void write(std::string_view data);
    void request_key_update(); ///< changes the server's keys, and asks the client to change its own
    void send_ticket();
    void request_handshake(); ///< sends a HelloRequest of TLS 1.2
    void say_goodbye();
    /// Sends a record of TLS 1.3 that OpenSSL would not send. After the handshake the connection may carry no
    /// other records.
    void forge(unsigned char type, std::string_view data);

    void pause(coinformer::duration time); ///< waits for this virtual time
    void stay();                           ///< reads and ignores until the client leaves
    void hold();                           ///< stops reading, and keeps the connection open
    void reset();                          ///< ends the connection with a reset

private:
    void receive();
    void flush();
    static void demand(bool succeeded, char const* what);
    static void keep_secret(SSL const* session, char const* line);

    place here_;
    int socket_;
    boost::asio::ssl::context context_{boost::asio::ssl::context::tls_server};
    std::optional<coinformer::detail::tls_session> session_;
    std::string received_;       // the bytes of the last receive(), to which the session refers
    std::string traffic_secret_; // the secret of the server's records in TLS 1.3
    std::uint64_t forged_count_ = 0;
};

} // namespace hostile

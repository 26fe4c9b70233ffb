#pragma once

#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace coinformer {

/// How much a server may send without application data: the handshake, session tickets, changes of keys, empty
/// records. An honest server sends some kilobytes of these for a connection.
struct tls_limits {
    /// More bytes than this in the handshake fail it. OpenSSL accepts certificates of at most 100 KB.
    static constexpr std::size_t handshake = 256 * 1024;
    /// More bytes than this after the handshake, with no data between them, end the connection with errc::tls_failed.
    static constexpr std::size_t without_data = 64 * 1024;
    /// After this many bytes that brought no data, others on the executor have their turn.
    static constexpr std::size_t a_turn_without_data = 64 * 1024;
};

/// TLS over a connected socket, as a client: shakes hands and verifies that the server is `name` (a DNS name or an IP
/// address), as far as the context demands verification. `peer` is for messages: "host:port". The stream takes from
/// `time` how long it lets the records of a busy server gather (read_pace).
///
/// Errors     errc::tls_untrusted, tls_expired, tls_wrong_host: with the certificate's subject and OpenSSL's reason;
///            tls_failed, also of a read when the server exceeds tls_limits.
/// Cancel     at any time; the socket is closed.
[[nodiscard]] task<std::unique_ptr<byte_stream>> connect_tls(time_source& time, boost::asio::ip::tcp::socket socket,
                                                             std::shared_ptr<boost::asio::ssl::context> context,
                                                             std::string name, std::string peer);

} // namespace coinformer

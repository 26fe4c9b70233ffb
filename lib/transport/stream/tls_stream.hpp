#pragma once

#include "transport/stream/tls_carrier.hpp"

#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace coinformer::detail {

/// How much a server may send without application data: in the handshake, and as session tickets, changes of
/// keys and empty records. An honest server sends some kilobytes of these for a connection.
struct tls_limits {
    /// A handshake with more bytes than this fails. OpenSSL accepts certificates of at most 100 KB.
    static constexpr std::size_t handshake = 256 * 1024;
    /// More bytes than this after the handshake, with no data between them, end the connection with
    /// errc::tls_failed.
    static constexpr std::size_t without_data = 64 * 1024;
    /// After this many bytes without data, other coroutines of the executor have their turn.
    static constexpr std::size_t a_turn_without_data = 64 * 1024;
};

/// The other side of a TLS connection, as messages call it.
enum class tls_peer { server, proxy };

/// Makes a TLS connection over a connected carrier, as a client: shakes hands, and verifies that the server
/// is `name` (a DNS name or an IP address), if the context demands verification. `peer` is for messages:
/// "host:port", and so is `kind`. The stream uses `time` to let the records of a busy server gather
/// (read_pace).
///
/// Errors     errc::tls_untrusted, errc::tls_expired, errc::tls_wrong_host, with the certificate's subject
///            and OpenSSL's reason; errc::tls_failed, also for a later read if the server exceeds tls_limits.
/// Cancel     at any time; the carrier is closed.
[[nodiscard]] task<std::unique_ptr<byte_stream>>
connect_tls(time_source& time, std::unique_ptr<tls_carrier> carrier,
            std::shared_ptr<boost::asio::ssl::context> context, std::string name, std::string peer,
            tls_peer kind = tls_peer::server);

} // namespace coinformer::detail

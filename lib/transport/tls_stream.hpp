#pragma once

#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace coinformer {

/// TLS over a connected socket, as a client: shakes hands and verifies that the server is `name` (a DNS name or an IP
/// address), as far as the context demands verification. `peer` is for messages: "host:port". The stream takes from
/// `time` how long it lets the records of a busy server gather (read_pace).
///
/// Errors     errc::tls_untrusted, tls_expired, tls_wrong_host: with the certificate's subject and OpenSSL's reason;
///            tls_failed.
/// Cancel     at any time; the socket is closed.
[[nodiscard]] task<std::unique_ptr<byte_stream>> connect_tls(time_source& time, boost::asio::ip::tcp::socket socket,
                                                             std::shared_ptr<boost::asio::ssl::context> context,
                                                             std::string name, std::string peer);

} // namespace coinformer

#pragma once

#include "transport/config/proxy_url.hpp"

#include <coinformer/core/secret.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace coinformer::detail {

/// How much a proxy may say before a tunnel is open.
struct proxy_limits {
    static constexpr std::size_t header = 16 * 1024; ///< bytes of its answer to HTTP CONNECT
    static constexpr std::size_t reason = 200;       ///< bytes of its reason that a message shows
};

/// The request for a tunnel.
struct tunnel_request {
    tunnel_request(proxy_address at, std::string user, secret its_password, std::string to,
                   std::uint16_t to_port)
        : proxy(std::move(at)), username(std::move(user)), password(std::move(its_password)),
          host(std::move(to)), port(to_port)
    {
    }

    proxy_address proxy;
    std::string username; ///< empty: the client does not log in
    secret password;
    std::string host; ///< the server: a name, which the proxy resolves, or an address without brackets
    std::uint16_t port;
};

/// Asks the proxy at the other end of `stream` for a connection to the server. When it returns, the stream
/// carries the bytes of that connection, and none of them has been read.
///
/// Errors     errc::proxy_refused with the proxy's reason; errc::proxy_failed if it does not speak the
///            protocol, says too much, or ends. Messages name the proxy and the server, and never show the
///            password, even if the proxy quotes it.
/// Cancel     at any time. It has no time limit of its own.
/// Lifetime   the stream has to outlive the task.
[[nodiscard]] task<> open_tunnel(byte_stream& stream, tunnel_request request);

} // namespace coinformer::detail

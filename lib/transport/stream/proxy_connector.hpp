#pragma once

#include "transport/stream/proxy_tunnel.hpp"

#include <coinformer/transport/http.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <memory>
#include <string>

namespace coinformer::detail {

/// Makes connections to one server through a proxy. server_dialer has one if the endpoint names a proxy.
///
/// Errors     errc::proxy_failed and errc::proxy_refused; the TLS codes for the certificate of an https
///            proxy, which the message names; errc::credentials_unreadable.
/// Cancel     at any time.
/// Threads    one serial executor. The files of an https proxy's certificates are read at each connection.
class proxy_connector {
public:
    /// Writes a line to the log (at the level of info) that says which proxy is used, and why.
    ///
    /// Errors     errc::config_invalid.
    proxy_connector(environment const& env, proxy_options proxy, http_options const& options,
                    std::string server_host, std::uint16_t server_port);

    bool speaks_tls() const noexcept { return request_.proxy.tls; }
    std::string const& name() const noexcept { return request_.proxy.name; } ///< "proxy http://host:3128"

    /// Connects through a proxy without TLS. The socket then carries the bytes of the server.
    [[nodiscard]] task<boost::asio::ip::tcp::socket> connect() &;
    /// Connects through a proxy with TLS.
    [[nodiscard]] task<std::unique_ptr<byte_stream>> connect_over_tls() &;

private:
    [[nodiscard]] task<boost::asio::ip::tcp::socket> reach_proxy() &;
    [[nodiscard]] task<std::unique_ptr<byte_stream>> reach_proxy_over_tls() &;
    [[nodiscard]] task<> ask(byte_stream& stream) &;

    time_source& time_;
    tls_options tls_;
    std::string reason_;
    duration connect_timeout_;
    duration tls_timeout_;
    tunnel_request request_;
};

} // namespace coinformer::detail

#pragma once

#include "transport/config/credential_read_log.hpp"
#include "transport/config/endpoint_url.hpp"
#include "transport/config/request_identity.hpp"
#include "transport/stream/proxy_connector.hpp"
#include "transport/stream/tls_carrier.hpp"
#include "transport/stream/tls_context.hpp"

#include <coinformer/transport/http.hpp>

#include <memory>
#include <optional>

namespace coinformer::detail {

/// Connects to an endpoint's server, over TCP or TLS, directly or through the endpoint's proxy. Certificate
/// files are read at each dial, so that the next connection uses rotated ones. If they cannot be read, dial()
/// throws; if they could be read before, credential_read_log logs it as well. (If they never could, only the
/// caller reports the error.)
///
/// Threads    one serial executor. Reading the files blocks.
class server_dialer final : public dialer {
public:
    /// Logs a warning if the endpoint asks for no verification. If `identity` is not null, the client
    /// certificate that it was issued is shown, unless the endpoint has one; it outlives this object.
    ///
    /// Errors     errc::config_invalid, also for a server name against which no certificate could be checked.
    server_dialer(environment const& env, endpoint const& server, http_options const& options,
                  request_identity const* identity = nullptr);

    task<std::unique_ptr<byte_stream>> dial() override;

private:
    [[nodiscard]] task<boost::asio::ip::tcp::socket> connect() &;
    [[nodiscard]] task<std::unique_ptr<byte_stream>> shake_hands(std::unique_ptr<tls_carrier> carrier) &;
    void refresh_context();
    void read_context();

    time_source& time_;
    server_url url_;
    std::string peer_; // for messages: "host:port", and the proxy
    tls_options tls_;
    request_identity const* identity_;
    http_version version_;
    duration connect_timeout_;
    duration tls_timeout_;
    credential_read_log read_log_;
    tls_material material_;
    std::shared_ptr<boost::asio::ssl::context> context_;
    std::optional<proxy_connector> proxy_;
};

} // namespace coinformer::detail

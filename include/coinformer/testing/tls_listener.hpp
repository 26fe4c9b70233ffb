#pragma once

#include <coinformer/core/task.hpp>
#include <coinformer/testing/certificate_authority.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace coinformer::testing {

struct tls_listener_options {
    tls_identity identity; ///< the server's; the certificate may be followed by those of its issuers
    /// The certificate of a CA in PEM: the listener asks clients for a certificate of this CA. Empty: it does
    /// not ask.
    std::string client_ca = {};
    std::uint16_t port = 0; ///< 0: the system chooses a free port
    bool http2 = true; ///< agrees on HTTP/2 if the client offers it, and coinformer was built with nghttp2
};

/// A tcp_listener that speaks TLS, 1.2 or later. A client without a certificate, or with one of another CA,
/// gets a connection without an identity: the api_server decides what it may do.
///
/// Threads    one serial executor; accepted streams run on it, too.
/// Lifetime   it outlives the api_server::run() or accept() that uses it.
class tls_listener {
public:
    /// Listens at once.
    /// Errors     api_error: with the system's code if the port is not to be had,
    ///            errc::credentials_unreadable for text that is not PEM.
    tls_listener(executor ex, tls_listener_options options);
    tls_listener(tls_listener const&) = delete;
    tls_listener& operator=(tls_listener const&) = delete;
    ~tls_listener();

    std::uint16_t port() const noexcept;
    std::string url() const; ///< "https://127.0.0.1:PORT"

    /// Shows this certificate on connections that are accepted from now on; open connections go on. Errors
    /// are those of the constructor, and the old certificate then stays.
    void use(tls_identity const& identity);

    /// Waits for the next connection. Its TLS handshake takes place in its first read. Cancel: at any time;
    /// no connection is lost.
    [[nodiscard]] task<std::unique_ptr<byte_stream>> accept() &;

    /// Refuses later connections; a pending accept() ends with condition::cancelled.
    void close() noexcept;

private:
    class impl;
    std::unique_ptr<impl> impl_;
};

} // namespace coinformer::testing

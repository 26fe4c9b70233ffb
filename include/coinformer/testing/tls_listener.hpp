#pragma once

#include <coinformer/core/task.hpp>
#include <coinformer/testing/certificate_authority.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace coinformer::testing {

struct tls_listener_options {
    tls_identity identity;      ///< the server's; the certificate may be followed by its issuers'
    std::string client_ca = {}; ///< PEM: clients are asked for a certificate of this CA; empty: they are not
    std::uint16_t port = 0;     ///< 0: the system picks a free one
};

/// A tcp_listener that speaks TLS, 1.2 or later. A client that shows no certificate, or one of another CA, is let in
/// as nobody: the api_server says whether it knows them.
///
/// Threads    one serial executor; accepted streams run on it too.
/// Lifetime   outlives the api_server::run() or accept() that uses it.
class tls_listener {
public:
    /// Listens at once.
    /// Errors     api_error: with the system's code when the port cannot be had, errc::credentials_unreadable for PEM
    ///            that is none.
    tls_listener(executor ex, tls_listener_options options);
    tls_listener(tls_listener const&) = delete;
    tls_listener& operator=(tls_listener const&) = delete;
    ~tls_listener();

    std::uint16_t port() const noexcept;
    std::string url() const; ///< "https://127.0.0.1:PORT"

    /// Connections that are accepted from now on are shown this certificate; those that are open go on. Errors as
    /// above; then the old one stays.
    void use(tls_identity const& identity);

    /// Waits for the next connection; its handshake comes with its first read. Cancel: at any time, no connection is
    /// lost.
    [[nodiscard]] task<std::unique_ptr<byte_stream>> accept() &;

    /// Later connections are refused, a pending accept() ends with condition::cancelled.
    void close() noexcept;

private:
    class impl;
    std::unique_ptr<impl> impl_;
};

} // namespace coinformer::testing

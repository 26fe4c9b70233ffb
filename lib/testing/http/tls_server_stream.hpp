#pragma once

#include "testing/http/access_control.hpp"
#include "transport/stream/tls_session.hpp"

#include <coinformer/transport/byte_stream.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coinformer::testing {

/// The server's side of TLS over any stream. It shakes hands in the first read, so that accepting waits for nobody.
///
/// Errors     as a byte_stream; errc::tls_failed when the handshake fails, errc::connection_closed without a goodbye.
class tls_server_stream final : public byte_stream {
public:
    tls_server_stream(std::unique_ptr<byte_stream> under, SSL_CTX* context);
    ~tls_server_stream() override;

    task<std::size_t> read_some(std::span<char> into) override;
    task<> write(std::span<char const> bytes) override;
    void close() noexcept override;
    std::string_view protocol() const noexcept override { return session_.protocol(); }

    /// Of a client's certificate that the server's CA vouches for; null for another or none. Known after the first
    /// read.
    certificate_subject const* client() const noexcept { return client_ ? &*client_ : nullptr; }

    /// Tells the peer that nothing more comes. After it, close().
    [[nodiscard]] task<> say_goodbye();

private:
    using outcome = tls_session::outcome;

    task<> flush();
    [[noreturn]] void throw_failure() const;

    std::unique_ptr<byte_stream> under_;
    tls_session session_;
    std::vector<char> received_;
    std::optional<certificate_subject> client_;
};

/// Of the certificate that the peer of a session has shown and that was found good.
std::optional<certificate_subject> verified_subject(SSL* session);

} // namespace coinformer::testing

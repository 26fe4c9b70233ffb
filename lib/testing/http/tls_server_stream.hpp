#pragma once

#include "testing/http/certified_peer.hpp"
#include "transport/stream/tls_session.hpp"

#include <coinformer/transport/byte_stream.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// The server's side of TLS over any stream. The handshake takes place in the first read, so that accept()
/// waits for no client.
///
/// States     The handshake is under way until session_.is_established(); then client() is known, and bytes
///            pass.
/// Threads    its http_session uses it on the server's serial executor: one read and one write may be under
///            way at the same time.
/// Errors     as a byte_stream; errc::tls_failed if the handshake fails, errc::connection_closed if the peer
///            ends the connection without the TLS alert close_notify.
class tls_server_stream final : public byte_stream, public certified_peer {
public:
    tls_server_stream(std::unique_ptr<byte_stream> under, SSL_CTX* context);
    ~tls_server_stream() override;

    task<std::size_t> read_some(std::span<char> into) override;
    task<> write(std::span<char const> bytes) override;
    void close() noexcept override;
    std::string_view protocol() const noexcept override { return session_.protocol(); }

    certificate_subject const* client() const noexcept override { return client_ ? &*client_ : nullptr; }

    /// Tells the peer that nothing more comes (close_notify). Call close() afterwards.
    [[nodiscard]] task<> say_goodbye();

private:
    using outcome = coinformer::detail::tls_session::outcome;

    task<> flush();
    [[noreturn]] void throw_failure() const;

    std::unique_ptr<byte_stream> under_;
    coinformer::detail::tls_session session_;
    std::vector<char> received_;
    std::optional<certificate_subject> client_;
};

/// Returns the subject of the certificate that the peer has shown, or nullopt if there is none or it was not
/// signed by a known CA.
std::optional<certificate_subject> verified_subject(SSL* session);

} // namespace coinformer::testing::detail

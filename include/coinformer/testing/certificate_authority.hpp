#pragma once

#include <coinformer/core/requirements.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace coinformer::testing {

/// A certificate and its private key, PEM.
struct tls_identity {
    std::string certificate;
    std::string key;
};

/// From when until when a certificate is good, on the machine's clock: OpenSSL knows no other.
struct validity {
    using time = std::chrono::system_clock::time_point;

    time from = std::chrono::system_clock::now() - std::chrono::hours(1);
    time until = std::chrono::system_clock::now() + std::chrono::hours(24);
};

/// Makes certificates for tests: a CA of its own. Each CA and each identity has a new key; nothing is written to disk.
///
/// Threads    const members from any.
/// Errors     of every member: std::runtime_error with OpenSSL's reason.
class certificate_authority {
public:
    explicit certificate_authority(std::string const& name = "testing-ca", validity valid = {});

    /// Whom to trust: the CA's own certificate, PEM.
    std::string const& certificate() const noexcept { return self_.certificate; }

    /// For a server with these host names and IP addresses; its CN is "kube-apiserver".
    tls_identity server(std::vector<std::string> const& names = {"localhost", "127.0.0.1"}, validity valid = {}) const;
    /// For a client: the user's name as CN, the user's groups as O. An api_server knows the user by them.
    tls_identity client(std::string const& name, std::vector<std::string> const& groups = {},
                        validity valid = {}) const;
    /// A server's certificate that no CA has signed.
    static tls_identity self_signed(std::vector<std::string> const& names, validity valid = {});

private:
    tls_identity self_;
};

} // namespace coinformer::testing

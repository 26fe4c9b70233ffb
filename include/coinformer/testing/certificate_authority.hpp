#pragma once

#include <coinformer/core/requirements.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace coinformer::testing {

/// A certificate and its private key, both in PEM.
struct tls_identity {
    std::string certificate;
    std::string key;
};

/// The period in which a certificate is valid. It is measured by the machine's clock, because OpenSSL knows
/// no other.
struct validity {
    using time = std::chrono::system_clock::time_point;

    time from = std::chrono::system_clock::now() - std::chrono::hours(1);
    time until = std::chrono::system_clock::now() + std::chrono::hours(24);
};

/// A certificate authority (CA) for tests, which signs certificates. Each CA and each identity has a new key;
/// nothing is written to disk.
///
/// Threads    const members may be called on any thread.
/// Errors     every member throws std::runtime_error with OpenSSL's reason.
class certificate_authority {
public:
    explicit certificate_authority(std::string const& name = "testing-ca", validity valid = {});

    /// The certificate of the CA itself, in PEM: clients and servers that trust it accept what the CA has
    /// signed.
    std::string const& certificate() const noexcept { return self_.certificate; }

    /// Makes a certificate for a server with these host names and IP addresses. Its CN is "kube-apiserver".
    tls_identity server(std::vector<std::string> const& names = {"localhost", "127.0.0.1"},
                        validity valid = {}) const;
    /// Makes a certificate for a client, with the user's name as CN and the groups as O. An api_server knows
    /// the user by them.
    tls_identity client(std::string const& name, std::vector<std::string> const& groups = {},
                        validity valid = {}) const;
    /// Makes a self-signed certificate for a server, which no CA vouches for.
    static tls_identity self_signed(std::vector<std::string> const& names, validity valid = {});

private:
    tls_identity self_;
};

} // namespace coinformer::testing

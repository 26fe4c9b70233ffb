#pragma once

#include <coinformer/core/error.hpp>

#include <openssl/x509_vfy.h>

#include <string>

namespace coinformer {

/// What verification found wrong with a server's certificates first: OpenSSL's session forgets the certificate when the
/// handshake fails. A tls_stream has one, and makes it the session's app data, where note() finds it.
///
/// Threads    one.
class tls_rejection {
public:
    /// OpenSSL calls this for each certificate of the chain. No exception may pass through OpenSSL.
    static int note(int good, X509_STORE_CTX* state) noexcept;

    bool has_happened() const noexcept { return reason_ != X509_V_OK; }
    errc code() const noexcept;
    /// "certificate CN=…: hostname mismatch: it is for …, not for `wanted`"
    std::string message(std::string const& wanted) const;

private:
    int reason_ = X509_V_OK;
    std::string subject_; // of the certificate
    std::string names_;   // that it is for
};

} // namespace coinformer

#pragma once

#include <coinformer/core/error.hpp>

#include <openssl/x509_vfy.h>

#include <string>

namespace coinformer::detail {

/// Keeps the first thing that verification finds wrong with a server's certificates, because OpenSSL's
/// session forgets the certificate when the handshake fails. Each tls_stream has one, and makes it the app
/// data of its session, where note() finds it.
///
/// Threads    one.
class tls_rejection {
public:
    /// OpenSSL calls this function for each certificate of the chain. No exception may pass through OpenSSL.
    static int note(int good, X509_STORE_CTX* state) noexcept;

    bool has_happened() const noexcept { return reason_ != X509_V_OK; }
    errc code() const noexcept;
    /// Returns "certificate CN=…: hostname mismatch: it is for …, not for `wanted`".
    std::string message(std::string const& wanted) const;

private:
    int reason_ = X509_V_OK;
    std::string subject_; // the certificate's subject
    std::string names_;   // the names that the certificate is for
};

} // namespace coinformer::detail

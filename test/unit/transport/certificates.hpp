#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

/// What a certificate says. Times are in seconds from now.
struct certificate_request {
    std::string subject = "test";
    std::string names; ///< as OpenSSL writes them: "DNS:localhost, IP:127.0.0.1"
    long from = -3600;
    long until = 3600;
    bool ca = false;
};

/// A key and its certificate, made for a test.
class identity {
public:
    /// Signed by `issuer`, or by itself when there is none.
    explicit identity(certificate_request const& request, identity const* issuer = nullptr);

    std::string certificate() const; ///< PEM
    std::string key() const;         ///< PEM
    std::string encrypted_key() const;

private:
    std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key_;
    std::unique_ptr<X509, void (*)(X509*)> certificate_;
};

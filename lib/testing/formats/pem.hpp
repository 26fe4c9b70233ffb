#pragma once

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <memory>
#include <string>
#include <vector>

namespace coinformer::testing::detail {

/// Frees OpenSSL's objects, for `owned`.
struct free_openssl {
    void operator()(BIO* p) const noexcept { BIO_free(p); }
    void operator()(X509* p) const noexcept { X509_free(p); }
    void operator()(X509_EXTENSION* p) const noexcept { X509_EXTENSION_free(p); }
    void operator()(EVP_PKEY* p) const noexcept { EVP_PKEY_free(p); }
    void operator()(SSL_CTX* p) const noexcept { SSL_CTX_free(p); }
};
template <class T>
using owned = std::unique_ptr<T, free_openssl>;

/// Returns the certificates at the front of a text, in order.
std::vector<owned<X509>> read_certificates(std::string const& pem);
/// Returns the private key of a text, or null if there is none.
owned<EVP_PKEY> read_key(std::string const& pem);

/// Returns OpenSSL's reason for its oldest failure that is still in the queue.
std::string openssl_failure();

} // namespace coinformer::testing::detail

#pragma once

#include <coinformer/core/secret.hpp>
#include <coinformer/transport/endpoint.hpp>

#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace coinformer {

/// The PEM texts of a tls_options, read from their files.
struct tls_material {
    std::string ca;
    std::string certificate;
    secret key;

    friend bool operator==(tls_material const&, tls_material const&) = default;
};

/// Reads what is in files. Errors: errc::credentials_unreadable, naming the file.
tls_material read_tls_material(tls_options const& options);

/// What the TLS connections of one client share: TLS 1.2 or later, whom to trust, the client's certificate.
///
/// Errors     errc::credentials_unreadable when a PEM text cannot be used; names the file, never its content.
std::shared_ptr<boost::asio::ssl::context> make_tls_context(tls_options const& options, tls_material const& material);

} // namespace coinformer

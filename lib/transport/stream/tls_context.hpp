#pragma once

#include <coinformer/core/secret.hpp>
#include <coinformer/transport/endpoint.hpp>
#include <coinformer/transport/http.hpp>

#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace coinformer::detail {

/// The PEM texts of a tls_options, read from its files.
struct tls_material {
    std::string ca;
    std::string certificate;
    secret key;

    friend bool operator==(tls_material const&, tls_material const&) = default;
};

/// Reads the files. Errors: errc::credentials_unreadable, which names the file.
tls_material read_tls_material(tls_options const& options);

/// Makes the context that the TLS connections of one client share: TLS 1.2 or later, the trusted authorities,
/// and the client's certificate. By ALPN it offers what `version` says.
///
/// Errors     errc::credentials_unreadable if a PEM text cannot be used. It names the file, but never shows
///            its content.
std::shared_ptr<boost::asio::ssl::context>
make_tls_context(tls_options const& options, tls_material const& material, http_version version);

} // namespace coinformer::detail

#pragma once

#include <coinformer/core/secret.hpp>

#include <string>

namespace coinformer::detail {

/// Returns true if OpenSSL can read this client certificate and its key, both in PEM, and if they fit
/// together. If not, each TLS handshake would fail before the server is asked.
bool is_usable_pair(std::string const& certificate, secret const& key);

} // namespace coinformer::detail

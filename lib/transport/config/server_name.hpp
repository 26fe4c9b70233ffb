#pragma once

#include <string_view>

namespace coinformer::detail {

/// Returns true if a certificate can be checked against this name: an IP address without a zone, or a DNS
/// name of labels with letters, digits, hyphens and underscores, which may end with a dot.
///
/// Everything else is refused, because OpenSSL's functions take some of it for "do not check" (an empty
/// name), read it only up to a zero byte, or match more than was meant (".shop" is every name below shop). A
/// zone, as in fe80::1%eth0, has a meaning on this machine alone (RFC 6874), so no certificate can name it,
/// and Go's clients refuse it as well.
bool is_server_name(std::string_view name) noexcept;

} // namespace coinformer::detail

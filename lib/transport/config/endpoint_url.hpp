#pragma once

#include <cstdint>
#include <string>

namespace coinformer {

/// An endpoint's server, taken apart.
struct server_url {
    bool tls = true;
    std::string host;       ///< to resolve and to verify: no brackets around an IPv6 address
    std::uint16_t port = 0; ///< 443 or 80 when the URL names none
    std::string prefix;     ///< to put before each target: empty, or "/k8s/clusters/c-1" without a slash at its end
    std::string authority;  ///< for the Host header: brackets as in the URL, the port when it is not the scheme's own
};

/// Errors     api_error(errc::config_invalid): not http or https, no host, a bad port, user info, a query.
///            `where` begins the message; a password in the URL does not enter it.
server_url parse_server_url(std::string const& url, std::string const& where = "server URL");

} // namespace coinformer

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// The parts of an endpoint's server URL.
struct server_url {
    bool tls = true;
    std::string host;       ///< to resolve and to verify: without the brackets of an IPv6 address
    std::uint16_t port = 0; ///< 443 or 80 if the URL names none
    /// Put in front of each target: empty, or "/k8s/clusters/c-1" without a slash at its end.
    std::string prefix;
    /// For the header Host: with brackets, and with the port unless it is that of the scheme.
    std::string authority;
};

/// Takes a server URL apart. `where` stands at the beginning of messages.
///
/// Errors     errc::config_invalid if the URL is not http or https, has no host, a wrong port, user
///            information or a query. Messages do not show a password in the URL.
server_url parse_server_url(std::string const& url, std::string const& where = "server URL");

/// Reads a port of 1 to 65535.
std::optional<std::uint16_t> parse_port(std::string_view digits) noexcept;

} // namespace coinformer::detail

#pragma once

#include <coinformer/transport/endpoint.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Where a proxy is, and how it is spoken with.
struct proxy_address {
    bool socks = false; ///< SOCKS 5; otherwise HTTP CONNECT
    bool tls = false;   ///< TLS to the proxy
    std::string host;   ///< without the brackets of an IPv6 address
    std::uint16_t port = 0;
    std::string name; ///< "proxy http://host:3128", for messages
};

/// Takes the options of a proxy apart. `where` stands at the beginning of messages, which never show user
/// information.
///
/// Errors     errc::config_invalid if the URL has none of the four schemes, no host, a wrong port, user
///            information or a query, or if the protocol cannot carry the user name and password.
proxy_address parse_proxy_options(proxy_options const& proxy, std::string const& where);

/// Reads the URL of a kubeconfig or of an environment variable: moves its user information to `username` and
/// `password`, and leaves its path out, as Go does. Errors: as above.
proxy_options split_proxy_url(std::string_view text, std::string const& where);

/// The reverse of split_proxy_url(): the URL with the user information, which is a secret.
std::string url_with_login(proxy_options const& proxy);

} // namespace coinformer::detail

#pragma once

#include "transport/config/endpoint_url.hpp"

#include <coinformer/transport/endpoint.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Returns true if a NO_PROXY list says that this server is connected to without a proxy. The rules are those
/// of Go (golang.org/x/net/http/httpproxy). Entries are separated by commas:
///
///     *                   every server
///     shop.example        this name, and every name below it
///     .shop.example       every name below it alone; *.shop.example is the same
///     10.0.0.1, ::1       an address; 10.0.0.0/8, fd00::/8: a network. They match only servers whose URL
///                         holds an address, because no name is resolved here
///     name:port           only this port, for a name or an address; [::1]:6443
///
/// The case does not matter. Localhost, as a name, and loopback addresses are always listed.
bool bypasses_proxy(std::string_view no_proxy, server_url const& server);

/// Returns the proxy that the environment names for this server: see proxy_from_environment(). `variable`
/// returns the value of an environment variable, empty if it is not set.
proxy_options proxy_of_environment(server_url const& server,
                                   std::function<std::string(std::string const&)> const& variable);

} // namespace coinformer::detail

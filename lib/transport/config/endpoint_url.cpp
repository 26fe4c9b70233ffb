#include "transport/config/endpoint_url.hpp"

#include "core/printable.hpp"
#include "transport/config/server_name.hpp"

#include <coinformer/core/error.hpp>

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include <charconv>

namespace coinformer::detail {

namespace {

namespace urls = boost::urls;

// Returns the parts of a URL that a message may show: its scheme, host and port. A path or a query may hold a
// token, and user information a password. Text with white space is no URL: a closing quote may be missing in
// front of it, and secrets may follow.
std::string shown(std::string_view url)
{
    auto const scheme_end = url.find("://");
    // Https; a text with a longer one, or with none, may be anything.
    constexpr std::size_t longest_scheme = 5;
    bool const may_be_secret = scheme_end > longest_scheme || url.find('@') != url.npos;
    if (may_be_secret) return "the URL";
    auto const authority_end = url.find_first_of("/?#\\", scheme_end + 3);
    return '"' + cited(url.substr(0, authority_end)) + '"';
}

std::string prefix_of(urls::url_view const& url)
{
    std::string path(url.encoded_path());
    path.erase(path.find_last_not_of('/') + 1);
    return path;
}

// Returns what is wrong with a URL that can be parsed; empty if it can be used.
std::string_view fault_of(urls::url_view const& url)
{
    if (url.scheme_id() != urls::scheme::https && url.scheme_id() != urls::scheme::http)
        return "has neither the scheme https nor http";
    if (!url.has_authority() || url.encoded_host().empty()) return "names no host";
    if (url.host_type() == urls::host_type::ipvfuture ||
        url.encoded_host().find('%') != urls::string_view::npos)
        return "has a host that is neither a name nor an address";
    // Boost.URL 1.81 takes what follows the digits of a port for a path without a slash
    if (!url.encoded_path().empty() && url.encoded_path().front() != '/')
        return "has a port that is not a number";
    if (url.has_userinfo()) return "holds a user name or password; put credentials into the user instead";
    if (url.has_query() || url.has_fragment()) return "has a query or fragment; end it with the path";
    return {};
}

} // namespace

server_url parse_server_url(std::string const& text, std::string const& where)
{
    auto const refuse = [&](std::string_view fault) {
        throw api_error(errc::config_invalid, where, shown(text).append(" ").append(fault));
    };

    auto const parsed = urls::parse_uri(text);
    if (!parsed) refuse("is no URL such as https://host:6443");
    auto const& url = *parsed;
    if (auto const fault = fault_of(url); !fault.empty()) refuse(fault);

    server_url server;
    server.tls = url.scheme_id() == urls::scheme::https;
    server.host = url.host_address();
    if (!is_server_name(server.host)) refuse("has a host that is neither a name nor an address");
    server.port = server.tls ? 443 : 80;
    server.prefix = prefix_of(url);
    server.authority = url.encoded_host();
    if (!url.port().empty()) {
        auto const port = parse_port(url.port());
        if (!port) refuse("has a port that is not in 1 to 65535");
        if (*port != server.port) server.authority += ':' + std::to_string(*port);
        server.port = *port;
    }
    return server;
}

// Boost.URL 1.81 lets some numbers above 65535 pass (300000 is one), so its port_number() is not used.
std::optional<std::uint16_t> parse_port(std::string_view digits) noexcept
{
    std::uint16_t port = 0;
    auto const [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (failure != std::errc() || end != digits.data() + digits.size() || port == 0) return std::nullopt;
    return port;
}

} // namespace coinformer::detail

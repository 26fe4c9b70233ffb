#include "transport/config/proxy_url.hpp"

#include "transport/config/endpoint_url.hpp"
#include "transport/config/server_name.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace coinformer::detail {

namespace {

struct proxy_scheme {
    std::string_view name;
    bool socks;
    bool tls;
    std::uint16_t port;
};

constexpr std::array proxy_schemes{
    proxy_scheme{"http", false, false, 80}, proxy_scheme{"https", false, true, 443},
    proxy_scheme{"socks5", true, false, 1080}, proxy_scheme{"socks5h", true, false, 1080}};

[[noreturn]] void refuse_proxy(std::string const& where, std::string_view fault)
{
    throw api_error(errc::config_invalid, where, std::string("the proxy's URL ").append(fault));
}

/// The parts of a proxy's URL, as they are written.
struct proxy_url_parts {
    std::string_view scheme;
    std::optional<std::string_view> login; // what is in front of the @
    std::string_view host;                 // without brackets
    std::string_view port;                 // empty if the URL names none
};

// Splits "host:port" or "[address]:port". Returns false if it is neither.
bool split_host(std::string_view text, proxy_url_parts& into)
{
    bool const v6 = text.starts_with('[');
    auto const host_end = std::min(text.find(v6 ? ']' : ':'), text.size());
    if (v6 && host_end == text.size()) return false;
    into.host = text.substr(v6, host_end - v6);
    auto const rest = text.substr(v6 ? host_end + 1 : host_end);
    into.port = rest.empty() ? rest : rest.substr(1);
    return (rest.empty() || rest.front() == ':') && v6 == (into.host.find(':') != into.host.npos);
}

// Boost.URL is not used, because messages must say which character of a password has to be encoded.
proxy_url_parts parts_of(std::string_view text, std::string const& where)
{
    proxy_url_parts parts;
    auto const scheme_end = text.find("://");
    if (scheme_end == text.npos) refuse_proxy(where, "is no URL such as http://proxy:3128");
    parts.scheme = text.substr(0, scheme_end);
    text.remove_prefix(scheme_end + 3);
    auto const authority = text.substr(0, text.find_first_of("/?#"));
    if (text.find('@', authority.size()) != text.npos)
        refuse_proxy(where, "has an @ behind its host; write / as %2F, ? as %3F and # as %23 in a password");
    if (text.find_first_of("?#") != text.npos) refuse_proxy(where, "has a query or fragment");
    auto const at = authority.rfind('@');
    if (at != authority.npos) parts.login = authority.substr(0, at);
    if (!split_host(authority.substr(at == authority.npos ? 0 : at + 1), parts) ||
        !is_server_name(parts.host))
        refuse_proxy(where, "has a host that is neither a name nor an address");
    return parts;
}

// Returns nullopt if a % does not stand in front of two hexadecimal digits.
std::optional<std::string> percent_decoded(std::string_view text)
{
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            bytes += text[i];
            continue;
        }
        unsigned char byte = 0;
        auto const digits = text.substr(i + 1, 2);
        auto const [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
        if (failure != std::errc() || digits.size() != 2 || end != digits.data() + 2) return std::nullopt;
        bytes += static_cast<char>(byte);
        i += 2;
    }
    return bytes;
}

std::string percent_encoded(std::string_view text)
{
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string encoded;
    for (char const c : text) {
        bool const plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '-' || c == '_';
        auto const byte = static_cast<unsigned char>(c);
        if (plain)
            encoded += c;
        else
            encoded.append(1, '%').append(1, hex[byte / 16U]).append(1, hex[byte % 16U]);
    }
    return encoded;
}

std::string lower_case(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

proxy_address address_of_parts(proxy_url_parts const& parts, std::string const& where)
{
    auto const* const scheme =
        std::ranges::find(proxy_schemes, lower_case(parts.scheme), &proxy_scheme::name);
    if (scheme == proxy_schemes.end())
        refuse_proxy(where, "has none of the schemes http, https, socks5 and socks5h");
    proxy_address proxy;
    proxy.socks = scheme->socks;
    proxy.tls = scheme->tls;
    proxy.host = parts.host;
    proxy.port = scheme->port;
    if (!parts.port.empty()) {
        auto const port = parse_port(parts.port);
        if (!port) refuse_proxy(where, "has a port that is not in 1 to 65535");
        proxy.port = *port;
    }
    bool const v6 = parts.host.find(':') != parts.host.npos;
    proxy.name.append("proxy ").append(scheme->name).append("://");
    proxy.name.append(v6 ? "[" : "").append(parts.host).append(v6 ? "]" : "");
    proxy.name.append(1, ':').append(std::to_string(proxy.port));
    return proxy;
}

void check_login(proxy_options const& proxy, bool socks, std::string const& where)
{
    auto const& password = proxy.password.reveal();
    auto const refuse = [&](char const* fault) { throw api_error(errc::config_invalid, where, fault); };
    if (proxy.username.empty()) {
        if (!password.empty()) refuse("the proxy has a password and no user name");
        return;
    }
    constexpr std::size_t longest = 255; // RFC 1929
    if (socks && (password.size() > longest || proxy.username.size() > longest))
        refuse("a SOCKS proxy takes user names and passwords of at most 255 bytes");
    if (!socks && proxy.username.find(':') != std::string::npos)
        refuse("the user name for the proxy has a colon, which HTTP cannot carry");
}

} // namespace

proxy_address parse_proxy_options(proxy_options const& proxy, std::string const& where)
{
    auto const parts = parts_of(proxy.url, where);
    if (parts.login) refuse_proxy(where, "holds a user name or password; set username and password instead");
    auto address = address_of_parts(parts, where);
    check_login(proxy, address.socks, where);
    return address;
}

proxy_options split_proxy_url(std::string_view text, std::string const& where)
{
    auto const parts = parts_of(text, where);
    auto const address = address_of_parts(parts, where);
    proxy_options proxy;
    proxy.url = address.name.substr(address.name.find(' ') + 1);
    if (parts.login) {
        auto const colon = std::min(parts.login->find(':'), parts.login->size());
        auto name = percent_decoded(parts.login->substr(0, colon));
        auto password = percent_decoded(parts.login->substr(std::min(colon + 1, parts.login->size())));
        if (!name || !password)
            refuse_proxy(where, "has a % without two hexadecimal digits in its user name or password; write "
                                "it as %25");
        proxy.username = std::move(*name);
        proxy.password = secret(std::move(*password));
    }
    check_login(proxy, address.socks, where);
    return proxy;
}

std::string url_with_login(proxy_options const& proxy)
{
    if (proxy.username.empty()) return proxy.url;
    auto const host = proxy.url.find("://") + 3;
    return proxy.url.substr(0, host) + percent_encoded(proxy.username) + ':' +
           percent_encoded(proxy.password.reveal()) + '@' + proxy.url.substr(host);
}

} // namespace coinformer::detail

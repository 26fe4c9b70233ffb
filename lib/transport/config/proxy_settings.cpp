#include "transport/config/proxy_settings.hpp"

#include "transport/config/proxy_url.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <utility>

namespace coinformer::detail {

namespace {

namespace ip = boost::asio::ip;

std::string lowered(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n\v\f";
    auto const begin = std::min(text.find_first_not_of(space), text.size());
    std::string lower(text.substr(begin, text.find_last_not_of(space) + 1 - begin));
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

// Returns the address without a zone that a text is. An IPv4 address that is written as an IPv6 one
// (::ffff:10.0.0.1) is the same as the IPv4 address, as in Go.
std::optional<ip::address> address_in(std::string const& text)
{
    if (text.find_first_not_of("0123456789abcdef:.") != text.npos) return std::nullopt;
    boost::system::error_code failed;
    auto const address = ip::make_address(text, failed);
    if (failed) return std::nullopt;
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        return ip::make_address_v4(ip::v4_mapped, address.to_v6());
    return address;
}

bool is_loopback(ip::address const& address)
{
    return address.is_v4() ? address.to_v4().to_bytes()[0] == 127 : address.to_v6().is_loopback();
}

template <class Bytes>
bool begin_alike(Bytes const& a, Bytes const& b, std::size_t bits)
{
    for (std::size_t i = 0; i != bits; ++i) {
        auto const mask = 0x80U >> (i % 8);
        if ((a[i / 8] & mask) != (b[i / 8] & mask)) return false;
    }
    return true;
}

/// The server, as the entries of NO_PROXY see it.
struct proxied_server {
    std::string host; // in lower case
    std::string port;
    std::optional<ip::address> address; // if the host is one
};

// Returns nullopt if the entry is no network in CIDR notation.
std::optional<bool> network_holds(std::string const& entry, proxied_server const& server)
{
    auto const slash = entry.find('/');
    if (slash == entry.npos) return std::nullopt;
    auto const written = entry.substr(0, slash);
    auto const network = address_in(written);
    std::size_t bits = 0;
    auto const* const end = entry.data() + entry.size();
    auto const [read, failure] = std::from_chars(entry.data() + slash + 1, end, bits);
    bool const written_as_v6 = written.find(':') != written.npos;
    if (!network || failure != std::errc() || read != end || bits > (written_as_v6 ? 128U : 32U))
        return std::nullopt;
    if (network->is_v4() && written_as_v6) {
        if (bits < 96) return false; // ::ffff:0:0/90 and its like: a part of IPv6 that holds no server
        bits -= 96;
    }
    if (!server.address || server.address->is_v4() != network->is_v4()) return false;
    return network->is_v4()
               ? begin_alike(network->to_v4().to_bytes(), server.address->to_v4().to_bytes(), bits)
               : begin_alike(network->to_v6().to_bytes(), server.address->to_v6().to_bytes(), bits);
}

// Splits "host:port" and "[address]:port"; everything else, such as a bare IPv6 address, is a host.
std::pair<std::string, std::string> host_and_port_of(std::string const& entry)
{
    auto const colon = entry.rfind(':');
    if (colon == entry.npos) return {entry, {}};
    auto const host = entry.substr(0, colon), port = entry.substr(colon + 1);
    if (host.size() >= 2 && host.front() == '[' && host.back() == ']')
        return {host.substr(1, host.size() - 2), port};
    if (host.find_first_of(":[]") != host.npos) return {entry, {}};
    return {host, port};
}

bool domain_holds(std::string domain, proxied_server const& server)
{
    if (server.address) return false;
    if (domain.starts_with("*.")) domain.erase(0, 1);
    if (domain.front() != '.') {
        if (server.host == domain) return true;
        domain.insert(0, 1, '.');
    }
    return server.host.ends_with(domain);
}

bool entry_holds(std::string const& entry, proxied_server const& server)
{
    if (entry == "*") return true;
    if (auto const held = network_holds(entry, server)) return *held;
    auto const [host, port] = host_and_port_of(entry);
    if (host.empty() || (!port.empty() && port != server.port)) return false;
    if (auto const address = address_in(host)) return server.address == address;
    return domain_holds(host, server);
}

} // namespace

bool bypasses_proxy(std::string_view no_proxy, server_url const& server)
{
    proxied_server known{lowered(server.host), std::to_string(server.port), {}};
    known.address = address_in(known.host);
    if (known.host == "localhost" || (known.address && is_loopback(*known.address))) return true;
    for (std::size_t begin = 0; begin <= no_proxy.size();) {
        auto const end = std::min(no_proxy.find(',', begin), no_proxy.size());
        auto const entry = lowered(no_proxy.substr(begin, end - begin));
        if (!entry.empty() && entry_holds(entry, known)) return true;
        begin = end + 1;
    }
    return false;
}

proxy_options proxy_of_environment(server_url const& server,
                                   std::function<std::string(std::string const&)> const& variable)
{
    using names = std::initializer_list<char const*>;
    auto const first_set = [&variable](names candidates) {
        for (std::string const name : candidates)
            if (auto value = variable(name); !value.empty()) return std::pair(name, value);
        return std::pair<std::string, std::string>();
    };
    auto const [name, value] =
        server.tls ? first_set({"HTTPS_PROXY", "https_proxy"}) : first_set({"HTTP_PROXY", "http_proxy"});
    if (value.empty()) return {};
    auto const direct = first_set({"NO_PROXY", "no_proxy"});
    if (bypasses_proxy(direct.second, server)) {
        bool const is_local = bypasses_proxy({}, server);
        return {.reason = is_local ? "the server is on this machine" : direct.first + " lists the server"};
    }
    // A server that runs CGI programs puts the field Proxy of a request into HTTP_PROXY ("httpoxy").
    if (!server.tls && !variable("REQUEST_METHOD").empty())
        throw api_error(
            errc::config_invalid, name,
            "it is not used, because REQUEST_METHOD says that this is a CGI program, whose clients "
            "may have set it; set endpoint::proxy instead");
    // as in Go, "proxy:3128" means http://proxy:3128
    auto proxy = split_proxy_url(value.find("://") == value.npos ? "http://" + value : value, name);
    proxy.reason = name;
    return proxy;
}

} // namespace coinformer::detail

#include "transport/stream/proxy_connector.hpp"

#include "transport/config/server_name.hpp"
#include "transport/stream/tcp_stream.hpp"
#include "transport/stream/tls_context.hpp"
#include "transport/stream/tls_stream.hpp"
#include "transport/stream/within.hpp"

#include <vector>

namespace coinformer::detail {

namespace {

tunnel_request checked_request(proxy_options proxy, std::string host, std::uint16_t port)
{
    auto const where = proxy.reason.empty() ? std::string("endpoint::proxy") : proxy.reason;
    auto address = parse_proxy_options(proxy, where);
    return tunnel_request(std::move(address), std::move(proxy.username), std::move(proxy.password),
                          std::move(host), port);
}

// Returns what an error says apart from its place and its advice, which would be about the server.
std::string reason_in(api_error const& e, std::vector<std::string> const& places)
{
    std::string reason = e.what();
    if (auto const end = std::string(" (").append(advice(e.code())).append(")"); reason.ends_with(end))
        reason.resize(reason.size() - end.size());
    for (auto const& place : places)
        if (reason.starts_with(place + ": ")) reason.erase(0, place.size() + 2);
    return reason;
}

// An error on the way to the proxy must not look like one of the server. A certificate that is not trusted
// keeps its code, because somebody has to act. The texts of that code are about the server, so that another
// one follows.
[[noreturn]] void rethrow_as_proxy_error(api_error const& e, std::string const& doing,
                                         std::string const& place)
{
    if (e.code() == condition::untrusted)
        throw api_error(e.code(), doing,
                        reason_in(e, {place, doing, e.code().message()}) +
                            ": it is the proxy's, which proxy_options::tls says how to check");
    if (e.code() == condition::cancelled || e.code() == make_error_code(errc::proxy_refused) ||
        e.code() == make_error_code(errc::proxy_failed))
        throw;
    throw api_error(errc::proxy_failed, doing, reason_in(e, {place, doing}));
}

} // namespace

proxy_connector::proxy_connector(environment const& env, proxy_options proxy, http_options const& options,
                                 std::string server_host, std::uint16_t server_port)
    : time_(*env.time), tls_(proxy.tls), reason_(proxy.reason), connect_timeout_(options.connect_timeout),
      tls_timeout_(options.tls_timeout),
      request_(checked_request(std::move(proxy), std::move(server_host), server_port))
{
    if (!tls_.server_name.empty() && !is_server_name(tls_.server_name))
        throw api_error(errc::config_invalid, "proxy_options::tls", "the server_name is not a name");
    env.log->log(log_level::info, "connections to the API server go through a proxy",
                 {{"server", host_and_port(request_.host, request_.port)},
                  {"proxy", request_.proxy.name.substr(request_.proxy.name.find(' ') + 1)},
                  {"because", reason_.empty() ? "endpoint::proxy is set" : reason_}});
    if (speaks_tls() && tls_.insecure_skip_verify)
        env.log->log(log_level::warning, "the proxy's certificate is not verified (insecure_skip_verify)",
                     {{"proxy", request_.proxy.name}});
}

task<boost::asio::ip::tcp::socket> proxy_connector::reach_proxy() &
{
    auto const doing = "connect to " + name() + (reason_.empty() ? "" : " (" + reason_ + ")");
    try {
        auto socket = co_await connect_tcp(time_, request_.proxy.host, request_.proxy.port, connect_timeout_);
        co_return std::move(socket);
    } catch (api_error const& e) {
        rethrow_as_proxy_error(e, doing,
                               "connect to " + host_and_port(request_.proxy.host, request_.proxy.port));
    }
}

task<std::unique_ptr<byte_stream>> proxy_connector::reach_proxy_over_tls() &
{
    // Before connecting, as for the server. A new context each time: few programs use such a proxy.
    // CONNECT is sent in HTTP/1.1, whatever the client speaks with the server.
    auto context = make_tls_context(tls_, read_tls_material(tls_), http_version::http1);
    auto socket = co_await reach_proxy();
    auto const& expected = tls_.server_name.empty() ? request_.proxy.host : tls_.server_name;
    auto carrier = make_tls_carrier(std::move(socket));
    auto shaking =
        connect_tls(time_, std::move(carrier), std::move(context), expected, name(), tls_peer::proxy);
    try {
        auto stream = co_await within(time_, tls_timeout_, std::move(shaking), "TLS with " + name());
        co_return std::move(stream);
    } catch (api_error const& e) {
        rethrow_as_proxy_error(e, "TLS with " + name(), name());
    }
}

// The proxy looks up the server's name and connects to it meanwhile, so that it has as much time as this
// client would have for that.
task<> proxy_connector::ask(byte_stream& stream) &
{
    auto const doing = "ask " + name() + " for " + host_and_port(request_.host, request_.port);
    auto asking = open_tunnel(stream, request_);
    try {
        co_await within(time_, connect_timeout_, std::move(asking), doing);
    } catch (api_error const& e) {
        rethrow_as_proxy_error(e, doing, name());
    }
}

task<boost::asio::ip::tcp::socket> proxy_connector::connect() &
{
    auto socket = co_await reach_proxy();
    tcp_stream stream(std::move(socket), name());
    co_await ask(stream);
    co_return stream.release();
}

task<std::unique_ptr<byte_stream>> proxy_connector::connect_over_tls() &
{
    auto stream = co_await reach_proxy_over_tls();
    co_await ask(*stream);
    co_return std::move(stream);
}

} // namespace coinformer::detail

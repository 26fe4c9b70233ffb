#include "transport/stream/server_dialer.hpp"

#include "transport/config/server_name.hpp"
#include "transport/stream/tcp_stream.hpp"
#include "transport/stream/tls_stream.hpp"
#include "transport/stream/within.hpp"

namespace coinformer::detail {

server_dialer::server_dialer(environment const& env, endpoint const& server, http_options const& options,
                             request_identity const* identity)
    : time_(*env.time), url_(parse_server_url(server.server)), peer_(host_and_port(url_.host, url_.port)),
      tls_(server.tls), identity_(identity), version_(options.version),
      connect_timeout_(options.connect_timeout), tls_timeout_(options.tls_timeout),
      read_log_("the certificate files cannot be read any more; no connection can be made until they can",
                "the certificate files can be read again", *env.time, *env.log)
{
    if (!tls_.server_name.empty() && !is_server_name(tls_.server_name))
        throw api_error(errc::config_invalid, "tls_options::server_name",
                        "it is neither a host name nor an IP address without a zone");
    if (url_.tls && tls_.insecure_skip_verify)
        env.log->log(log_level::warning,
                     "the API server's certificate is not verified (insecure-skip-tls-verify)",
                     {{"server", peer_}});
    if (server.proxy.url.empty()) {
        if (!server.proxy.reason.empty())
            env.log->log(log_level::info,
                         "connections to the API server do not use the proxy of the environment",
                         {{"server", peer_}, {"because", server.proxy.reason}});
        return;
    }
    proxy_.emplace(env, server.proxy, options, url_.host, url_.port);
    peer_ += " through " + proxy_->name();
}

task<std::unique_ptr<byte_stream>> server_dialer::dial()
{
    // Before connecting, so that a mistake in a file is reported even without a server.
    if (url_.tls) refresh_context();
    std::unique_ptr<byte_stream> stream;
    if (proxy_ && proxy_->speaks_tls()) {
        stream = co_await proxy_->connect_over_tls();
        if (url_.tls) stream = co_await shake_hands(make_tls_carrier(std::move(stream)));
        co_return stream;
    }
    auto socket = co_await connect();
    if (url_.tls)
        stream = co_await shake_hands(make_tls_carrier(std::move(socket)));
    else
        stream = std::make_unique<tcp_stream>(std::move(socket), peer_);
    co_return stream;
}

// Connects to the server, or to a proxy without TLS, which then carries the bytes of the server.
task<boost::asio::ip::tcp::socket> server_dialer::connect() &
{
    auto connecting = proxy_ ? proxy_->connect() : connect_tcp(time_, url_.host, url_.port, connect_timeout_);
    auto socket = co_await std::move(connecting);
    co_return std::move(socket);
}

task<std::unique_ptr<byte_stream>> server_dialer::shake_hands(std::unique_ptr<tls_carrier> carrier) &
{
    auto const& name = tls_.server_name.empty() ? url_.host : tls_.server_name;
    auto shaking = connect_tls(time_, std::move(carrier), context_, name, peer_);
    auto stream = co_await within(time_, tls_timeout_, std::move(shaking), "TLS with " + peer_);
    co_return std::move(stream);
}

void server_dialer::refresh_context()
{
    try {
        read_context();
    } catch (api_error const& e) {
        if (context_ && e.code() == errc::credentials_unreadable) read_log_.failed(e.what());
        throw;
    }
    read_log_.succeeded();
}

// Makes a new context only if a file has changed: connections share it otherwise.
void server_dialer::read_context()
{
    auto material = read_tls_material(tls_);
    auto const* const issued = identity_ ? identity_->issued() : nullptr;
    if (issued && tls_.client_certificate.empty() && !issued->certificate.empty()) {
        material.certificate = issued->certificate;
        material.key = issued->key;
    }
    if (context_ && material == material_) return;
    context_ = make_tls_context(tls_, material, version_);
    material_ = std::move(material);
}

} // namespace coinformer::detail

#include "transport/stream/server_dialer.hpp"

#include "transport/config/server_name.hpp"
#include "transport/stream/tcp_stream.hpp"
#include "transport/stream/tls_stream.hpp"
#include "transport/stream/within.hpp"

namespace coinformer::detail {

server_dialer::server_dialer(environment const& env, endpoint const& server, http_options const& options,
                             request_identity const* identity)
    : time_(*env.time), url_(parse_server_url(server.server)), tls_(server.tls), identity_(identity),
      version_(options.version), connect_timeout_(options.connect_timeout), tls_timeout_(options.tls_timeout),
      read_log_("the certificate files cannot be read any more; no connection can be made until they can",
                "the certificate files can be read again", *env.time, *env.log)
{
    if (!tls_.server_name.empty() && !is_server_name(tls_.server_name))
        throw api_error(errc::config_invalid, "tls_options::server_name",
                        "it is neither a host name nor an IP address without a zone");
    if (url_.tls && tls_.insecure_skip_verify)
        env.log->log(log_level::warning,
                     "the API server's certificate is not verified (insecure-skip-tls-verify)",
                     {{"server", host_and_port(url_.host, url_.port)}});
}

task<std::unique_ptr<byte_stream>> server_dialer::dial()
{
    auto const peer = host_and_port(url_.host, url_.port);
    // Before connecting, so that a mistake in a file is reported even without a server.
    if (url_.tls) refresh_context();
    auto socket = co_await connect_tcp(time_, url_.host, url_.port, connect_timeout_);
    std::unique_ptr<byte_stream> stream;
    if (url_.tls) {
        auto const& name = tls_.server_name.empty() ? url_.host : tls_.server_name;
        stream =
            co_await within(time_, tls_timeout_, connect_tls(time_, std::move(socket), context_, name, peer),
                            "TLS with " + peer);
    } else {
        stream = std::make_unique<tcp_stream>(std::move(socket), peer);
    }
    co_return stream;
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

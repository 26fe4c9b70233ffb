#include <coinformer/testing/tls_listener.hpp>

#include "testing/formats/pem.hpp"
#include "testing/http/tls_server_stream.hpp"
#include "transport/http/http2_codec.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include <openssl/err.h>

namespace coinformer::testing {

using namespace detail;

namespace {

[[noreturn]] void refuse(std::string const& what)
{
    throw api_error(errc::credentials_unreadable, "tls_listener: " + what, openssl_failure());
}

void identify(SSL_CTX* context, tls_identity const& identity)
{
    auto const chain = read_certificates(identity.certificate); // the server's own comes first
    if (chain.empty() || SSL_CTX_use_certificate(context, chain.front().get()) != 1)
        refuse("server certificate");
    for (auto issuer = chain.begin() + 1; issuer != chain.end(); ++issuer)
        if (SSL_CTX_add1_chain_cert(context, issuer->get()) != 1) refuse("server certificate's issuer");
    auto const key = read_key(identity.key);
    if (!key || SSL_CTX_use_PrivateKey(context, key.get()) != 1) refuse("server key");
}

// Accepts every client certificate in the handshake, as a real server does; the server answers 401 then.
int accept_any_certificate(int, X509_STORE_CTX*)
{
    // Otherwise the failed verification would stay in OpenSSL's error queue, and be taken for a failure of
    // the handshake.
    ERR_clear_error();
    return 1;
}

void ask_clients(SSL_CTX* context, std::string const& ca)
{
    auto const known = read_certificates(ca);
    if (known.empty()) refuse("client CA");
    if (X509_STORE_add_cert(SSL_CTX_get_cert_store(context), known.front().get()) != 1 ||
        SSL_CTX_add_client_CA(context, known.front().get()) != 1)
        refuse("client CA");
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, &accept_any_certificate);
}

// Chooses HTTP/2 if the client offers it, as a real server does. `http2` is null if it may not.
int choose_protocol(SSL*, unsigned char const** out, unsigned char* size, unsigned char const* in,
                    unsigned in_size, void* http2)
{
    static constexpr unsigned char ours[] = "\x02h2\x08http/1.1";
    constexpr unsigned of_http2 = 3; // bytes
    auto const skipped = http2 ? 0 : of_http2;
    unsigned char* chosen = nullptr;
    auto const found =
        SSL_select_next_proto(&chosen, size, ours + skipped, sizeof ours - 1 - skipped, in, in_size);
    *out = chosen;
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

owned<SSL_CTX> make_context(tls_identity const& identity, std::string const& client_ca, bool http2)
{
    owned<SSL_CTX> context(SSL_CTX_new(TLS_server_method()));
    if (!context) refuse("TLS");
    ERR_clear_error();
    if (SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION) != 1) refuse("TLS 1.2");
    // a resumed session would keep old certificates
    SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
    SSL_CTX_set_options(context.get(), SSL_OP_NO_TICKET);
    if (SSL_CTX_set_num_tickets(context.get(), 0) != 1) refuse("TLS without tickets");
    static int yes = 1;
    SSL_CTX_set_alpn_select_cb(context.get(), &choose_protocol, http2 ? &yes : nullptr);
    identify(context.get(), identity);
    if (!client_ca.empty()) ask_clients(context.get(), client_ca);
    ERR_clear_error();
    return context;
}

} // namespace

class tls_listener::impl {
public:
    impl(executor ex, tls_listener_options const& options)
        : client_ca(options.client_ca), http2(options.http2 && coinformer::detail::has_http2()),
          context(make_context(options.identity, client_ca, http2)), sockets(std::move(ex), options.port)
    {
    }

    std::string client_ca;
    bool http2;
    owned<SSL_CTX> context; // sessions share its ownership
    tcp_listener sockets;
};

tls_listener::tls_listener(executor ex, tls_listener_options options)
    : impl_(std::make_unique<impl>(std::move(ex), options))
{
}

tls_listener::~tls_listener() = default;

std::uint16_t tls_listener::port() const noexcept
{
    return impl_->sockets.port();
}

std::string tls_listener::url() const
{
    return "https://127.0.0.1:" + std::to_string(port());
}

void tls_listener::use(tls_identity const& identity)
{
    impl_->context = make_context(identity, impl_->client_ca, impl_->http2);
}

task<std::unique_ptr<byte_stream>> tls_listener::accept() &
{
    auto socket = co_await impl_->sockets.accept();
    co_return std::make_unique<tls_server_stream>(std::move(socket), impl_->context.get());
}

void tls_listener::close() noexcept
{
    impl_->sockets.close();
}

} // namespace coinformer::testing

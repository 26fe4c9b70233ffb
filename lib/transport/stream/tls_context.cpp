#include "transport/stream/tls_context.hpp"

#include "transport/config/file_text.hpp"
#include "transport/config/http2_support.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/ssl/context.hpp>

#include <openssl/pem.h>
#include <openssl/x509_vfy.h>

namespace coinformer::detail {

namespace ssl = boost::asio::ssl;

namespace {

std::string text_of(pem_source const& source, std::string_view what)
{
    if (!source.data.empty() || source.file.empty()) return source.data;
    auto text = file_text(source.file);
    if (!text)
        throw api_error(errc::credentials_unreadable, std::string(what) + " file " + source.file,
                        text.error().message());
    return std::move(*text);
}

[[noreturn]] void refuse(std::string_view what, pem_source const& source, std::string const& why)
{
    bool const from_file = source.data.empty() && !source.file.empty();
    throw api_error(errc::credentials_unreadable,
                    from_file ? std::string(what) + " file " + source.file : std::string(what), why);
}

void check_pem(error_code const& ec, std::string_view what, pem_source const& source)
{
    if (ec) refuse(what, source, ec.message());
}

struct free_openssl {
    void operator()(BIO* p) const noexcept { BIO_free(p); }
    void operator()(X509* p) const noexcept { X509_free(p); }
};

// Adds the user's certificate authorities. It does not use context::add_certificate_authority(), which
// succeeds for a text without any certificate.
void trust(ssl::context& context, std::string const& pem, pem_source const& source)
{
    std::unique_ptr<BIO, free_openssl> const text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    if (!text) refuse("CA certificate", source, "OpenSSL cannot read it");
    auto* const store = SSL_CTX_get_cert_store(context.native_handle());
    std::size_t count = 0;
    ERR_clear_error();
    // Otherwise OpenSSL would ask on the terminal.
    auto* const no_password = +[](char*, int, int, void*) { return -1; };
    while (auto* const raw = PEM_read_bio_X509(text.get(), nullptr, no_password, nullptr)) {
        std::unique_ptr<X509, free_openssl> const certificate(raw);
        // A certificate that is there already is not a failure.
        if (X509_STORE_add_cert(store, certificate.get()) != 1)
            refuse("CA certificate", source, "OpenSSL refuses one of its certificates");
        ++count;
    }
    auto const last = ERR_peek_last_error();
    ERR_clear_error();
    if (ERR_GET_REASON(last) != PEM_R_NO_START_LINE)
        refuse("CA certificate", source, "a certificate is not valid PEM");
    if (count == 0) refuse("CA certificate", source, "it contains no certificate");
    // as in Go, every certificate that the user names is trusted, even an intermediate CA or the server's own
    if (X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN) != 1)
        refuse("CA certificate", source, "OpenSSL cannot set how it verifies");
}

void identify(ssl::context& context, tls_options const& options, tls_material const& material)
{
    if (material.certificate.empty())
        refuse("client certificate", options.client_certificate, "a client key is given without it");
    if (material.key.empty())
        refuse("client key", options.client_key, "a client certificate is given without it");
    error_code ec;
    context.use_certificate_chain(boost::asio::buffer(material.certificate), ec);
    check_pem(ec, "client certificate", options.client_certificate);
    context.use_private_key(boost::asio::buffer(material.key.reveal()), ssl::context::pem, ec);
    check_pem(ec, "client key", options.client_key);
}

// Returns the protocols that the client offers, the one it likes best first: each with its length before it.
std::string_view offered_protocols(http_version version) noexcept
{
    switch (version) {
    case http_version::http1: return "\x08http/1.1";
    case http_version::http2: return "\x02h2";
    case http_version::automatic: break;
    }
    return has_http2() ? "\x02h2\x08http/1.1" : "\x08http/1.1";
}

// Makes a context for TLS 1.2 or later. If OpenSSL refuses either, the context is not used,
// because it would accept more than was meant.
std::shared_ptr<ssl::context> make_client_context(http_version version)
{
    auto context = std::make_shared<ssl::context>(ssl::context::tls_client);
    auto* const native = context->native_handle();
    // As in Go, the server may not begin another handshake in TLS 1.2: writing would fail in the middle of
    // one.
    SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION);
    auto const protocols = offered_protocols(version);
    auto const* const bytes = reinterpret_cast<unsigned char const*>(protocols.data());
    if (SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION) != 1)
        throw api_error(errc::tls_failed, "TLS", "OpenSSL cannot be limited to TLS 1.2 and later");
    if (SSL_CTX_set_alpn_protos(native, bytes, static_cast<unsigned>(protocols.size())) != 0) // 0: success
        throw api_error(errc::tls_failed, "TLS", "OpenSSL refuses the protocols that the client offers");
    // without this, OpenSSL would ask for the password of an encrypted key on the terminal
    context->set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string(); });
    return context;
}

} // namespace

tls_material read_tls_material(tls_options const& options)
{
    tls_material material;
    if (!options.insecure_skip_verify) material.ca = text_of(options.ca, "CA certificate");
    material.certificate = text_of(options.client_certificate, "client certificate");
    material.key = secret(text_of(options.client_key, "client key"));
    return material;
}

std::shared_ptr<ssl::context> make_tls_context(tls_options const& options, tls_material const& material,
                                               http_version version)
{
    auto context = make_client_context(version);
    if (options.insecure_skip_verify) {
        context->set_verify_mode(ssl::verify_none);
    } else {
        context->set_verify_mode(ssl::verify_peer);
        if (options.ca.empty()) {
            error_code ec;
            context->set_default_verify_paths(ec);
            check_pem(ec, "the system's CA certificates", options.ca);
        } else {
            trust(*context, material.ca, options.ca);
        }
    }
    bool const is_issued = !material.certificate.empty(); // the material may hold more than the options name
    if (is_issued || !options.client_certificate.empty() || !options.client_key.empty())
        identify(*context, options, material);
    return context;
}

} // namespace coinformer::detail

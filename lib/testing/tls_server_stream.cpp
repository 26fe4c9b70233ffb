#include "testing/tls_server_stream.hpp"

#include "testing/pem.hpp"

#include <coinformer/core/error.hpp>

#include <openssl/err.h>
#include <openssl/x509.h>

#include <utility>

namespace coinformer::testing {

namespace {

constexpr std::size_t read_bytes = 8 * 1024;

std::string text(ASN1_STRING const* s)
{
    unsigned char* utf8 = nullptr;
    auto const size = ASN1_STRING_to_UTF8(&utf8, s);
    if (size < 0) return {};
    std::string copy(reinterpret_cast<char const*>(utf8), static_cast<std::size_t>(size));
    OPENSSL_free(utf8);
    return copy;
}

std::vector<std::string> entries(X509_NAME const* name, int id)
{
    std::vector<std::string> all;
    for (int at = X509_NAME_get_index_by_NID(name, id, -1); at >= 0; at = X509_NAME_get_index_by_NID(name, id, at))
        all.push_back(text(X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, at))));
    return all;
}

} // namespace

std::optional<certificate_subject> verified_subject(SSL* session)
{
    auto* const certificate = SSL_get0_peer_certificate(session);
    if (!certificate || SSL_get_verify_result(session) != X509_V_OK) return std::nullopt;
    auto const* const name = X509_get_subject_name(certificate);
    certificate_subject subject;
    for (auto& n : entries(name, NID_commonName)) subject.common_name = std::move(n);
    subject.organizations = entries(name, NID_organizationName);
    return subject;
}

tls_server_stream::tls_server_stream(std::unique_ptr<byte_stream> under, SSL_CTX* context)
    : under_(std::move(under)), session_(SSL_new(context)), in_(BIO_new(BIO_s_mem())), out_(BIO_new(BIO_s_mem())),
      received_(read_bytes)
{
    SSL_set_bio(session_.get(), in_, out_);
    SSL_set_accept_state(session_.get());
}

tls_server_stream::~tls_server_stream()
{
    close();
}

task<std::size_t> tls_server_stream::read_some(std::span<char> into)
{
    auto* const session = session_.get();
    for (;;) {
        auto const greeting = SSL_is_init_finished(session) == 0;
        ERR_clear_error();
        auto const n = SSL_read(session, into.data(), static_cast<int>(into.size()));
        auto const why = SSL_get_error(session, n);
        auto const trouble = n > 0 ? std::string() : openssl_failure(); // before others use OpenSSL
        // only the handshake writes here: later a write may be under way, and takes along what reading has to say
        if (greeting) {
            co_await flush(); // of a failed one: the alert that says why
            if (SSL_is_init_finished(session) != 0) client_ = verified_subject(session);
        }
        if (n > 0) co_return static_cast<std::size_t>(n);
        if (why == SSL_ERROR_ZERO_RETURN) co_return 0;
        if (why != SSL_ERROR_WANT_READ) throw api_error(errc::tls_failed, "TLS", trouble);
        auto const got = co_await under_->read_some(received_);
        if (got == 0) throw api_error(errc::connection_closed, "TLS", "without a TLS goodbye");
        BIO_write(in_, received_.data(), static_cast<int>(got));
    }
}

task<> tls_server_stream::write(std::span<char const> bytes)
{
    if (!bytes.empty()) {
        ERR_clear_error();
        auto const n = SSL_write(session_.get(), bytes.data(), static_cast<int>(bytes.size()));
        if (n <= 0) throw api_error(errc::tls_failed, "TLS", openssl_failure());
    }
    co_await flush();
}

task<> tls_server_stream::flush()
{
    std::vector<char> ready(static_cast<std::size_t>(BIO_ctrl_pending(out_)));
    if (ready.empty()) co_return;
    BIO_read(out_, ready.data(), static_cast<int>(ready.size()));
    co_await under_->write(ready);
}

task<> tls_server_stream::say_goodbye()
{
    if (SSL_is_init_finished(session_.get()) == 0) co_return;
    SSL_shutdown(session_.get());
    co_await flush();
}

void tls_server_stream::close() noexcept
{
    under_->close();
}

std::string_view tls_server_stream::protocol() const noexcept
{
    unsigned char const* name = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(session_.get(), &name, &size);
    return {reinterpret_cast<char const*>(name), size};
}

} // namespace coinformer::testing

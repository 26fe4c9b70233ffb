#include "testing/http/tls_server_stream.hpp"

#include <coinformer/core/error.hpp>

#include <openssl/x509.h>

#include <utility>

namespace coinformer::testing::detail {

using coinformer::detail::tls_session;

namespace {

constexpr std::size_t tls_read_bytes = 8 * 1024;

std::string certificate_text(ASN1_STRING const* s)
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
    for (int at = X509_NAME_get_index_by_NID(name, id, -1); at >= 0;
         at = X509_NAME_get_index_by_NID(name, id, at))
        all.push_back(certificate_text(X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, at))));
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
    : under_(std::move(under)), session_(context, tls_session::role::server), received_(tls_read_bytes)
{
}

tls_server_stream::~tls_server_stream()
{
    close();
}

task<std::size_t> tls_server_stream::read_some(std::span<char> into)
{
    for (;;) {
        std::size_t n = 0;
        auto how = outcome::done;
        if (bool const greeting = !session_.is_established(); greeting) {
            how = session_.shake_hands();
            // Reading writes only during the handshake. Later a write may be under way, which also sends what
            // reading wants to be sent. After a failed handshake this sends the alert that says why.
            co_await flush();
            if (how == outcome::done) client_ = verified_subject(session_.native());
        }
        if (how == outcome::done) how = session_.read(into, n);
        if (how == outcome::done) co_return n;
        if (how == outcome::ended) co_return 0;
        if (how == outcome::failed) throw_failure();
        auto const got = co_await under_->read_some(received_);
        if (got == 0) throw api_error(errc::connection_closed, "TLS", "without a TLS goodbye");
        session_.input({received_.data(), got});
    }
}

task<> tls_server_stream::write(std::span<char const> bytes)
{
    if (session_.write(bytes) != outcome::done) throw_failure();
    co_await flush();
}

task<> tls_server_stream::flush()
{
    auto const ready = session_.take_output();
    if (!ready.empty()) co_await under_->write(std::span<char const>(ready));
}

task<> tls_server_stream::say_goodbye()
{
    if (!session_.is_established()) co_return;
    session_.say_goodbye();
    co_await flush();
}

void tls_server_stream::close() noexcept
{
    under_->close();
}

void tls_server_stream::throw_failure() const
{
    throw api_error(errc::tls_failed, "TLS", session_.failure().message());
}

} // namespace coinformer::testing::detail

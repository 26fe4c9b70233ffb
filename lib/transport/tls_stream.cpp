#include "transport/tls_stream.hpp"

#include "transport/tcp_stream.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <openssl/x509v3.h>

#include <algorithm>

namespace coinformer {

namespace asio = boost::asio;
namespace ssl = asio::ssl;
using tcp = asio::ip::tcp;

namespace {

// What verification found wrong first: the session forgets the certificate when the handshake fails.
struct rejection {
    int reason = X509_V_OK;
    std::string subject;
    std::string names;
};

std::string subject_of(X509* certificate)
{
    std::unique_ptr<BIO, int (*)(BIO*)> const out(BIO_new(BIO_s_mem()), &BIO_free);
    X509_NAME_print_ex(out.get(), X509_get_subject_name(certificate), 0, XN_FLAG_RFC2253);
    char* data = nullptr;
    auto const size = BIO_get_mem_data(out.get(), &data);
    return std::string(data, static_cast<std::size_t>(size)).substr(0, 256);
}

std::string text_of_address(ASN1_OCTET_STRING const* octets)
{
    auto const* const data = ASN1_STRING_get0_data(octets);
    auto const size = static_cast<std::size_t>(ASN1_STRING_length(octets));
    asio::ip::address_v4::bytes_type v4;
    asio::ip::address_v6::bytes_type v6;
    if (size == v4.size()) {
        std::copy_n(data, size, v4.begin());
        return asio::ip::address_v4(v4).to_string();
    }
    if (size != v6.size()) return "?";
    std::copy_n(data, size, v6.begin());
    return asio::ip::address_v6(v6).to_string();
}

std::string text_of_name(ASN1_IA5STRING const* name)
{
    std::string text(reinterpret_cast<char const*>(ASN1_STRING_get0_data(name)),
                     static_cast<std::size_t>(ASN1_STRING_length(name)));
    std::ranges::replace_if(text, [](char c) { return c < ' ' || c > '~'; }, '?'); // for a log: it is a stranger's
    return text;
}

// "kubernetes, kubernetes.default, 10.96.0.1"
std::string names_of(X509* certificate)
{
    constexpr std::size_t enough = 512;
    std::unique_ptr<GENERAL_NAMES, void (*)(GENERAL_NAMES*)> const names(
        static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
        &GENERAL_NAMES_free);
    std::string list;
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
        auto const* const name = sk_GENERAL_NAME_value(names.get(), i);
        if (name->type != GEN_DNS && name->type != GEN_IPADD) continue;
        if (!list.empty()) list += ", ";
        if (list.size() > enough) return list + "...";
        list += name->type == GEN_DNS ? text_of_name(name->d.dNSName) : text_of_address(name->d.iPAddress);
    }
    return list.empty() ? "no name" : list;
}

errc code_of(int reason) noexcept
{
    switch (reason) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
    case X509_V_ERR_CERT_NOT_YET_VALID: return errc::tls_expired;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return errc::tls_wrong_host;
    default: return errc::tls_untrusted;
    }
}

class tls_stream final : public byte_stream {
public:
    tls_stream(tcp::socket socket, std::shared_ptr<ssl::context> context, std::string peer)
        : context_(std::move(context)), stream_(std::move(socket), *context_), peer_(std::move(peer))
    {
    }

    [[nodiscard]] task<> shake_hands(std::string name);

    task<std::size_t> read_some(std::span<char> into) override;
    task<> write(std::span<char const> bytes) override;
    void close() noexcept override;
    std::string_view protocol() const noexcept override;

private:
    void expect(std::string const& name);
    [[noreturn]] void throw_handshake_error(error_code const& ec, std::string const& name) const;
    [[noreturn]] void throw_error(error_code const& ec) const;

    std::shared_ptr<ssl::context> context_;
    ssl::stream<tcp::socket> stream_;
    std::string peer_;
    rejection rejection_;
    bool closed_ = false;
};

void tls_stream::expect(std::string const& name)
{
    auto* const native = stream_.native_handle();
    auto* const wanted = SSL_get0_param(native);
    // as Go does: only the names of the certificate's subjectAltName count
    X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    error_code not_an_address;
    asio::ip::make_address(name, not_an_address);
    if (!not_an_address) {
        X509_VERIFY_PARAM_set1_ip_asc(wanted, name.c_str());
    } else {
        X509_VERIFY_PARAM_set1_host(wanted, name.data(), name.size());
        SSL_set_tlsext_host_name(native, name.c_str()); // RFC 6066 allows no addresses there
    }
    error_code ignored;
    auto note = [out = &rejection_](bool good, ssl::verify_context& context) {
        auto* const state = context.native_handle();
        auto* const certificate = X509_STORE_CTX_get_current_cert(state);
        if (!good && out->reason == X509_V_OK && certificate) {
            out->reason = X509_STORE_CTX_get_error(state);
            out->subject = subject_of(certificate);
            out->names = names_of(certificate);
        }
        return good;
    };
    if (SSL_get_verify_mode(native) != SSL_VERIFY_NONE) stream_.set_verify_callback(note, ignored);
}

task<> tls_stream::shake_hands(std::string name)
{
    expect(name);
    error_code ec;
    co_await stream_.async_handshake(ssl::stream_base::client, asio::redirect_error(asio::use_awaitable, ec));
    if (ec) throw_handshake_error(ec, name);
}

void tls_stream::throw_handshake_error(error_code const& ec, std::string const& name) const
{
    auto const where = "TLS with " + peer_;
    if (ec == asio::error::operation_aborted) throw api_error(errc::cancelled, where);
    if (rejection_.reason != X509_V_OK) {
        auto const code = code_of(rejection_.reason);
        auto detail = "certificate " + rejection_.subject + ": " + X509_verify_cert_error_string(rejection_.reason);
        if (code == errc::tls_wrong_host) detail += ": it is for " + rejection_.names + ", not for " + name;
        throw api_error(code, where, detail);
    }
    bool const ended = ec == asio::error::eof || ec == ssl::error::stream_truncated;
    throw api_error(errc::tls_failed, where, ended ? "the server closed the connection" : ec.message());
}

void tls_stream::throw_error(error_code const& ec) const
{
    if (!closed_ && ec == ssl::error::stream_truncated)
        throw api_error(errc::connection_closed, peer_, "without a TLS goodbye");
    // in TLS 1.3 the server's verdict on our certificate comes with the first read
    if (!closed_ && ec.category() == asio::error::get_ssl_category())
        throw api_error(errc::tls_failed, "TLS with " + peer_, ec.message());
    throw_socket_error(ec, closed_, peer_);
}

task<std::size_t> tls_stream::read_some(std::span<char> into)
{
    error_code ec;
    auto const buffer = asio::buffer(into.data(), into.size());
    auto const n = co_await stream_.async_read_some(buffer, asio::redirect_error(asio::use_awaitable, ec));
    if (ec == asio::error::eof) co_return 0;
    if (ec) throw_error(ec);
    co_return n;
}

task<> tls_stream::write(std::span<char const> bytes)
{
    error_code ec;
    auto const buffer = asio::buffer(bytes.data(), bytes.size());
    co_await asio::async_write(stream_, buffer, asio::redirect_error(asio::use_awaitable, ec));
    if (ec) throw_error(ec);
}

void tls_stream::close() noexcept
{
    closed_ = true;
    error_code ignored;
    stream_.next_layer().close(ignored);
}

std::string_view tls_stream::protocol() const noexcept
{
    unsigned char const* name = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(const_cast<ssl::stream<tcp::socket>&>(stream_).native_handle(), &name, &size);
    return {reinterpret_cast<char const*>(name), size};
}

} // namespace

task<std::unique_ptr<byte_stream>> connect_tls(tcp::socket socket, std::shared_ptr<ssl::context> context,
                                               std::string name, std::string peer)
{
    auto stream = std::make_unique<tls_stream>(std::move(socket), std::move(context), std::move(peer));
    co_await stream->shake_hands(std::move(name));
    co_return std::unique_ptr<byte_stream>(std::move(stream));
}

} // namespace coinformer

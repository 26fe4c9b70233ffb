#include "transport/stream/tls_rejection.hpp"

#include <boost/asio/ip/address.hpp>

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <memory>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

std::string subject_of(X509* certificate)
{
    std::unique_ptr<BIO, int (*)(BIO*)> const out(BIO_new(BIO_s_mem()), &BIO_free);
    if (!out || X509_NAME_print_ex(out.get(), X509_get_subject_name(certificate), 0, XN_FLAG_RFC2253) < 0)
        return "?";
    char* data = nullptr;
    auto const size = BIO_get_mem_data(out.get(), &data);
    if (!data || size < 0) return "?";
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
    // It goes into a log, and was written by a stranger.
    std::ranges::replace_if(text, [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

// Returns the names in a certificate, such as "kubernetes, kubernetes.default, 10.96.0.1".
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

} // namespace

int tls_rejection::note(int good, X509_STORE_CTX* state) noexcept
{
    auto const index = SSL_get_ex_data_X509_STORE_CTX_idx();
    auto* const session = static_cast<SSL*>(X509_STORE_CTX_get_ex_data(state, index));
    auto* const out = session ? static_cast<tls_rejection*>(SSL_get_app_data(session)) : nullptr;
    if (!out) return 0;
    if (good != 0 || out->has_happened()) return good;
    out->reason_ = X509_STORE_CTX_get_error(state);
    try {
        if (auto* const certificate = X509_STORE_CTX_get_current_cert(state)) {
            out->subject_ = subject_of(certificate);
            out->names_ = names_of(certificate);
        }
    } catch (...) { // without memory, the reason alone has to do
    }
    return good;
}

errc tls_rejection::code() const noexcept
{
    switch (reason_) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
    case X509_V_ERR_CERT_NOT_YET_VALID: return errc::tls_expired;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return errc::tls_wrong_host;
    default: return errc::tls_untrusted;
    }
}

std::string tls_rejection::message(std::string const& wanted) const
{
    auto const subject = subject_.empty() ? std::string() : ' ' + subject_;
    auto text = "certificate" + subject + ": " + X509_verify_cert_error_string(reason_);
    if (code() == errc::tls_wrong_host) text += ": it is for " + names_ + ", not for " + wanted;
    return text;
}

} // namespace coinformer::detail

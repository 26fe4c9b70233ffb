#include "certificates.hpp"

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <stdexcept>

namespace {

using extension = std::unique_ptr<X509_EXTENSION, void (*)(X509_EXTENSION*)>;

void extend(X509* certificate, int id, std::string const& value)
{
    extension const e(X509V3_EXT_conf_nid(nullptr, nullptr, id, value.c_str()), &X509_EXTENSION_free);
    if (!e) throw std::runtime_error("certificate extension " + value);
    X509_add_ext(certificate, e.get(), -1);
}

template <class Write>
std::string pem(Write write)
{
    std::unique_ptr<BIO, int (*)(BIO*)> const out(BIO_new(BIO_s_mem()), &BIO_free);
    write(out.get());
    char* data = nullptr;
    auto const size = BIO_get_mem_data(out.get(), &data);
    return std::string(data, static_cast<std::size_t>(size));
}

} // namespace

identity::identity(certificate_request const& request, identity const* issuer)
    : key_(EVP_EC_gen("P-256"), &EVP_PKEY_free), certificate_(X509_new(), &X509_free)
{
    static long serial = 0;
    auto* const x = certificate_.get();
    X509_set_version(x, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(x), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(x), request.from);
    X509_gmtime_adj(X509_getm_notAfter(x), request.until);
    X509_set_pubkey(x, key_.get());
    auto const* const name = reinterpret_cast<unsigned char const*>(request.subject.c_str());
    X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_UTF8, name, -1, -1, 0);
    X509_set_issuer_name(x, X509_get_subject_name(issuer ? issuer->certificate_.get() : x));
    if (request.ca) extend(x, NID_basic_constraints, "critical,CA:TRUE");
    if (!request.names.empty()) extend(x, NID_subject_alt_name, request.names);
    if (X509_sign(x, issuer ? issuer->key_.get() : key_.get(), EVP_sha256()) == 0)
        throw std::runtime_error("certificate not signed");
}

std::string identity::certificate() const
{
    return pem([this](BIO* out) { PEM_write_bio_X509(out, certificate_.get()); });
}

std::string identity::key() const
{
    return pem([this](BIO* out) { PEM_write_bio_PrivateKey(out, key_.get(), nullptr, nullptr, 0, nullptr, nullptr); });
}

std::string identity::encrypted_key() const
{
    return pem([this](BIO* out) {
        char password[] = "password";
        PEM_write_bio_PKCS8PrivateKey(out, key_.get(), EVP_aes_128_cbc(), password, 8, nullptr, nullptr);
    });
}

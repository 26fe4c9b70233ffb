#include <coinformer/testing/certificate_authority.hpp>

#include "testing/formats/pem.hpp"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

#include <stdexcept>

namespace coinformer::testing {

using namespace detail;

namespace {

[[noreturn]] void fail_to(std::string const& doing)
{
    throw std::runtime_error("certificate_authority cannot " + doing + ": " + openssl_failure());
}

void demand(bool succeeded, std::string const& doing)
{
    if (!succeeded) fail_to(doing);
}

template <class Write>
std::string pem(Write write)
{
    owned<BIO> const out(BIO_new(BIO_s_mem()));
    demand(out && write(out.get()) == 1, "write PEM");
    char* data = nullptr;
    auto const size = BIO_get_mem_data(out.get(), &data);
    demand(data && size > 0, "write PEM");
    return std::string(data, static_cast<std::size_t>(size));
}

bool is_address(std::string const& name)
{
    auto* const octets = a2i_IPADDRESS(name.c_str());
    ASN1_OCTET_STRING_free(octets);
    ERR_clear_error();
    return octets != nullptr;
}

// Returns the names as OpenSSL's configuration language has them: "DNS:localhost, IP:127.0.0.1".
std::string alternative_names(std::vector<std::string> const& names)
{
    std::string list;
    for (auto const& name : names) {
        if (!list.empty()) list += ", ";
        list.append(is_address(name) ? "IP:" : "DNS:").append(name);
    }
    return list;
}

/// A certificate that is being made: it has a new key and a random serial number, gets names and extensions,
/// and is signed last.
class draft {
public:
    explicit draft(validity valid) : key_(EVP_EC_gen("P-256")), certificate_(X509_new())
    {
        if (!key_ || !certificate_) fail_to("make a key");
        auto* const x = certificate_.get();
        std::uint64_t serial = 0;
        demand(RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial) == 1,
               "draw a serial number");
        demand(X509_set_version(x, X509_VERSION_3) == 1, "set the version");
        demand(ASN1_INTEGER_set_uint64(X509_get_serialNumber(x), serial >> 1) == 1, "set the serial number");
        demand(ASN1_TIME_set(X509_getm_notBefore(x), std::chrono::system_clock::to_time_t(valid.from)) &&
                   ASN1_TIME_set(X509_getm_notAfter(x), std::chrono::system_clock::to_time_t(valid.until)),
               "set the validity");
        demand(X509_set_pubkey(x, key_.get()) == 1, "set the key");
    }

    void name(char const* field, std::string const& value)
    {
        auto const* const bytes = reinterpret_cast<unsigned char const*>(value.c_str());
        auto* const subject = X509_get_subject_name(certificate_.get());
        if (X509_NAME_add_entry_by_txt(subject, field, MBSTRING_UTF8, bytes, -1, -1, 0) != 1)
            fail_to("set " + std::string(field) + " to \"" + value + '"');
    }

    void extend(int id, std::string const& value)
    {
        owned<X509_EXTENSION> const e(X509V3_EXT_conf_nid(nullptr, nullptr, id, value.c_str()));
        if (!e) fail_to("make the extension " + value);
        demand(X509_add_ext(certificate_.get(), e.get(), -1) == 1, "add the extension " + value);
    }

    /// Signs the certificate with the issuer's key, or with its own if there is no issuer.
    tls_identity sign(tls_identity const* issuer)
    {
        auto const chain = issuer ? read_certificates(issuer->certificate) : std::vector<owned<X509>>();
        auto const its_key = issuer ? read_key(issuer->key) : nullptr;
        if (issuer && (chain.empty() || !its_key)) fail_to("read the CA");
        auto* const name = X509_get_subject_name(issuer ? chain.front().get() : certificate_.get());
        demand(X509_set_issuer_name(certificate_.get(), name) == 1, "set the issuer");
        if (X509_sign(certificate_.get(), issuer ? its_key.get() : key_.get(), EVP_sha256()) == 0)
            fail_to("sign");
        return {pem([this](BIO* out) { return PEM_write_bio_X509(out, certificate_.get()); }),
                pem([this](BIO* out) {
                    return PEM_write_bio_PrivateKey(out, key_.get(), nullptr, nullptr, 0, nullptr, nullptr);
                })};
    }

private:
    owned<EVP_PKEY> key_;
    owned<X509> certificate_;
};

tls_identity server_certificate(std::vector<std::string> const& names, validity valid,
                                tls_identity const* issuer)
{
    draft d(valid);
    d.name("CN", "kube-apiserver");
    d.extend(NID_key_usage, "critical,digitalSignature");
    d.extend(NID_ext_key_usage, "serverAuth");
    if (!names.empty()) d.extend(NID_subject_alt_name, alternative_names(names));
    return d.sign(issuer);
}

} // namespace

certificate_authority::certificate_authority(std::string const& name, validity valid)
{
    draft d(valid);
    d.name("CN", name);
    d.extend(NID_basic_constraints, "critical,CA:TRUE");
    d.extend(NID_key_usage, "critical,keyCertSign,cRLSign,digitalSignature");
    self_ = d.sign(nullptr);
}

tls_identity certificate_authority::server(std::vector<std::string> const& names, validity valid) const
{
    return server_certificate(names, valid, &self_);
}

tls_identity certificate_authority::client(std::string const& name, std::vector<std::string> const& groups,
                                           validity valid) const
{
    draft d(valid);
    for (auto const& group : groups) d.name("O", group);
    d.name("CN", name);
    d.extend(NID_key_usage, "critical,digitalSignature");
    d.extend(NID_ext_key_usage, "clientAuth");
    return d.sign(&self_);
}

tls_identity certificate_authority::self_signed(std::vector<std::string> const& names, validity valid)
{
    return server_certificate(names, valid, nullptr);
}

} // namespace coinformer::testing

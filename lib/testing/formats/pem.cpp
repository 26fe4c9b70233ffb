#include "testing/formats/pem.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>

#include <array>
#include <stdexcept>

namespace coinformer::testing::detail {

namespace {

owned<BIO> reader(std::string const& text)
{
    owned<BIO> bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    if (!bio) throw std::runtime_error("cannot read PEM: " + openssl_failure());
    return bio;
}

} // namespace

std::vector<owned<X509>> read_certificates(std::string const& pem)
{
    std::vector<owned<X509>> all;
    auto const text = reader(pem);
    while (auto* const one = PEM_read_bio_X509(text.get(), nullptr, nullptr, nullptr)) all.emplace_back(one);
    if (!all.empty()) ERR_clear_error(); // the end of the text is in the error queue, but is not a failure
    return all;
}

owned<EVP_PKEY> read_key(std::string const& pem)
{
    return owned<EVP_PKEY>(PEM_read_bio_PrivateKey(reader(pem).get(), nullptr, nullptr, nullptr));
}

std::string openssl_failure()
{
    std::array<char, 256> why{};
    ERR_error_string_n(ERR_get_error(), why.data(), why.size());
    return why.data();
}

} // namespace coinformer::testing::detail

#include "forged_record.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <memory>
#include <stdexcept>

namespace hostile {

namespace {

std::string from_hexadecimal(std::string_view text)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16));
    return bytes;
}

// HKDF-Expand-Label of RFC 8446, section 7.1, for outputs of one block.
std::string expand(std::string const& secret, std::string const& label, std::size_t size)
{
    std::string info{'\0', static_cast<char>(size)};
    auto const full = "tls13 " + label;
    info += static_cast<char>(full.size());
    info += full;
    info += '\0';   // no context
    info += '\x01'; // the first block
    unsigned char block[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    HMAC(EVP_sha384(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<unsigned char const*>(info.data()), info.size(), block, &n);
    return std::string(reinterpret_cast<char*>(block), size);
}

struct free_cipher {
    void operator()(EVP_CIPHER_CTX* c) const noexcept { EVP_CIPHER_CTX_free(c); }
};

unsigned char const* bytes_of(std::string const& text)
{
    return reinterpret_cast<unsigned char const*>(text.data());
}

} // namespace

std::string forged_record(std::string_view traffic_secret, std::uint64_t number, unsigned char type,
                          std::string_view data)
{
    constexpr std::size_t tag_bytes = 16;
    auto const secret = from_hexadecimal(traffic_secret);
    auto const key = expand(secret, "key", 32);
    auto iv = expand(secret, "iv", 12);
    for (std::size_t i = 0; i != 8; ++i)
        iv[11 - i] = static_cast<char>(iv[11 - i] ^ static_cast<char>(number >> (8 * i)));

    auto const inner = std::string(data) + static_cast<char>(type);
    auto const size = inner.size() + tag_bytes;
    std::string record("\x17\x03\x03", 3);
    record += static_cast<char>(size >> 8);
    record += static_cast<char>(size & 0xff);
    std::string encrypted(size, '\0');
    auto* const out = reinterpret_cast<unsigned char*>(encrypted.data());
    int n = 0;
    std::unique_ptr<EVP_CIPHER_CTX, free_cipher> const cipher(EVP_CIPHER_CTX_new());
    bool const done =
        cipher &&
        EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, bytes_of(key), bytes_of(iv)) == 1 &&
        EVP_EncryptUpdate(cipher.get(), nullptr, &n, bytes_of(record), static_cast<int>(record.size())) ==
            1 &&
        EVP_EncryptUpdate(cipher.get(), out, &n, bytes_of(inner), static_cast<int>(inner.size())) == 1 &&
        EVP_EncryptFinal_ex(cipher.get(), out + n, &n) == 1 &&
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, tag_bytes, out + inner.size()) == 1;
    if (!done) throw std::runtime_error("a record could not be forged");
    return record + encrypted;
}

} // namespace hostile

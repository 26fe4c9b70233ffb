#pragma once

#include <openssl/evp.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Returns the bytes in base64, on one line.
inline std::string base64(std::string_view bytes)
{
    std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0'); // with room for the zero that OpenSSL writes
    auto const n =
        EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                        reinterpret_cast<unsigned char const*>(bytes.data()), static_cast<int>(bytes.size()));
    out.resize(static_cast<std::size_t>(n));
    return out;
}

/// Returns the bytes of a text in base64, which may have line ends and spaces; nullopt if it is not base64.
/// The padding is checked here: OpenSSL checks the length, but takes '=' in any place for a zero, and '-' for
/// the end.
inline std::optional<std::string> bytes_of_base64(std::string text)
{
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::erase_if(text, [](char c) { return c == '\n' || c == '\r' || c == ' '; });
    auto const end = std::min(text.find_first_not_of(alphabet), text.size());
    auto const padding = std::string_view(text).substr(end);
    if (!padding.empty() && padding != "=" && padding != "==") return std::nullopt;
    std::string bytes((text.size() + 3) / 4 * 3, '\0');
    auto const n =
        EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                        reinterpret_cast<unsigned char const*>(text.data()), static_cast<int>(text.size()));
    if (n < 0) return std::nullopt;
    bytes.resize(static_cast<std::size_t>(n) - padding.size());
    return bytes;
}

} // namespace coinformer::detail

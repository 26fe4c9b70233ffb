#pragma once

#include <openssl/evp.h>

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

} // namespace coinformer::detail

#pragma once

#include <zlib.h>

#include <string>
#include <string_view>

namespace simulation {

/// The oracle's own decompression of an answer that comes with `Content-Encoding: gzip`. It shares no code
/// with the library. An answer may have several members, one after the other.
class gunzip {
public:
    gunzip() { inflateInit2(&state_, 16 + MAX_WBITS); }
    gunzip(gunzip const&) = delete;
    gunzip& operator=(gunzip const&) = delete;
    ~gunzip() { inflateEnd(&state_); }

    /// Returns everything that the bytes so far allow to decompress. Bytes that are no gzip give nothing.
    std::string add(std::string_view bytes)
    {
        std::string out;
        std::string compressed(bytes); // zlib takes bytes that are not const
        state_.next_in = reinterpret_cast<Bytef*>(compressed.data());
        state_.avail_in = static_cast<uInt>(compressed.size());
        int result = Z_OK;
        do {
            char block[4096];
            state_.next_out = reinterpret_cast<Bytef*>(block);
            state_.avail_out = sizeof block;
            result = inflate(&state_, Z_NO_FLUSH);
            out.append(block, sizeof block - state_.avail_out);
            if (result == Z_STREAM_END) inflateReset(&state_);
        } while (result == Z_STREAM_END ? state_.avail_in != 0 : result == Z_OK);
        return out;
    }

private:
    z_stream state_{};
};

} // namespace simulation

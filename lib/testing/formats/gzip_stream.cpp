#include "testing/formats/gzip_stream.hpp"

#include <zlib.h>

#include <array>
#include <new>

namespace coinformer::testing::detail {

/// zlib's state, for one stream.
struct gzip_stream::deflater {
    deflater()
    {
        constexpr int level = 1; // the level of a real server
        constexpr int gzip_format = 16 + MAX_WBITS;
        if (deflateInit2(&z, level, Z_DEFLATED, gzip_format, 8, Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::bad_alloc();
    }
    deflater(deflater const&) = delete;
    ~deflater() { deflateEnd(&z); }

    std::string put(std::string_view text, int flush)
    {
        std::string out;
        std::array<char, 16 * 1024> block{};
        z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data())); // zlib does not write there
        z.avail_in = static_cast<uInt>(text.size());
        do {
            z.next_out = reinterpret_cast<Bytef*>(block.data());
            z.avail_out = static_cast<uInt>(block.size());
            deflate(&z, flush);
            out.append(block.data(), block.size() - z.avail_out);
        } while (z.avail_out == 0);
        return out;
    }

    z_stream z{};
};

gzip_stream::gzip_stream() : deflater_(std::make_unique<deflater>()) {}
gzip_stream::~gzip_stream() = default;

std::string gzip_stream::add(std::string_view text)
{
    return deflater_->put(text, Z_NO_FLUSH);
}

std::string gzip_stream::flush(std::string_view text)
{
    return deflater_->put(text, Z_SYNC_FLUSH);
}

std::string gzip_stream::finish(std::string_view text)
{
    auto rest = deflater_->put(text, Z_FINISH);
    deflateReset(&deflater_->z);
    return rest;
}

std::string gzipped(std::string_view text)
{
    gzip_stream stream;
    auto member = stream.flush(text);
    return member.append(stream.finish({}));
}

} // namespace coinformer::testing::detail

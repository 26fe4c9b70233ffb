// Compiled in place of zstd_dictionary.cpp where COINFORMER_WITH_ZSTD is off. Nothing is smaller than it was,
// so that the compressor keeps each object as it came, and nobody has anything to decompress.
#include "api/object/zstd_dictionary.hpp"

#include <stdexcept>

namespace coinformer::detail {

zstd_dictionary const* zstd_dictionary::make(std::vector<std::string> const&)
{
    return nullptr;
}

zstd_dictionary const* zstd_dictionary::adopt(std::string)
{
    return nullptr;
}

bool zstd_dictionary::is_full()
{
    return false;
}

zstd_dictionary const* zstd_dictionary::numbered(unsigned) noexcept
{
    return nullptr;
}

bool has_zstd() noexcept
{
    return false;
}

std::size_t dictionary_bytes()
{
    return 0;
}

std::string zstd_compress(std::string_view plain, zstd_dictionary const*)
{
    return std::string(plain);
}

bool is_zstd(std::string_view) noexcept
{
    return false;
}

std::string zstd_decompress(std::string_view)
{
    throw std::logic_error("coinformer was built without zstd");
}

bool try_zstd_decompress(std::string_view, std::string&, std::size_t)
{
    return false;
}

unsigned dictionary_of(std::string_view) noexcept
{
    return 0;
}

bool set_dictionary(char*, std::size_t, unsigned) noexcept
{
    return false;
}

std::size_t decompressed_bytes(std::string_view) noexcept
{
    return 0;
}

} // namespace coinformer::detail

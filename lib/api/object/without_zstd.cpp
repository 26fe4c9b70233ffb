// Compiled in place of zstd_dictionary.cpp where COINFORMER_WITH_ZSTD is off. Nothing is smaller than it was,
// so that the compressor keeps each object as it came, and nobody has anything to decompress.
#include "api/object/zstd_dictionary.hpp"

#include <stdexcept>

namespace coinformer::detail {

zstd_dictionary const* zstd_dictionary::make(std::vector<std::string> const&)
{
    return nullptr;
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

} // namespace coinformer::detail

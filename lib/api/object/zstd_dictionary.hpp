#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_CDict_s;
struct ZSTD_DDict_s;

namespace coinformer::detail {

/// What many objects have in common, for zstd: half of the samples as they are, and statistics of the other
/// half. It takes some 140 KB, and lives as long as the process. Each has a number, which stands in
/// everything that was compressed with it.
class zstd_dictionary {
public:
    /// The number of dictionaries that a process may have.
    static constexpr unsigned most = 1024;

    /// Makes a dictionary from samples, in half a millisecond for 64 KB. Returns nullptr if there are `most`
    /// dictionaries already, or if zstd cannot use these samples.
    static zstd_dictionary const* make(std::vector<std::string> const& samples);

    zstd_dictionary(zstd_dictionary const&) = delete;
    zstd_dictionary& operator=(zstd_dictionary const&) = delete;

    ZSTD_CDict_s const* to_compress() const noexcept { return to_compress_; }
    ZSTD_DDict_s const* to_decompress() const noexcept { return to_decompress_; }

private:
    explicit zstd_dictionary(std::string const& bytes);
    ZSTD_CDict_s* to_compress_;
    ZSTD_DDict_s* to_decompress_;
};

/// Returns what all dictionaries of the process take. Threads: any.
std::size_t dictionary_bytes();

/// Returns a zstd frame; `with` may be nullptr.
std::string zstd_compress(std::string_view plain, zstd_dictionary const* with);
/// True for a zstd frame. Neither JSON nor protobuf in whole_form() begins like one.
bool is_zstd(std::string_view kept) noexcept;
/// Errors     std::logic_error if `frame` is not a result of zstd_compress().
std::string zstd_decompress(std::string_view frame);

} // namespace coinformer::detail

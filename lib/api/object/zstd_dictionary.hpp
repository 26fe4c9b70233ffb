#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_CDict_s;
struct ZSTD_DDict_s;

namespace coinformer::detail {

/// What objects have alike, for zstd: half of the samples as they are, and how often what occurs in the other half. It
/// has a number in the process, and lives as long: whatever was compressed with it says that number. Some 140 KB.
class zstd_dictionary {
public:
    static constexpr unsigned most = 1024;

    /// nullptr: there are as many as there can be, or zstd can make nothing of the samples. Time: half a millisecond
    /// for 64 KB.
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

/// A frame of zstd; `with` may be nullptr.
std::string zstd_compress(std::string_view plain, zstd_dictionary const* with);
/// Neither JSON nor a whole_form() begins as a frame does.
bool is_zstd(std::string_view kept) noexcept;
/// Errors: std::logic_error when it is not what zstd_compress() gave.
std::string zstd_decompress(std::string_view frame);

} // namespace coinformer::detail

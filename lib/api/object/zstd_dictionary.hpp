#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_CDict_s;
struct ZSTD_DDict_s;

namespace coinformer::detail {

/// What many objects have in common, for zstd: half of the samples as they are, and statistics of the other
/// half. It takes some 180 KB, and lives as long as the process. Each has a number, which stands in
/// everything that was compressed with it.
class zstd_dictionary {
public:
    /// The number of dictionaries that a process may have.
    static constexpr unsigned most = 1024;
    /// The smallest number. zstd writes numbers from 256 on in two bytes, and smaller ones in one: so each of
    /// ours has the same size, and can be replaced in a frame.
    static constexpr unsigned first_number = 256;
    /// An upper bound for the bytes of a dictionary.
    static constexpr std::size_t most_bytes = 128 * 1024;

    /// Makes a dictionary from samples, in half a millisecond for 64 KB. Returns nullptr if there are `most`
    /// dictionaries already, or if zstd cannot use these samples.
    static zstd_dictionary const* make(std::vector<std::string> const& samples);

    /// Returns the dictionary of these bytes, which another process had under another number: one that this
    /// process has already, or a new one. Any bytes are safe. Returns nullptr if they are no dictionary, or
    /// if there are `most` dictionaries. Threads: any.
    static zstd_dictionary const* adopt(std::string bytes);
    static bool is_full(); ///< true if there are `most` dictionaries
    /// Returns the dictionary of a number; nullptr if there is none. Threads: any.
    static zstd_dictionary const* numbered(unsigned number) noexcept;

    zstd_dictionary(zstd_dictionary const&) = delete;
    zstd_dictionary& operator=(zstd_dictionary const&) = delete;
    ~zstd_dictionary();

    ZSTD_CDict_s const* to_compress() const noexcept { return to_compress_; }
    ZSTD_DDict_s const* to_decompress() const noexcept { return to_decompress_; }

    unsigned number() const noexcept { return number_; }
    /// The bytes from which adopt() makes the same dictionary.
    std::string_view bytes() const noexcept { return bytes_; }

private:
    struct registry;
    static registry& all();
    zstd_dictionary(std::string bytes, unsigned number);

    std::string const bytes_;
    unsigned const number_;
    ZSTD_CDict_s* to_compress_;
    ZSTD_DDict_s* to_decompress_;
};

/// Returns what all dictionaries of the process take. Threads: any.
std::size_t dictionary_bytes();

/// Returns true if the library was built with zstd.
bool has_zstd() noexcept;

/// Returns a zstd frame; `with` may be nullptr.
std::string zstd_compress(std::string_view plain, zstd_dictionary const* with);
/// True for a zstd frame. Neither JSON nor protobuf in whole_form() begins like one.
bool is_zstd(std::string_view kept) noexcept;
/// Errors     std::logic_error if `frame` is not a result of zstd_compress().
std::string zstd_decompress(std::string_view frame);
/// Decompresses any bytes into `plain`. Returns false if they are not exactly one frame, if its dictionary is
/// not there, or if the result would have more than `most` bytes.
bool try_zstd_decompress(std::string_view frame, std::string& plain, std::size_t most);

/// Returns the number of the dictionary with which a frame was compressed; 0 if there was none.
unsigned dictionary_of(std::string_view frame) noexcept;
/// Replaces that number. Returns false if it does not have two bytes.
bool set_dictionary(char* frame, std::size_t size, unsigned number) noexcept;
/// Returns the size of what was compressed; 0 if the frame does not say.
std::size_t decompressed_bytes(std::string_view frame) noexcept;

} // namespace coinformer::detail

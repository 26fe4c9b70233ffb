#pragma once

#include "api/json/whole_indexer.hpp"
#include "api/object/schema.hpp"
#include "api/protobuf/names.hpp"
#include "api/protobuf/whole_indexer.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The largest object, in bytes, that a compressed_object of an image may hold: a few bytes of a file could
/// otherwise claim any size.
inline constexpr std::size_t largest_compressed = std::size_t(1) << 28;

/// A dictionary with which objects of a file were compressed.
struct image_dictionary {
    unsigned number = 0;                   ///< in the file
    zstd_dictionary const* here = nullptr; ///< the same in this process
};

/// Makes the index of a whole object, be it in JSON or in protobuf.
///
/// Threads    one at a time.
class any_whole_indexer {
public:
    /// Returns the index of an object that a whole_object keeps in this form. It is valid until the next
    /// call.
    std::string_view index(std::string_view kept);

private:
    whole_indexer json_;
    proto_whole_indexer protobuf_;
    std::string padded_; // a JSON text, with bytes behind it that may be read
};

/// Checks the whole objects of images. Compressed ones are decompressed for that, and name the dictionaries
/// of this process from then on, in place of those of the file.
///
/// Threads    one at a time.
class whole_checker {
public:
    /// `dictionaries` outlive the checker.
    explicit whole_checker(std::vector<image_dictionary> const& dictionaries) : dictionaries_(dictionaries) {}

    /// Checks the characters of a member. Returns the index that has to lie behind them, which is valid until
    /// the next call; nullopt if a member of this type cannot have these characters.
    std::optional<std::string_view> check(node const& type, char* kept, std::size_t size);
    /// Makes the compressors of a projection go on with the dictionaries that the checked objects have used.
    void adopt_dictionaries(schema const& of) const;

private:
    bool check_frame(char* frame, std::size_t size);

    std::vector<image_dictionary> const& dictionaries_;
    any_whole_indexer indexer_;
    std::string plain_; // a decompressed object
    /// The form of the objects that use a dictionary: their message, or null if they are in JSON.
    std::map<image_dictionary const*, proto_names const*> forms_;
};

} // namespace coinformer::detail

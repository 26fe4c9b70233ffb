#pragma once

#include <coinformer/api/shard_ranges.hpp>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The format of a snapshot file. Numbers are in the byte order of the machine, which is part of the hash of
// the projection. docs/decisions/037 has the reasons.
//
//   magic (8 bytes) | format (4) | zeros (4)
//   blocks of objects   images (lib/api/image/image_plan.hpp), one behind the other
//   blocks of texts     for each text its size (4) and its characters
//   blocks of key sets  for each set the number of its keys (4), and for each key its size (4) and characters
//   blocks of dictionaries  for each dictionary of compressed objects its number in frames (4), its size (4)
//                       and its bytes, the oldest first
//   one block           the footer
//   place of the footer (8) | end (8)
//
// A block is block_head and its bytes. It is closed when it has block_bytes or more, so that a large object
// has a large block. An empty collection has no block but the footer.

namespace coinformer::detail {

inline constexpr std::string_view snapshot_magic{"\x89"
                                                 "cinform",
                                                 8};
inline constexpr std::string_view snapshot_end{"cinfend\n", 8};
inline constexpr std::uint32_t snapshot_format = 3;
inline constexpr std::size_t block_bytes = 64 * 1024;
inline constexpr std::uint64_t file_head_bytes = 16, trailer_bytes = 16;

enum class block_kind : std::uint32_t { objects = 1, texts, key_sets, dictionaries, footer };
inline constexpr std::size_t grouped_kinds = 4; ///< those of which there may be several blocks

struct block_head {
    std::uint32_t bytes; ///< behind the head
    block_kind kind;
    std::uint64_t checksum;
};
static_assert(sizeof(block_head) == 16);

/// Returns the checksum of a block at this place of the file. The place and the head are part of it, so that
/// a block does not count at another place.
std::uint64_t block_checksum(std::uint64_t at, block_kind kind, std::string_view bytes) noexcept;
/// Adds a block's checksum to that of all blocks of its kind.
std::uint64_t chained(std::uint64_t chain, std::uint64_t checksum) noexcept;

/// Whose objects a file holds. A file is read only for exactly the same.
struct snapshot_origin {
    std::string server;   ///< the identity of the server, in any form that is the same in the next run
    std::string resource; ///< for example "/apis/apps/v1/deployments"
    std::string scope;    ///< namespaces and selectors, and whatever else chooses the objects but the share
};

/// The blocks of one kind.
struct block_group {
    std::uint64_t end = 0;     ///< the place behind the last one
    std::uint64_t entries = 0; ///< objects, texts, key sets or dictionaries in them
    std::uint64_t chain = 0;   ///< a checksum of their checksums: blocks of another file do not fit
};

/// The description at the end of a file. It is written last, so that a file without it is not complete.
struct snapshot_footer {
    std::uint64_t projection = 0; ///< image_plan::hash
    /// The resource version that each namespace has reached, in the order of the informer's namespaces; one
    /// if it reads all of them.
    std::vector<std::string> versions;
    /// The share that the objects are of: in each namespace, every object of the share is in the file. All
    /// hashes if the informer has no share. With several namespaces there may be objects of other shares,
    /// too.
    shard_ranges share;
    snapshot_origin origin;
    block_group groups[grouped_kinds];
};

std::string encoded(snapshot_footer const& footer);
std::optional<snapshot_footer> decoded_footer(std::string_view bytes);

/// Why a file cannot be used. In each case the collection has to be listed.
enum class snapshot_refusal : std::uint8_t {
    not_found,
    unreadable,       ///< the system gives an error
    damaged,          ///< the bytes are not those that were written
    truncated,        ///< the end is missing
    newer_format,     ///< written by a later version of the library
    other_server,     ///< the objects of another API server
    other_resource,   ///< another resource
    other_scope,      ///< other namespaces or selectors
    other_share,      ///< objects that other processes hold now
    other_projection, ///< other members, another library or another machine
    not_restorable,   ///< objects of this projection cannot be read from a file
    no_room,          ///< the process's table of label keys, or of dictionaries, is full
};

/// Returns the reason in words, as the end of a sentence: "the file is …".
std::string_view words_of(snapshot_refusal reason) noexcept;
/// Returns the reason as a label of a metric: "other_server".
std::string_view label_of(snapshot_refusal reason) noexcept;

/// Reads numbers and texts off the front of some bytes. After a read behind the end, ok() is false, and each
/// read returns zeros.
class byte_reader {
public:
    explicit byte_reader(std::string_view bytes) noexcept : rest_(bytes) {}

    template <class X>
    X number() noexcept
    {
        X value{};
        auto const bytes = take(sizeof value);
        if (is_ok_) std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
    /// Reads a size of 4 bytes, and a text of this size.
    std::string_view text() noexcept { return take(number<std::uint32_t>()); }
    std::string_view rest() const noexcept { return rest_; }
    bool ok() const noexcept { return is_ok_; }
    bool is_at_end() const noexcept { return is_ok_ && rest_.empty(); }

private:
    std::string_view take(std::size_t size) noexcept
    {
        is_ok_ = is_ok_ && size <= rest_.size();
        if (!is_ok_) return {};
        auto const taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

    std::string_view rest_;
    bool is_ok_ = true;
};

/// Append a number, and a text with its size.
template <class X>
void append_number(std::string& to, X value)
{
    to.append(reinterpret_cast<char const*>(&value), sizeof value);
}
void append_text(std::string& to, std::string_view text);

} // namespace coinformer::detail

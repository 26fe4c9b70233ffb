#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace coinformer::detail {

class key_set;

/// One entry of a tape: what a scan has found for one declared member. The entries of a record or a container
/// follow its own. A tape lies between the two decoders, which write it, and the builder, which reads it: so
/// there is one builder for JSON and protobuf.
struct tape_entry {
    /// The sort of an entry. The comment says what its value is.
    enum class form : std::uint8_t {
        absent,   ///< null instead of an element, which keeps its default
        text,     ///< a text as it stands
        pieces,   ///< the same, continued by the text of the next entry
        escaped,  ///< a text with escapes, to be decoded
        identity, ///< a text that the block has anyway: string number `integer` of the identity
        integer,  ///< also boolean, time and duration (microseconds)
        seconds,  ///< a duration whose microseconds 64 bits cannot hold: whole seconds, in `integer`
        real,
        record, ///< followed by the entries of its fields, and `end`
        /// Followed by `size` elements; for labels, maps and entries each of them is a key and a value.
        container,
        end,
    };

    union {
        char const* text;
        std::int64_t integer;
        double real;
        key_set const* keys; ///< the shared keys of a container that is a `labels`; nullptr: not shared
    };
    std::uint32_t size = 0;
    form what = form::end;
    std::uint8_t field = 0; ///< its index in the record

    explicit tape_entry(form f, std::uint32_t n = 0) noexcept : text(nullptr), size(n), what(f) {}
};
static_assert(sizeof(tape_entry) == 16);

/// Returns the room that an array of a list takes in the block, rounded up for the alignment of the next one.
constexpr std::size_t list_room(std::size_t bytes) noexcept
{
    return (bytes + 7) & ~std::size_t(7);
}

using tape = std::vector<tape_entry>;

} // namespace coinformer::detail

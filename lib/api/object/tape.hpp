#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace coinformer::detail {

class key_set;

/// What a scan found for one declared member. The entries of a record or a container follow their own.
struct tape_entry {
    enum class form : std::uint8_t {
        absent,   ///< null as an element: the element keeps its default
        text,     ///< as it stands
        pieces,   ///< the same, and the text that the next entry is
        escaped,  ///< to be decoded
        identity, ///< a text that the block holds anyway, as string number `integer` of the identity
        integer,  ///< also boolean, time and duration (microseconds)
        real,
        record,    ///< entries of its fields, then end
        container, ///< `size` elements; of labels, maps and entries, twice as many: key, value
        end,
    };

    union {
        char const* text;
        std::int64_t integer;
        double real;
        key_set const* keys; ///< of the container that labels are; nullptr: not shared
    };
    std::uint32_t size = 0;
    form what = form::end;
    std::uint8_t field = 0; ///< index in the record

    explicit tape_entry(form f, std::uint32_t n = 0) noexcept : text(nullptr), size(n), what(f) {}
};
static_assert(sizeof(tape_entry) == 16);

/// What an array of a list takes in the block: alignment of the next one included.
constexpr std::size_t list_room(std::size_t bytes) noexcept
{
    return (bytes + 7) & ~std::size_t(7);
}

using tape = std::vector<tape_entry>;

} // namespace coinformer::detail

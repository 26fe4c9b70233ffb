#pragma once

#include "api/object/schema.hpp"

#include <coinformer/api/projection.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// The image of an object: the bytes that stand for it in a file. It is the object's block without anything
// that belongs to one process or to one place in memory:
//
//   head (16 bytes) | struct | identity | padding to 8 | lists | texts
//   and, if the projection has members of std types: size of the rest (4 bytes) | their contents
//
// The lists and the texts lie in the order in which a walk over the struct meets them. A member therefore
// needs only its size: the reader counts along and computes the distance itself, so that no number in a file
// can lead out of the block, or to bytes that another member has. In the struct there are
//
//   text, raw_json, int_or_string  0, or 1 + the part of the identity that it shares; and its size
//   list, boxed, map               0, and its number of elements
//   labels                         0, and its number of entries; a label_table in the lists, which names the
//                                  key set by its number in the file
//   whole_object                   as a text; its index follows it in the texts
//   compressed_object              the same; a frame of zstd names its dictionary by the number that the
//                                  dictionary has in the file
//   interned_text                  the number of its text in the file, plus 1; 0: empty
//   numbers, times, optional       as in memory
//   std::string, vector, map       zeros
//
// Bytes that belong to no member are zero, so that nothing that was in memory before gets into a file.

namespace coinformer::detail {

struct image_layout;

/// Says what the writer and the reader have to do at one place of a struct. Numbers need nothing: they are
/// copied.
struct image_step {
    enum class kind : std::uint8_t {
        text,
        json, ///< a text that has to be well-formed
        whole,
        number_or_text,
        boolean,
        interned,
        labels,
        elements, ///< list, boxed, map: elements in the block
        optional,
        string,
        vector,
        std_map,
    };
    kind what;
    std::uint32_t at;   ///< its place in the struct
    std::uint32_t flag; ///< optional: the distance from there to the flag that says that there is a value
    node const* type;
    image_layout const* element; ///< elements, optional, vector, std_map
};

/// A struct, or another element of a container, in flat form: structs inside it are part of it.
struct image_layout {
    std::uint32_t size = 0;
    bool allocates = false; ///< a std type is in it, at any depth
    std::vector<image_step> steps;
    /// Numbers, times and flags: pairs of place and size.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> plain;
};

/// Says how objects of one projection become images, and images objects.
///
/// Threads    any, because it does not change once it is made.
/// Lifetime   as that of the process: image_plan_of() makes one for each projection.
struct image_plan {
    object_type const* type = nullptr;
    image_layout const* root = nullptr; ///< nullptr if the objects cannot have images
    /// A hash of everything on which the bytes of an image depend: names, types, places and defaults of the
    /// members, the machine, and the version of the library. It is the same in each run of a program.
    std::uint64_t hash = 0;
    std::string refusal; ///< why the objects cannot have images, as the end of a sentence; empty if they can
};

/// Returns the plan of a projection. The first call makes it, in some microseconds. Threads: any.
image_plan const& image_plan_of(object_type const& type);

/// The first bytes of an image. They take the place of the block's header.
struct image_head {
    std::uint32_t block_bytes; ///< the object's size in memory, with its header
    std::uint32_t list_bytes;
    std::uint16_t name_size, version_size;
    std::uint8_t ns_size, uid_size; ///< these four: as in object_header
    std::uint16_t unused;
};
static_assert(sizeof(image_head) == sizeof(object_header));

inline constexpr std::uint32_t largest_image_block = 1U << 30; ///< bytes: a block_ref reaches twice as far
inline constexpr unsigned deepest_image = 500;                 ///< levels of lists and maps within each other

} // namespace coinformer::detail

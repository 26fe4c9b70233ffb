#pragma once

#include "api/image/image_plan.hpp"
#include "api/image/whole_checker.hpp"

#include <coinformer/api/interned_text.hpp>
#include <coinformer/api/labels.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The parts that all images of one file share: texts, sets of label keys, and dictionaries of compressed
/// objects. An image names them by their numbers.
struct image_tables {
    std::vector<interned_text> texts;
    std::vector<key_set const*> key_sets;
    std::vector<image_dictionary> dictionaries; ///< the oldest first
};

/// Makes objects of images. It believes nothing that an image says: each size is checked before it is used,
/// so that any bytes give an object that is safe to use, or none. The JSON of raw_json, whole_json,
/// whole_object and compressed_object is checked as when it is decoded.
///
/// Memory     for each object one allocation of as many bytes as its image has, and what its members of std
///            types need for contents of the image.
/// Threads    one at a time.
class image_reader {
public:
    /// `plan` has no refusal. Both outlive the reader.
    image_reader(image_plan const& plan, image_tables const& tables)
        : plan_(plan), tables_(tables), wholes_(tables.dictionaries)
    {
    }

    /// Makes an object of the first image of `bytes`, and removes the image from there. Returns null if the
    /// bytes are not an image of this projection.
    /// Errors: std::bad_alloc.
    object_ref read(std::string_view& bytes);

    /// Makes objects that are decoded from now on use the dictionaries of those that were read.
    void adopt_dictionaries() const { wholes_.adopt_dictionaries(*plan_.type->fields); }

    /// Returns the fewest bytes that an image of this projection has.
    static std::size_t smallest_image(image_plan const& plan) noexcept
    {
        return sizeof(image_head) + plan.type->size;
    }

private:
    struct unfinished;

    bool begin(image_head const& head, char* block) noexcept;
    bool check(image_layout const& layout, char* at, unsigned depth);
    bool check_step(image_step const& step, char* at, unsigned depth);
    bool check_text(char* at) noexcept;
    bool check_json(char* at);
    bool check_whole(node const& type, char* at);
    bool check_interned(char* at);
    bool check_labels(char* at) noexcept;
    key_set const* keys_of_labels(std::uint32_t number, std::uint32_t count) noexcept;
    bool check_elements(image_step const& step, char* at, unsigned depth);
    bool check_optional(image_step const& step, char* at, unsigned depth);
    void release_interned() noexcept;

    bool fill(image_layout const& layout, char* at);
    bool fill_step(image_step const& step, char* at);
    bool fill_string(std::string& to);
    bool fill_container(image_step const& step, char* at, unsigned depth);
    bool fill_outside(image_layout const& layout, char* at, char const* from, unsigned depth);
    bool fill_step_outside(image_step const& step, char* at, char const* from, unsigned depth);
    bool take(std::size_t size, std::string_view& from_rest) noexcept;
    bool take_number(std::uint32_t& number) noexcept;

    image_plan const& plan_;
    image_tables const& tables_;
    whole_checker wholes_;

    // the state of the present object
    std::array<std::string_view, identity_count> identity_;
    char *lists_ = nullptr, *lists_end_ = nullptr; // the lists that no member has taken yet
    char *texts_ = nullptr, *texts_end_ = nullptr;
    std::string_view rest_; // contents of std members that are not read yet
    std::vector<interned_text*> interned_;
};

} // namespace coinformer::detail

#pragma once

#include "api/image/image_plan.hpp"
#include "api/image/whole_checker.hpp"

#include <coinformer/api/interned_text.hpp>
#include <coinformer/api/labels.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace coinformer::detail {

/// Writes the images of objects, and collects the texts, the key sets and the dictionaries that they share.
/// image_plan.hpp describes the bytes.
///
/// Threads    one at a time; the objects may be in use by others, because objects do not change.
/// Lifetime   The objects outlive the writer, because their texts are not copied.
class image_writer {
public:
    /// `plan` has no refusal.
    explicit image_writer(image_plan const& plan) : plan_(plan) {}

    /// Appends the image of an object to `to`. Returns an empty view, or why the object cannot have an image,
    /// as the end of a sentence; `to` is then as before.
    /// Errors: std::bad_alloc.
    std::string_view append(object_header const& object, std::string& to);

    /// The texts of all images so far, by number.
    std::vector<std::string_view> const& texts() const noexcept { return texts_; }
    /// The key sets, by number.
    std::vector<key_set const*> const& key_sets() const noexcept { return key_sets_; }
    /// The numbers of the dictionaries with which objects were compressed.
    std::set<unsigned> const& dictionaries() const noexcept { return dictionaries_; }

private:
    /// A place in one of the buffers below: these move as they grow.
    struct place {
        std::string* in;
        std::size_t at;
        place operator+(std::size_t n) const noexcept { return {in, at + n}; }
    };

    void write(image_layout const& layout, char const* from, place to);
    void write_step(image_step const& step, char const* from, place to);
    void write_text(char const* from, place to);
    void write_whole(node const& type, char const* from, place to);
    void note_dictionary(std::string_view kept);
    void write_interned(char const* from, place to);
    void write_labels(char const* from, place to);
    void write_elements(image_layout const& element, char const* from, place to);
    void write_optional(image_step const& step, char const* from, place to);
    void write_container(image_step const& step, char const* from, place to);
    void write_element(image_step const& step, char const* value);
    void put_characters(std::string& to, std::string_view text);
    std::uint32_t number_of(key_set const& keys);
    std::uint32_t shared_part(char const* text, std::size_t size) const noexcept;

    image_plan const& plan_;
    std::vector<std::string_view> texts_;
    std::unordered_map<shared_text const*, std::uint32_t> text_numbers_; // plus 1
    std::vector<key_set const*> key_sets_;
    std::unordered_map<key_set const*, std::uint32_t> key_set_numbers_;
    std::set<unsigned> dictionaries_;
    any_whole_indexer indexer_;

    // the state of the present object
    std::string fixed_, lists_, characters_, rest_;
    std::array<std::string_view, identity_count> identity_;
    std::string_view refusal_;
};

} // namespace coinformer::detail

#include "api/image/image_writer.hpp"

#include "api/object/tape.hpp"
#include "api/object/zstd_dictionary.hpp"

#include <cstring>

namespace coinformer::detail {

namespace {

template <class X>
void put(std::string& to, std::size_t at, X value) noexcept
{
    std::memcpy(to.data() + at, &value, sizeof value);
}

template <class X>
void put_behind(std::string& to, X value)
{
    to.append(reinterpret_cast<char const*>(&value), sizeof value);
}

block_ref const& ref_at(char const* at) noexcept
{
    return *reinterpret_cast<block_ref const*>(at);
}

// A ref in an image: see image_plan.hpp.
void put_ref(std::string& to, std::size_t at, std::uint32_t shared, std::uint32_t size) noexcept
{
    put(to, at, shared);
    put(to, at + sizeof shared, size);
}

void fill_up(std::string& lists)
{
    lists.resize(list_room(lists.size()));
}

} // namespace

std::string_view image_writer::append(object_header const& object, std::string& to)
{
    auto const& type = *plan_.type;
    if (&object.type() != &type) return "an object is of another projection";
    auto const identity = object.identity();
    auto const key = object.key();
    std::size_t const before_uid = key.ns.size() + key.name.size();
    identity_ = {key.ns, key.name, identity.substr(before_uid, object.uid_bytes()),
                 object.resource_version()};
    refusal_ = {};
    lists_.clear();
    characters_.clear();
    rest_.clear();
    fixed_.assign(sizeof(image_head) + type.size, '\0');
    write(*plan_.root, static_cast<char const*>(object.object()), {&fixed_, sizeof(image_head)});
    fixed_ += identity;
    fixed_.resize(list_room(fixed_.size()));
    auto const all = fixed_.size() + lists_.size() + characters_.size();
    if (all > largest_image_block || rest_.size() > largest_image_block)
        refusal_ = "an object is larger than 1 GB";
    if (!refusal_.empty()) return refusal_;

    put(fixed_, 0,
        image_head{static_cast<std::uint32_t>(all), static_cast<std::uint32_t>(lists_.size()),
                   object.name_size_, object.version_size_, object.ns_size_, object.uid_size_, 0});
    to.append(fixed_).append(lists_).append(characters_);
    if (plan_.root->allocates) {
        put_behind(to, static_cast<std::uint32_t>(rest_.size()));
        to.append(rest_);
    }
    return {};
}

void image_writer::write(image_layout const& layout, char const* from, place to)
{
    for (auto const& [at, size] : layout.plain) std::memcpy(to.in->data() + to.at + at, from + at, size);
    for (auto const& step : layout.steps) write_step(step, from + step.at, to + step.at);
}

void image_writer::write_step(image_step const& step, char const* from, place to)
{
    using kind = image_step::kind;
    switch (step.what) {
    case kind::text:
    case kind::json: return write_text(from, to);
    case kind::whole: return write_whole(*step.type, from, to);
    case kind::number_or_text:
        if (ref_at(from).size != UINT32_MAX) return write_text(from, to);
        std::memcpy(to.in->data() + to.at, from, sizeof(block_ref)); // the number
        return;
    case kind::boolean: return; // copied as plain
    case kind::interned: return write_interned(from, to);
    case kind::labels: return write_labels(from, to);
    case kind::elements: return write_elements(*step.element, from, to);
    case kind::optional: return write_optional(step, from, to);
    case kind::string: return put_characters(rest_, *reinterpret_cast<std::string const*>(from));
    case kind::vector:
    case kind::std_map: return write_container(step, from, to);
    }
}

// Returns 1 + the part of the identity whose characters these are; 0 if they are of no part.
std::uint32_t image_writer::shared_part(char const* text, std::size_t size) const noexcept
{
    for (std::uint32_t i = 0; i != identity_.size(); ++i)
        if (identity_[i].data() == text && identity_[i].size() == size) return i + 1;
    return 0;
}

void image_writer::write_text(char const* from, place to)
{
    auto const& ref = ref_at(from);
    if (ref.size == 0) return;
    auto const* const characters = ref.data<char>();
    auto const shared = shared_part(characters, ref.size);
    if (shared == 0) characters_.append(characters, ref.size);
    put_ref(*to.in, to.at, shared, ref.size);
}

// The index is made anew, from the bytes alone, because the reader does the same and compares: it trusts no
// index of a file.
void image_writer::write_whole(node const& type, char const* from, place to)
{
    std::string_view const kept(ref_at(from).data<char>(), ref_at(from).size);
    write_text(from, to);
    if (kept.empty() || !type.has_index()) return;
    if (type.type->is_compressed) {
        note_dictionary(kept);
        characters_ += no_index;
    } else {
        characters_ += indexer_.index(kept);
    }
}

void image_writer::note_dictionary(std::string_view kept)
{
    if (!is_zstd(kept)) return;
    if (decompressed_bytes(kept) > largest_compressed) refusal_ = "a compressed_object is larger than 256 MB";
    if (auto const number = dictionary_of(kept)) dictionaries_.insert(number);
}

void image_writer::write_interned(char const* from, place to)
{
    shared_text const* text = nullptr; // the one member of an interned_text
    std::memcpy(&text, from, sizeof text);
    if (!text) return;
    auto const [known, is_new] =
        text_numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size() + 1));
    if (is_new) texts_.push_back(text->view());
    put(*to.in, to.at, std::uint64_t(known->second));
}

std::uint32_t image_writer::number_of(key_set const& keys)
{
    auto const [known, is_new] =
        key_set_numbers_.try_emplace(&keys, static_cast<std::uint32_t>(key_sets_.size()));
    if (is_new) key_sets_.push_back(&keys);
    return known->second;
}

// The table has its two numbers (of the key set, and of bytes for each end of a value), then the ends. A key
// set that the object has for itself stands behind it, as in the block.
void image_writer::write_labels(char const* from, place to)
{
    auto const count = ref_at(from).size;
    if (count == 0) return;
    auto const& table = *ref_at(from).data<label_table>();
    auto const& keys = table.keys();
    auto const* const at = reinterpret_cast<char const*>(&keys);
    bool const is_shared = at >= shared_key_sets && at < shared_key_sets + sizeof shared_key_sets;
    std::size_t characters = 0;
    for (std::size_t i = 0; i != count; ++i) characters += table.value(i).size();
    std::uint32_t const width = characters <= UINT8_MAX ? 1 : characters <= UINT16_MAX ? 2 : 4;

    put_ref(*to.in, to.at, 0, count);
    put_behind(lists_, is_shared ? number_of(keys) << 1 | 1 : 0);
    put_behind(lists_, width >> 1);
    std::uint32_t end = 0;
    for (std::size_t i = 0; i != count; ++i) {
        auto const value = table.value(i);
        characters_ += value;
        end += static_cast<std::uint32_t>(value.size());
        lists_.append(reinterpret_cast<char const*>(&end), width); // the low bytes come first
    }
    fill_up(lists_);
    if (is_shared) return;
    std::size_t key_characters = 0;
    for (std::size_t i = 0; i != count; ++i) key_characters += keys[i].size();
    lists_.append(at, key_set::bytes(count, key_characters));
    fill_up(lists_);
}

void image_writer::write_elements(image_layout const& element, char const* from, place to)
{
    auto const& ref = ref_at(from);
    if (ref.size == 0) return;
    put_ref(*to.in, to.at, 0, ref.size);
    place made{&lists_, lists_.size()};
    lists_.resize(made.at + list_room(std::size_t(ref.size) * element.size));
    auto const* one = ref.data<char>();
    for (auto left = ref.size; left != 0; --left, one += element.size, made.at += element.size)
        write(element, one, made);
}

void image_writer::write_optional(image_step const& step, char const* from, place to)
{
    if (from[step.flag] == 0) return;
    (*to.in)[to.at + step.flag] = 1;
    write(*step.element, from, to);
}

void image_writer::put_characters(std::string& to, std::string_view text)
{
    if (text.size() > UINT32_MAX) refusal_ = "an object is larger than 1 GB";
    put_behind(to, static_cast<std::uint32_t>(text.size()));
    to += text;
}

// The elements of a container lie wherever it has put them, and only its own code finds them: a comparison
// with itself visits all of them.
void image_writer::write_container(image_step const& step, char const* from, place)
{
    struct visitor {
        image_writer& writer;
        image_step const& step;
        std::uint32_t count = 0;
    } visitor{*this, step};
    auto const count_at = rest_.size();
    put_behind(rest_, std::uint32_t(0));
    element_comparison const visit{[](void const* v, void const* value, void const*) {
                                       auto& to = *static_cast<struct visitor*>(const_cast<void*>(v));
                                       ++to.count;
                                       to.writer.write_element(to.step, static_cast<char const*>(value));
                                       return true;
                                   },
                                   &visitor};
    step.type->type->same_elements(from, from, visit);
    put(rest_, count_at, visitor.count);
}

void image_writer::write_element(image_step const& step, char const* value)
{
    if (step.what == image_step::kind::std_map) { // the value is the second member of a pair
        auto const align = std::size_t(step.type->element->type->align);
        auto const* const key = value - (sizeof(std::string) + align - 1) / align * align;
        put_characters(rest_, *reinterpret_cast<std::string const*>(key));
    }
    place const made{&rest_, rest_.size()};
    rest_.resize(made.at + step.element->size);
    write(*step.element, value, made);
}

} // namespace coinformer::detail

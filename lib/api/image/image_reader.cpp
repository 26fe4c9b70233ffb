#include "api/image/image_reader.hpp"

#include "api/json/check.hpp"
#include "api/object/tape.hpp"

#include <cstring>
#include <new>
#include <utility>

namespace coinformer::detail {

namespace {

template <class X>
X number_from(char const* at) noexcept
{
    X value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

block_ref& ref_in(char* at) noexcept
{
    return *reinterpret_cast<block_ref*>(at); // the first and only member of every compact type
}

} // namespace

// A block that is no object yet. In `raw` its members hold nothing: it is freed and not destroyed. In `whole`
// each member of a std type is at least empty.
struct image_reader::unfinished {
    enum class state { raw, whole };
    image_reader& reader;
    char* block;
    std::size_t size;
    state has = state::raw;

    ~unfinished()
    {
        if (!block) return;
        auto const& type = *reader.plan_.type;
        if (has == state::raw)
            reader.release_interned();
        else if (type.destroy)
            type.destroy(block + sizeof(object_header));
        ::operator delete(block, size);
    }
};

object_ref image_reader::read(std::string_view& bytes)
{
    auto const& type = *plan_.type;
    if (bytes.size() < sizeof(image_head)) return {};
    auto const head = number_from<image_head>(bytes.data());
    std::size_t const size = head.block_bytes;
    if (size > bytes.size() || size > largest_image_block) return {};
    auto image = bytes.substr(0, size);
    auto behind = bytes.substr(size);
    rest_ = {};
    if (plan_.root->allocates) {
        if (behind.size() < sizeof(std::uint32_t)) return {};
        auto const rest = number_from<std::uint32_t>(behind.data());
        behind.remove_prefix(sizeof rest);
        if (rest > behind.size()) return {};
        rest_ = behind.substr(0, rest);
        behind.remove_prefix(rest);
    }
    if (size < type.identity_offset) return {};

    unfinished made{*this, static_cast<char*>(::operator new(size)), size};
    interned_.clear();
    image.remove_prefix(sizeof(object_header));
    std::memcpy(made.block + sizeof(object_header), image.data(), image.size());
    auto* const header =
        ::new (static_cast<void*>(made.block)) object_header(type, static_cast<std::uint32_t>(size));
    header->name_size_ = head.name_size;
    header->version_size_ = head.version_size;
    header->ns_size_ = head.ns_size;
    header->uid_size_ = head.uid_size;
    if (!begin(head, made.block)) return {};
    auto* const object = made.block + sizeof(object_header);
    if (!check(*plan_.root, object, 0) || lists_ != lists_end_ || texts_ != texts_end_) return {};
    made.has = unfinished::state::whole;
    if (plan_.root->allocates) {
        lists_ = made.block; // not needed any more
        if (!fill(*plan_.root, object) || !rest_.empty()) return {};
    }
    made.block = nullptr;
    bytes = behind;
    return object_ref::adopt(header);
}

// Finds the parts of the block.
bool image_reader::begin(image_head const& head, char* block) noexcept
{
    auto const& type = *plan_.type;
    bool const is_packed = head.uid_size == object_header::packed;
    if (is_packed && type.fields->declares_uid()) return false; // a member would show the 16 bytes
    std::size_t const sizes[identity_count]{head.ns_size, head.name_size,
                                            is_packed ? 16U : std::size_t(head.uid_size), head.version_size};
    std::size_t at = type.identity_offset;
    for (std::size_t i = 0; i != identity_count; ++i) {
        identity_[i] = {block + at, sizes[i]};
        at += sizes[i];
    }
    auto const lists_at = list_room(at);
    if (lists_at > head.block_bytes || head.list_bytes % 8 != 0) return false;
    if (head.list_bytes > head.block_bytes - lists_at || head.unused != 0) return false;
    lists_ = block + lists_at;
    lists_end_ = texts_ = lists_ + head.list_bytes;
    texts_end_ = block + head.block_bytes;
    return true;
}

bool image_reader::check(image_layout const& layout, char* at, unsigned depth)
{
    for (auto const& step : layout.steps)
        if (!check_step(step, at + step.at, depth)) return false;
    return true;
}

// The first walk: through the block. Members of std types become empty ones; fill() gives them their
// contents when the whole block is known to be right, so that the object can be destroyed at any time.
bool image_reader::check_step(image_step const& step, char* at, unsigned depth)
{
    using kind = image_step::kind;
    switch (step.what) {
    case kind::text: return check_text(at);
    case kind::json: return check_json(at);
    case kind::whole: return check_whole(*step.type, at);
    case kind::number_or_text: return ref_in(at).size == UINT32_MAX || check_text(at);
    case kind::boolean: return static_cast<unsigned char>(*at) <= 1;
    case kind::interned: return check_interned(at);
    case kind::labels: return check_labels(at);
    case kind::elements: return check_elements(step, at, depth);
    case kind::optional: return check_optional(step, at, depth);
    case kind::string: ::new (static_cast<void*>(at)) std::string; return true;
    case kind::vector:
    case kind::std_map: step.type->type->construct(at, 1); return true;
    }
    return false;
}

bool image_reader::check_text(char* at) noexcept
{
    auto& ref = ref_in(at);
    auto const shared = static_cast<std::uint32_t>(ref.offset);
    if (shared != 0) {
        if (shared > identity_count || identity_[shared - 1].size() != ref.size) return false;
        ref.offset = static_cast<std::int32_t>(identity_[shared - 1].data() - at);
        return true;
    }
    if (ref.size > static_cast<std::size_t>(texts_end_ - texts_)) return false;
    ref.offset = static_cast<std::int32_t>(texts_ - at);
    texts_ += ref.size;
    return true;
}

bool image_reader::check_json(char* at)
{
    if (!check_text(at)) return false;
    std::string_view const json(ref_in(at).data<char>(), ref_in(at).size);
    return json.empty() || is_json(json);
}

bool image_reader::check_whole(node const& type, char* at)
{
    if (!type.has_index()) return check_json(at);
    auto* const kept = texts_;
    if (!check_text(at)) return false;
    auto const size = ref_in(at).size;
    if (size == 0) return true;
    if (texts_ != kept + size) return false; // no whole object is a part of the identity
    auto const index = wholes_.check(type, kept, size);
    std::string_view const left(texts_, static_cast<std::size_t>(texts_end_ - texts_));
    if (!index || !left.starts_with(*index)) return false;
    texts_ += index->size();
    return true;
}

bool image_reader::check_interned(char* at)
{
    auto const number = number_from<std::uint64_t>(at);
    if (number > tables_.texts.size()) return false;
    if (number == 0) return true; // zeros are an empty interned_text
    interned_.push_back(reinterpret_cast<interned_text*>(at));
    ::new (static_cast<void*>(at)) interned_text(tables_.texts[number - 1]);
    return true;
}

// Returns the key set of a label table, which has `count` keys; nullptr if there is none.
key_set const* image_reader::keys_of_labels(std::uint32_t number, std::uint32_t count) noexcept
{
    if (number & 1) {
        if (number >> 1 >= tables_.key_sets.size()) return nullptr;
        auto const* const shared = tables_.key_sets[number >> 1];
        return shared->size() == count ? shared : nullptr;
    }
    auto const left = static_cast<std::size_t>(lists_end_ - lists_);
    if (number != 0 || left < key_set::bytes(count, 0) || number_from<std::uint32_t>(lists_) != count)
        return nullptr;
    auto const* const ends = lists_ + sizeof(key_set);
    std::uint32_t end = 0;
    for (std::size_t i = 0; i != count; ++i) {
        auto const next = number_from<std::uint32_t>(ends + i * sizeof end);
        if (next < end) return nullptr;
        end = next;
    }
    auto const room = list_room(key_set::bytes(count, end));
    if (room > left) return nullptr;
    return reinterpret_cast<key_set const*>(std::exchange(lists_, lists_ + room));
}

bool image_reader::check_labels(char* at) noexcept
{
    auto& ref = ref_in(at);
    if (ref.size == 0) return true;
    auto* const table = lists_;
    auto const left = static_cast<std::size_t>(lists_end_ - lists_);
    if (left < sizeof(label_table)) return false;
    auto const keys = number_from<std::uint32_t>(table);
    auto const half_width = number_from<std::uint32_t>(table + sizeof keys);
    if (half_width > 2) return false;
    auto const width = half_width == 0 ? 1U : 2 * half_width;
    auto const room = list_room(label_table::bytes(ref.size, width));
    if (room > left) return false;
    lists_ += room;
    auto const* const set = keys_of_labels(keys, ref.size);
    if (!set) return false;

    std::uint32_t end = 0;
    auto const* p = table + sizeof(label_table);
    for (auto count = ref.size; count != 0; --count, p += width) {
        std::uint32_t next = 0;
        if (width == 1)
            next = static_cast<unsigned char>(*p);
        else if (width == 2)
            next = number_from<std::uint16_t>(p);
        else
            next = number_from<std::uint32_t>(p);
        if (next < end) return false;
        end = next;
    }
    if (end > static_cast<std::size_t>(texts_end_ - texts_)) return false;
    ::new (static_cast<void*>(table))
        label_table(*set, table, static_cast<std::uint32_t>(texts_ - table), width);
    ref.offset = static_cast<std::int32_t>(table - at);
    texts_ += end;
    return true;
}

bool image_reader::check_elements(image_step const& step, char* at, unsigned depth)
{
    auto& ref = ref_in(at);
    auto const count = ref.size;
    if (count == 0) return true;
    if (step.type->what == shape::boxed && count != 1) return false;
    auto const& element = *step.element;
    auto const room = list_room(std::size_t(count) * element.size);
    if (room > static_cast<std::size_t>(lists_end_ - lists_) || depth == deepest_image) return false;
    auto* one = std::exchange(lists_, lists_ + room);
    ref.offset = static_cast<std::int32_t>(one - at);
    if (element.steps.empty()) return true;
    for (auto left = count; left != 0; --left, one += element.size)
        if (!check(element, one, depth + 1)) return false;
    return true;
}

bool image_reader::check_optional(image_step const& step, char* at, unsigned depth)
{
    auto const flag = static_cast<unsigned char>(at[step.flag]);
    return flag == 0 || (flag == 1 && check(*step.element, at, depth));
}

void image_reader::release_interned() noexcept
{
    for (auto* text : interned_) text->~interned_text();
    interned_.clear();
}

} // namespace coinformer::detail

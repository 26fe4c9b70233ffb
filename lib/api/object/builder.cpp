#include "api/object/builder.hpp"

#include "api/object/key_sets.hpp"
#include "api/object/packed_uid.hpp"
#include "api/object/scalar.hpp"

#include <cstring>
#include <memory>
#include <new>

namespace coinformer::detail {

namespace {

void point(char* member, char const* to, std::uint32_t size) noexcept
{
    auto* ref = reinterpret_cast<block_ref*>(member); // the first and only member of every compact type
    ref->offset = static_cast<std::int32_t>(to - member);
    ref->size = size;
}

template <class X>
void assign(char* at, std::int64_t bits) noexcept
{
    auto const value = static_cast<X>(bits);
    std::memcpy(at, &value, sizeof value);
}

void assign_size(char* at, std::uint32_t bytes, std::int64_t value) noexcept
{
    switch (bytes) {
    case 1: return assign<std::uint8_t>(at, value);
    case 2: return assign<std::uint16_t>(at, value);
    default: return assign<std::uint32_t>(at, value);
    }
}

// A block whose object may not be complete yet. If an exception ends the building, it destroys what there is.
struct unfinished {
    char* block;
    std::size_t size;
    object_type const& type;
    bool has_object = false;

    ~unfinished()
    {
        if (!block) return;
        if (has_object && type.destroy) type.destroy(block + sizeof(object_header));
        ::operator delete(block, size);
    }
};

constexpr auto uid_at = static_cast<std::size_t>(identity::uid);

std::array<std::string_view, identity_count> identity_of(scanned_object const& scanned)
{
    std::array<std::string_view, identity_count> texts;
    for (std::size_t i = 0; i < identity_count; ++i) texts[i] = scanned.identity_of(static_cast<identity>(i));
    return texts;
}

} // namespace

// One allocation holds everything: the sizes are known from the scan. `lists_` and `texts_` point to the next
// free place of their parts, and move forward while the members are built.
object_ref object_builder::build(object_type const& type, scanned_object const& scanned)
{
    auto texts = identity_of(scanned);
    auto const uid = type.fields->declares_uid() ? std::nullopt : pack_uid(texts[uid_at]);
    if (uid) texts[uid_at] = {reinterpret_cast<char const*>(uid->data()), uid->size()};
    std::size_t identity_bytes = 0;
    for (auto const& text : texts) identity_bytes += text.size();
    auto const lists_offset = list_room(type.identity_offset + identity_bytes);
    auto const size = lists_offset + scanned.list_bytes() + scanned.text_bytes();

    unfinished made{static_cast<char*>(::operator new(size)), size, type};
    auto* const header =
        ::new (static_cast<void*>(made.block)) object_header(type, static_cast<std::uint32_t>(size));
    header->ns_size_ = static_cast<std::uint8_t>(texts[0].size());
    header->name_size_ = static_cast<std::uint16_t>(texts[1].size());
    header->uid_size_ = uid ? object_header::packed : static_cast<std::uint8_t>(texts[uid_at].size());
    header->version_size_ = static_cast<std::uint16_t>(texts[3].size());
    type.construct(header + 1, 1);
    made.has_object = true;

    auto* to = made.block + type.identity_offset;
    for (std::size_t i = 0; i < identity_count; ++i) {
        if (!texts[i].empty()) std::memcpy(to, texts[i].data(), texts[i].size());
        identity_[i] = {to, texts[i].size()};
        to += texts[i].size();
    }
    lists_ = made.block + lists_offset;
    texts_ = lists_ + scanned.list_bytes();
    next_ = scanned.entries().data();
    build_record(type.fields->root(), made.block + sizeof(object_header));

    made.block = nullptr;
    return object_ref::adopt(header);
}

void object_builder::fill(record const& fields, void* object, tape const& entries)
{
    next_ = entries.data();
    build_record(fields, static_cast<char*>(object));
}

void object_builder::build_record(record const& fields, char* at)
{
    for (;;) {
        auto const& entry = *next_++;
        if (entry.what == tape_entry::form::end) return;
        auto const& f = fields[entry.field];
        build_value(*f.type, at + f.offset, entry);
    }
}

void object_builder::build_value(node const& type, char* at, tape_entry const& entry)
{
    if (entry.what == tape_entry::form::absent) return;
    switch (type.what) {
    case shape::text:
    case shape::raw:
    case shape::quantity: return build_text(at, entry);
    case shape::whole:
        build_text(at, entry);
        if (type.has_index()) append_text(*next_++); // behind the object's bytes, and not part of them
        return;
    case shape::record:
    case shape::element: return build_record(*type.fields, at);
    case shape::optional:
        return build_value(*type.element, static_cast<char*>(type.type->open(at, 1)), entry);
    case shape::boxed: return build_value(*type.element, make_room(type, at, 1), entry);
    case shape::interned: return build_interned(at, entry);
    case shape::string: return build_string(at, entry);
    case shape::int_or_string: return build_int_or_string(at, entry);
    case shape::boolean:
    case shape::integer:
    case shape::real: return build_number(type, at, entry);
    case shape::time:
    case shape::duration:
        if (entry.what == tape_entry::form::seconds) return type.type->set_seconds(at, entry.integer);
        return type.type->set_ticks(at, entry.integer);
    case shape::list:
    case shape::vector: return build_list(type, at, entry.size);
    case shape::labels: return build_labels(at, entry);
    case shape::map: return build_map(type, at, entry.size);
    case shape::entries: return build_entries(type, at, entry.size);
    case shape::entry: return; // part of `entries`
    }
}

void object_builder::build_text(char* at, tape_entry const& entry)
{
    if (entry.what == tape_entry::form::identity) {
        auto const& shared = identity_[static_cast<std::size_t>(entry.integer)];
        return point(at, shared.data(), static_cast<std::uint32_t>(shared.size()));
    }
    auto* const start = texts_;
    append_text(entry);
    if (entry.what == tape_entry::form::pieces) append_text(*next_++);
    point(at, start, static_cast<std::uint32_t>(texts_ - start));
}

void object_builder::append_text(tape_entry const& entry)
{
    if (entry.what == tape_entry::form::escaped) {
        texts_ = decode_escapes({entry.text, entry.size}, texts_);
    } else {
        std::memcpy(texts_, entry.text, entry.size);
        texts_ += entry.size;
    }
}

std::string object_builder::string_of(tape_entry const& entry) const
{
    if (entry.what == tape_entry::form::identity)
        return std::string(identity_[static_cast<std::size_t>(entry.integer)]);
    if (entry.what == tape_entry::form::escaped) return decode_escapes({entry.text, entry.size});
    return {entry.text, entry.size};
}

void object_builder::build_interned(char* at, tape_entry const& entry)
{
    auto& member = *reinterpret_cast<interned_text*>(at);
    bool const stands = entry.what == tape_entry::form::text;
    member = stands ? interned_.of({entry.text, entry.size}) : interned_.of(string_of(entry));
}

void object_builder::build_string(char* at, tape_entry const& entry)
{
    *reinterpret_cast<std::string*>(at) = string_of(entry);
}

void object_builder::build_int_or_string(char* at, tape_entry const& entry)
{
    if (entry.what != tape_entry::form::integer) return build_text(at, entry);
    auto* ref = reinterpret_cast<block_ref*>(at); // the size says "number" from the start
    ref->offset = static_cast<std::int32_t>(entry.integer);
}

void object_builder::build_number(node const& type, char* at, tape_entry const& entry)
{
    if (type.what == shape::boolean) return assign<bool>(at, entry.integer);
    if (type.what == shape::real) {
        if (type.size == sizeof(double)) {
            std::memcpy(at, &entry.real, sizeof entry.real);
        } else {
            auto const narrow = static_cast<float>(entry.real);
            std::memcpy(at, &narrow, sizeof narrow);
        }
        return;
    }
    switch (type.size) {
    case 1: return assign<std::uint8_t>(at, entry.integer);
    case 2: return assign<std::uint16_t>(at, entry.integer);
    case 4: return assign<std::uint32_t>(at, entry.integer);
    default: return assign<std::uint64_t>(at, entry.integer);
    }
}

// Constructs the elements of a member in the block. From here on the member destroys them.
char* object_builder::make_room(node const& type, char* at, std::uint32_t count)
{
    auto* const elements = lists_;
    lists_ += list_room(std::size_t(count) * type.element->size);
    type.element->type->construct(elements, count);
    point(at, elements, count);
    return elements;
}

void object_builder::build_list(node const& type, char* at, std::uint32_t count)
{
    auto const& element = *type.element;
    auto* slot = type.what == shape::list ? make_room(type, at, count)
                                          : static_cast<char*>(type.type->open(at, count));
    for (; count != 0; --count, slot += element.size) build_value(element, slot, *next_++);
}

void object_builder::build_entries(node const& type, char* at, std::uint32_t count)
{
    auto const& entry = *type.element;
    auto* slot = make_room(type, at, count);
    for (; count != 0; --count, slot += entry.size) {
        build_text(slot, *next_++);
        build_value(*entry.element, slot + sizeof(text), *next_++);
    }
}

// Writes the table of a `labels`: where each value ends and, unless they are shared, the keys. The values are
// texts.
void object_builder::build_labels(char* at, tape_entry const& container)
{
    auto const count = container.size;
    if (count == 0) return;
    auto* const table = lists_;
    auto const width = width_of_values(next_, count);
    lists_ += list_room(label_table::bytes(count, width));
    auto const* keys = container.keys;
    if (!keys) {
        keys = make_key_set(lists_, next_, count);
        lists_ += list_room(key_set_bytes(next_, count));
    }
    ::new (static_cast<void*>(table))
        label_table(*keys, table, static_cast<std::uint32_t>(texts_ - table), width);
    point(at, table, count);
    auto* const values = texts_;
    auto* end = table + sizeof(label_table);
    for (auto left = count; left != 0; --left) {
        ++next_; // the key
        if (auto const& value = *next_++; value.what != tape_entry::form::absent) append_text(value);
        assign_size(end, width, texts_ - values);
        end += width;
    }
}

void object_builder::build_map(node const& type, char* at, std::uint32_t count)
{
    for (; count != 0; --count) {
        auto key = string_of(*next_++);
        auto const& value = *next_++;
        auto* slot = static_cast<char*>(type.type->slot(at, std::move(key)));
        if (slot)
            build_value(*type.element, slot, value);
        else
            skip_value(*type.element, value);
    }
}

// Skips the value of a key that came before: the first one counts.
void object_builder::skip_value(node const& type, tape_entry const& entry)
{
    if (type.what == shape::optional) return skip_value(*type.element, entry);
    if (entry.what == tape_entry::form::record) {
        while (next_->what != tape_entry::form::end) {
            auto const& member = *next_++;
            skip_value(*(*type.fields)[member.field].type, member);
        }
        ++next_;
    } else if (entry.what == tape_entry::form::container) {
        // It is a map or a vector, because a std::map cannot have compact members.
        auto const has_keys = type.what == shape::map;
        for (auto count = entry.size; count != 0; --count) {
            if (has_keys) ++next_;
            skip_value(*type.element, *next_++);
        }
    }
}

} // namespace coinformer::detail

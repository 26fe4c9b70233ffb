#include "api/object/schema.hpp"
#include "api/object/object_bytes.hpp"
#include "core/process_wide.hpp"

#include <coinformer/api/projection.hpp>

#include <algorithm>
#include <span>
#include <stdexcept>

namespace coinformer::detail {

field& record::add(field f, bool is_required)
{
    if (fields_.size() == 64) throw std::length_error("a projected struct has more than 64 members");
    f.index = static_cast<std::uint8_t>(fields_.size());
    auto& bucket = buckets_[bucket_of({f.name, f.name_size})];
    f.next = bucket;
    bucket = static_cast<std::uint8_t>(f.index + 1);
    all_ |= std::uint64_t(1) << f.index;
    if (is_required) required_ |= std::uint64_t(1) << f.index;
    return fields_.emplace_back(f);
}

void record::select_by(field& f, std::string_view value)
{
    f.is_match = is_element_ = true;
    f.match = value;
}

void record::add_whole(field f)
{
    f.index = whole_ = static_cast<std::uint8_t>(fields_.size());
    has_whole_ = true;
    fields_.push_back(f);
}

namespace {

bool declares_metadata_alone(member_type const& root)
{
    auto const members = std::span(root.members, root.member_count);
    return std::ranges::all_of(members, [](member const& m) { return m.name == "metadata"; });
}

} // namespace

object_type::object_type(member_type const& root, bool is_trivially_destructible,
                         void (*destroy_object)(void*) noexcept, bool anonymous, bool table)
    : size(root.size), align(root.align),
      identity_offset(static_cast<std::uint32_t>(sizeof(object_header)) + root.size),
      number(number_of(*this)), construct(root.construct),
      destroy(is_trivially_destructible ? nullptr : destroy_object), is_anonymous(anonymous), is_table(table),
      is_metadata_only(declares_metadata_alone(root)), fields(&process_wide<schema>(root)), is_equal(nullptr),
      heap_bytes(fields->allocates() ? &heap_bytes_of_members : nullptr)
{
}

object_type::object_type(std::uint32_t size_bytes, std::uint32_t alignment,
                         void (*destroy_object)(void*) noexcept, bool (*equal)(void const*, void const*),
                         std::size_t (*heap)(object_type const&, void const*) noexcept)
    : size(size_bytes), align(alignment),
      identity_offset(static_cast<std::uint32_t>(sizeof(object_header)) + size_bytes),
      number(number_of(*this)), construct(nullptr), destroy(destroy_object), is_anonymous(false),
      is_table(false), is_metadata_only(false), fields(nullptr), is_equal(equal), heap_bytes(heap)
{
}

field const* record::named(std::string_view name) const noexcept
{
    auto const found = std::find_if(fields_.begin(), fields_.end(), [&](field const& f) {
        return std::string_view(f.name, f.name_size) == name;
    });
    return found == fields_.end() ? nullptr : &*found;
}

schema::schema(member_type const& root, kind k)
{
    auto& top = new_record(root);
    root_ = &top;
    if (k == kind::object) mark_metadata(top, root);
    find_allocating_members();
}

// A struct may contain itself, by way of a list, so that the answer spreads from the members that allocate to
// the types around them, until nothing changes any more.
void schema::find_allocating_members()
{
    auto const any_field = [](record const& r) {
        for (std::size_t i = 0; i != r.size(); ++i)
            if (!r[i].is_hidden && r[i].type->allocates) return true;
        return false;
    };
    for (bool changed = true; std::exchange(changed, false);)
        for (auto& n : nodes_) {
            bool const allocates = n.what == shape::string || n.what == shape::vector ||
                                   n.what == shape::map || (n.element && n.element->allocates) ||
                                   (n.fields && any_field(*n.fields));
            changed |= allocates != std::exchange(n.allocates, allocates);
        }
    allocates_ = any_field(*root_);
}

record& schema::new_record(member_type const& of)
{
    auto& made = records_.emplace_back();
    for (auto const& m : std::span(of.members, of.member_count)) {
        auto const size = static_cast<std::uint8_t>(m.name.size());
        field f{.name = keep_name(m.name), .name_size = size, .next = 0, .index = 0};
        f.offset = m.offset ? static_cast<std::uint32_t>(m.offset()) : m.at;
        f.type = compile(*m.type);
        if (m.type->what == shape::whole)
            made.add_whole(f);
        else
            made.add(f, m.is_required);
        if (m.type->is_compressed && !compressor_) compressor_ = std::make_unique<detail::compressor>();
    }
    return made;
}

node const* schema::compile(member_type const& type)
{
    if (auto const known = compiled_.find(&type); known != compiled_.end()) return known->second;
    auto& made = nodes_.emplace_back(node{type.what, type.is_signed, type.size, nullptr, nullptr, &type});
    compiled_.emplace(&type, &made);
    if (type.element) made.element = compile(*type.element);
    if (type.what == shape::record) made.fields = &new_record(type);
    if (type.what == shape::element) made.fields = &new_element(type);
    return &made;
}

// The field by which elements are recognised is always read, even if it is not declared. The record is one of
// its own, because elsewhere the same struct is read without that.
record& schema::new_element(member_type const& of)
{
    auto& made = new_record(*of.element);
    auto* f = made.named(of.match_key);
    made.select_by(f ? *f : hidden(made, of.match_key), of.match_value);
    return made;
}

// The root's metadata gets a record of its own: elsewhere the same struct has no identity to read.
void schema::mark_metadata(record& top, member_type const& root)
{
    static constexpr member_type nothing{.what = shape::record};
    static constexpr std::string_view name = "metadata";
    auto const* declared = &nothing;
    for (auto const& m : std::span(root.members, root.member_count))
        if (m.name == name) declared = m.type;

    auto* f = top.named(name);
    if (!f) {
        f = &top.add({.name = keep_name(name), .name_size = name.size(), .next = 0, .index = 0}, false);
        f->is_hidden = true;
    }
    auto& metadata = new_record(*declared);
    mark_identity(metadata);
    if (auto const* whole = top.whole(); whole && whole->type->type->any_form) {
        auto* left_out = metadata.named("managedFields");
        (left_out ? *left_out : hidden(metadata, "managedFields")).is_left_out = true;
    }
    f->is_metadata = true;
    f->type = &nodes_.emplace_back(node{shape::record, false, declared->size, nullptr, &metadata, declared});
}

void schema::mark_identity(record& metadata)
{
    static constexpr std::string_view names[identity_count]{"namespace", "name", "uid", "resourceVersion"};
    for (std::size_t i = 0; i < identity_count; ++i) {
        auto* f = metadata.named(names[i]);
        declares_uid_ |= f && static_cast<identity>(i) == identity::uid;
        (f ? *f : hidden(metadata, names[i])).which = static_cast<identity>(i);
    }
}

field& schema::hidden(record& in, std::string_view name)
{
    static constexpr member_type unused{.what = shape::text};
    auto const size = static_cast<std::uint8_t>(name.size());
    auto& f = in.add({.name = keep_name(name), .name_size = size, .next = 0, .index = 0}, false);
    f.is_hidden = true;
    f.type = compile(unused);
    return f;
}

char const* schema::keep_name(std::string_view name)
{
    auto& kept = names_.emplace_back(name);
    kept.append(16, '\0'); // keys are compared 16 bytes at a time
    return kept.c_str();
}

} // namespace coinformer::detail

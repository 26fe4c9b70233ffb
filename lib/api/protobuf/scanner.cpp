#include "api/protobuf/scanner.hpp"

#include "api/json/check.hpp"
#include "api/json/text.hpp"
#include "api/protobuf/whole_form.hpp"

namespace coinformer::detail {

namespace {

constexpr unsigned most_nested_proto = 100; // only a recursive projection gets there
constexpr std::int64_t microseconds_per_second = 1'000'000;

using cardinality = proto_field::cardinality;

bool is_zero(proto_binding const& b, proto_fields const& value) noexcept
{
    return b.form == wire::varint ? value.value() == 0 : value.bytes().empty();
}

} // namespace

proto_scanner::outcome proto_scanner::scan(proto_schema const& fields, std::string_view message,
                                           needed_objects need, proto_fields::end e)
{
    begin(need);
    depth_ = 0;
    end_ = e;
    if (!scan_record(fields.root(), message)) return outcome::fault;
    if (is_settled()) return is_foreign() ? outcome::foreign : outcome::known;
    if (auto const* names = fields.whole()) {
        auto const at = mark();
        auto form = whole_form(*names, message);
        auto* const compressor = fields.compressor();
        auto const index = compressor ? no_index : index_of_whole_form(indexer_, form);
        if (compressor) form = compressor->compress(std::move(form));
        put_text(keep(std::move(form)));
        name_entry(at, *fields.root().of().whole());
        put_text(index);
    }
    return finish() ? outcome::complete : outcome::fault;
}

bool proto_scanner::scan_record(proto_record const& fields, std::string_view message)
{
    if (++depth_ > most_nested_proto) return fail(errc::out_of_range, "at most 100 levels", "more");
    progress so_far;
    if (!scan_fields(fields, message, so_far)) return false;
    --depth_;
    if (!lacks_members(fields.of(), so_far.present)) return true;
    fail_missing(fields.of(), so_far.present);
    return false;
}

bool proto_scanner::scan_fields(proto_record const& fields, std::string_view message, progress& so_far)
{
    proto_fields from(message, end_);
    while (from.next()) {
        auto const* b = fields.find(from.number());
        if (!b) continue;
        if (from.form() != b->form) return fail_malformed();
        if (!(b->of ? scan_field(*b, from, so_far) : scan_fields(*b->fields, from.bytes(), so_far)))
            return false;
        bool const is_other = fields.of().is_element() && element_match() == match::no;
        if (so_far.seen == fields.of().all() || is_other || is_settled()) return true;
    }
    return check(from);
}

bool proto_scanner::scan_field(proto_binding const& b, proto_fields& from, progress& so_far)
{
    auto const& f = *b.of;
    auto const bit = std::uint64_t(1) << f.index;
    auto const first = mark();
    // Kubernetes writes the elements of a list side by side, and no field twice: a repeated field is a
    // mistake
    auto const is_right = so_far.seen & bit ? fail_malformed() : scan_member(b, from);
    if (!is_right) {
        prepend_to_path(f.name);
        return false;
    }
    so_far.seen |= bit;
    if (!f.is_hidden && mark() != first) {
        name_entry(first, f);
        so_far.present |= bit;
    }
    if (f.is_metadata || (f.which != identity::none && has_version())) settle(f.is_metadata);
    return true;
}

bool proto_scanner::scan_member(proto_binding const& b, proto_fields& from)
{
    if (b.of->is_match) {
        bool const is_it = from.bytes() == b.of->match;
        set_match(is_it ? match::yes : match::no);
        if (!is_it || b.of->is_hidden) return true;
    }
    if (b.omits_zero && is_zero(b, from)) return true;
    if (b.of->which != identity::none) return scan_identity(b, from.bytes());
    if (b.of->is_hidden) return scan_record(*b.fields, from.bytes());
    if (b.count == cardinality::list)
        return b.container->what == shape::element ? scan_wanted_element(b, from) : scan_list(b, from);
    if (b.count == cardinality::map)
        return b.container->what == shape::record ? scan_keys(b, from) : scan_map(b, from);
    return scan_value(b, from);
}

bool proto_scanner::scan_identity(proto_binding const& b, std::string_view value)
{
    if (!set_identity(b.of->which, value)) return false;
    if (b.of->is_hidden) return true;
    if (b.value->what == shape::quantity) return put_string(value, true);
    put(tape_entry::form::identity).integer = static_cast<std::int64_t>(b.of->which);
    return true;
}

bool proto_scanner::scan_list(proto_binding const& b, proto_fields& from)
{
    auto const list = open_container();
    std::uint32_t count = 0;
    do {
        auto const first = mark();
        if (!scan_value(b, from)) {
            prepend_to_path('[' + std::to_string(count) + ']');
            return false;
        }
        if (mark() == first) put(tape_entry::form::absent);
        ++count;
    } while (from.next_same());
    close_container(list, *b.container, count);
    return true;
}

bool proto_scanner::scan_wanted_element(proto_binding const& b, proto_fields& from)
{
    auto const outer = element_match();
    auto const start = here();
    bool found = false;
    std::uint32_t i = 0;
    do {
        if (found) continue;
        set_match(match::unknown);
        put(tape_entry::form::record);
        if (!scan_record(*b.fields, from.bytes())) {
            prepend_to_path('[' + std::to_string(i) + ']');
            return false;
        }
        found = element_match() == match::yes;
        if (found)
            put(tape_entry::form::end);
        else
            rewind_to(start);
        ++i;
    } while (from.next_same());
    set_match(outer);
    return true;
}

// Reads a map as a struct: the keys that the struct has.
bool proto_scanner::scan_keys(proto_binding const& b, proto_fields& from)
{
    auto const& fields = b.fields->of();
    std::uint64_t present = 0;
    add_list_bytes(b.boxed_bytes);
    put(tape_entry::form::record);
    do {
        std::string_view key;
        proto_fields value("");
        if (!read_entry(from.bytes(), b.form, key, value)) return false;
        auto const* f = fields.named(key);
        if (!f || present & (std::uint64_t(1) << f->index)) continue;
        auto const first = mark();
        if (!scan_value(*b.fields->find(f->index), value)) {
            prepend_to_path(f->name);
            return false;
        }
        if (mark() == first) continue;
        name_entry(first, *f);
        present |= std::uint64_t(1) << f->index;
    } while (from.next_same());
    put(tape_entry::form::end);
    if (!lacks_members(fields, present)) return true;
    fail_missing(fields, present);
    return false;
}

bool proto_scanner::scan_map(proto_binding const& b, proto_fields& from)
{
    auto const map = open_container();
    std::uint32_t count = 0;
    do {
        if (!scan_entry(b, from.bytes())) return false;
        ++count;
    } while (from.next_same());
    close_container(map, *b.container, count);
    return true;
}

bool proto_scanner::scan_entry(proto_binding const& b, std::string_view entry)
{
    std::string_view key;
    proto_fields value("");
    if (!read_entry(entry, b.form, key, value)) return false;
    put_string(key, b.container->what == shape::entries);
    auto const first = mark();
    if (!scan_value(b, value)) {
        prepend_to_path("[\"" + std::string(key) + "\"]");
        return false;
    }
    if (mark() == first) put(tape_entry::form::absent);
    return true;
}

// Reads key and value of an entry. One that is missing is empty or 0.
bool proto_scanner::read_entry(std::string_view entry, wire form, std::string_view& key, proto_fields& value)
{
    key = "";
    proto_fields f(entry, end_);
    while (f.next()) {
        if (f.number() == 1 && f.form() == wire::bytes) key = f.bytes();
        if (f.number() == 2 && f.form() == form) value = f;
    }
    return check(f);
}

bool proto_scanner::scan_value(proto_binding const& b, proto_fields const& from)
{
    switch (b.type) {
    case proto_type::string: return put_string(from.bytes(), b.value->is_in_block());
    case proto_type::integer: return scan_integer(*b.value, static_cast<std::int64_t>(from.value()));
    case proto_type::boolean: return put_integer(from.value() != 0);
    case proto_type::bytes: return put_made_text(*b.value, base64(from.bytes()));
    case proto_type::time:
    case proto_type::micro_time: return scan_time(b, from.bytes());
    case proto_type::int_or_string: return scan_int_or_string(from.bytes());
    case proto_type::quantity:
    case proto_type::json: return scan_wrapped(b, from.bytes());
    case proto_type::message: return scan_message(b, from.bytes());
    case proto_type::opaque: break; // no binding has this type
    }
    return fail_malformed();
}

bool proto_scanner::scan_message(proto_binding const& b, std::string_view message)
{
    add_list_bytes(b.boxed_bytes);
    put(tape_entry::form::record);
    if (!scan_record(*b.fields, message)) return false;
    put(tape_entry::form::end);
    return true;
}

bool proto_scanner::scan_integer(node const& type, std::int64_t value)
{
    auto const found = [&] { return "number " + std::to_string(value); };
    if (type.what == shape::real) {
        put(tape_entry::form::real).real = static_cast<double>(value);
        return true;
    }
    if (type.what == shape::duration) {
        put_duration(duration_of_seconds(value));
        return true;
    }
    auto const bits = 8 * type.size - (type.is_signed ? 1 : 0);
    auto const is_below = value < 0 && (!type.is_signed || (bits < 63 && value < -(std::int64_t(1) << bits)));
    auto const is_above = value > 0 && bits < 63 && value >= std::int64_t(1) << bits;
    if (is_below || is_above) return fail(errc::out_of_range, expected_number(type), found());
    return put_integer(value);
}

// Reads a time. An empty message is Go's zero time, which JSON writes as null.
bool proto_scanner::scan_time(proto_binding const& b, std::string_view message)
{
    if (message.empty()) return true;
    std::int64_t seconds = 0, nanos = 0;
    proto_fields f(message, end_);
    while (f.next()) {
        if (f.form() != wire::varint) continue;
        if (f.number() == 1) seconds = static_cast<std::int64_t>(f.value());
        if (f.number() == 2) nanos = static_cast<std::int64_t>(f.value());
    }
    if (!check(f)) return false;
    auto const is_micro = b.type == proto_type::micro_time;
    if (!is_micro) nanos = 0; // JSON does not have them either
    if (!is_in_rfc3339(seconds, nanos))
        return fail(errc::out_of_range, "time between the years 1 and 9999", "another time");
    if (b.value->what == shape::time) return put_integer(seconds * microseconds_per_second + nanos / 1000);
    return put_made_text(*b.value, is_micro ? rfc3339_micro(seconds, nanos / 1000) : rfc3339(seconds));
}

bool proto_scanner::scan_int_or_string(std::string_view message)
{
    std::int64_t number = 0;
    bool is_string = false;
    std::string_view text = "";
    proto_fields f(message, end_);
    while (f.next()) {
        if (f.number() == 1 && f.form() == wire::varint) is_string = f.value() != 0;
        if (f.number() == 2 && f.form() == wire::varint) number = static_cast<std::int32_t>(f.value());
        if (f.number() == 3 && f.form() == wire::bytes) text = f.bytes();
    }
    if (!check(f)) return false;
    return is_string ? put_string(text, true) : put_integer(number);
}

// Reads a Quantity, or JSON in a message: both have one field, a text.
bool proto_scanner::scan_wrapped(proto_binding const& b, std::string_view message)
{
    std::string_view text = "";
    proto_fields f(message, end_);
    while (f.next())
        if (f.number() == 1 && f.form() == wire::bytes) text = f.bytes();
    if (!check(f)) return false;
    if (b.type == proto_type::json && text.empty()) return true; // JSON has null here
    if (b.type == proto_type::json && !is_json(text))
        return fail(errc::malformed_json, "JSON", "other bytes");
    return put_string(text, b.value->is_in_block());
}

bool proto_scanner::put_string(std::string_view value, bool is_in_block)
{
    if (is_in_block)
        put_text(value);
    else
        put(tape_entry::form::text, static_cast<std::uint32_t>(value.size())).text = value.data();
    return true;
}

bool proto_scanner::put_made_text(node const& type, std::string made)
{
    return put_string(keep(std::move(made)), type.is_in_block());
}

bool proto_scanner::put_integer(std::int64_t value)
{
    put(tape_entry::form::integer).integer = value;
    return true;
}

bool proto_scanner::check(proto_fields const& read)
{
    return !read.is_malformed() || fail_malformed();
}

bool proto_scanner::fail(errc code, std::string expected, std::string found)
{
    scanned_object::fail(code, std::move(expected), std::move(found));
    return false;
}

} // namespace coinformer::detail

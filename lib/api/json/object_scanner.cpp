#include "api/json/object_scanner.hpp"

#include "api/json/check.hpp"
#include "api/object/scalar.hpp"

#include <bit>

namespace coinformer::detail {

namespace {

constexpr unsigned most_nested_json = 100; // only a projection that contains itself can be nested so deeply

node const& without_optional(node const& type) noexcept
{
    return type.what == shape::optional ? without_optional(*type.element) : type;
}

} // namespace

object_scanner::outcome object_scanner::scan(schema const& fields, char const* p, char const* end,
                                             needed_objects need)
{
    start(end);
    begin(need);
    depth_ = 0;
    left_out_ = {};
    compressor_ = fields.compressor();
    object_end_ = scan_record(fields.root(), p);
    if (object_end_ && is_settled()) return is_foreign() ? outcome::foreign : outcome::known;
    if (object_end_) return finish() ? outcome::complete : outcome::fault;
    return is_fault() ? outcome::fault : is_malformed() ? outcome::malformed : outcome::incomplete;
}

// Reads an object as the members of a record. It stops early, and skips the rest of the object, as soon as
// nothing more can be of use: the cache turns out to have exactly this version, the object is foreign, every
// declared member was seen, or the element of a list is not the one that is wanted. `seen` has a bit for each
// declared member whose key has come, `present` for each that also had a value.
char const* object_scanner::scan_record(record const& fields, char const* p)
{
    if (*p != '{') return fail_type("object", p);
    if (++depth_ > most_nested_json) return fail(errc::out_of_range, "at most 100 levels", "more");
    std::uint64_t seen = 0, present = 0;
    auto const* const begin = std::exchange(p, skip_space(p + 1));
    bool is_last = *p == '}';
    if (is_last) ++p;
    char const* before = nullptr;  // the end of the member before
    char const* checked = nullptr; // the end of the record, once all of it was found to be JSON
    while (!is_last) {
        auto const* const member = p;
        string_token name;
        p = key(p, name);
        if (!p) return nullptr;
        auto const* f = fields.find(text_of(name));
        auto const bit = f ? std::uint64_t(1) << f->index : 0;
        if (!f || seen & bit) {
            p = skip_value(p);
        } else {
            seen |= bit;
            if (is_null(p)) {
                p += 4;
            } else {
                auto const first = mark();
                p = scan_field(*f, p);
                if (mark() != first) present |= bit;
            }
            if (p && f->is_left_out) p = leave_out(member, before, p);
            bool const is_other = fields.is_element() && element_match() == match::no;
            bool const may_settle = f->is_metadata || (f->which != identity::none && has_version());
            if (p && ((may_settle && settle(f->is_metadata)) || seen == fields.all() || is_other)) {
                checked = fields.whole() && !is_settled() ? past_compact_json(begin, end_) : nullptr;
                p = checked ? checked : *p == '}' ? p + 1 : skip_container(p);
                break;
            }
        }
        if (!p) return nullptr;
        before = p;
        p = next(p, '}', is_last);
        if (!p) return nullptr;
    }
    --depth_;
    if (p && lacks_members(fields, present)) {
        fail_missing(fields, present);
        return nullptr;
    }
    if (auto const* whole = fields.whole(); p && whole && !is_settled()) {
        if (!checked && !is_json({begin, p})) return fail(errc::malformed_json, "JSON", "other bytes");
        put_whole(*whole, begin, p);
    }
    return p;
}

// Notes the place of a member that whole objects leave out, together with the comma behind the member or, if
// there is none, the comma before it.
char const* object_scanner::leave_out(char const* begin, char const* before, char const* p)
{
    auto const* const past = skip_space(p);
    if (*past == ',')
        left_out_ = {begin, past + 1};
    else
        left_out_ = {before ? before : begin, p};
    return past;
}

// Puts the whole JSON text of the object onto the tape. If its type leaves a member out (leave_out()), the
// text is in two parts, which become two entries, so that nothing is copied here. Only a compressed object
// needs it in one piece.
void object_scanner::put_whole(field const& f, char const* begin, char const* end)
{
    bool const has_gap = !left_out_.empty() && begin < left_out_.data() && left_out_.data() < end;
    std::string_view first(begin, end), rest;
    if (f.type->type->any_form && has_gap) {
        first = {begin, left_out_.data()};
        rest = {left_out_.data() + left_out_.size(), end};
    }
    if (f.type->type->is_compressed) {
        put_text(keep(compressor_->compress(std::string(first).append(rest))), f.index);
        return put_text(no_index);
    }
    put_text(first, f.index);
    if (!rest.empty()) {
        last().what = tape_entry::form::pieces;
        put_text(rest);
    }
    if (!f.type->has_index()) return;
    auto const index = indexer_.index(begin, end, rest.empty() ? std::string_view() : left_out_);
    bool const is_last_index = depth_ == 0; // that of the root: no other will overwrite it
    put_text(is_last_index ? index : keep(std::string(index)));
}

char const* object_scanner::scan_field(field const& f, char const* p)
{
    auto const first = mark();
    if (f.which != identity::none)
        p = scan_identity(f, p);
    else if (f.is_match)
        p = scan_match(f, p);
    else if (f.is_hidden)
        p = f.is_left_out ? skip_value(p) : scan_record(*f.type->fields, p);
    else
        p = scan_value(*f.type, p);
    if (!p) {
        prepend_to_path(f.name);
        return nullptr;
    }
    if (!f.is_hidden && mark() != first) name_entry(first, f);
    return p;
}

// Reads the field by which the wanted element of a list is recognised. Nothing more is read of other
// elements.
char const* object_scanner::scan_match(field const& f, char const* p)
{
    set_match(match::no);
    if (*p != '"') return skip_value(p);
    string_token token;
    auto const* past = string(p, token);
    if (!past || text_of(token) != f.match) return past;
    set_match(match::yes);
    return f.is_hidden ? past : scan_value(*f.type, p);
}

// Reads a part of the identity, which every object keeps. If the struct declares the same member, the tape
// refers to the identity's text, so that the text is not kept twice.
char const* object_scanner::scan_identity(field const& f, char const* p)
{
    auto const i = static_cast<std::size_t>(f.which);
    if (*p != '"') return f.is_hidden ? fail_type("string", p) : scan_value(*f.type, p);
    string_token token;
    auto const* past = string(p, token);
    std::uint32_t size = 0;
    if (!past || !check_string(token, size)) return nullptr;
    if (!set_identity(f.which, token.is_escaped ? decode(token, decoded_identity_[i]) : token.view()))
        return nullptr;
    if (f.is_hidden) return past;

    auto const what = without_optional(*f.type).what;
    if (what != shape::text && what != shape::string && what != shape::interned)
        return scan_value(*f.type, p);
    put(tape_entry::form::identity).integer = static_cast<std::int64_t>(i);
    return past;
}

char const* object_scanner::scan_value(node const& type, char const* p)
{
    switch (type.what) {
    case shape::text:
    case shape::interned:
    case shape::string: return scan_string(type, p);
    case shape::optional: return scan_value(*type.element, p);
    case shape::record:
        put(tape_entry::form::record);
        p = scan_record(*type.fields, p);
        if (p) put(tape_entry::form::end);
        return p;
    case shape::boxed: add_list_bytes(list_room(type.element->size)); return scan_value(*type.element, p);
    case shape::list:
    case shape::vector: return scan_array(type, p);
    case shape::element: return scan_wanted_element(type, p);
    case shape::labels:
    case shape::map: return scan_map(type, *type.element, p);
    case shape::entries: return scan_map(type, *type.element->element, p);
    case shape::entry: break; // part of `entries`
    case shape::integer:
    case shape::real: return scan_number(type, p);
    case shape::boolean: return scan_boolean(p);
    case shape::quantity:
    case shape::int_or_string: return scan_number_or_string(type, p);
    case shape::duration: return scan_duration(p);
    case shape::time: return scan_time(p);
    case shape::raw:
    case shape::whole: return scan_raw(type, p);
    }
    return nullptr;
}

// Reads an element of a list, or a value of a map. The tape gets an entry for each item, even if it only says
// that nothing was found, because the builder counts the entries.
char const* object_scanner::scan_item(node const& type, char const* p)
{
    auto const first = mark();
    p = scan_value(type, p);
    if (p && mark() == first) put(tape_entry::form::absent);
    return p;
}

char const* object_scanner::scan_array(node const& type, char const* p)
{
    if (*p != '[') return fail_type("array", p);
    auto const list = open_container();
    p = skip_space(p + 1);
    bool is_last = *p == ']';
    if (is_last) ++p;
    std::uint32_t count = 0;
    for (; !is_last; ++count) {
        if (is_null(p)) {
            put(tape_entry::form::absent);
            p += 4;
        } else {
            p = scan_item(*type.element, p);
        }
        if (!p) {
            prepend_to_path('[' + std::to_string(count) + ']');
            return nullptr;
        }
        p = next(p, ']', is_last);
        if (!p) return nullptr;
    }
    close_container(list, type, count);
    return p;
}

// Reads the first element that matches. Elements that do not match leave nothing on the tape.
char const* object_scanner::scan_wanted_element(node const& type, char const* p)
{
    if (*p != '[') return fail_type("array", p);
    auto const outer = element_match();
    auto const start = here();
    bool found = false;
    p = skip_space(p + 1);
    bool is_last = *p == ']';
    if (is_last) ++p;
    for (std::uint32_t i = 0; !is_last; ++i) {
        if (found || *p != '{') {
            p = skip_value(p);
        } else {
            set_match(match::unknown);
            put(tape_entry::form::record);
            p = scan_record(*type.fields, p);
            found = element_match() == match::yes;
            if (found)
                put(tape_entry::form::end);
            else if (p)
                rewind_to(start);
        }
        if (!p) {
            prepend_to_path('[' + std::to_string(i) + ']');
            return nullptr;
        }
        p = next(p, ']', is_last);
        if (!p) return nullptr;
    }
    set_match(outer);
    return p;
}

char const* object_scanner::scan_map(node const& type, node const& value, char const* p)
{
    if (*p != '{') return fail_type("object", p);
    auto const map = open_container();
    p = skip_space(p + 1);
    bool is_last = *p == '}';
    if (is_last) ++p;
    std::uint32_t count = 0;
    for (; !is_last; ++count) {
        string_token name;
        p = key(p, name);
        if (!p || !put_string(name, type.what == shape::entries)) return nullptr;
        if (is_null(p)) {
            put(tape_entry::form::absent);
            p += 4;
        } else {
            p = scan_item(value, p);
        }
        if (!p) {
            prepend_to_path(
                "[\"" + (name.is_escaped ? decode_escapes(name.view()) : std::string(name.view())) + "\"]");
            return nullptr;
        }
        p = next(p, '}', is_last);
        if (!p) return nullptr;
    }
    close_container(map, type, count);
    return p;
}

char const* object_scanner::scan_raw(node const& type, char const* p)
{
    auto const* past = skip_value(p);
    if (!past) return nullptr;
    if (!is_json({p, past})) return fail(errc::malformed_json, "JSON", "other bytes");
    put_text({p, past});
    if (type.has_index()) put_text(no_index); // an element of a list
    return past;
}

} // namespace coinformer::detail

#include "api/protobuf/to_json.hpp"

#include "api/json/check.hpp"
#include "api/json/path.hpp"
#include "api/json/text.hpp"
#include "api/protobuf/map_pair.hpp"
#include "api/protobuf/whole_indexer.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/serialize.hpp>

#include <charconv>
#include <utility>

namespace coinformer::detail {

namespace {

using cardinality = proto_field::cardinality;
using entry = proto_names::entry;

[[noreturn]] void refuse_message(std::string what = {})
{
    throw api_error(errc::malformed_protobuf, "read protobuf", std::move(what));
}

void check(proto_fields const& read)
{
    if (read.is_malformed()) refuse_message();
}

// Refuses a field in another form than that of its type. Otherwise it would read as the value of the field
// before it.
void check_form(entry const& e, proto_fields const& read)
{
    auto const form = e.count == cardinality::map ? wire::bytes : form_of(e.type);
    if (read.form() != form) refuse_message();
}

// Returns true for the types, other than string, that JSON writes as strings.
bool becomes_string(proto_type type) noexcept
{
    return type == proto_type::quantity || type == proto_type::bytes || type == proto_type::time ||
           type == proto_type::micro_time;
}

// Returns true for a zero that JSON does not write.
bool is_left_out(entry const& e, proto_fields const& from) noexcept
{
    if (e.count != cardinality::one || e.keeps_zero) return false;
    if (e.type == proto_type::integer || e.type == proto_type::boolean) return from.value() == 0;
    return (e.type == proto_type::string || e.type == proto_type::bytes) && from.bytes().empty();
}

// The numbers and texts of a message with a few fields, by their field numbers.
struct small_message {
    std::uint64_t numbers[4]{};
    std::string_view texts[4]{"", "", "", ""};

    explicit small_message(std::string_view bytes)
    {
        proto_fields f(bytes);
        while (f.next()) {
            if (f.number() > 3) continue;
            if (f.form() == wire::varint) numbers[f.number()] = f.value();
            if (f.form() == wire::bytes) texts[f.number()] = f.bytes();
        }
        check(f);
    }
};

// Returns the JSON in a message with one text field. It is checked, because users get it as it came.
std::string_view json_in(std::string_view message)
{
    auto const json = small_message(message).texts[1];
    if (!json.empty() && !is_json(json)) refuse_message("a field that holds JSON holds other bytes");
    return json;
}

/// Writes a message as JSON. It recurses, and refuses messages that are nested too deeply.
class printer {
public:
    explicit printer(unsigned most_nested = most_nested_messages) : most_nested_(most_nested) {}

    std::string out;

    void object(proto_names const& names, std::string_view message)
    {
        if (++depth_ > most_nested_)
            refuse_message("messages are nested more than " + std::to_string(most_nested_) + " levels deep");
        out += '{';
        bool any = false;
        members(names, message, any);
        out += '}';
        --depth_;
    }

    // Writes a field: one value, or all values of a list or map, at the first of which `from` is.
    void field(entry const& e, proto_fields& from)
    {
        if (e.count == cardinality::list)
            list(e, from);
        else if (e.count == cardinality::map)
            map(e, from);
        else
            value(e, from);
    }

    void value(entry const& e, proto_fields const& from)
    {
        switch (e.type) {
        case proto_type::integer: out += std::to_string(static_cast<std::int64_t>(from.value())); break;
        case proto_type::boolean: out += from.value() != 0 ? "true" : "false"; break;
        case proto_type::message: object(e.inner(), from.bytes()); break;
        case proto_type::int_or_string: int_or_string(small_message(from.bytes())); break;
        case proto_type::json: raw(json_in(from.bytes())); break;
        default: // the types that JSON writes as strings
            if (auto const text = string_of(e, from))
                quoted(*text);
            else
                out += "null";
        }
    }

    // Returns the text of a value that JSON writes as a string; nullopt for null.
    static std::optional<std::string> string_of(entry const& e, proto_fields const& from)
    {
        switch (e.type) {
        case proto_type::string: return std::string(from.bytes());
        case proto_type::bytes: return base64(from.bytes());
        case proto_type::quantity: return std::string(small_message(from.bytes()).texts[1]);
        default: break;
        }
        if (from.bytes().empty()) return std::nullopt; // Go's zero time
        small_message const time(from.bytes());
        auto const seconds = static_cast<std::int64_t>(time.numbers[1]);
        bool const is_micro = e.type == proto_type::micro_time;
        auto const nanos = is_micro ? static_cast<std::int64_t>(time.numbers[2]) : 0;
        if (!is_in_rfc3339(seconds, nanos)) refuse_message("a time outside of the years 1 to 9999");
        return is_micro ? rfc3339_micro(seconds, nanos / 1000) : rfc3339(seconds);
    }

private:
    void members(proto_names const& names, std::string_view message, bool& any)
    {
        proto_fields from(message);
        while (from.next()) {
            auto const* e = names.find(from.number());
            if (!e || e->type == proto_type::opaque) continue; // the table lacks it, or cannot say its form
            check_form(*e, from);
            if (e->count == cardinality::inlined) {
                members(e->inner(), from.bytes(), any);
                continue;
            }
            if (is_left_out(*e, from)) continue;
            if (std::exchange(any, true)) out += ',';
            quoted(e->name);
            out += ':';
            field(*e, from);
        }
        check(from);
    }

    void list(entry const& e, proto_fields& from)
    {
        char separator = '[';
        do {
            out += separator;
            value(e, from);
            separator = ',';
        } while (from.next_same());
        out += ']';
    }

    void map(entry const& e, proto_fields& from)
    {
        char separator = '{';
        do {
            out += separator;
            map_entry(e, from.bytes());
            separator = ',';
        } while (from.next_same());
        out += '}';
    }

    void map_entry(entry const& e, std::string_view bytes);

    void int_or_string(small_message const& m)
    {
        if (m.numbers[1] != 0)
            quoted(m.texts[3]);
        else
            out += std::to_string(static_cast<std::int32_t>(m.numbers[2]));
    }
    void raw(std::string_view json) { out += json.empty() ? "null" : json; }
    void quoted(std::string_view text) { out += boost::json::serialize(boost::json::string_view(text)); }

    unsigned most_nested_;
    unsigned depth_ = 0; // messages that are being written
};

// Returns the entry of a map whose field is `e`.
map_pair pair_in(entry const& e, std::string_view bytes)
{
    map_pair const p(bytes, form_of(e.type));
    if (p.is_malformed) refuse_message();
    return p;
}

void printer::map_entry(entry const& e, std::string_view bytes)
{
    auto const p = pair_in(e, bytes);
    quoted(p.key);
    out += ':';
    value(e, p.value);
}

/// Follows one pointer down through a message, and writes only the value to which it leads: it returns a part
/// of the message or of `room`.
class walker {
public:
    using result = std::optional<std::string_view>;
    explicit walker(bool plain, std::string& room) : plain_(plain), room_(room) {}

    result in_message(proto_names const& names, std::string_view message, std::string_view pointer)
    {
        if (pointer.empty()) return room_ = proto_json(names, message);
        auto rest = pointer;
        auto const step = next_step(rest, names_);
        if (!step) return std::nullopt;
        auto const* e = names.find(*step);
        if (!e) return in_inlined(names, message, pointer);
        proto_fields from(message);
        while (from.next()) {
            if (from.number() != e->number) continue;
            check_form(*e, from);
            return in_field(*e, from, rest);
        }
        check(from);
        return std::nullopt;
    }

    // Looks a key of labels or annotations up in the index.
    result in_part(std::string_view message, whole_part part, std::string_view key, std::string_view pointer,
                   whole_index index)
    {
        auto const entries = index.members_of(part);
        auto const tag = key_tag(key);
        for (auto i = entries.find(tag); i != entries.size(); i = entries.find(tag, i + 1)) {
            if (entries.position(i) >= message.size()) break;
            proto_fields from(message.substr(entries.position(i)));
            if (!from.next()) break;
            if (auto const p = pair_in(field_of(part), from.bytes()); p.key == key)
                return in_value(field_of(part), p.value, pointer);
        }
        return std::nullopt;
    }

private:
    // Looks a name up in the inlined messages, whose fields count as the message's own.
    result in_inlined(proto_names const& names, std::string_view message, std::string_view pointer)
    {
        proto_fields from(message);
        while (from.next()) {
            auto const* e = names.find(from.number());
            if (!e || e->count != cardinality::inlined) continue;
            check_form(*e, from);
            if (auto found = in_message(e->inner(), from.bytes(), pointer)) return found;
        }
        check(from);
        return std::nullopt;
    }

    result in_field(entry const& e, proto_fields& from, std::string_view pointer)
    {
        if (e.count == cardinality::one)
            return is_left_out(e, from) ? std::nullopt : in_value(e, from, pointer);
        if (pointer.empty()) {
            printer p;
            p.field(e, from);
            return room_ = std::move(p.out);
        }
        auto const step = next_step(pointer, names_);
        if (!step) return std::nullopt;
        if (e.count == cardinality::map) return in_map(e, from, *step, pointer);
        std::size_t index = 0;
        auto const [past, failed] = std::from_chars(step->data(), step->data() + step->size(), index);
        bool const is_number = failed == std::errc() && past == step->data() + step->size();
        if (!is_number || (step->size() > 1 && step->front() == '0')) return std::nullopt;
        while (index-- != 0)
            if (!from.next_same()) return std::nullopt;
        return in_value(e, from, pointer);
    }

    result in_map(entry const& e, proto_fields& from, std::string_view key, std::string_view pointer)
    {
        do {
            if (auto const p = pair_in(e, from.bytes()); p.key == key) return in_value(e, p.value, pointer);
        } while (from.next_same());
        return std::nullopt;
    }

    result in_value(entry const& e, proto_fields const& from, std::string_view pointer)
    {
        if (e.type == proto_type::message) return in_message(e.inner(), from.bytes(), pointer);
        if (e.type == proto_type::json) {
            auto const value = value_at(json_in(from.bytes()), pointer);
            if (value.empty()) return std::nullopt;
            return plain_ ? plain_view(value, room_) : value;
        }
        if (!pointer.empty()) return std::nullopt;
        if (plain_ && e.type == proto_type::string) return from.bytes();
        if (plain_ && becomes_string(e.type)) {
            auto text = printer::string_of(e, from);
            if (!text) return std::nullopt;
            return room_ = std::move(*text);
        }
        printer p;
        p.value(e, from);
        return room_ = plain_ ? plain_text(p.out) : std::move(p.out);
    }

    bool plain_;
    std::string& room_;
    name_room names_;
};

} // namespace

std::string proto_json(proto_names const& names, std::string_view message, unsigned most_nested)
{
    printer p(most_nested);
    p.object(names, message);
    return std::move(p.out);
}

std::optional<std::string_view> proto_value_at(proto_names const& names, std::string_view message,
                                               std::string_view pointer, bool plain, std::string& room,
                                               whole_index index)
{
    walker at(plain, room);
    auto rest = pointer;
    whole_part part{};
    if (!take_part(rest, part) || !index.knows_all(part)) return at.in_message(names, message, pointer);
    name_room names_of_pointer;
    auto const key = next_step(rest, names_of_pointer);
    return key ? at.in_part(message, part, *key, rest, index) : std::nullopt;
}

std::optional<std::string_view> proto_part_value(std::string_view message, whole_part part,
                                                 std::string_view name, std::string& room, whole_index index)
{
    return walker(true, room).in_part(message, part, name, {}, index);
}

} // namespace coinformer::detail

#include "wire_form.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

namespace simulation {

namespace json = boost::json;

namespace {

constexpr std::string_view end_of_initial_events = "k8s.io/initial-events-end";

std::string member_text(json::object const& in, std::string_view member)
{
    auto const* v = in.if_contains(member);
    return v && v->is_string() ? std::string(v->get_string()) : std::string();
}

json::object const* child(json::object const& in, std::string_view member)
{
    auto const* v = in.if_contains(member);
    return v ? v->if_object() : nullptr;
}

bool read_object(json::object const& o, key& k, state& s)
{
    auto const* meta = child(o, "metadata");
    if (!meta) return false;
    k = {member_text(*meta, "namespace"), member_text(*meta, "name")};
    s.uid = member_text(*meta, "uid");
    s.at = version_number(member_text(*meta, "resourceVersion"));
    if (auto const* labels = child(*meta, "labels")) s.tier = member_text(*labels, "tier");
    auto const* data = child(o, "data");
    if (!data) return true;
    s.value = member_text(*data, "v");
    auto const* v = data->if_contains("v");
    return !v || v->is_string();
}

bool is_odd(line const& l, bool has_object)
{
    return !has_object || l.is.at == 0 ||
           (l.type != "ADDED" && l.type != "MODIFIED" && l.type != "DELETED" && l.type != "BOOKMARK");
}

/// One field of a protobuf message.
struct field {
    std::uint64_t number = 0;
    bool is_bytes = false;
    std::uint64_t value = 0;
    std::string_view bytes;
};

bool cut_varint(std::string_view& from, std::uint64_t& n)
{
    n = 0;
    for (unsigned shift = 0; !from.empty() && shift < 64; shift += 7) {
        auto const byte = static_cast<unsigned char>(from.front());
        from.remove_prefix(1);
        n |= std::uint64_t(byte & 0x7f) << shift;
        if (byte < 0x80) return true;
    }
    return false;
}

/// Splits a protobuf message into its fields. Returns nullopt if these bytes are no message.
std::optional<std::vector<field>> fields_of(std::string_view message)
{
    std::vector<field> all;
    while (!message.empty()) {
        field f;
        if (!cut_varint(message, f.number) || !cut_varint(message, f.value)) return std::nullopt;
        auto const form = f.number & 7;
        f.number >>= 3;
        f.is_bytes = form == 2;
        if (form != 0 && form != 2) return std::nullopt;
        if (f.is_bytes) {
            if (f.value > message.size()) return std::nullopt;
            f.bytes = message.substr(0, f.value);
            message.remove_prefix(f.value);
        }
        all.push_back(f);
    }
    return all;
}

std::string_view bytes_in(std::string_view message, std::uint64_t number)
{
    for (auto const& f : fields_of(message).value_or(std::vector<field>()))
        if (f.number == number && f.is_bytes) return f.bytes;
    return {};
}

std::string label(std::string_view metadata, std::uint64_t map, std::string_view name)
{
    for (auto const& f : fields_of(metadata).value_or(std::vector<field>()))
        if (f.number == map && bytes_in(f.bytes, 1) == name) return std::string(bytes_in(f.bytes, 2));
    return {};
}

/// The contents of a runtime.Unknown: the kind, and the object's message.
struct envelope {
    std::string_view kind, message;
};
std::optional<envelope> open(std::string_view bytes)
{
    constexpr std::string_view magic("k8s\0", 4);
    if (!bytes.starts_with(magic)) return std::nullopt;
    auto const parts = fields_of(bytes.substr(magic.size()));
    if (!parts) return std::nullopt;
    envelope e;
    std::size_t messages = 0;
    for (auto const& f : *parts) {
        if (f.number == 1) e.kind = bytes_in(f.bytes, 2);
        if (f.number != 2) continue;
        e.message = f.bytes;
        ++messages;
    }
    if (messages != 1) return std::nullopt;
    return e;
}

// ObjectMeta has the numbers 1 name, 3 namespace, 5 uid, 6 resourceVersion, 11 labels. In a ConfigMap and in
// a Secret, 1 is the metadata and 2 the data.
bool read_object(std::string_view message, bool is_secret, key& k, state& s)
{
    auto const parts = fields_of(message);
    auto const meta = bytes_in(message, 1);
    k = {std::string(bytes_in(meta, 3)), std::string(bytes_in(meta, 1))};
    s.uid = bytes_in(meta, 5);
    s.at = version_number(bytes_in(meta, 6));
    s.tier = label(meta, 11, "tier");
    if (!parts) return false;
    for (auto const& f : *parts) {
        if (f.number != 2) continue;
        if (!fields_of(f.bytes)) return false;
        if (bytes_in(f.bytes, 1) != "v") continue;
        auto const v = bytes_in(f.bytes, 2);
        s.value = is_secret ? base64(v) : std::string(v);
    }
    return true;
}

told_event read_proto_event(std::string_view message)
{
    told_event e;
    auto& l = e.is;
    l.type = bytes_in(message, 1);
    auto const object = open(bytes_in(bytes_in(message, 2), 1));
    if (object && l.type == "ERROR") {
        for (auto const& f : fields_of(object->message).value_or(std::vector<field>()))
            if (f.number == 6) e.error_code = static_cast<int>(f.value);
    } else if (object) {
        l.poisoned = !read_object(object->message, object->kind == "Secret", l.of, l.is);
        e.ends_initial = label(bytes_in(object->message, 1), 12, end_of_initial_events) == "true";
    }
    l.odd = is_odd(l, object.has_value());
    return e;
}

} // namespace

std::string base64(std::string_view bytes)
{
    static constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(3, bytes.size()))) {
        std::uint32_t group = 0;
        for (std::size_t i = 0; i != 3; ++i)
            group = group << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
        for (std::size_t i = 0; i != 4; ++i)
            out += i <= bytes.size() ? digits[group >> (18 - 6 * i) & 63] : '=';
    }
    return out;
}

std::string lying_list(std::int64_t how, std::string const& version)
{
    auto const varint = [](std::size_t n) {
        std::string out;
        for (; n >= 0x80; n >>= 7) out += static_cast<char>(n | 0x80);
        return out + static_cast<char>(n);
    };
    auto const bytes = [&](int number, std::string const& value, std::size_t too_many = 0) {
        return static_cast<char>(number << 3 | 2) + varint(value.size() + too_many) + value;
    };
    auto const object = [&](char const* name) {
        return bytes(1, bytes(1, name) + bytes(3, "n0") + bytes(5, "no-uid") + bytes(6, version));
    };
    auto const meta = bytes(1, bytes(2, version));
    auto const first = bytes(2, object("lie")), last = bytes(2, object("lie-too"), how == 1 ? 30 : 0);
    auto const list =
        how == 2 ? bytes(2, meta + first) + last : bytes(2, meta + first + last, how == 0 ? 40 : 0);
    return std::string("k8s\0", 4) + bytes(1, bytes(1, "v1") + bytes(2, "ConfigMapList")) + list;
}

bool read_object(std::string_view text, key& k, state& s)
{
    auto const o = json::parse(text);
    return read_object(o.as_object(), k, s);
}

told_event read_json_event(std::string_view text)
{
    told_event e;
    auto& l = e.is;
    boost::system::error_code bad;
    auto const parsed = json::parse(text, bad);
    auto const* event = bad ? nullptr : parsed.if_object();
    auto const* o = event ? child(*event, "object") : nullptr;
    if (event) l.type = member_text(*event, "type");
    if (o) l.poisoned = !read_object(*o, l.of, l.is);
    l.odd = is_odd(l, o != nullptr);
    auto const* code = o ? o->if_contains("code") : nullptr;
    if (code && code->is_int64()) e.error_code = static_cast<int>(code->get_int64());
    auto const* meta = o ? child(*o, "metadata") : nullptr;
    auto const* notes = meta ? child(*meta, "annotations") : nullptr;
    e.ends_initial = notes && member_text(*notes, end_of_initial_events) == "true";
    return e;
}

std::optional<told_event> cut_proto_event(std::string& bytes)
{
    constexpr std::size_t header = 4;
    if (bytes.size() < header) return std::nullopt;
    std::size_t length = 0;
    for (std::size_t i = 0; i != header; ++i) length = length << 8 | static_cast<unsigned char>(bytes[i]);
    if (bytes.size() - header < length) return std::nullopt;
    auto e = read_proto_event(std::string_view(bytes).substr(header, length));
    bytes.erase(0, header + length);
    return e;
}

std::optional<told_page> read_json_page(std::string_view body)
{
    boost::system::error_code bad;
    auto const parsed = json::parse(body, bad);
    auto const* list = bad ? nullptr : parsed.if_object();
    auto const* meta = list ? child(*list, "metadata") : nullptr;
    auto const* items = list ? list->if_contains("items") : nullptr;
    if (!meta || !items || !items->is_array()) return std::nullopt;
    told_page page;
    page.at = version_number(member_text(*meta, "resourceVersion"));
    page.token = member_text(*meta, "continue");
    if (auto const* more = meta->if_contains("remainingItemCount"))
        page.remaining = more->to_number<std::uint64_t>();
    for (auto const& item : items->get_array()) {
        auto& i = page.items.emplace_back();
        i.decodes = read_object(item.as_object(), i.of, i.is);
    }
    return page;
}

// ListMeta has the numbers 2 resourceVersion, 3 continue, 4 remainingItemCount. In a list, 1 is the metadata,
// and each 2 is an item.
std::optional<told_page> read_proto_page(std::string_view body)
{
    auto const list = open(body);
    auto const parts = list ? fields_of(list->message) : std::nullopt;
    if (!parts || !list->kind.ends_with("List")) return std::nullopt;
    told_page page;
    for (auto const& f : *parts) {
        if (f.number == 1) {
            page.at = version_number(bytes_in(f.bytes, 2));
            page.token = bytes_in(f.bytes, 3);
            for (auto const& m : fields_of(f.bytes).value_or(std::vector<field>()))
                if (m.number == 4) page.remaining = m.value;
        } else if (f.number == 2) {
            auto& i = page.items.emplace_back();
            i.decodes = read_object(f.bytes, list->kind == "SecretList", i.of, i.is);
        }
    }
    return page;
}

} // namespace simulation

#include "testing/http/protobuf_answer.hpp"

#include "testing/formats/protobuf_schema.hpp"
#include "testing/formats/time_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <openssl/evp.h>

#include <chrono>
#include <optional>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

std::string varint(std::uint64_t n)
{
    std::string out;
    for (; n >= 0x80; n >>= 7) out += static_cast<char>(n | 0x80);
    return out + static_cast<char>(n);
}

std::string integer(std::uint32_t number, std::int64_t value)
{
    return varint(std::uint64_t(number) << 3) + varint(static_cast<std::uint64_t>(value));
}

std::string bytes(std::uint32_t number, std::string_view value)
{
    return varint(std::uint64_t(number) << 3 | 2) + varint(value.size()).append(value);
}

/// runtime.Unknown after its four magic bytes: 1 {1 apiVersion, 2 kind}, 2 the object, 3 and 4 its content
/// encoding and type, which are empty.
std::string envelope(std::string_view api_version, std::string_view kind, std::string_view object)
{
    return std::string("k8s\0", 4) + bytes(1, bytes(1, api_version) + bytes(2, kind)) + bytes(2, object) +
           bytes(3, "") + bytes(4, "");
}

/// Returns four bytes that announce `length`, the most significant one first, and the message.
std::string frame(std::string_view message, std::size_t length)
{
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(length >> shift & 0xff);
    return out.append(message);
}

std::string decoded_base64(std::string_view text)
{
    std::string out(text.size(), '\0');
    auto const n =
        EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                        reinterpret_cast<unsigned char const*>(text.data()), static_cast<int>(text.size()));
    auto const padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
    out.resize(static_cast<std::size_t>(std::max(n - padding, 0)));
    return out;
}

// Writes a time as Go does: a MicroTime with its fraction of a second, and a Time without it.
std::string encoded_moment(std::string_view text, protobuf_type type)
{
    auto const at = parse_rfc3339(text);
    if (!at) return {}; // Go's zero time, which is null in JSON
    auto const second = std::chrono::floor<std::chrono::seconds>(*at);
    std::chrono::nanoseconds const beyond = *at - second;
    return integer(1, second.time_since_epoch().count()) +
           integer(2, type == protobuf_type::micro_time ? beyond.count() : 0);
}

std::string message_of(json::object const& object, std::string_view kind);

// A number cannot be written where the schema has a text. In its place stands a field with a wrong length, so
// that the object does not decode, just as it does not in JSON.
std::string value_of(std::uint32_t number, protobuf_field const& f, json::value const& v)
{
    bool const is_number = f.type == protobuf_type::integer || f.type == protobuf_type::boolean ||
                           f.type == protobuf_type::int_or_string;
    if (v.is_number() && !is_number) return bytes(number, std::string(99, '?')).substr(0, 2);
    if (v.is_int64()) return integer(number, v.get_int64());
    if (v.is_uint64()) return integer(number, static_cast<std::int64_t>(v.get_uint64()));
    if (v.is_bool()) return integer(number, v.get_bool() ? 1 : 0);
    auto const text = v.is_string() ? std::string_view(v.get_string()) : std::string_view();
    switch (f.type) {
    case protobuf_type::message:
        return bytes(number, v.is_object() ? message_of(v.get_object(), f.message) : std::string());
    case protobuf_type::bytes: return bytes(number, decoded_base64(text));
    case protobuf_type::time:
    case protobuf_type::micro_time: return bytes(number, encoded_moment(text, f.type));
    case protobuf_type::quantity: return bytes(number, bytes(1, text));
    case protobuf_type::int_or_string: return bytes(number, integer(1, 1) + integer(2, 0) + bytes(3, text));
    case protobuf_type::json: return bytes(number, bytes(1, json::serialize(v)));
    default: return bytes(number, text);
    }
}

std::string encoded_field(std::uint32_t number, protobuf_field const& f, json::value const& v)
{
    using has = protobuf_field::has;
    std::string out;
    if (f.count == has::many && v.is_array())
        for (auto const& element : v.get_array()) out += value_of(number, f, element);
    else if (f.count == has::map && v.is_object())
        for (auto const& [key, value] : v.get_object())
            out += bytes(number, bytes(1, key) + value_of(2, f, value));
    else if (!v.is_null())
        out = value_of(number, f, v);
    return out;
}

// Writes a message as Go does: fields that JSON leaves out if they are empty are written.
std::string message_of(json::object const& object, std::string_view kind)
{
    using has = protobuf_field::has;
    std::string out;
    for (auto const& [number, f] : *find_protobuf_message(kind)) {
        auto const* v = object.if_contains(f.name);
        if (f.count == has::inlined)
            out += bytes(number, message_of(object, f.message));
        else if (v)
            out += encoded_field(number, f, *v);
        else if (f.count == has::one && !f.keeps_zero && f.type == protobuf_type::string)
            out += bytes(number, "");
        else if (f.count == has::one && !f.keeps_zero &&
                 (f.type == protobuf_type::integer || f.type == protobuf_type::boolean))
            out += integer(number, 0);
    }
    return out;
}

std::string_view text_view_at(json::object const& in, std::string_view member)
{
    auto const* v = in.if_contains(member);
    return v && v->is_string() ? std::string_view(v->get_string()) : std::string_view();
}

} // namespace

bool prefers_protobuf(std::string_view accept, served_resource const& of)
{
    return accept.substr(0, accept.find(',')) == protobuf_list_type &&
           has_protobuf_kind(of.api_version(), of.kind);
}

std::string protobuf_list(served_resource const& of, list_result const& list)
{
    json::object metadata;
    metadata["resourceVersion"] = std::to_string(list.at);
    if (!list.continue_token.empty()) metadata["continue"] = list.continue_token;
    if (list.page.remaining) metadata["remainingItemCount"] = *list.page.remaining;
    if (!list.page.shard.empty()) metadata["shardInfo"] = json::object{{"selector", list.page.shard}};
    auto all = bytes(1, message_of(metadata, "ListMeta"));
    for (auto const& item : list.page.items) all += bytes(2, message_of(item->body(), of.kind));
    return envelope(of.api_version(), of.list_kind, all);
}

std::string protobuf_event(std::string_view type, json::object const& object)
{
    auto const kind = text_view_at(object, "kind");
    auto const* const known = find_protobuf_message(kind);
    auto const message =
        bytes(1, type) + bytes(2, bytes(1, envelope(text_view_at(object, "apiVersion"), kind,
                                                    known ? message_of(object, kind) : std::string())));
    return frame(message, message.size());
}

std::string protobuf_event(std::string_view json_line)
{
    json::error_code bad;
    auto const parsed = json::parse(json_line, bad);
    auto const* event = bad ? nullptr : parsed.if_object();
    if (!event) return frame(json_line, 2 * json_line.size());
    auto const* object = event->if_contains("object");
    if (object && object->is_object())
        return protobuf_event(text_view_at(*event, "type"), object->get_object());
    auto const message = bytes(1, text_view_at(*event, "type"));
    return frame(message, message.size());
}

} // namespace coinformer::testing::detail

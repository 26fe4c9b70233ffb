#include "testing/http/protobuf_body.hpp"

#include "testing/formats/protobuf_schema.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <openssl/evp.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <optional>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

constexpr std::string_view protobuf_media_type = "application/vnd.kubernetes.protobuf";

[[noreturn]] void refuse_bytes()
{
    throw bad_request("the body of the request is not protobuf as it should be");
}

refusal not_read(std::string const& what)
{
    return {errc::unexpected_status, 415, "UnsupportedMediaType",
            "the body of the request was in an unknown format (" + std::string(protobuf_media_type) + ", " +
                what + ") - accepted media types include: application/json. Of protobuf this server reads " +
                protobuf_kinds() +
                ". Send JSON: kubectl create ... --dry-run=client -o yaml | kubectl create -f -; in Go with "
                "ContentType: \"application/json\""};
}

/// Reads the fields of one message one after the other; `value` or `bytes` is the content of the present one.
class field_reader {
public:
    explicit field_reader(std::string_view bytes) : rest_(bytes) {}

    bool next()
    {
        if (rest_.empty()) return false;
        auto const tag = varint();
        number = static_cast<std::uint32_t>(tag >> 3);
        switch (tag & 7) {
        case 0: value = varint(); return true;
        case 2: bytes = take(varint()); return true;
        default: refuse_bytes(); // the known kinds have no other wire types
        }
    }

    std::uint32_t number = 0;
    std::uint64_t value = 0;
    std::string_view bytes;

private:
    std::uint64_t varint()
    {
        std::uint64_t n = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            auto const byte = static_cast<unsigned char>(take(1).front());
            n |= std::uint64_t(byte & 0x7f) << shift;
            if (byte < 0x80) return n;
        }
        refuse_bytes();
    }
    std::string_view take(std::uint64_t n)
    {
        if (n > rest_.size()) refuse_bytes();
        auto const taken = rest_.substr(0, n);
        rest_.remove_prefix(n);
        return taken;
    }

    std::string_view rest_;
};

std::string base64(std::string_view bytes)
{
    std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0'); // OpenSSL adds a zero byte
    auto const n =
        EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                        reinterpret_cast<unsigned char const*>(bytes.data()), static_cast<int>(bytes.size()));
    out.resize(static_cast<std::size_t>(n));
    return out;
}

enum class precision { seconds, microseconds };

// Returns a time as RFC 3339 text, and null for Go's zero time, which is an empty message.
json::value decoded_moment(std::string_view message, precision p)
{
    std::time_t seconds = 0;
    std::uint64_t nanos = 0;
    if (message.empty()) return nullptr;
    for (field_reader f(message); f.next();) {
        if (f.number == 1) seconds = static_cast<std::time_t>(f.value);
        if (f.number == 2) nanos = f.value;
    }
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 40> text{};
    auto n = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    std::string all(text.data(), n);
    if (p == precision::microseconds) {
        std::snprintf(text.data(), text.size(), ".%06u", static_cast<unsigned>(nanos / 1000 % 1'000'000));
        all += text.data();
    }
    return json::value(all + "Z");
}

json::value integer_or_string(std::string_view message)
{
    std::uint64_t is_text = 0, number = 0;
    std::string_view text;
    for (field_reader f(message); f.next();) {
        if (f.number == 1) is_text = f.value;
        if (f.number == 2) number = f.value;
        if (f.number == 3) text = f.bytes;
    }
    if (is_text != 0) return json::value(text);
    return json::value(static_cast<std::int64_t>(number));
}

std::string_view first_member(std::string_view message)
{
    for (field_reader f(message); f.next();)
        if (f.number == 1) return f.bytes;
    return {};
}

json::object read_message(std::string_view kind, std::string_view bytes);

json::value json_in(std::string_view message)
{
    json::error_code ec;
    auto value = json::parse(first_member(message), ec);
    if (ec) refuse_bytes();
    return value;
}

json::value read_value(protobuf_field const& field, field_reader const& f)
{
    switch (field.type) {
    case protobuf_type::message: return read_message(field.message, f.bytes);
    case protobuf_type::string: return json::value(f.bytes);
    case protobuf_type::boolean: return json::value(f.value != 0);
    case protobuf_type::integer: return json::value(static_cast<std::int64_t>(f.value));
    case protobuf_type::bytes: return json::value(base64(f.bytes));
    case protobuf_type::time: return decoded_moment(f.bytes, precision::seconds);
    case protobuf_type::micro_time: return decoded_moment(f.bytes, precision::microseconds);
    case protobuf_type::quantity: return json::value(first_member(f.bytes));
    case protobuf_type::int_or_string: return integer_or_string(f.bytes);
    case protobuf_type::json: return json_in(f.bytes);
    }
    return nullptr;
}

bool is_default(json::value const& v)
{
    if (v.is_string()) return v.get_string().empty();
    if (v.is_object()) return v.get_object().empty();
    return v.is_null() || v == 0 || v == false;
}

void read_entry(json::object& map, protobuf_field const& field, std::string_view entry)
{
    std::string_view key;
    auto value = json::value("");
    for (field_reader f(entry); f.next();) {
        if (f.number == 1) key = f.bytes;
        if (f.number == 2) value = read_value(field, f);
    }
    map[key] = std::move(value);
}

json::object& as_object(json::value& v)
{
    return v.is_object() ? v.get_object() : v.emplace_object();
}

json::array& as_array(json::value& v)
{
    return v.is_array() ? v.get_array() : v.emplace_array();
}

json::object read_message(std::string_view kind, std::string_view bytes)
{
    using has = protobuf_field::has;
    auto const* const message = find_protobuf_message(kind);
    json::object object;
    for (field_reader f(bytes); f.next();) {
        auto const it = message->find(f.number);
        if (it == message->end())
            throw not_read("with field " + std::to_string(f.number) + " of " + std::string(kind));
        auto const& field = it->second;
        if (field.count == has::map) {
            read_entry(as_object(object[field.name]), field, f.bytes);
        } else if (field.count == has::many) {
            as_array(object[field.name]).push_back(read_value(field, f));
        } else if (field.count == has::inlined) {
            for (auto& [key, value] : read_message(field.message, f.bytes)) object[key] = std::move(value);
        } else if (auto value = read_value(field, f); field.keeps_zero || !is_default(value)) {
            object[field.name] = std::move(value);
        }
    }
    return object;
}

} // namespace

// The envelope is four magic bytes and a message runtime.Unknown: 1 {1 apiVersion, 2 kind}, 2 the object.
std::string json_of_protobuf(std::string_view bytes)
{
    constexpr std::string_view magic("k8s\0", 4);
    if (!bytes.starts_with(magic)) refuse_bytes();
    bytes.remove_prefix(magic.size());
    std::string_view api_version, kind, raw;
    for (field_reader f(bytes); f.next();) {
        if (f.number == 2) raw = f.bytes;
        if (f.number != 1) continue;
        for (field_reader type(f.bytes); type.next();) (type.number == 1 ? api_version : kind) = type.bytes;
    }
    if (!has_protobuf_kind(api_version, kind))
        throw not_read("of " + std::string(api_version) + " " + std::string(kind));
    json::object object;
    object["kind"] = kind;
    object["apiVersion"] = api_version;
    for (auto& [key, value] : read_message(kind, raw)) object[key] = std::move(value);
    return json::serialize(object);
}

std::optional<wire_request> json_request(wire_request const& request)
{
    if (request.content_type != protobuf_media_type || request.body.empty()) return std::nullopt;
    auto translated = request;
    translated.body = json_of_protobuf(request.body);
    translated.content_type = "application/json";
    return translated;
}

} // namespace coinformer::testing::detail

#pragma once

#include "api/protobuf/field_table.hpp"

#include <boost/json.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A small writer of protobuf. It also encodes JSON as a Go server would encode the same object: in the order
// of the field numbers, with the zeros that JSON leaves out.

namespace test {

namespace pb {

inline std::string varint(std::uint64_t n)
{
    std::string out;
    for (; n >= 0x80; n >>= 7) out += static_cast<char>(n | 0x80);
    return out + static_cast<char>(n);
}

inline std::string integer(std::uint32_t number, std::int64_t value)
{
    return varint(std::uint64_t(number) << 3) + varint(static_cast<std::uint64_t>(value));
}

inline std::string bytes(std::uint32_t number, std::string_view value)
{
    return varint(std::uint64_t(number) << 3 | 2) + varint(value.size()).append(value);
}

/// Returns a runtime.Unknown with its magic.
inline std::string envelope(std::string_view api_version, std::string_view kind, std::string_view raw)
{
    return std::string("k8s\0", 4) + bytes(1, bytes(1, api_version) + bytes(2, kind)) + bytes(2, raw) +
           bytes(3, "") + bytes(4, "");
}

/// Returns a frame of a watch.
inline std::string frame(std::string_view message)
{
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(message.size() >> shift & 0xff);
    return out.append(message);
}

/// Returns an event, whose object is an envelope.
inline std::string event(std::string_view type, std::string_view object)
{
    return frame(bytes(1, type) + bytes(2, bytes(1, object)));
}

} // namespace pb

namespace detail {

using coinformer::detail::proto_field;
using coinformer::detail::proto_message;
using coinformer::detail::proto_type;

std::string encode(boost::json::object const& object, proto_message const& message);

/// Caches the fields of a message: fields_of() searches the whole table, and tests that write many objects
/// ask for the same messages again and again.
inline std::vector<proto_field> const& known_fields_of(proto_message const& message)
{
    static std::map<std::pair<std::string, std::string>, std::vector<proto_field>> known;
    auto const [at, is_new] = known.try_emplace({std::string(message.section), std::string(message.name)});
    if (is_new) at->second = coinformer::detail::fields_of(message);
    return at->second;
}

inline int number_at(std::string_view text, std::size_t at, std::size_t size)
{
    return std::stoi(std::string(text.substr(at, size)));
}

inline std::string encode_time(std::string_view text)
{
    using namespace std::chrono;
    year_month_day const day{year(number_at(text, 0, 4)), month(static_cast<unsigned>(number_at(text, 5, 2))),
                             std::chrono::day(static_cast<unsigned>(number_at(text, 8, 2)))};
    auto const at = sys_days(day) + hours(number_at(text, 11, 2)) + minutes(number_at(text, 14, 2)) +
                    seconds(number_at(text, 17, 2));
    auto const nanos = text.size() > 20 ? number_at(text, 20, 6) * 1000 : 0;
    return pb::integer(1, at.time_since_epoch().count()) + pb::integer(2, nanos);
}

inline std::string decode_base64(std::string_view text)
{
    static constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    unsigned bits = 0, count = 0;
    for (auto const c : text.substr(0, text.find('='))) {
        bits = bits << 6 | static_cast<unsigned>(digits.find(c));
        count += 6;
        if (count >= 8) out += static_cast<char>(bits >> (count -= 8) & 0xff);
    }
    return out;
}

inline std::string encode_value(std::uint32_t number, proto_field const& f, boost::json::value const& v)
{
    auto const text = v.is_string() ? std::string_view(v.get_string()) : std::string_view();
    switch (f.type) {
    case proto_type::string: return pb::bytes(number, text);
    case proto_type::bytes: return pb::bytes(number, decode_base64(text));
    case proto_type::boolean: return pb::integer(number, v.get_bool());
    case proto_type::integer: return pb::integer(number, v.to_number<std::int64_t>());
    case proto_type::time:
    case proto_type::micro_time: return pb::bytes(number, v.is_null() ? std::string() : encode_time(text));
    case proto_type::quantity: return pb::bytes(number, pb::bytes(1, text));
    case proto_type::json: return pb::bytes(number, pb::bytes(1, boost::json::serialize(v)));
    case proto_type::int_or_string:
        return pb::bytes(number, pb::integer(1, v.is_string()) +
                                     pb::integer(2, v.is_string() ? 0 : v.as_int64()) + pb::bytes(3, text));
    default: return pb::bytes(number, encode(v.as_object(), f.message));
    }
}

inline std::string encode_field(proto_field const& f, boost::json::value const& v)
{
    using cardinality = proto_field::cardinality;
    std::string out;
    bool const is_time =
        // Go's zero time, which is null in JSON
        f.type == proto_type::time || f.type == proto_type::micro_time;
    if (v.is_null() && !is_time) return out;
    if (f.count == cardinality::list)
        for (auto const& element : v.as_array()) out += encode_value(f.number, f, element);
    else if (f.count == cardinality::map)
        for (auto const& [key, value] : v.as_object())
            out += pb::bytes(f.number, pb::bytes(1, key) + encode_value(2, f, value));
    else
        out = encode_value(f.number, f, v);
    return out;
}

inline std::string encode(boost::json::object const& object, proto_message const& message)
{
    std::string out;
    for (auto const& f : known_fields_of(message)) {
        auto const* v = object.if_contains(f.name);
        if (f.count == proto_field::cardinality::inlined)
            out += pb::bytes(f.number, encode(object, f.message));
        else if (v)
            out += encode_field(f, *v);
        else if (f.count != proto_field::cardinality::one || f.keeps_zero)
            continue;
        else if (f.type == proto_type::string)
            out += pb::bytes(f.number, "");
        else if (f.type == proto_type::integer || f.type == proto_type::boolean)
            out += pb::integer(f.number, 0);
    }
    return out;
}

} // namespace detail

/// Returns the message of an object in JSON.
inline std::string proto_of(boost::json::value const& object,
                            coinformer::detail::proto_message const& message)
{
    return detail::encode(object.as_object(), message);
}

} // namespace test

#pragma once

#include "api/json/text.hpp"
#include "api/protobuf/field_table.hpp"
#include "api/protobuf/wire.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

// Prints whole protobuf objects as JSON, with the table of messages alone, so that each field that a real
// server writes is compared.

namespace test {

namespace json = boost::json;
using coinformer::detail::proto_field;
using coinformer::detail::proto_fields;
using coinformer::detail::proto_message;
using coinformer::detail::proto_type;

inline void read_object(json::object& into, std::string_view bytes, proto_message const& message);

inline std::string_view first_bytes(std::string_view message)
{
    for (proto_fields f(message); f.next();)
        if (f.number() == 1) return f.bytes();
    return {};
}

inline json::value time_of(std::string_view message, bool is_micro)
{
    std::int64_t seconds = 0, nanos = 0;
    for (proto_fields f(message); f.next();)
        (f.number() == 1 ? seconds : nanos) = static_cast<std::int64_t>(f.value());
    if (message.empty()) return nullptr;
    return json::value(is_micro ? coinformer::detail::rfc3339_micro(seconds, nanos / 1000)
                                : coinformer::detail::rfc3339(seconds));
}

inline json::value value_of(proto_field const& field, proto_fields const& f)
{
    switch (field.type) {
    case proto_type::string: return json::value(f.bytes());
    case proto_type::boolean: return json::value(f.value() != 0);
    case proto_type::integer: return json::value(static_cast<std::int64_t>(f.value()));
    case proto_type::bytes: return json::value(coinformer::detail::base64(f.bytes()));
    case proto_type::time: return time_of(f.bytes(), false);
    case proto_type::micro_time: return time_of(f.bytes(), true);
    case proto_type::quantity: return json::value(first_bytes(f.bytes()));
    case proto_type::json:
        return first_bytes(f.bytes()).empty() ? json::value() : json::parse(first_bytes(f.bytes()));
    case proto_type::int_or_string: {
        bool is_text = false;
        std::int64_t number = 0;
        std::string_view text;
        for (proto_fields inner(f.bytes()); inner.next();) {
            if (inner.number() == 1) is_text = inner.value() != 0;
            if (inner.number() == 2) number = static_cast<std::int64_t>(inner.value());
            if (inner.number() == 3) text = inner.bytes();
        }
        return is_text ? json::value(text) : json::value(number);
    }
    default: {
        json::object object;
        read_object(object, f.bytes(), field.message);
        return object;
    }
    }
}

inline void read_entry(json::object& map, proto_field const& field, std::string_view entry)
{
    std::string_view key;
    proto_fields value("");
    for (proto_fields f(entry); f.next();) {
        if (f.number() == 1) key = f.bytes();
        if (f.number() == 2) value = f;
    }
    map[key] = value_of(field, value);
}

inline bool is_left_out(proto_field const& field, json::value const& v)
{
    auto const is_scalar = field.type == proto_type::string || field.type == proto_type::boolean ||
                           field.type == proto_type::integer || field.type == proto_type::bytes;
    return is_scalar && !field.keeps_zero &&
           ((v.is_string() && v.get_string().empty()) || v == 0 || v == false);
}

inline void read_object(json::object& into, std::string_view bytes, proto_message const& message)
{
    using cardinality = proto_field::cardinality;
    auto const known = coinformer::detail::fields_of(message);
    for (proto_fields f(bytes); f.next();) {
        auto const field = std::ranges::find(known, f.number(), &proto_field::number);
        if (field == known.end()) {
            into["unknown field " + std::to_string(f.number())] = true;
            continue;
        }
        auto const at = [&](auto empty) -> json::value& {
            auto& v = into[field->name];
            if (v.is_null()) v = empty;
            return v;
        };
        if (field->count == cardinality::inlined)
            read_object(into, f.bytes(), field->message);
        else if (field->count == cardinality::map)
            read_entry(at(json::object()).get_object(), *field, f.bytes());
        else if (field->count == cardinality::list)
            at(json::array()).get_array().push_back(value_of(*field, f));
        else if (auto v = value_of(*field, f); !is_left_out(*field, v))
            into[field->name] = std::move(v);
    }
}

/// Returns the value without null members, and with the others in the order of their names. In protobuf an
/// object within an object (a claim's template) has no kind; a projection that needs the kind has to use
/// JSON.
inline json::value normal(json::value const& v)
{
    if (v.is_array()) {
        json::array out;
        for (auto const& e : v.get_array()) out.push_back(normal(e));
        return out;
    }
    if (!v.is_object()) return v;
    std::vector<std::string_view> names;
    for (auto const& [name, value] : v.get_object())
        if (!value.is_null() &&
            !(v.get_object().contains("metadata") && (name == "kind" || name == "apiVersion")))
            names.push_back(name);
    std::ranges::sort(names);
    json::object out;
    for (auto const name : names) out[name] = normal(v.get_object().at(name));
    return out;
}

inline json::array items_of_json(std::string const& body)
{
    json::array out;
    auto const list = json::parse(body);
    for (auto const& item : list.at("items").as_array()) out.push_back(normal(item));
    return out;
}

inline json::array items_of_proto(std::string const& body, proto_message const& message)
{
    json::array out;
    auto const envelope = coinformer::detail::open_envelope(body);
    if (!envelope) return {"no envelope"};
    for (proto_fields f(envelope->raw); f.next();) {
        if (f.number() != 2) continue;
        json::object item;
        read_object(item, f.bytes(), message);
        out.push_back(normal(item));
    }
    return out;
}

/// True if the group is one of k8s.io/api and its version is stable.
inline bool is_stable_builtin(std::string_view group_version)
{
    return group_version.find("beta") == group_version.npos &&
           group_version.find("alpha") == group_version.npos &&
           !group_version.starts_with("apiextensions.") && !group_version.starts_with("apiregistration.") &&
           group_version.find("example.") == group_version.npos; // made by other tests
}

/// Returns the plurals in a discovery document that can be listed and watched.
inline std::vector<std::string> watchable(std::string const& discovery)
{
    std::vector<std::string> out;
    auto const document = json::parse(discovery);
    for (auto const& r : document.at("resources").as_array()) {
        auto const& verbs = r.at("verbs").as_array();
        if (std::ranges::find(verbs, json::value("watch")) != verbs.end())
            out.emplace_back(std::string_view(r.at("name").as_string()));
    }
    return out;
}

} // namespace test

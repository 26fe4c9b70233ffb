#include "object_as_json.hpp"

#include "api/json/text.hpp"
#include "api/protobuf/object_reader.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <cstring>
#include <span>
#include <stdexcept>

namespace json = boost::json;
using namespace coinformer;
using detail::member_type;
using detail::shape;

namespace test {

namespace {

json::value value_of(member_type const& type, char const* at);

template <class X>
X const& as(char const* at)
{
    return *reinterpret_cast<X const*>(at);
}

std::int64_t integer_at(member_type const& type, char const* at)
{
    return type.size == 4 ? as<std::int32_t>(at) : as<std::int64_t>(at);
}

// Seconds and microseconds since 1970 are distinguished by the size of the number.
json::value time_at(char const* at)
{
    constexpr std::int64_t last_second = 253'402'300'799;
    auto const ticks = as<std::int64_t>(at);
    if (ticks == 0) return nullptr;
    if (ticks <= last_second) return json::value(detail::rfc3339(ticks));
    return json::value(detail::rfc3339_micro(ticks / 1'000'000, ticks % 1'000'000));
}

template <class X>
json::value optional_of(member_type const& element, char const* at)
{
    auto const& o = as<std::optional<X>>(at);
    return o ? value_of(element, reinterpret_cast<char const*>(&*o)) : json::value();
}

json::value optional_at(member_type const& element, char const* at)
{
    switch (element.what) {
    case shape::boolean: return optional_of<bool>(element, at);
    case shape::integer:
        return element.size == 4 ? optional_of<std::int32_t>(element, at)
                                 : optional_of<std::int64_t>(element, at);
    case shape::time: return optional_of<timestamp>(element, at);
    case shape::text: return optional_of<text>(element, at);
    case shape::quantity: return optional_of<quantity>(element, at);
    case shape::int_or_string: return optional_of<int_or_string>(element, at);
    default: throw std::logic_error("no generated view has such an optional");
    }
}

// Returns true if a member with this value differs from an absent one. In an optional or a box, 0 and {} do.
bool is_told(member_type const& type, json::value const& v)
{
    if (v.is_null()) return false;
    if (type.what == shape::optional || type.what == shape::boxed || type.what == shape::raw) return true;
    if (v.is_object()) return !v.get_object().empty();
    if (v.is_array()) return !v.get_array().empty();
    if (v.is_string()) return !v.get_string().empty();
    return v != 0 && v != false;
}

json::value record_at(member_type const& type, char const* at)
{
    json::object all;
    for (auto const& m : std::span(type.members, type.member_count)) {
        auto v = value_of(*m.type, at + (m.offset ? m.offset() : m.at));
        if (is_told(*m.type, v)) all[m.name] = std::move(v);
    }
    return all;
}

json::value elements_at(member_type const& element, char const* at)
{
    auto const& elements = as<list<std::byte>>(at);
    auto const* const first = reinterpret_cast<char const*>(elements.begin());
    json::array all;
    for (std::size_t i = 0; i != elements.size(); ++i)
        all.push_back(value_of(element, first + i * element.size));
    return all;
}

json::value entries_at(member_type const& entry, char const* at)
{
    auto const& entries = as<list<std::byte>>(at);
    auto const* slot = reinterpret_cast<char const*>(entries.begin());
    json::object all;
    for (auto left = entries.size(); left != 0; --left, slot += entry.size)
        all[as<text>(slot).view()] = value_of(*entry.element, slot + sizeof(text));
    return all;
}

json::value value_of(member_type const& type, char const* at)
{
    switch (type.what) {
    case shape::record: return record_at(type, at);
    case shape::text:
    case shape::quantity: return json::value(as<text>(at).view());
    case shape::raw: return as<text>(at).empty() ? json::value() : json::parse(as<text>(at).view());
    case shape::boolean: return as<bool>(at);
    case shape::integer: return integer_at(type, at);
    case shape::time: return time_at(at);
    case shape::optional: return optional_at(*type.element, at);
    case shape::list: return elements_at(*type.element, at);
    case shape::entries: return entries_at(*type.element, at);
    case shape::boxed: {
        auto const& box = as<list<std::byte>>(at);
        return box.empty() ? json::value()
                           : value_of(*type.element, reinterpret_cast<char const*>(box.begin()));
    }
    case shape::int_or_string: {
        auto const& v = as<int_or_string>(at);
        return v.is_int() ? json::value(v.as_int()) : json::value(v.as_string());
    }
    case shape::labels: {
        json::object all;
        for (auto const& [key, value] : as<labels>(at)) all[key] = value;
        return all;
    }
    default: throw std::logic_error("no generated view has such a member");
    }
}

json::value expected_value(member_type const& type, json::value const& v);

json::value expected_record(member_type const& type, json::object const& object)
{
    json::object all;
    auto const members = std::span(type.members, type.member_count);
    for (auto const& [name, value] : object) {
        auto const m = std::ranges::find(members, std::string_view(name), &detail::member::name);
        auto seen = m == members.end() ? value : expected_value(*m->type, value);
        if (m == members.end() || is_told(*m->type, seen)) all[name] = std::move(seen);
    }
    return all;
}

json::value expected_value(member_type const& type, json::value const& v)
{
    switch (type.what) {
    case shape::record: return v.is_object() ? expected_record(type, v.get_object()) : v;
    case shape::optional:
    case shape::boxed: return expected_value(*type.element, v);
    case shape::list: {
        if (!v.is_array()) return v;
        json::array all;
        for (auto const& e : v.get_array()) all.push_back(expected_value(*type.element, e));
        return all;
    }
    case shape::entries: {
        if (!v.is_object()) return v;
        json::object all;
        for (auto const& [key, value] : v.get_object())
            all[key] = expected_value(*type.element->element, value);
        return all;
    }
    default: return v;
    }
}

detail::proto_schema const* proto_of(any_view const& view, resource const& of, std::string& reason)
{
    auto const version =
        of.group.empty() ? std::string(of.version) : std::string(of.group) + '/' + std::string(of.version);
    auto const message = detail::find_proto_kind(version, of.plural);
    reason = "no table of " + version;
    return message ? detail::proto_schema::find(*view.object->fields, *message, reason) : nullptr;
}

} // namespace

json::value expected_of(any_view const& view, json::value const& object)
{
    return expected_value(*view.members, object);
}

json::value object_as_json(any_view const& view, detail::object_ref const& object)
{
    return record_at(*view.members, static_cast<char const*>(object->object()));
}

detail::object_ref from_json(any_view const& view, std::string_view json)
{
    return detail::decode_object(*view.object, json);
}

detail::object_ref from_proto(any_view const& view, resource const& of, std::string_view message)
{
    std::string reason;
    auto const* fields = proto_of(view, of, reason);
    if (!fields) throw std::runtime_error(reason);
    detail::proto_reader reader(*view.object, *fields, std::size_t(1) << 30);
    if (reader.read(message) != detail::proto_reader::outcome::object)
        throw std::runtime_error(reader.fault().message());
    return reader.take();
}

std::string why_not_proto(any_view const& view, resource const& of)
{
    std::string reason;
    return proto_of(view, of, reason) ? "" : reason;
}

} // namespace test

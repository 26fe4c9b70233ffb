#include "testing/formats/printer_column.hpp"

#include "testing/formats/json_member.hpp"
#include "testing/formats/time_text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <charconv>
#include <optional>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

// Removes ".name" from the front of a path, and returns the name.
std::string take_member(std::string_view& path)
{
    std::string name;
    std::size_t i = 1;
    for (; i < path.size() && path[i] != '.' && path[i] != '['; ++i) {
        if (path[i] == '\\' && i + 1 < path.size()) ++i;
        name += path[i];
    }
    path.remove_prefix(i);
    return name;
}

// Removes brackets from the front of a path, and returns what is between them.
std::optional<std::string_view> take_brackets(std::string_view& path)
{
    auto const end = path.find(path.starts_with("[?(") ? ")]" : "]");
    if (end == path.npos) return std::nullopt;
    auto const inner = path.substr(1, end - 1);
    path.remove_prefix(path.find(']', end) + 1);
    return inner;
}

// Evaluates a filter such as ?(@.type=="Ready"), without its closing parenthesis.
bool passes(json::value const& item, std::string_view filter)
{
    constexpr std::string_view opening = "?(@";
    auto const equal = filter.find("==");
    if (!filter.starts_with(opening) || equal == filter.npos) return false;
    auto wanted = filter.substr(equal + 2);
    if (wanted.size() < 2 || (wanted.front() != '"' && wanted.front() != '\'') ||
        wanted.back() != wanted.front())
        return false;
    wanted = wanted.substr(1, wanted.size() - 2);
    auto const* v = first_at(item, filter.substr(opening.size(), equal - opening.size()));
    return v && v->is_string() && v->get_string() == json::string_view(wanted);
}

json::value const* first_of(json::array const& items, std::string_view inner, std::string_view rest)
{
    std::int64_t n = 0;
    auto const read = std::from_chars(inner.data(), inner.data() + inner.size(), n);
    if (read.ec == std::errc() && read.ptr == inner.data() + inner.size()) {
        if (n < 0) n += static_cast<std::int64_t>(items.size());
        auto const* item = n < 0 ? nullptr : items.if_contains(static_cast<std::size_t>(n));
        return item ? first_at(*item, rest) : nullptr;
    }
    for (auto const& item : items)
        if (inner == "*" || passes(item, inner))
            if (auto const* found = first_at(item, rest)) return found;
    return nullptr;
}

json::value as_text(json::value const& v)
{
    if (v.is_string()) return v;
    if (v.is_null()) return json::value("<no value>");
    return json::value(json::serialize(v));
}

json::value as_number(json::value const& v)
{
    return v.is_number() ? v : json::value();
}

json::value as_integer(json::value const& v)
{
    if (!v.is_double()) return as_number(v);
    constexpr double limit = 9e18;
    auto const d = v.get_double();
    return d > -limit && d < limit ? json::value(static_cast<std::int64_t>(d)) : json::value();
}

json::value as_age(json::value const& v, wall_time now)
{
    if (!v.is_string()) return {};
    auto const then = parse_rfc3339(std::string(v.get_string()));
    return json::value(then ? short_age(*then, now) : "<invalid>");
}

} // namespace

json::value const* first_at(json::value const& in, std::string_view path)
{
    if (path.empty()) return &in;
    if (path.front() == '.') {
        auto const name = take_member(path);
        auto const* next = in.is_object() ? in.get_object().if_contains(name) : nullptr;
        return next ? first_at(*next, path) : nullptr;
    }
    auto const inner = path.front() == '[' ? take_brackets(path) : std::nullopt;
    return inner && in.is_array() ? first_of(in.get_array(), *inner, path) : nullptr;
}

json::value printer_column::cell(json::object const& body, wall_time now) const
{
    auto rest = std::string_view(path);
    auto const name = take_member(rest);
    auto const* top = body.if_contains(name);
    auto const* v = top ? first_at(*top, rest) : nullptr;
    if (!v) return {};
    if (type == "string") return as_text(*v);
    if (type == "integer") return as_integer(*v);
    if (type == "number") return as_number(*v);
    if (type == "date") return as_age(*v, now);
    return v->is_bool() ? *v : json::value();
}

printer_column read_column(json::object const& column)
{
    printer_column c;
    c.name = text_at(column, "name");
    c.type = text_at(column, "type");
    c.format = text_at(column, "format");
    c.description = text_at(column, "description");
    c.path = text_at(column, "jsonPath");
    if (c.description.empty())
        c.description = "Custom resource definition column (in JSONPath format): " + c.path;
    if (auto const* priority = column.if_contains("priority"); priority && priority->is_int64())
        c.priority = priority->get_int64();
    return c;
}

} // namespace coinformer::testing::detail

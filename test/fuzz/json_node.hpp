#pragma once

#include "api/json/check.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/serialize.hpp>

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fuzz {

/// A JSON value as the reference knows it. Unlike boost::json::value it keeps everything that the library
/// promises to keep: the notation of numbers, the order of members, and each of several equal keys.
struct json_node {
    enum class kind { null, boolean, number, string, array, object, anything };

    kind what = kind::null;
    std::string text = {};              ///< the notation of a boolean or a number, the characters of a string
    std::vector<std::string> keys = {}; ///< for an object: one key for each of `values`
    std::vector<json_node> values = {}; ///< the elements of an array, the values of an object

    bool is_null() const noexcept { return what == kind::null; }
    bool is_string() const noexcept { return what == kind::string; }
    bool is_number() const noexcept { return what == kind::number; }
    bool is_array() const noexcept { return what == kind::array; }
    bool is_object() const noexcept { return what == kind::object; }

    /// Returns the first value of a key that is not null, or nullptr.
    json_node const* find(std::string_view key) const noexcept
    {
        for (std::size_t i = 0; i != keys.size(); ++i)
            if (keys[i] == key && !values[i].is_null()) return &values[i];
        return nullptr;
    }
    void add(std::string_view key, json_node value)
    {
        keys.emplace_back(key);
        values.push_back(std::move(value));
    }

    static json_node of_string(std::string_view text) { return {kind::string, std::string(text)}; }
    static json_node of_boolean(bool value) { return {kind::boolean, value ? "true" : "false"}; }
    static json_node of_number(std::string notation) { return {kind::number, std::move(notation)}; }
    static json_node of_array() { return {kind::array}; }
    static json_node of_object() { return {kind::object}; }
    /// A value that the reference cannot know exactly, for example at a limit of rounding. It equals
    /// everything.
    static json_node of_anything() { return {kind::anything}; }

    friend bool operator==(json_node const& a, json_node const& b)
    {
        if (a.what == kind::anything || b.what == kind::anything) return true;
        return a.what == b.what && a.text == b.text && a.keys == b.keys && a.values == b.values;
    }
};

/// Writes JSON without white space.
inline std::ostream& operator<<(std::ostream& out, json_node const& node)
{
    using kind = json_node::kind;
    auto const quoted = [](std::string_view text) {
        return boost::json::serialize(boost::json::string_view(text));
    };
    switch (node.what) {
    case kind::null: return out << "null";
    case kind::anything: return out << '?';
    case kind::string: return out << quoted(node.text);
    case kind::boolean:
    case kind::number: return out << node.text;
    default: break;
    }
    out << (node.is_array() ? '[' : '{');
    for (std::size_t i = 0; i != node.values.size(); ++i) {
        if (i != 0) out << ',';
        if (node.is_object()) out << quoted(node.keys[i]) << ':';
        out << node.values[i];
    }
    return out << (node.is_array() ? ']' : '}');
}

/// Builds nodes from what Boost.JSON's parser finds. The parser's grammar is the reference; its values are
/// not used.
class json_node_builder {
    using text = boost::json::string_view;
    using code = boost::json::error_code;

public:
    static constexpr std::size_t max_object_size = std::size_t(-1), max_array_size = max_object_size,
                                 max_key_size = max_object_size, max_string_size = max_object_size;

    bool on_document_begin(code&) { return true; }
    bool on_document_end(code&) { return true; }
    bool on_object_begin(code&) { return open(json_node::of_object()); }
    bool on_object_end(std::size_t, code&) { return close(); }
    bool on_array_begin(code&) { return open(json_node::of_array()); }
    bool on_array_end(std::size_t, code&) { return close(); }
    bool on_key_part(text part, std::size_t, code&) { return collect(part); }
    bool on_key(text part, std::size_t, code&)
    {
        collect(part);
        open_.back().keys.push_back(std::exchange(collected_, {}));
        return true;
    }
    bool on_string_part(text part, std::size_t, code&) { return collect(part); }
    bool on_string(text part, std::size_t, code&)
    {
        collect(part);
        return put(json_node::of_string(std::exchange(collected_, {})));
    }
    bool on_number_part(text part, code&) { return collect(part); }
    bool on_int64(std::int64_t, text part, code&) { return put_number(part); }
    bool on_uint64(std::uint64_t, text part, code&) { return put_number(part); }
    bool on_double(double, text part, code&) { return put_number(part); }
    bool on_bool(bool value, code&) { return put(json_node::of_boolean(value)); }
    bool on_null(code&) { return put({}); }
    bool on_comment_part(text, code&) { return true; }
    bool on_comment(text, code&) { return true; }

    json_node root;

private:
    bool open(json_node container)
    {
        open_.push_back(std::move(container));
        return true;
    }
    bool close()
    {
        auto whole = std::move(open_.back());
        open_.pop_back();
        return put(std::move(whole));
    }
    bool collect(text part)
    {
        collected_.append(part.data(), part.size());
        return true;
    }
    bool put_number(text part)
    {
        collect(part);
        return put(json_node::of_number(std::exchange(collected_, {})));
    }
    bool put(json_node value)
    {
        if (open_.empty())
            root = std::move(value);
        else
            open_.back().values.push_back(std::move(value));
        return true;
    }

    std::vector<json_node> open_;
    std::string collected_;
};

struct json_prefix {
    std::optional<json_node> value; ///< nullopt if the bytes are no JSON, or only a part of a value
    std::size_t size = 0; ///< bytes of the value, with the space after it; npos if its end is missing
    bool has_huge_exponent =
        false; ///< true if a number is refused because its exponent does not fit into an int
};

/// Parses the JSON value at the front of some bytes with Boost.JSON, up to `deepest` levels.
inline json_prefix parse_json_prefix(std::string_view bytes,
                                     std::size_t deepest = coinformer::detail::deepest_json)
{
    boost::json::parse_options options;
    options.max_depth = deepest;
    boost::json::basic_parser<json_node_builder> parser(options);
    boost::json::error_code failed;
    auto const parsed = parser.write_some(false, bytes.data(), bytes.size(), failed);
    if (failed == boost::json::error::incomplete) return {std::nullopt, std::string_view::npos};
    if (failed || !parser.done()) return {{}, 0, failed == boost::json::error::exponent_overflow};
    return {std::move(parser.handler().root), parsed};
}

/// Parses one JSON value that nothing but space may follow. Returns nullopt if Boost.JSON refuses it.
inline std::optional<json_node> parse_json(std::string_view text,
                                           std::size_t deepest = coinformer::detail::deepest_json)
{
    auto front = parse_json_prefix(text, deepest);
    if (front.size != text.size()) return std::nullopt;
    return std::move(front.value);
}

} // namespace fuzz

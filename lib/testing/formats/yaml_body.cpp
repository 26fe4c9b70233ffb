#include "testing/formats/yaml_body.hpp"

#include "testing/formats/refusal.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

template <std::size_t N>
bool is_one_of(std::string_view text, std::array<std::string_view, N> const& words)
{
    return std::ranges::find(words, text) != words.end();
}

template <class Number>
bool reads_as(std::string_view text, Number& n)
{
    if (text.starts_with('+')) text.remove_prefix(1);
    auto const [end, ec] = std::from_chars(text.data(), text.data() + text.size(), n);
    return ec == std::errc() && end == text.data() + text.size();
}

// Returns the value of a plain scalar by its looks, as Kubernetes' YAML reader does.
json::value plain(std::string const& text)
{
    static constexpr auto nulls = std::to_array<std::string_view>({"", "~", "null", "Null", "NULL"});
    static constexpr auto trues =
        std::to_array<std::string_view>({"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"});
    static constexpr auto falses =
        std::to_array<std::string_view>({"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"});
    if (is_one_of(text, nulls)) return nullptr;
    if (is_one_of(text, trues)) return true;
    if (is_one_of(text, falses)) return false;
    std::int64_t whole = 0;
    if (reads_as(text, whole)) return whole;
    double real = 0;
    auto const numeric = text.find_first_not_of("0123456789+-.eE") == text.npos;
    if (numeric && reads_as(text, real)) return real;
    return json::value(text);
}

/// Turns YAML into JSON. It limits depth and size, because aliases make a small text deep, or very long.
class yaml_reader {
public:
    json::value value(YAML::Node const& node, int depth = 0)
    {
        if (depth > 100 || ++nodes_ > 100'000)
            throw bad_request("error encoding patch: yaml: it nests too deep, or is too long");
        if (node.IsMap()) {
            json::object members;
            for (auto const& member : node) members[member.first.Scalar()] = value(member.second, depth + 1);
            return members;
        }
        if (node.IsSequence()) {
            json::array items;
            for (auto const& item : node) items.push_back(value(item, depth + 1));
            return items;
        }
        if (!node.IsScalar()) return nullptr;
        // quoted text has another tag
        return node.Tag() == "?" ? plain(node.Scalar()) : json::value(node.Scalar());
    }

private:
    std::size_t nodes_ = 0;
};

json::object object_of_yaml(YAML::Node const& document)
{
    auto v = yaml_reader().value(document);
    if (!v.is_object()) throw bad_request("the object provided is unrecognized: expected an object");
    return std::move(v.get_object());
}

// Calls `read`, and turns an error of the parser into a refusal (400).
template <class Read>
auto reported(std::string_view what, Read read)
{
    try {
        return read();
    } catch (YAML::Exception const& e) {
        throw bad_request(std::string(what) + ": yaml: line " + std::to_string(e.mark.line + 1) + ": " +
                          e.msg);
    }
}

} // namespace

json::object parse_yaml_object(std::string_view text)
{
    return reported("error encoding patch", [&] { return object_of_yaml(YAML::Load(std::string(text))); });
}

std::vector<json::object> parse_yaml_documents(std::string_view text)
{
    return reported("manifest", [&] {
        std::vector<json::object> documents;
        for (auto const& document : YAML::LoadAll(std::string(text)))
            if (!document.IsNull()) documents.push_back(object_of_yaml(document));
        return documents;
    });
}

} // namespace coinformer::testing::detail

#include "expectation.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <cstdlib>

namespace conformance {

namespace json = boost::json;

namespace {

std::string text_of(json::value const& v)
{
    return v.is_string() ? std::string(v.get_string()) : json::serialize(v);
}

std::string names_of(json::value const& list)
{
    json::array names;
    if (list.is_array())
        for (auto const& item : list.get_array()) {
            json::error_code ec;
            auto const* const name = item.find_pointer("/metadata/name", ec);
            names.push_back(name ? *name : json::value());
        }
    return json::serialize(names);
}

std::size_t size_of(json::value const& v)
{
    if (v.is_array()) return v.get_array().size();
    if (v.is_object()) return v.get_object().size();
    return v.is_string() ? v.get_string().size() : 0;
}

bool as_tagged(std::string const& tag, std::string const& operand, json::value const& got)
{
    auto const text = text_of(got);
    if (tag == "!above")
        return std::strtoull(text.c_str(), nullptr, 10) > std::strtoull(operand.c_str(), nullptr, 10);
    if (tag == "!not") return text != operand;
    if (tag == "!contains") return text.find(operand) != text.npos;
    if (tag == "!size") return std::to_string(size_of(got)) == operand;
    throw std::runtime_error("unknown tag " + tag);
}

} // namespace

std::string variables::expand(std::string_view text) const
{
    std::string out;
    for (;;) {
        auto const open = text.find('<');
        out += text.substr(0, open);
        if (open == text.npos) return out;
        auto const close = text.find('>', open);
        auto const name = std::string(text.substr(open + 1, close - open - 1));
        auto const it = values_.find(name);
        if (it == values_.end()) throw std::runtime_error("<" + name + "> is not set");
        out += it->second;
        text.remove_prefix(close + 1);
    }
}

json::value to_json(YAML::Node const& node, variables const& known)
{
    if (node.IsMap()) {
        json::object object;
        for (auto const& pair : node) object[known.expand(pair.first.Scalar())] = to_json(pair.second, known);
        return object;
    }
    if (node.IsSequence()) {
        json::array array;
        for (auto const& item : node) array.push_back(to_json(item, known));
        return array;
    }
    if (!node.IsScalar()) return nullptr;
    auto const& text = node.Scalar();
    if (node.Tag() == "?" && text.find('<') == text.npos) {
        json::error_code ec;
        auto value = json::parse(text, ec);
        if (!ec) return value;
    }
    return json::string(known.expand(text));
}

void expect(YAML::Node const& expected, std::string const& pointer, json::value const& in, variables& known)
{
    json::error_code ec;
    auto const* const got = in.find_pointer(pointer, ec);
    auto const came = got ? "came " + json::serialize(*got) : std::string("it is absent");
    auto const& tag = expected.Tag();
    if (tag == "!absent") {
        if (got) throw difference(pointer + ": expected to be absent, " + came);
        return;
    }
    if (!got) throw difference(pointer + ": " + came);
    if (tag == "!present") return;
    if (tag == "!save") {
        known[expected.Scalar()] = text_of(*got);
        return;
    }
    if (tag == "!names") {
        auto const names = json::serialize(to_json(expected, known));
        if (names_of(*got) != names)
            throw difference(pointer + ": expected the names " + names + ", came " + names_of(*got));
        return;
    }
    if (tag.size() > 1 && tag.front() == '!') {
        auto const operand = known.expand(expected.Scalar());
        if (!as_tagged(tag, operand, *got))
            throw difference(pointer + ": expected " + tag.substr(1) + " " + operand + ", " + came);
        return;
    }
    auto const wanted = to_json(expected, known);
    if (*got != wanted) throw difference(pointer + ": expected " + json::serialize(wanted) + ", " + came);
}

void expect_all(YAML::Node const& expected, json::value const& in, variables& known)
{
    for (auto const& pair : expected) expect(pair.second, pair.first.Scalar(), in, known);
}

} // namespace conformance

#include "testing/store/object_selector.hpp"

#include "testing/formats/refusal.hpp"
#include "testing/store/selectable_field.hpp"
#include "testing/store/validation.hpp"

#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

std::string scalar_text(json::value const& v)
{
    if (auto const* s = v.if_string()) return std::string(*s);
    if (auto const* b = v.if_bool()) return *b ? "true" : "false";
    if (auto const* i = v.if_int64()) return std::to_string(*i);
    return {};
}

// Returns the value of a field. An absent field is the empty string, as in a real server's field sets.
std::string selected_field(json::object const& object, std::string_view path)
{
    auto const* at = &object;
    for (;;) {
        auto const dot = path.find('.');
        auto const* v = at->if_contains(path.substr(0, dot));
        if (!v) return {};
        if (dot == path.npos) return scalar_text(*v);
        at = v->if_object();
        if (!at) return {};
        path.remove_prefix(dot + 1);
    }
}

std::optional<std::string> label_of(json::object const& object, std::string_view key)
{
    auto const* metadata = object.if_contains("metadata");
    if (!metadata || !metadata->is_object()) return std::nullopt;
    auto const* labels = metadata->get_object().if_contains("labels");
    if (!labels || !labels->is_object()) return std::nullopt;
    auto const* value = labels->get_object().if_contains(key);
    if (!value) return std::nullopt;
    return scalar_text(*value);
}

std::optional<std::int64_t> whole_number(std::string_view text)
{
    std::int64_t n = 0;
    auto const [end, ec] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (ec != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return n;
}

// Splits a field selector at its commas. A comma after a backslash belongs to a value.
std::vector<std::string> split_unescaped(std::string_view text)
{
    std::vector<std::string> parts;
    std::string part;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ',') {
            if (!part.empty()) parts.push_back(std::exchange(part, {}));
            continue;
        }
        part += text[i];
        if (text[i] == '\\' && i + 1 < text.size()) part += text[++i];
    }
    if (!part.empty()) parts.push_back(std::move(part));
    return parts;
}

std::string unescaped(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) ++i;
        plain += text[i];
    }
    return plain;
}

} // namespace

// Reads a label selector from the front: words, and the characters between them.
class object_selector::reader {
public:
    explicit reader(std::string_view text) : all_(text), rest_(text) { skip_space(); }

    bool at_end() const noexcept { return rest_.empty(); }

    bool take(std::string_view token)
    {
        if (!rest_.starts_with(token)) return false;
        rest_.remove_prefix(token.size());
        skip_space();
        return true;
    }

    std::string word()
    {
        auto const word = next_word();
        rest_.remove_prefix(word.size());
        skip_space();
        return std::string(word);
    }

    term label_term()
    {
        term t;
        if (take("!")) {
            t.what = op::absent;
            t.key = key();
            return t;
        }
        t.key = key();
        if (take("==") || take("=")) {
            t.what = op::in;
            t.values = valid({word()}, t.key);
        } else if (take("!=")) {
            t.what = op::not_in;
            t.values = valid({word()}, t.key);
        } else if (take(">")) {
            t.what = op::greater;
            t.values.push_back(integer());
        } else if (take("<")) {
            t.what = op::less;
            t.values.push_back(integer());
        } else if (next_word() == "in" && take("in")) {
            t.what = op::in;
            t.values = valid(set(), t.key);
        } else if (next_word() == "notin" && take("notin")) {
            t.what = op::not_in;
            t.values = valid(set(), t.key);
        }
        return t;
    }

    [[noreturn]] void fail(std::string_view why) const
    {
        throw bad_request("unable to parse requirement: " + std::string(why) + " at \"" + std::string(rest_) +
                          "\" of \"" + std::string(all_) + "\"");
    }

private:
    std::string_view next_word() const noexcept
    {
        return rest_.substr(0, rest_.find_first_of(" \t\r\n,=!<>()"));
    }

    std::string key()
    {
        auto word = this->word();
        if (word.empty()) fail("expected a label key");
        if (auto const problem = key_problem(word); !problem.empty())
            throw bad_request("unable to parse requirement: <nil>: Invalid value: \"" + word +
                              "\": " + problem);
        return word;
    }

    std::string integer()
    {
        auto word = this->word();
        if (!whole_number(word)) fail("expected an integer before");
        return word;
    }

    std::set<std::string> set()
    {
        if (!take("(")) fail("expected '('");
        std::set<std::string> values;
        do values.insert(word());
        while (take(","));
        if (!take(")")) fail("expected ',' or ')'");
        return values;
    }

    // A refusal counts the values in alphabetical order, as a real server does.
    static std::vector<std::string> valid(std::set<std::string> const& values, std::string const& key)
    {
        std::size_t index = 0;
        for (auto const& value : values) {
            if (auto const problem = value_problem(value); !problem.empty())
                throw bad_request("unable to parse requirement: values[" + std::to_string(index) + "][" +
                                  key + "]: Invalid value: \"" + value + "\": " + problem);
            ++index;
        }
        return {values.begin(), values.end()};
    }

    void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

    std::string_view all_;
    std::string_view rest_;
};

object_selector::object_selector(std::string_view labels, std::string_view fields, served_resource const& of)
{
    read_labels(labels);
    read_fields(fields, of);
}

void object_selector::read_labels(std::string_view text)
{
    reader in(text);
    while (!in.at_end()) {
        terms_.push_back(in.label_term());
        if (in.at_end()) return;
        if (!in.take(",")) in.fail("expected ','");
        if (in.at_end()) in.fail("expected a label key");
    }
}

void object_selector::read_fields(std::string_view text, served_resource const& of)
{
    for (auto const& part : split_unescaped(text)) {
        auto const equals = part.find('=');
        if (equals == part.npos || equals == 0)
            throw bad_request("invalid selector: '" + std::string(text) + "'; can't understand '" + part +
                              "'");
        term t;
        t.field = true;
        t.what = part[equals - 1] == '!' ? op::not_in : op::in;
        t.key = part.substr(0, t.what == op::not_in ? equals - 1 : equals);
        t.values.push_back(unescaped(part.substr(part.starts_with(t.key + "==") ? equals + 2 : equals + 1)));
        auto const field = find_selectable(of, t.key);
        t.absent = field.absent;
        t.key = std::string(field.path);
        terms_.push_back(std::move(t));
    }
}

bool object_selector::matches(json::object const& object) const
{
    return std::ranges::all_of(terms_, [&](term const& t) { return holds(t, object); });
}

bool object_selector::holds(term const& t, json::object const& object)
{
    auto value = t.field ? selected_field(object, t.key) : label_of(object, t.key);
    if (t.field && value->empty()) value = t.absent;
    auto const listed = value && std::ranges::find(t.values, *value) != t.values.end();
    switch (t.what) {
    case op::in: return listed;
    case op::not_in: return !listed; // true for an absent label, too
    case op::exists: return value.has_value();
    case op::absent: return !value;
    case op::greater:
    case op::less: break;
    }
    auto const left = whole_number(value.value_or(""));
    auto const right = whole_number(t.values.front());
    if (!left || !right) return false;
    return t.what == op::greater ? *left > *right : *left < *right;
}

} // namespace coinformer::testing::detail

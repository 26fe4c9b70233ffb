// Label and field selectors. A generated selector is printed in one of its notations, and parsed by the
// client and by the API server in the process. Both must select what a naive matcher selects, which knows the
// requirements. Of any other text, the client may refuse what the server takes, and its refusal must name a
// place in the text. The client may take what the server refuses only if a key or a value breaks the rules
// for labels, which the client leaves to the server.

#include "input.hpp"
#include "report.hpp"

#include "testing/formats/refusal.hpp"
#include "testing/store/object_selector.hpp"

#include <coinformer/api/selector.hpp>
#include <coinformer/core/error.hpp>

#include <boost/json/object.hpp>

#include <algorithm>
#include <map>

namespace {

using coinformer::testing::detail::object_selector;
using text_map = std::map<std::string, std::string, std::less<>>;

struct requirement {
    enum class relation { exists, absent, in, not_in } is = relation::exists;
    std::string key;
    std::vector<std::string> values = {};

    bool holds_for(text_map const& labels) const
    {
        auto const at = labels.find(key);
        bool const is_there = at != labels.end();
        bool const is_listed = is_there && std::ranges::count(values, at->second) != 0;
        switch (is) {
        case relation::exists: return is_there;
        case relation::absent: return !is_there;
        case relation::in: return is_listed;
        case relation::not_in: return !is_listed;
        }
        return false;
    }
};

std::string generated_key(fuzz::input& in)
{
    return std::string(in.pick({"app", "tier", "in", "notin", "a.b/c-d_e", "x", "k8s.io/in"}));
}
std::string generated_value(fuzz::input& in)
{
    return std::string(in.pick({"web", "", "in", "v1.2_3", "a", "7", "notin"}));
}

text_map generated_labels(fuzz::input& in)
{
    text_map labels;
    for (auto n = in.below(4); n != 0; --n) labels[generated_key(in)] = generated_value(in);
    return labels;
}

requirement generated_requirement(fuzz::input& in)
{
    requirement r{static_cast<requirement::relation>(in.below(4)), generated_key(in)};
    if (r.is == requirement::relation::in || r.is == requirement::relation::not_in) do
            r.values.push_back(generated_value(in));
        while (in.one_in(3));
    return r;
}

/// Writes a requirement in one of its notations.
std::string printed(requirement const& r, fuzz::input& in)
{
    auto const space = [&] { return std::string(in.pick({"", "", " ", "  "})); };
    bool const is_in = r.is == requirement::relation::in;
    auto text = space();
    if (r.is == requirement::relation::absent) text += "!" + space();
    text += r.key + space();
    if (r.values.empty()) return text;
    if (r.values.size() == 1 && in.one_in(2))
        return text + (is_in ? std::string(in.pick({"=", "=="})) : "!=") + space() + r.values[0] + space();
    text += (is_in ? " in" : " notin") + space() + '(';
    for (std::size_t i = 0; i != r.values.size(); ++i)
        text += (i ? "," : "") + space() + r.values[i] + space();
    return text + ')' + space();
}

boost::json::object object_with(text_map const& labels)
{
    boost::json::object object, all;
    for (auto const& [key, value] : labels) all[key] = value;
    object["metadata"] = boost::json::object{{"labels", all}, {"name", "web"}, {"namespace", "shop"}};
    return object;
}

std::optional<coinformer::label_selector> client_selector(std::string_view text)
{
    try {
        coinformer::label_selector selector(text);
        fuzz::check_equal("a selector keeps its text", text, std::string_view(selector.text()), text);
        return selector;
    } catch (coinformer::api_error const& e) {
        std::string_view const what = e.what();
        fuzz::check(e.code() == coinformer::errc::bad_request && what.find("at character ") != what.npos,
                    "a refusal says where in the text", what);
        return std::nullopt;
    }
}

/// Returns nullopt if the server refuses one of the selectors, and then says why in `why`.
std::optional<object_selector> server_selector(std::string_view labels, std::string_view fields,
                                               std::string* why = nullptr)
{
    static coinformer::testing::detail::served_resource const pods({"", "v1", "pods", "Pod"});
    try {
        return object_selector(labels, fields, pods);
    } catch (coinformer::testing::detail::refusal const& e) {
        fuzz::check(!std::string_view(e.what()).empty(), "a refusal has a message", labels);
        if (why) *why = e.what();
        return std::nullopt;
    }
}

void check_labels(fuzz::input& in)
{
    std::vector<requirement> wanted;
    for (auto n = in.below(4); n != 0; --n) wanted.push_back(generated_requirement(in));
    std::string text;
    for (auto const& r : wanted) text += (text.empty() ? "" : ",") + printed(r, in);

    auto const client = client_selector(text);
    auto const server = server_selector(text, "");
    fuzz::check(client && server, "a selector that is written as it should be is parsed", text);
    fuzz::check_equal("an empty selector says so", wanted.empty(), client->empty(), text);
    auto const again = client_selector(client->text());
    for (int round = 0; round != 4; ++round) {
        auto const labels = generated_labels(in);
        bool const expected = std::ranges::all_of(wanted, [&](auto const& r) { return r.holds_for(labels); });
        fuzz::check_equal("the client selects what it should", expected, client->matches(labels), text);
        fuzz::check_equal("a selector that is parsed again is the same", expected, again->matches(labels),
                          text);
        fuzz::check_equal("the server selects what it should", expected, server->matches(object_with(labels)),
                          text);
    }
}

/// Checks field selectors, whose values may hold any character after a backslash.
void check_fields(fuzz::input& in)
{
    std::vector<requirement> wanted;
    std::string text;
    for (auto n = in.below(4); n != 0; --n) {
        requirement r{in.one_in(2) ? requirement::relation::not_in : requirement::relation::in,
                      std::string(in.pick({"metadata.name", "metadata.namespace"})),
                      {std::string(in.pick({"web", "shop", "", "a,b", "a=b", "a\\b"}))}};
        auto const sign = r.is == requirement::relation::not_in ? "!=" : in.pick({"=", "=="});
        text.append(text.empty() ? "" : ",").append(r.key).append(sign);
        for (auto const c : r.values[0])
            text += (c == ',' || c == '=' || c == '\\' ? "\\" : "") + std::string(1, c);
        wanted.push_back(std::move(r));
    }
    auto const server = server_selector("", text);
    fuzz::check(server.has_value(), "a field selector that is written as it should be is parsed", text);
    text_map const fields{{"metadata.name", "web"}, {"metadata.namespace", "shop"}};
    bool const expected = std::ranges::all_of(wanted, [&](auto const& r) { return r.holds_for(fields); });
    fuzz::check_equal("the server selects by fields what it should", expected,
                      server->matches(object_with({})), text);
}

void check_text(fuzz::input& in)
{
    text_map const labels[]{generated_labels(in), generated_labels(in)};
    auto const text = std::string(in.rest());
    auto const client = client_selector(text);
    std::string why;
    auto const server = server_selector(text, "", &why);
    server_selector("", text);
    fuzz::check(!client || server || why.find("Invalid value") != why.npos,
                "the server takes the grammar that the client takes", text);
    bool const is_unfinished =
        text.find_last_not_of(" \t") != text.npos && text[text.find_last_not_of(" \t")] == ',';
    fuzz::check(!is_unfinished || (!client && !server), "a selector that ends with a comma is refused", text);
    if (!client || !server) return;
    for (auto const& l : labels)
        fuzz::check_equal("client and server select the same", server->matches(object_with(l)),
                          client->matches(l), text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    switch (in.below(3)) {
    case 0: check_labels(in); break;
    case 1: check_fields(in); break;
    default: check_text(in); break;
    }
    return 0;
}

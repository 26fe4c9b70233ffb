#include "testing/store/served_resource.hpp"

#include <algorithm>

namespace coinformer::testing::detail {

namespace {

std::vector<std::string> words(std::string_view text)
{
    std::vector<std::string> found;
    while (!text.empty()) {
        auto const word = text.substr(0, text.find(' '));
        if (!word.empty()) found.emplace_back(word);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    return found;
}

std::string lower_case(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return text;
}

} // namespace

served_resource::served_resource(resource const& r)
    : group(r.group), version(r.version), plural(r.plural), kind(r.kind), where(r.where),
      singular(lower_case(kind)), list_kind(kind + "List")
{
    if (auto const* known = find_builtin(r.group, r.plural)) {
        short_names = words(known->short_names);
        categories = words(known->categories);
        status = known->has.status;
        scale = known->has.scale;
        counted = generations_of(*known);
        strict = known->updates == unconditional_updates::no;
        return;
    }
    custom = group.find('.') != group.npos && !group.ends_with(".k8s.io");
    scale = custom;
    strict = custom;
}

std::vector<std::string_view> served_resource::verbs() const
{
    if (group.empty() && plural == "namespaces")
        return {"create", "delete", "get", "list", "patch", "update", "watch"};
    return {"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"};
}

} // namespace coinformer::testing::detail

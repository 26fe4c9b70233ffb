#include <coinformer/testing/action.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace coinformer::testing {

bool action::writes() const noexcept
{
    constexpr auto verbs =
        std::to_array<std::string_view>({"create", "update", "patch", "delete", "deletecollection"});
    return std::ranges::find(verbs, verb) != verbs.end();
}

std::string to_string(action const& a)
{
    auto text = a.verb + ' ';
    if (a.plural.empty()) return text + a.target;
    text += a.plural;
    if (!a.group.empty()) text.append(".").append(a.group);
    if (!a.subresource.empty()) text.append("/").append(a.subresource);
    if (a.ns.empty() && a.name.empty()) return text;
    text.append(" ").append(a.ns);
    if (!a.ns.empty() && !a.name.empty()) text += '/';
    return text.append(a.name);
}

} // namespace coinformer::testing

#include "testing/http/access_control.hpp"

#include "testing/formats/refusal.hpp"

#include <algorithm>
#include <array>

namespace coinformer::testing::detail {

namespace {

constexpr std::string_view all_powerful = "system:masters";

bool contains(std::vector<std::string> const& list, std::string_view item)
{
    return std::ranges::find(list, item) != list.end();
}

bool rule_fits(std::string const& rule, std::string_view value)
{
    return rule == "*" || rule == value;
}

std::string resource_name_of(request_target const& target)
{
    return target.part.empty() ? target.plural : target.plural + "/" + target.part;
}

// Returns the namespace that a rule has to allow. A request for a Namespace object counts as one within that
// namespace, as in a real server.
std::string_view namespace_of(request_target const& target)
{
    auto const itself = target.plural == "namespaces" && target.group.empty() && target.ns.empty();
    return itself ? target.name : target.ns;
}

bool rule_fits(access_rule const& rule, request_target const& target)
{
    return (contains(rule.verbs, "*") || contains(rule.verbs, target.verb)) &&
           rule_fits(rule.group, target.group) && rule_fits(rule.plural, resource_name_of(target)) &&
           rule_fits(rule.ns, namespace_of(target));
}

// True for the pages that a real server shows to each authenticated user.
bool open_to_the_known(std::string_view path)
{
    constexpr auto pages = std::to_array<std::string_view>({"/version", "/api", "/apis", "/openapi"});
    return std::ranges::any_of(pages, [path](std::string_view page) {
        return path.starts_with(page) && (path.size() == page.size() || path[page.size()] == '/');
    });
}

refusal forbidden_to(std::string const& name, std::string const& verb, request_target const& target,
                     std::string_view because = {})
{
    auto why = "User " + quoted(name) + " cannot " + verb;
    if (target.plural.empty())
        return forbidden_path(why.append(" path ").append(quoted(target.path)).append(because));
    why += " resource " + quoted(resource_name_of(target)) + " in API group " + quoted(target.group);
    auto const ns = namespace_of(target);
    why += ns.empty() ? " at the cluster scope" : " in the namespace " + quoted(ns);
    why += because;
    return forbidden({target.group, target.plural, ""}, target.name, why);
}

} // namespace

access_control::access_control(api_server_options const& options) : users_(options.users)
{
    if (options.token.empty()) return;
    api_user admin;
    admin.name = "kubernetes-admin";
    admin.token = options.token;
    admin.groups.emplace_back(all_powerful);
    users_.push_back(std::move(admin));
}

std::optional<access_control::known_user> access_control::identify(wire_request const& request) const
{
    if (users_.empty()) return known_user{"system:anonymous", {std::string(all_powerful)}};
    if (request.peer) return known_user{request.peer->common_name, request.peer->organizations};
    std::string_view authorization = request.authorization;
    constexpr std::string_view scheme = "Bearer ";
    if (!authorization.starts_with(scheme)) return std::nullopt;
    authorization.remove_prefix(scheme.size());
    auto const it = std::ranges::find(users_, authorization, &api_user::token);
    if (authorization.empty() || it == users_.end()) return std::nullopt;
    return known_user{it->name, it->groups};
}

bool access_control::allows(known_user const& user, request_target const& target) const
{
    if (contains(user.groups, all_powerful)) return true;
    if (target.plural.empty()) return target.verb == "get" && open_to_the_known(target.path);
    return std::ranges::any_of(users_, [&](api_user const& u) {
        auto const member = [&](std::string const& group) { return contains(user.groups, group); };
        auto const meant = u.name.empty() ? std::ranges::any_of(u.groups, member) : u.name == user.name;
        return meant &&
               std::ranges::any_of(u.rules, [&](access_rule const& r) { return rule_fits(r, target); });
    });
}

void access_control::check(request_target const& target, wire_request const& request) const
{
    auto const& path = target.path;
    if (!request.impersonates && (path == "/healthz" || path == "/readyz" || path == "/livez")) return;
    auto const user = identify(request);
    if (!user) throw unauthorized();
    if (request.impersonates)
        throw forbidden_to(user->name, "impersonate-on:user-info:" + target.verb, target,
                           ": this server does not support impersonation");
    if (!allows(*user, target)) throw forbidden_to(user->name, target.verb, target);
}

void access_control::check_creation(request_target target, wire_request const& request) const
{
    target.verb = "create";
    check(target, request);
}

bool access_control::rotate(std::string_view old, std::string token)
{
    auto const it = std::ranges::find(users_, old, &api_user::token);
    if (old.empty() || it == users_.end()) return false;
    it->token = std::move(token);
    return true;
}

} // namespace coinformer::testing::detail

#include <coinformer/api/resource.hpp>

#include "core/printable.hpp"
#include "core/process_wide.hpp"

#include <coinformer/core/error.hpp>

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

#include <algorithm>
#include <mutex>
#include <set>

namespace coinformer {

using namespace detail;

namespace {

bool is_decimal(std::string_view s) noexcept
{
    return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view without_zeros(std::string_view s) noexcept
{
    return s.substr(std::min(s.find_first_not_of('0'), s.size()));
}

} // namespace

resource detail::interned(resource const& r)
{
    static std::mutex lock;
    static auto& strings = process_wide<std::set<std::string, std::less<>>>();
    std::lock_guard const hold(lock);
    auto const keep = [](std::string_view s) -> std::string_view {
        auto const known = strings.find(s);
        return known != strings.end() ? *known : *strings.emplace(s).first;
    };
    return {keep(r.group), keep(r.version), keep(r.plural), keep(r.kind), r.where};
}

std::string detail::path_segment(std::string_view text, std::string_view role)
{
    auto const refuse = [&](std::string why) {
        throw api_error(errc::invalid_name, std::string(role) + " \"" + cited(text) + '"', std::move(why));
    };
    if (text.empty()) refuse("it is empty, so that the path would be that of another object or collection");
    auto const none = "no " + std::string(role) + " may ";
    if (text == "." || text == "..")
        refuse(none + "be \".\" or \"..\": the request would go to another path");
    if (text.find_first_of("/%") != text.npos)
        refuse(none + "contain \"/\" or \"%\": the server would read the path of another object");
    return boost::urls::encode(text, boost::urls::unreserved_chars);
}

std::string collection_path(resource const& of, std::string_view ns)
{
    if (of.version.empty() || of.plural.empty())
        throw api_error(errc::invalid_name, "request", std::string(detail::unnamed_resource));
    auto path =
        of.group.empty() ? std::string("/api/") : "/apis/" + path_segment(of.group, "API group") + '/';
    path += path_segment(of.version, "API version");
    if (!ns.empty()) path.append("/namespaces/").append(path_segment(ns, "namespace"));
    return path.append("/").append(path_segment(of.plural, "plural of a resource"));
}

std::string object_path(resource const& of, std::string_view ns, std::string_view name,
                        std::string_view subresource)
{
    detail::require_namespace(of, ns);
    auto path = collection_path(of, ns) + '/' + path_segment(name, "name of an object of " + to_string(of));
    if (!subresource.empty())
        path.append("/").append(path_segment(subresource, "subresource of " + to_string(of)));
    return path;
}

void detail::require_namespace(resource const& of, std::string_view ns)
{
    if (of.where == scope::namespaced && ns.empty())
        throw api_error(
            errc::invalid_name, to_string(of),
            "the namespace is empty, but the resource is said to be namespaced: pass a namespace, or set "
            "resource::where to scope::cluster if its objects have none");
}

std::string to_string(resource const& r)
{
    return r.group.empty() ? std::string(r.plural) : std::string(r.plural) + '.' + std::string(r.group);
}

std::string to_string(object_key const& key)
{
    return key.ns.empty() ? std::string(key.name) : std::string(key.ns) + '/' + std::string(key.name);
}

std::strong_ordering compare_resource_versions(std::string_view a, std::string_view b) noexcept
{
    if (!is_decimal(a) || !is_decimal(b)) return a <=> b;
    a = without_zeros(a);
    b = without_zeros(b);
    if (a.size() != b.size()) return a.size() <=> b.size();
    return a <=> b;
}

} // namespace coinformer

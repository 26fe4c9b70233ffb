#include "cache/reflector/version_frontier.hpp"

#include "api/client/watch_rules.hpp"

#include <coinformer/api/resource.hpp>

#include <algorithm>

namespace coinformer::detail {

version_frontier::version_frontier(std::vector<std::string> const& namespaces)
{
    for (auto const& ns : namespaces) versions_.try_emplace(ns);
    if (versions_.empty()) versions_.try_emplace("");
}

void version_frontier::advance(std::string_view ns, std::string_view version)
{
    auto const at = entry_of(ns);
    if (version.empty() || at == versions_.end() || at->second == version) return;
    at->second = version;
    end_lead(at->first);
}

void version_frontier::note_deletion(std::string_view ns, std::string_view version)
{
    auto const at = entry_of(ns);
    if (at == versions_.end() || at->second.empty()) return;
    bool const is_beyond = !version.empty() && version != at->second && !goes_back(version, at->second);
    if (!is_beyond) ahead_.insert(at->first);
}

void version_frontier::end_lead(std::string_view ns)
{
    if (auto const at = ahead_.find(ns); at != ahead_.end()) ahead_.erase(at);
}

bool version_frontier::is_ahead(std::string_view ns) const
{
    return ahead_.contains(ns);
}

version_frontier::versions_by_namespace::iterator version_frontier::entry_of(std::string_view ns)
{
    auto const all = versions_.find(std::string_view());
    return all != versions_.end() ? all : versions_.find(ns);
}

std::string_view version_frontier::reached(std::string_view ns) const
{
    auto const at = versions_.find(ns);
    return at != versions_.end() ? std::string_view(at->second) : std::string_view();
}

std::string_view version_frontier::lowest() const
{
    auto const earlier = [](auto const& a, auto const& b) {
        return compare_resource_versions(a.second, b.second) < 0; // an empty version is before all others
    };
    return std::min_element(versions_.begin(), versions_.end(), earlier)->second;
}

std::vector<std::string> version_frontier::versions() const
{
    std::vector<std::string> all;
    for (auto const& [ns, version] : versions_) all.push_back(version);
    return all;
}

} // namespace coinformer::detail

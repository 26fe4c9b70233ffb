#include "shard/group_view.hpp"

#include <coinformer/api/resource.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

void group_view::see_member(std::string const& name, std::string version, duration lasts, time_point now)
{
    auto& known = members_[name];
    if (known.version == version) return; // seen again, by a list: nothing was renewed
    known = {.version = std::move(version), .ends = now + lasts};
}

void group_view::see_map(std::string version, shard_map map)
{
    if (!map_version_.empty() && compare_resource_versions(version, map_version_) <= 0) return;
    map_version_ = std::move(version);
    map_ = std::move(map);
}

void group_view::keep_only(std::vector<std::string> const& listed, std::string_view version)
{
    std::erase_if(members_, [&](auto const& known) {
        bool const is_listed = std::ranges::find(listed, known.first) != listed.end();
        return !is_listed && compare_resource_versions(known.second.version, version) <= 0;
    });
}

void group_view::lose_map(std::string_view version)
{
    if (compare_resource_versions(version, map_version_) < 0) return;
    map_version_.clear();
    map_ = shard_map();
}

std::vector<group_view::expired_member> group_view::expired(std::string const& own, time_point now) const
{
    std::vector<expired_member> found;
    for (auto const& [name, lease] : members_)
        if (name != own && lease.ends <= now) found.push_back({name, lease.version});
    return found;
}

time_point group_view::next_expiry(std::string const& own, time_point now) const
{
    auto next = time_point::max();
    for (auto const& [name, lease] : members_)
        if (name != own && lease.ends > now) next = std::min(next, lease.ends);
    return next;
}

std::vector<std::string> group_view::members() const
{
    std::vector<std::string> names;
    for (auto const& [name, lease] : members_) names.push_back(name);
    return names;
}

} // namespace coinformer::detail

#include "shard/group_view.hpp"

#include <coinformer/api/resource.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

void group_view::see_member(std::string const& name, member_lease lease, time_point now)
{
    lost_.erase(name);
    auto& known = members_[name];
    if (known.is.version == lease.version) return;             // seen again, by a list: nothing was renewed
    auto const lasts = std::max(lease.lasts, lease_duration_); // somebody may have changed it
    known = {.is = std::move(lease), .ends = now + lasts};
}

void group_view::lose_member(std::string const& name, time_point now)
{
    auto const found = members_.find(name);
    if (found == members_.end()) return;
    lost_[name] = std::max(found->second.ends, now);
    members_.erase(found);
}

void group_view::see_map(std::string version, shard_map map, time_point now)
{
    if (!map_version_.empty() && compare_resource_versions(version, map_version_) <= 0) return;
    map_version_ = std::move(version);
    map_ = std::move(map);
    note_missing_owners(now);
}

void group_view::note_missing_owners(time_point now)
{
    for (auto const& p : map_.pieces()) {
        bool const is_missed = !p.owner.empty() && !members_.contains(p.owner);
        if (is_missed) lost_.try_emplace(p.owner, now + lease_duration_);
    }
    std::erase_if(lost_, [this](auto const& one) { // it owns nothing any more
        return std::ranges::find(map_.pieces(), one.first, &shard_map::piece::owner) == map_.pieces().end();
    });
}

void group_view::lose_map(std::string_view version)
{
    if (map_version_.empty() || compare_resource_versions(version, map_version_) < 0) return;
    map_version_.clear();
    map_ = shard_map();
}

void group_view::keep_only(std::vector<std::string> const& listed, std::string_view version, time_point now)
{
    for (auto const& name : members()) {
        bool const is_listed = std::ranges::find(listed, name) != listed.end();
        bool const is_newer = compare_resource_versions(members_[name].is.version, version) > 0;
        if (!is_listed && !is_newer) lose_member(name, now);
    }
}

void group_view::forget_versions()
{
    map_version_.clear();
    map_ = shard_map();
    members_.clear();
    lost_.clear();
}

std::vector<group_view::expired_member> group_view::expired(std::string const& own, time_point now) const
{
    std::vector<expired_member> found;
    for (auto const& [name, lease] : members_)
        if (name != own && lease.ends <= now) found.push_back({name, lease.is.version});
    return found;
}

time_point group_view::next_expiry(std::string const& own, time_point now) const
{
    auto next = time_point::max();
    for (auto const& [name, lease] : members_)
        if (name != own && lease.ends > now) next = std::min(next, lease.ends);
    for (auto const& [name, ends] : lost_)
        if (ends > now) next = std::min(next, ends);
    return next;
}

std::vector<std::string> group_view::members() const
{
    std::vector<std::string> names;
    for (auto const& [name, lease] : members_) names.push_back(name);
    return names;
}

bool group_view::takes_part(std::string const& name) const
{
    auto const found = members_.find(name);
    return found != members_.end() && found->second.is.takes_part;
}

shard_map group_view::planned(shard_map const& from, std::string const& without, time_point now) const
{
    std::vector<std::string> targets, kept;
    for (auto const& [name, lease] : members_)
        (lease.is.takes_part && name != without ? targets : kept).push_back(name);
    for (auto const& [name, ends] : lost_)
        if (ends > now) kept.push_back(name);
    std::ranges::sort(kept);
    return from.planned(targets, kept);
}

} // namespace coinformer::detail

#include "shard/seen_leases.hpp"

#include <coinformer/api/resource.hpp>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace coinformer::detail {

namespace {

group_view::member_lease state_of(object_ptr<group_lease> const& lease)
{
    auto const& spec = lease->spec;
    bool const was_renewed = spec.renewTime != micro_timestamp();
    return {.version = std::string(lease.resource_version()),
            .lasts = std::chrono::seconds(spec.leaseDurationSeconds),
            .renewed = spec.renewTime,
            .takes_part = was_renewed && !spec.holderIdentity.empty(),
            .rests = lease->rests()};
}

} // namespace

seen_leases::news seen_leases::see_in_watch(object_ptr<group_lease> const& lease, time_point now)
{
    if (is_map(lease)) return see_map(lease, map_.follow(std::string(lease.resource_version())), now);
    std::string const name(lease.key().name);
    auto state = state_of(lease);
    if (members_.is_past(name, state)) return news::none;
    return members_.see_member(name, std::move(state), now) ? news::change : news::none;
}

void seen_leases::lose_member(std::string const& name, group_view::last_renewal last, time_point now)
{
    members_.lose_member(name, last, now);
    forget_others(now);
}

void seen_leases::confirm_loss(std::string const& name, time_point now)
{
    members_.confirm_loss(name, now);
    lose_member(name, group_view::last_renewal::may_be_later, now);
}

// Lets group_view compare the members that are gone with the map. It then remembers only those that the map
// names as owners, because nobody has to wait for the others.
void seen_leases::forget_others(time_point now)
{
    if (map_.is_known()) members_.see_owners(map_.value(), now);
}

void seen_leases::lose_in_watch(object_ptr<group_lease> const& lease, final_state known, time_point now)
{
    if (!is_map(lease)) {
        using last_renewal = group_view::last_renewal;
        std::string const name(lease.key().name);
        bool const was_seen = known == final_state::known && members_.has_seen(name, lease->spec.renewTime);
        return lose_member(name, was_seen ? last_renewal::was_seen : last_renewal::may_be_later, now);
    }
    // A list without the Lease tells only the state that the watch had brought, and this member may have
    // written since. Its map is gone nevertheless, or the watch is about to tell of it.
    if (known == final_state::unknown)
        map_.lose_in_list(now);
    else
        map_.lose(lease.resource_version(), now);
    map_.follow({});
}

// The map comes first, because it may tell that everything is to be forgotten.
seen_leases::news seen_leases::see_list(object_list<group_lease> const& all,
                                        std::string const& version_before, time_point asked, time_point now)
{
    auto found = news::change;
    auto const map = std::ranges::find_if(all.objects, [this](auto const& lease) { return is_map(lease); });
    if (map == all.objects.end())
        map_.lose(all.resource_version, now);
    else
        found = see_map(*map, version_before, now);
    std::vector<std::string> names;
    for (auto const& lease : all.objects) {
        if (is_map(lease)) continue;
        names.emplace_back(lease.key().name);
        (void)see_read(lease, asked, now);
    }
    members_.keep_only(names, all.resource_version, now);
    forget_others(now);
    return found;
}

void seen_leases::see_written(std::string version, shard_map map, time_point now)
{
    bool const is_new = map_.see(std::move(version), std::move(map), now);
    if (is_new) members_.see_owners(map_.value(), now);
}

seen_leases::news seen_leases::see_map(object_ptr<group_lease> const& lease,
                                       std::string const& version_before, time_point now)
{
    auto version = std::string(lease.resource_version());
    bool const went_back = !version_before.empty() && compare_resource_versions(version, version_before) < 0;
    if (went_back) {
        map_.forget(now);
        members_.forget();
    }
    auto map = lease->map(group_);
    bool const is_news = !map && map_.see_none_in_lease();
    if (map) see_written(std::move(version), std::move(*map), now);
    if (went_back) return news::history_was_replaced;
    return is_news ? news::no_map_in_lease : news::change;
}

seen_leases::news seen_leases::see_read(object_ptr<group_lease> const& lease, time_point asked,
                                        time_point now)
{
    std::string const name(lease.key().name);
    auto state = state_of(lease);
    if (members_.is_overtaken(name, state, asked)) return news::none;
    return members_.see_member(name, std::move(state), now) ? news::change : news::none;
}

} // namespace coinformer::detail

#include "shard/known_map.hpp"

#include <coinformer/api/resource.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace coinformer::detail {

bool known_map::see(std::string version, shard_map map, time_point now)
{
    lease_has_none_ = false;
    if (is_known() && compare_resource_versions(version, version_) <= 0) return false;
    bool const is_missed = now < missed_until_ && !lost_version_.empty();
    if (is_missed && compare_resource_versions(version, lost_version_) < 0) return false;
    version_ = std::move(version);
    map_ = std::move(map);
    missed_until_ = {};
    return true;
}

// The same loss may be told twice, and the second time with a later version.
void known_map::lose(std::string_view version, time_point now)
{
    auto const& newest = is_known() ? version_ : lost_version_;
    if (newest.empty() || compare_resource_versions(version, newest) < 0) return;
    std::string lost(version);
    if (is_known()) forget(now);
    lost_version_ = std::move(lost);
}

void known_map::forget(time_point now)
{
    if (is_known()) missed_until_ = now + lease_duration_;
    for (auto const& piece : map_.pieces()) greatest_epoch_ = std::max(greatest_epoch_, piece.epoch);
    version_.clear();
    lost_version_.clear();
    map_ = shard_map();
}

shard_map known_map::value_or_new(wall_time now) const
{
    if (is_known()) return map_;
    auto const seconds = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch());
    return shard_map(std::max<std::int64_t>(seconds.count(), greatest_epoch_));
}

} // namespace coinformer::detail

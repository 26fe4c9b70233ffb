#include "shard/known_map.hpp"

#include <coinformer/api/resource.hpp>

namespace coinformer::detail {

bool known_map::see(std::string version, shard_map map)
{
    lease_has_none_ = false;
    if (is_known() && compare_resource_versions(version, version_) <= 0) return false;
    version_ = std::move(version);
    map_ = std::move(map);
    missed_until_ = {};
    return true;
}

void known_map::lose(std::string_view version, time_point now)
{
    if (is_known() && compare_resource_versions(version, version_) >= 0) forget(now);
}

void known_map::forget(time_point now)
{
    if (is_known()) missed_until_ = now + lease_duration_;
    version_.clear();
    map_ = shard_map();
}

} // namespace coinformer::detail

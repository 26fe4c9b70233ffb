#include "cache/store/state.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

cow<index_data::postings>& index_data::shard_of(std::string_view value) noexcept
{
    return shards[hash_text(value) % shards.size()];
}

std::vector<slot_id> const* index_data::find(std::string_view value) const
{
    auto const& shard = *shards[hash_text(value) % shards.size()];
    auto const at = shard.find(value);
    return at == shard.end() ? nullptr : &at->second;
}

std::vector<std::string> index_data::values_of(slot_id slot) const
{
    std::vector<std::string> values;
    for (auto const& shard : shards)
        for (auto const& [value, slots] : *shard)
            if (std::binary_search(slots.begin(), slots.end(), slot)) values.push_back(value);
    std::sort(values.begin(), values.end());
    return values;
}

bool index_data::insert(std::string_view value, slot_id slot)
{
    auto& shard = shard_of(value).write();
    auto const at = shard.find(value);
    if (at == shard.end()) {
        std::vector<slot_id> first(1, slot);
        shard.emplace(value, std::move(first));
        return true;
    }
    auto& slots = at->second;
    auto const place = std::lower_bound(slots.begin(), slots.end(), slot);
    if (place != slots.end() && *place == slot) return false;
    slots.insert(place, slot);
    return true;
}

void index_data::erase(std::string_view value, slot_id slot)
{
    auto& shard = shard_of(value).write();
    auto const at = shard.find(value);
    if (at == shard.end()) return;
    auto& slots = at->second;
    auto const place = std::lower_bound(slots.begin(), slots.end(), slot);
    if (place != slots.end() && *place == slot) slots.erase(place);
    if (slots.empty()) shard.erase(at);
}

void index_data::reserve_unfiled(slot_id slot)
{
    auto& flags = unfiled.write();
    if (flags.size() <= slot) flags.resize(slot + 1);
}

} // namespace coinformer::detail

#include "cache/store/state.hpp"

#include <coinformer/api/allocated_bytes.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace coinformer::detail {

namespace {

std::size_t slots_bytes(std::vector<slot_id> const& slots) noexcept
{
    return allocated_bytes(slots.capacity() * sizeof(slot_id));
}

std::size_t posting_bytes(std::pair<std::string const, std::vector<slot_id>> const& p) noexcept
{
    return allocated_bytes(sizeof p + tree_links) + heap_bytes(p.first) + slots_bytes(p.second);
}

} // namespace

index_data::postings::postings(postings const& o)
    : by_value(o.by_value),
      bytes(std::transform_reduce(by_value.begin(), by_value.end(), std::size_t(0), std::plus(),
                                  [](auto const& p) { return posting_bytes(p); }))
{
}

std::size_t index_data::shard_of(std::string_view value) noexcept
{
    return hash_text(value) % std::tuple_size_v<decltype(shards)>;
}

// Returns the shard of a value for writing. If a snapshot shares the shard, its copy is smaller.
index_data::postings& index_data::write_shard(std::string_view value)
{
    auto& shard = shards[shard_of(value)];
    auto const before = shard->bytes;
    auto& writable = shard.write();
    postings_bytes += writable.bytes - before;
    return writable;
}

void index_data::count(postings& shard, std::size_t before, std::size_t now) noexcept
{
    shard.bytes += now - before;
    postings_bytes += now - before;
}

std::size_t index_data::bytes() const noexcept
{
    auto const nodes = shards.size() * cow<postings>::node_bytes() + cow<index_data>::node_bytes();
    return postings_bytes + nodes + allocated_bytes(unfiled->capacity() / 8);
}

std::size_t store_state::table_bytes() const noexcept
{
    auto all = allocated_bytes(chunks.capacity() * sizeof chunks[0]) +
               chunks.size() * cow<chunk>::node_bytes() + keys.bytes();
    for (auto const& [name, index] : indices) all += index->bytes();
    return all;
}

std::vector<slot_id> const* index_data::find(std::string_view value) const
{
    auto const& shard = shards[shard_of(value)]->by_value;
    auto const at = shard.find(value);
    return at == shard.end() ? nullptr : &at->second;
}

std::vector<std::string> index_data::values_of(slot_id slot) const
{
    std::vector<std::string> values;
    for (auto const& shard : shards)
        for (auto const& [value, slots] : shard->by_value)
            if (std::binary_search(slots.begin(), slots.end(), slot)) values.push_back(value);
    std::sort(values.begin(), values.end());
    return values;
}

bool index_data::insert(std::string_view value, slot_id slot)
{
    auto& shard = write_shard(value);
    auto const at = shard.by_value.find(value);
    if (at == shard.by_value.end()) {
        std::vector<slot_id> first(1, slot);
        count(shard, 0, posting_bytes(*shard.by_value.emplace(value, std::move(first)).first));
        return true;
    }
    auto& slots = at->second;
    auto const place = std::lower_bound(slots.begin(), slots.end(), slot);
    if (place != slots.end() && *place == slot) return false;
    auto const before = slots_bytes(slots);
    slots.insert(place, slot);
    count(shard, before, slots_bytes(slots));
    return true;
}

void index_data::erase(std::string_view value, slot_id slot)
{
    auto& shard = write_shard(value);
    auto const at = shard.by_value.find(value);
    if (at == shard.by_value.end()) return;
    auto& slots = at->second;
    auto const place = std::lower_bound(slots.begin(), slots.end(), slot);
    if (place != slots.end() && *place == slot) slots.erase(place);
    if (!slots.empty()) return;
    count(shard, posting_bytes(*at), 0);
    shard.by_value.erase(at);
}

void index_data::reserve_unfiled(slot_id slot)
{
    auto& flags = unfiled.write();
    if (flags.size() <= slot) flags.resize(slot + 1);
}

} // namespace coinformer::detail

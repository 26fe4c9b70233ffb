#pragma once

#include "cache/cow.hpp"
#include "core/hash_text.hpp"

#include <coinformer/api/resource.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace coinformer::detail {

using slot_id = std::uint32_t;

inline std::uint64_t hash_of(object_key const& key) noexcept
{
    return hash_text(key.name, hash_text(key.ns));
}

struct key_hash {
    std::size_t operator()(object_key const& key) const noexcept { return static_cast<std::size_t>(hash_of(key)); }
};

/// From the hash of a key to the slot of its object: flat open-addressed shards, copied one by one when held by a
/// snapshot. Which object sits in a slot is the caller's knowledge: it answers `is(slot)`.
class key_table {
public:
    template <class Is>
    std::optional<slot_id> find(std::uint64_t hash, Is is) const
    {
        auto const& entries = shards_[hash % shards_.size()]->entries;
        if (entries.empty()) return std::nullopt;
        auto const tag = tag_of(hash);
        for (auto i = home_of(tag, entries.size()); entries[i] != 0; i = after(i, entries.size()))
            if (entries[i] >> 32 == tag && is(slot_of(entries[i]))) return slot_of(entries[i]);
        return std::nullopt;
    }

    /// The key is not in the table yet.
    void insert(std::uint64_t hash, slot_id slot)
    {
        auto& shard = shards_[hash % shards_.size()].write();
        if ((shard.used + 1) * 8 > shard.entries.size() * 7) grow(shard);
        place(shard.entries, tag_of(hash) << 32 | (slot + 1ULL));
        ++shard.used;
    }

    /// Takes out the entry of this slot, which is there.
    void erase(std::uint64_t hash, slot_id slot)
    {
        auto& shard = shards_[hash % shards_.size()].write();
        auto& entries = shard.entries;
        auto const size = entries.size();
        auto hole = home_of(tag_of(hash), size);
        while (slot_of(entries[hole]) != slot) hole = after(hole, size);
        // close the gap: entries after the hole move up unless that would put them before their home
        for (auto i = after(hole, size); entries[i] != 0; i = after(i, size)) {
            if (distance(home_of(entries[i] >> 32, size), i, size) < distance(hole, i, size)) continue;
            entries[hole] = entries[i];
            hole = i;
        }
        entries[hole] = 0;
        --shard.used;
    }

private:
    struct shard {
        std::vector<std::uint64_t> entries; // tag << 32 | slot + 1; 0 is free
        std::size_t used = 0;
    };

    static std::uint64_t tag_of(std::uint64_t hash) noexcept { return hash >> 32; }
    static slot_id slot_of(std::uint64_t entry) noexcept { return static_cast<slot_id>(entry) - 1; }

    // Places are a ring: where a tag belongs, the place after one, and how far it is from one to another.
    static std::size_t home_of(std::uint64_t tag, std::size_t places) noexcept { return tag * places >> 32; }
    static std::size_t after(std::size_t i, std::size_t places) noexcept { return i + 1 == places ? 0 : i + 1; }
    static std::size_t distance(std::size_t from, std::size_t to, std::size_t places) noexcept
    {
        return to >= from ? to - from : to + places - from;
    }

    static void place(std::vector<std::uint64_t>& entries, std::uint64_t entry)
    {
        auto i = home_of(entry >> 32, entries.size());
        while (entries[i] != 0) i = after(i, entries.size());
        entries[i] = entry;
    }

    // By a quarter: in a large cache the table that is half empty is the one that does not fit the processor's cache.
    static void grow(shard& s)
    {
        std::vector<std::uint64_t> larger(s.entries.empty() ? 8 : s.entries.size() * 5 / 4);
        for (auto const entry : s.entries)
            if (entry != 0) place(larger, entry);
        s.entries = std::move(larger);
    }

    std::array<cow<shard>, 64> shards_;
};

} // namespace coinformer::detail

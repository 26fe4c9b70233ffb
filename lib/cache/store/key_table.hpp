#pragma once

#include "cache/store/copy_on_write.hpp"
#include "core/hash_text.hpp"

#include <coinformer/api/resource.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace coinformer::detail {

using slot_id = std::uint32_t; ///< the number under which a store keeps an object

inline std::uint64_t hash_of(object_key const& key) noexcept
{
    return hash_text(key.name, hash_text(key.ns));
}

struct key_hash {
    std::size_t operator()(object_key const& key) const noexcept
    {
        return static_cast<std::size_t>(hash_of(key));
    }
};

/// Maps the hash of a key to the slot of its object. The table is divided into open-addressed shards, so that
/// a write copies only one of them if a snapshot holds the table. It does not know the keys: find() asks the
/// caller, by `is(slot)`, whether the object in a slot is the one in question.
///
/// An entry has 8 bytes: the upper half of the hash as a tag, and the slot. The tag rules out nearly all
/// other entries without a look at their objects.
///
/// Threads    one writer; copies may be read on any thread.
class key_table {
public:
    /// Returns the slot of the object for which `is(slot)` returns true; nullopt if there is none.
    template <class Is>
    std::optional<slot_id> find(std::uint64_t hash, Is is) const
    {
        auto const& shard = *shards_[hash % shards_.size()];
        if (shard.entries.empty()) return std::nullopt;
        auto const mask = shard.entries.size() - 1;
        auto const tag = tag_of(hash);
        for (auto i = tag & mask; shard.entries[i] != 0; i = (i + 1) & mask)
            if (shard.entries[i] >> 32 == tag && is(slot_of(shard.entries[i])))
                return slot_of(shard.entries[i]);
        return std::nullopt;
    }

    /// After this, or after insert(), an erase() of the same hash does not throw.
    void make_writable(std::uint64_t hash) { (void)shards_[hash % shards_.size()].write(); }

    /// Inserts a key that is not in the table. Errors: std::bad_alloc; then the table is as before.
    void insert(std::uint64_t hash, slot_id slot)
    {
        auto& shard = shards_[hash % shards_.size()].write();
        if ((shard.used + 1) * 8 > shard.entries.size() * 7) grow(shard);
        place(shard.entries, tag_of(hash) << 32 | (slot + 1ULL));
        ++shard.used;
    }

    /// Returns what the table's shards take, in bytes of the allocator.
    std::size_t bytes() const noexcept { return bytes_; }

    /// Erases the entry of this slot, which is in the table.
    void erase(std::uint64_t hash, slot_id slot)
    {
        auto& shard = shards_[hash % shards_.size()].write();
        auto const mask = shard.entries.size() - 1;
        auto hole = tag_of(hash) & mask;
        while (slot_of(shard.entries[hole]) != slot) hole = (hole + 1) & mask;
        // Close the gap, so that no tombstone is needed: each entry behind the hole moves into it, unless
        // that would put the entry in front of the place where a search for it begins.
        for (auto i = (hole + 1) & mask; shard.entries[i] != 0; i = (i + 1) & mask) {
            auto const home = (shard.entries[i] >> 32) & mask;
            if (((i - home) & mask) < ((i - hole) & mask)) continue;
            shard.entries[hole] = shard.entries[i];
            hole = i;
        }
        shard.entries[hole] = 0;
        --shard.used;
    }

private:
    struct shard {
        // tag << 32 | slot + 1, or 0 if free; their number is a power of two
        std::vector<std::uint64_t> entries;
        std::size_t used = 0;
    };

    static std::uint64_t tag_of(std::uint64_t hash) noexcept { return hash >> 32; }
    static slot_id slot_of(std::uint64_t entry) noexcept { return static_cast<slot_id>(entry) - 1; }

    static void place(std::vector<std::uint64_t>& entries, std::uint64_t entry)
    {
        auto const mask = entries.size() - 1;
        auto i = (entry >> 32) & mask;
        while (entries[i] != 0) i = (i + 1) & mask;
        entries[i] = entry;
    }

    void grow(shard& s)
    {
        std::vector<std::uint64_t> larger(s.entries.empty() ? 8 : s.entries.size() * 2);
        for (auto const entry : s.entries)
            if (entry != 0) place(larger, entry);
        bytes_ += bytes_of(larger) - bytes_of(s.entries);
        s.entries = std::move(larger);
    }

    // A shard never shrinks, and a copy of it is as large.
    static std::size_t bytes_of(std::vector<std::uint64_t> const& entries) noexcept
    {
        return entries.empty()
                   ? 0
                   : cow<shard>::node_bytes() + allocated_bytes(entries.size() * sizeof entries[0]);
    }

    std::array<cow<shard>, 64> shards_;
    std::size_t bytes_ = 0;
};

} // namespace coinformer::detail

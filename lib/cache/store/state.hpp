#pragma once

#include "cache/store/copy_on_write.hpp"
#include "cache/store/key_table.hpp"
#include "cache/store/prefetch.hpp"

#include <coinformer/api/object.hpp>
#include <coinformer/api/shard_ranges.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The contents of one index: for each value the slots of its objects, in ascending order. It is divided into
/// shards by value, so that a write copies little if a snapshot holds the index.
///
/// Errors     insert() and make_writable() throw std::bad_alloc, and then have changed nothing. erase() does
///            not throw after make_writable() or insert() of the same value.
/// Threads    one writer; copies may be read on any thread.
struct index_data {
    struct postings {
        std::map<std::string, std::vector<slot_id>, std::less<>> by_value;
        std::size_t bytes = 0; ///< what they take, in bytes of the allocator

        postings() = default;
        postings(postings const& o); // counts anew: copies of vectors have no room to spare
        postings& operator=(postings const&) = delete;
    };
    std::array<cow<postings>, 16> shards;
    std::size_t postings_bytes = 0; ///< the sum over all shards
    /// By slot: true if the index function threw for the object, which is therefore filed under no value.
    /// Slots behind the end count as false.
    cow<std::vector<bool>> unfiled;

    std::vector<slot_id> const* find(std::string_view value) const; ///< null if no object has this value
    bool is_unfiled(slot_id slot) const { return slot < unfiled->size() && (*unfiled)[slot]; }
    /// Returns the values under which this slot is filed, in their order. Searches the whole index.
    std::vector<std::string> values_of(slot_id slot) const;

    /// Returns false if the slot was filed under this value already.
    bool insert(std::string_view value, slot_id slot);
    void erase(std::string_view value, slot_id slot);
    void make_writable(std::string_view value) { (void)write_shard(value); }
    /// Makes room for set_unfiled() of this slot, which does not throw after that.
    void reserve_unfiled(slot_id slot);
    void set_unfiled(slot_id slot, bool threw) { unfiled.write()[slot] = threw; }
    /// Returns what the index takes, in bytes of the allocator.
    std::size_t bytes() const noexcept;

private:
    static std::size_t shard_of(std::string_view value) noexcept;
    postings& write_shard(std::string_view value);
    void count(postings& shard, std::size_t before, std::size_t now) noexcept;
};

/// The contents of a store, and of a snapshot of it. A copy shares all parts with the original, and a write
/// copies the parts that it changes: a chunk of 256 objects, a shard of the key table, a shard of an index.
///
/// Threads    one writer; copies may be read on any thread.
struct store_state {
    using chunk = std::array<object_ref, 256>; // the objects of 256 slots; null for a free slot

    std::vector<cow<chunk>> chunks; // all slots; after a failed write there may be one chunk too many
    key_table keys;
    std::map<std::string, cow<index_data>, std::less<>> indices; // by name
    std::size_t objects = 0;
    std::size_t object_bytes = 0; // sum of object_bytes() over all objects
    slot_id slots = 0;            // number of slots that were ever used, including free ones
    std::string version;
    std::shared_ptr<shard_ranges const> share; // the objects are those of this share; null for all

    object_ref const& at(slot_id slot) const { return (*chunks[slot / 256])[slot % 256]; }
    std::optional<slot_id> find(object_key const& key, std::uint64_t hash) const;
    /// Returns null if there is no such object.
    object_ref const* find_object(object_key const& key, std::uint64_t hash) const
    {
        auto const slot = find(key, hash);
        return slot ? &at(*slot) : nullptr;
    }
    /// Returns what all tables take, in bytes of the allocator. Time: in proportion to the number of indices.
    std::size_t table_bytes() const noexcept;
};

/// Throws errc::unknown_index, with a message that names the existing indices.
[[noreturn]] void refuse_index(store_state const& here, std::string_view name);

// Inline for speed: if a call returns an optional, GCC 12 assembles it in memory, and the look-up waits for
// that and takes half as long again.
inline std::optional<slot_id> store_state::find(object_key const& key, std::uint64_t hash) const
{
    return keys.find(hash, [&](slot_id slot) {
        auto const& object = at(slot);
        prefetch(object);
        return object->key() == key;
    });
}

} // namespace coinformer::detail

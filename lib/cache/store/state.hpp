#pragma once

#include "cache/store/copy_on_write.hpp"
#include "cache/store/key_table.hpp"
#include "cache/store/prefetch.hpp"

#include <coinformer/api/object.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// One index: value → slots, ascending. Sharded by value, so that a held snapshot makes writes copy little.
///
/// Errors     insert() and make_writable() throw std::bad_alloc and have changed nothing then. erase() does not throw
///            after make_writable() of the same value, or after insert().
struct index_data {
    using postings = std::map<std::string, std::vector<slot_id>, std::less<>>;
    std::array<cow<postings>, 16> shards;
    /// By slot: the index function threw for the object, which is therefore filed under no value. May be shorter than
    /// there are slots.
    cow<std::vector<bool>> unfiled;

    std::vector<slot_id> const* find(std::string_view value) const;
    bool is_unfiled(slot_id slot) const { return slot < unfiled->size() && (*unfiled)[slot]; }
    /// All values that this slot is filed under, in their order. Looks at the whole index.
    std::vector<std::string> values_of(slot_id slot) const;

    /// Returns false if the slot was there already.
    bool insert(std::string_view value, slot_id slot);
    void erase(std::string_view value, slot_id slot);
    void make_writable(std::string_view value) { (void)shard_of(value).write(); }
    /// Makes room for set_unfiled() of this slot, which does not throw after this.
    void reserve_unfiled(slot_id slot);
    void set_unfiled(slot_id slot, bool threw) { unfiled.write()[slot] = threw; }

private:
    cow<postings>& shard_of(std::string_view value) noexcept;
};

/// The contents of a snapshot. All parts are shared by copy-on-write.
struct store_state {
    using chunk = std::array<object_ref, 256>; // objects by slot

    std::vector<cow<chunk>> chunks; // perhaps one more than `slots` needs
    key_table keys;
    std::map<std::string, cow<index_data>, std::less<>> indices;
    std::size_t objects = 0;
    slot_id slots = 0; // ever used, including free ones
    std::string version;

    object_ref const& at(slot_id slot) const { return (*chunks[slot / 256])[slot % 256]; }
    std::optional<slot_id> find(object_key const& key, std::uint64_t hash) const;
    /// Returns null if there is no such object.
    object_ref const* find_object(object_key const& key, std::uint64_t hash) const
    {
        auto const slot = find(key, hash);
        return slot ? &at(*slot) : nullptr;
    }
};

/// Throws errc::unknown_index, which names the indices that there are.
[[noreturn]] void refuse_index(store_state const& here, std::string_view name);

// Inline, because GCC 12 puts an optional that a call returns together in memory, and a look-up waits for that: it
// takes half as long again.
inline std::optional<slot_id> store_state::find(object_key const& key, std::uint64_t hash) const
{
    return keys.find(hash, [&](slot_id slot) {
        auto const& object = at(slot);
        prefetch(object);
        return object->key() == key;
    });
}

} // namespace coinformer::detail

#pragma once

#include "cache/store/key_table.hpp"

#include <coinformer/cache/snapshot.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The objects of the store that a list has shown again, in the same version. A list with nothing new marks
/// their slots, and costs no memory for objects.
///
/// States     Empty, until begin() and after clear(): no object is known. The first list of an informer is
///            read in this state, because the store is empty.
/// Threads    the client's strand. listing owns it.
class seen_slots {
public:
    void begin(snapshot_ref store); ///< `store` is the store when the list begins to be read
    void clear() { *this = {}; }

    /// Returns the store's object of this key if it has this UID and version; else null. An object without a
    /// version is never known, because an empty version proves nothing.
    object_ref find(object_key key, std::string_view uid, std::string_view version) const;
    /// Marks the slot of an object that has come, and returns true, if the store has this very object.
    /// Otherwise the slot that has the object's key, if there is one, is never marked again: another state of
    /// its object has come.
    bool mark(object_ref const& object);
    /// The object was deleted while the list was read.
    void unmark(object_key key);
    std::size_t count() const noexcept { return count_; } ///< the number of slots that are marked

    // The result: which slots of the store are marked, and the store. Call clear() behind them.
    std::vector<bool> take_marks() noexcept { return std::move(marked_); }
    std::optional<snapshot_ref> take_store() noexcept { return std::move(store_); }

private:
    std::optional<slot_id> slot_of(object_key const& key) const;
    bool is_at(slot_id slot, object_key const& key) const;
    void unmark_slot(slot_id slot);

    std::optional<snapshot_ref> store_;
    std::vector<bool> marked_;
    std::vector<bool> changed_; // another state of the slot's object has come
    std::size_t count_ = 0;
    mutable slot_id guess_ = 0; // slot of the object that probably comes next: servers keep their order
};

} // namespace coinformer::detail

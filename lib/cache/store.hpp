#pragma once

#include "cache/cow.hpp"
#include "cache/key_table.hpp"

#include <coinformer/api/object.hpp>
#include <coinformer/cache/snapshot.hpp>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace coinformer::detail {

/// The values that an index files an object under. Pure: the same object gives the same values.
using index_function = std::function<std::vector<std::string>(object_ref const&)>;

/// One index: value → slots, ascending. Sharded by value, so that a held snapshot makes writes copy little.
struct index_data {
    using postings = std::map<std::string, std::vector<slot_id>, std::less<>>;
    std::array<cow<postings>, 16> shards;

    std::vector<slot_id> const* find(std::string_view value) const;
    void insert(std::string_view value, slot_id slot);
    void erase(std::string_view value, slot_id slot);
};

/// What a snapshot holds: everything by copy-on-write.
struct store_state {
    using chunk = std::array<object_ref, 256>; // objects by slot

    std::vector<cow<chunk>> chunks;
    key_table keys;
    std::map<std::string, cow<index_data>, std::less<>> indices;
    std::size_t objects = 0;
    slot_id slots = 0; // ever used, including free ones
    std::string version;

    object_ref const& at(slot_id slot) const { return (*chunks[slot / 256])[slot % 256]; }
    std::optional<slot_id> find(object_key const& key, std::uint64_t hash) const;
};

/// The objects of one informer, with indices.
///
/// Threads    one writer; snapshot() from any thread. The lock is held for a slice of a batch, never for user code.
class store {
public:
    store();

    /// Files the objects under a further name, those already here included. The name is new.
    void add_index(std::string name, index_function values);

    /// One write: an object put, or the object with its key taken out.
    struct operation {
        object_ref object;
        bool erase = false;
        object_ref old = {}; ///< result: what was here before
    };
    /// Applies all of them and the version as one step: a snapshot shows the state before or after. Distinct keys.
    void apply(std::vector<operation>& batch, std::string_view version);

    /// What a list that came whole changes. Distinct keys.
    struct replacement {
        std::vector<object_ref> gone; ///< as they are here
        std::vector<object_ref> put;
        std::vector<object_ref> old = {}; ///< result: what was here before each that was put; empty: nothing was
    };
    /// Applies it as one step, whatever its size, without a copy of it.
    void replace(replacement& all, std::string_view version);

    /// The writer's own look-up.
    object_ref find(object_key const& key) const;
    /// Where the object is: for at(), until the next apply().
    std::optional<slot_id> slot_of(object_key const& key) const { return state_->find(key, hash_of(key)); }
    slot_id slots() const noexcept { return state_->slots; }
    object_ref const& at(slot_id slot) const { return state_->at(slot); } ///< null: the slot is free
    std::size_t size() const noexcept { return state_->objects; }
    std::string const& version() const noexcept { return state_->version; }
    snapshot_ref snapshot() const;
    std::size_t index_failures() const noexcept { return index_failures_; }

private:
    /// Where one operation's object is filed before and after, for each index: worked out before the lock is taken.
    struct filing {
        std::vector<std::string> before, after;
    };
    std::vector<std::string> values_of(index_function const& f, object_ref const& object, bool count_failure) noexcept;
    std::vector<filing> filings_of(std::vector<operation> const& batch);
    void apply_part(store_state& state, std::vector<operation>& part, std::vector<filing> const& filings);
    void apply_one(store_state& state, operation& op, filing const* filings);

    mutable std::mutex lock_; // of state_: readers copy it, the writer changes it
    cow<store_state> state_;
    std::map<std::string, index_function, std::less<>> functions_;
    std::vector<slot_id> free_;
    std::size_t index_failures_ = 0;
};

} // namespace coinformer::detail

#pragma once

#include "cache/store/step.hpp"

#include <coinformer/cache/snapshot.hpp>

#include <mutex>
#include <string>
#include <vector>

namespace coinformer::detail {

/// The objects of one informer, with indices.
///
/// Threads    one writer; snapshot() from any thread. The lock is held for a slice of a batch, never for user code.
/// Errors     what changes the store throws std::bad_alloc, and then the store is as it was: objects, indices, version.
class store {
public:
    /// `log` is told of each index function that throws. It may be null, and outlives the store.
    explicit store(index_failure_log* log = nullptr);

    /// Files the objects under a further name, those already here included. The name is new.
    void add_index(std::string name, index_function values);

    using operation = store_operation;
    /// Applies all of them and the version as one step: a snapshot shows the state before or after. Distinct keys.
    void apply(std::vector<operation>& batch, std::string_view version);

    /// What a list that came whole changes. Distinct keys.
    struct replacement {
        std::vector<object_ref> gone; ///< as they are here
        std::vector<object_ref> put;
        std::vector<object_ref> renewed = {}; ///< put as well, in the place of an object with the same content
        std::vector<object_ref> old = {};     ///< result: what was here before each that was put; empty: nothing was
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
    index_failure_log* log_;
    mutable std::mutex lock_; // of state_: readers copy it, the writer changes it
    cow<store_state> state_;
    index_functions functions_;
    std::vector<slot_id> free_; // slots without an object
    std::size_t index_failures_ = 0;
    store_step step_;
};

} // namespace coinformer::detail

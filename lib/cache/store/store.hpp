#pragma once

#include "cache/store/memory_counts.hpp"
#include "cache/store/step.hpp"

#include <coinformer/cache/snapshot.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The objects of one informer, with their indices. One writer changes it, batch by batch; any thread takes
/// snapshots of it, each of which shows the state between two batches.
///
/// States     The store has one state, `state_`, which snapshots share by copy-on-write. A small batch is
///            applied to it with the lock held, which keeps readers waiting for some microseconds. A larger
///            one is applied to a copy without the lock, and the copy then takes the place of the state.
/// Threads    snapshot() may be called on any thread, everything else on the client's strand, by
///            store_updater and informer_core. The lock is never held while user code runs.
/// Errors     Members that change the store throw std::bad_alloc; then objects, indices and version are as
///            before.
class store {
public:
    /// `log` gets each failure of an index function. It may be null, and outlives the store.
    explicit store(index_failure_log* log = nullptr);

    /// The running totals of the informer's memory. The store keeps two of them, and other parts of the
    /// informer, which know the store, the others.
    memory_counts_ptr const& counts() const noexcept { return counts_; }

    /// Adds an index, and files the present objects in it. There is no index of this name yet.
    void add_index(std::string name, index_function values);

    /// The objects will be those of a share, and there are none yet. Called before anybody reads the store.
    void limit_to_share() { state_.write().share = std::make_shared<shard_ranges const>(); }

    using operation = store_operation;
    /// Applies operations with distinct keys, and the version, as one step. Fills in operation::old.
    void apply(std::vector<operation>& batch, std::string_view version);

    /// What a complete list changes. The keys are distinct.
    struct replacement {
        std::vector<object_ref> gone; ///< objects to erase, as the store has them
        std::vector<object_ref> put;
        std::vector<object_ref> renewed =
            {}; ///< objects to put whose content has not changed, only their version
        std::vector<object_ref> old =
            {}; ///< result: the former state of each object of `put`; empty if all are new
        std::size_t left_bytes = 0; ///< result: sum of object_bytes() over `gone` and `old`
        /// The share that the store has with this list; null if it is the same as before.
        std::shared_ptr<shard_ranges const> share = {};
        bool is_stored = false; ///< the list comes from a snapshot, and does not count as a change of it
    };
    /// Applies a list and its version as one step, without copying the list, however large it is.
    void replace(replacement& all, std::string_view version);

    /// Returns the object, or null if there is none.
    object_ref find(object_key const& key) const;
    /// Returns the slot of an object, which is valid for at() until the next change of the store.
    std::optional<slot_id> slot_of(object_key const& key) const { return state_->find(key, hash_of(key)); }
    /// Returns true if an object has no namespace. Only those of a cluster-scoped kind have none.
    bool has_cluster_scoped() const
    {
        return state_->indices.find(namespace_index)->second->find(std::string_view()) != nullptr;
    }
    slot_id slots() const noexcept { return state_->slots; }
    object_ref const& at(slot_id slot) const { return state_->at(slot); } ///< null for a free slot
    std::size_t size() const noexcept { return state_->objects; }
    /// The part of the key space whose objects are here, 0 to 1.
    double share() const noexcept { return state_->share ? state_->share->fraction() : 1; }
    std::string const& version() const noexcept { return state_->version; }
    snapshot_ref snapshot() const;
    std::size_t index_failures() const noexcept { return index_failures_; }
    /// Returns how many bytes of objects have come and gone, in all: see object_bytes().
    std::uint64_t changed_bytes() const noexcept { return changed_bytes_; }

private:
    void count_memory() noexcept;

    index_failure_log* log_;
    mutable std::mutex lock_; // held while snapshot() copies state_, and while the writer changes it
    cow<store_state> state_;
    index_functions functions_; // those of the user; the namespace index is built in
    std::vector<slot_id> free_; // slots without an object
    std::size_t index_failures_ = 0;
    std::uint64_t changed_bytes_ = 0;
    store_step step_;
    memory_counts_ptr const counts_ = std::make_shared<memory_counts>();
};

} // namespace coinformer::detail

#pragma once

#include "dice.hpp"
#include "history.hpp"
#include "verdict.hpp"

#include <coinformer/cache/snapshot_storage.hpp>
#include <coinformer/core/time_source.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// How an informer saves snapshots, and the disk to which it saves them.
struct warm_plan {
    std::int64_t interval_ms = 0; ///< 0: the informer saves none
    std::int64_t quiet_ms = 0;
    std::int64_t changed_bytes = 0;
    std::int64_t sync_ms = 0; ///< how long after its commit a snapshot is safe from the death of the process
    unsigned fails = 0;       ///< how many of a hundred attempts to save one fail
};

/// The disk on which one informer saves its snapshots. It outlives the informer's processes: when one of them
/// dies, it keeps the last snapshot that was synced, and may lose, cut or tear a newer one.
class disk {
public:
    disk(std::uint64_t seed, std::size_t informer, warm_plan const& how, coinformer::time_source& time,
         sometimes_counts& sometimes);

    /// Returns the storage for one life of the informer. `reached` returns the versions that have arrived of
    /// each of its collections. What a life writes after its death goes nowhere.
    std::shared_ptr<coinformer::snapshot_storage> mount(std::function<std::vector<version>()> reached);
    /// The life that uses this disk dies. `chance` decides what becomes of a snapshot that is not synced.
    void crash(std::uint64_t chance);
    /// Returns what had arrived of each collection when the snapshot was saved with which the next life may
    /// begin. Empty if there is no snapshot, or only a damaged one: then the next life has to list.
    std::vector<version> reached() const;

private:
    struct saved {
        std::string bytes;
        std::vector<version> reached;
    };
    class storage;
    class sink;
    saved const* newest() const { return fresh_ ? &*fresh_ : synced_ ? &*synced_ : nullptr; }
    void settle();
    void commit(saved one);
    saved damaged(dice& d) const;

    warm_plan how_;
    coinformer::time_source& time_;
    sometimes_counts& sometimes_;
    dice dice_; // for the attempts that fail
    std::optional<saved> synced_, fresh_;
    coinformer::time_point fresh_since_;
    unsigned life_ = 0; // the number of the life that may write
};

} // namespace simulation

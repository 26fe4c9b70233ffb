#pragma once

#include "cache/reflector/collection_position.hpp"
#include "cache/reflector/collection_share.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/warm/snapshot_restorer.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// The objects of a saved snapshot, with which a reflector begins instead of a list. They wait here until the
/// server has shown that it knows their version. Then they go into the queue, as a list does. A snapshot that
/// the server does not know is dropped, and nobody ever sees its objects.
///
/// States     Not loaded; waiting for the server's word; over.
/// Threads    the client's strand.
class pending_snapshot {
public:
    /// `from` is null if the informer saves no snapshots; otherwise it outlives this object.
    pending_snapshot(snapshot_restorer* from, std::string ns) : from_(from), ns_(std::move(ns)) {}

    /// Reads the snapshot, unless it waits already, and drops it if the process holds no part of its share.
    /// Afterwards, waits() says whether there is one that fits.
    /// Errors and cancellation: as snapshot_restorer::take().
    [[nodiscard]] task<> load(collection_share const& share) &;
    bool waits() const noexcept { return objects_ != nullptr; }
    std::string const& version() const noexcept { return objects_->version; } ///< while it waits
    /// The share that its objects are of; nothing unless it waits.
    shard_ranges share() const { return objects_ ? *objects_->share : shard_ranges(); }
    /// Throws errc::history_replaced if an event of the watch is older than the version from which the watch
    /// began: then the server is in another history.
    void check_goes_forward(std::string_view version) const;

    /// The server knows the version: queues those objects that the attempt reads, as the first list or as its
    /// first part. Returns how many there are.
    std::size_t accept(delta_fifo& queue, collection_position& position, collection_share& share)
    {
        from_->note_accepted();
        return hand_over(queue, position, share);
    }
    /// The server has answered that it cannot go on from the version. If it has forgotten what happened since
    /// then, the objects are queued all the same: they were true once, and a list tells handlers what has
    /// changed since. Otherwise they are dropped. Returns how many were queued.
    std::size_t refuse(error_code why, delta_fifo& queue, collection_position& position,
                       collection_share& share);

private:
    std::size_t hand_over(delta_fifo& queue, collection_position& position, collection_share& share);

    snapshot_restorer* from_;
    std::string ns_;
    std::unique_ptr<complete_list> objects_; // null unless they wait
};

} // namespace coinformer::detail

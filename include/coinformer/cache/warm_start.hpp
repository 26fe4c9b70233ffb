#pragma once

#include <coinformer/cache/snapshot_storage.hpp>
#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace coinformer {

/// Makes an informer go on where the process before it stopped: it saves snapshots of its objects, and begins
/// with the last one instead of a list. Set `file`, or `storage`; without both nothing is saved. The end of
/// the informer's run() saves a last snapshot, for which it waits for 10 s at most.
///
/// The first attempt of the informer is then a watch from the version of the snapshot. Handlers get the
/// objects of the snapshot as additions of the first list, and synced() ends, when the server has shown that
/// it knows this version. If the server has forgotten what happened since then, handlers get the objects all
/// the same, and a list follows, whose differences they are told, deletions included; synced() then waits for
/// the list, as a rule. A snapshot of another server, resource, selector or projection is refused, as is a
/// damaged one, and a list is read as if there were none. In every case the log says what was done.
///
/// With informer_options::shard, the informer waits for its share, and takes up those objects of the snapshot
/// that belong to it. It lists what the share has beyond that, and then synced() ends. A snapshot of which
/// the process holds nothing is refused.
///
/// See docs/warm-start.md.
struct warm_start_options {
    std::string file = {}; ///< path of the file; its directory exists, and the process may write in it
    /// Another place for snapshots. If it is set, `file` is not used.
    std::shared_ptr<snapshot_storage> storage = {};
    /// No two snapshots are saved within this time, except for the last one, at the informer's end. If no
    /// object has changed, and only the collection's version or the share has moved, ten times as long. At
    /// least 1 s, and at most a year.
    duration interval = std::chrono::minutes(1);
    /// A snapshot is saved once nothing has changed for this long. A collection that is never quiet is saved
    /// after ten times `interval`, and for the first time after one. Not negative, and at most a year.
    duration quiet = std::chrono::seconds(5);
    /// A snapshot is saved, even if there is never a quiet moment, when objects of this size have come and
    /// gone. In bytes of memory.
    std::size_t changed_bytes = 64 * 1024 * 1024;
    /// Allows to save Secrets. Without it, an informer of Secrets that has a `file` or a `storage` is
    /// refused with errc::bad_request, because a file outlives the process, and may be copied with its
    /// volume.
    bool secrets = false;
    /// Names what a transform chooses and computes, if the informer has one. A snapshot that was saved with
    /// another text is refused. Change it whenever the function changes, because the library cannot see that.
    std::string transform = {};

    bool is_set() const noexcept { return storage || !file.empty(); }
};

} // namespace coinformer

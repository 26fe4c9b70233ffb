#pragma once

#include "cache/warm/snapshot_file.hpp"

#include <coinformer/api/projection.hpp>
#include <coinformer/cache/snapshot.hpp>
#include <coinformer/cache/snapshot_storage.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace coinformer::detail {

/// Counts of a file that was written.
struct written_snapshot {
    std::uint64_t objects = 0;
    std::uint64_t bytes = 0;
};

/// Writes a snapshot, whose objects are of this type, and commits it. `versions` are those that its
/// namespaces have reached: see snapshot_footer.
///
/// Memory     one block, which has 64 KB or one object if that is larger, and some 60 bytes for each distinct
///            interned text and key set.
/// Threads    any: a snapshot does not change. It blocks as its sink does. Of one sink only one thread at a
///            time.
/// Errors     std::system_error of the sink; std::invalid_argument if a snapshot cannot be saved: because its
///            objects are computed, or because it lacks a version, from which a watch could go on. what()
///            says which. The sink is then not committed.
written_snapshot write_snapshot(snapshot_ref const& from, std::vector<std::string> versions,
                                object_type const& type, snapshot_origin const& origin, snapshot_sink& to);

} // namespace coinformer::detail

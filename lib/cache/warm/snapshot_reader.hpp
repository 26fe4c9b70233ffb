#pragma once

#include "cache/warm/snapshot_file.hpp"

#include <coinformer/api/projection.hpp>
#include <coinformer/cache/snapshot_storage.hpp>

#include <optional>
#include <string>
#include <vector>

namespace coinformer::detail {

/// The contents of a snapshot file, or why it cannot be used.
struct restored_snapshot {
    std::optional<snapshot_refusal> refusal; ///< if set, there are no objects
    std::string details;                     ///< for the log: which part, what was expected and what is there
    std::vector<object_ref> objects;         ///< in the order in which they were written
    std::vector<std::string> versions;       ///< one for each namespace: see snapshot_footer
    shard_ranges share;                      ///< see snapshot_footer
};

/// Reads a snapshot of objects of this type, which was saved for exactly this origin, and for any share.
///
/// Any bytes are safe to read: they give objects that are safe to use, or a refusal. Nothing is returned of a
/// file of which a part is refused. What the checks cannot know is whether the contents are true: a file that
/// somebody else could write may hold objects that no server had, also two of one name.
///
/// Memory     the objects, the file's texts and key sets, and one block (64 KB, or an object if that is
///            larger). No claim of a file makes it allocate more than in proportion to the file's size, but
///            for compressed objects: each is unpacked to be checked, and may claim up to 256 MB.
/// Time       100,000 pods with ten fields take 14 ms, and 30 ms if the system has to give the memory first.
///            In proportion to the file otherwise, and to what its compressed objects hold.
/// Threads    any, one at a time for one source; it blocks as its source does.
/// Errors     std::system_error of the source; std::bad_alloc.
restored_snapshot read_snapshot(snapshot_source& from, object_type const& type,
                                snapshot_origin const& origin);

/// Reads the last snapshot of a storage. What the storage throws is a refusal, too. Errors: std::bad_alloc.
restored_snapshot read_snapshot(snapshot_storage& from, object_type const& type,
                                snapshot_origin const& origin);

} // namespace coinformer::detail

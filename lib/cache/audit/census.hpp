#pragma once

#include "cache/audit/differences.hpp"

#include <coinformer/cache/snapshot.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace coinformer::detail {

/// Compares the objects of a snapshot with those that the server has at the same version, which are given one
/// after the other. It needs a bit for each object.
///
/// Threads    one at a time.
class census {
public:
    /// Only the objects of `ns` are compared; all of them if it is empty. If `may_lack` is true, a transform
    /// may have left objects out, so that an object which the copy lacks is no difference.
    census(snapshot_ref copy, std::string ns, bool may_lack);

    /// The server has this object.
    void put(object_ref const& there);
    /// These were all. Returns what differs; the names of collection and version are not filled in.
    audit_report end();
    /// Tells one set of differences from another one.
    std::uint64_t fingerprint() const noexcept { return found_.fingerprint(); }

private:
    snapshot_ref copy_;
    std::string ns_;
    bool may_lack_;
    std::vector<bool> seen_; // by slot
    differences found_;
};

} // namespace coinformer::detail

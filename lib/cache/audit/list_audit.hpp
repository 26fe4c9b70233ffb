#pragma once

#include "cache/audit/differences.hpp"

#include <coinformer/cache/delta.hpp>

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Compares each complete list with the store that it is about to replace.
///
/// The store claims to be the collection at its version. An object of the list whose version is not newer has
/// not changed since then, so the store must have it, with this version and UID. An object that the list
/// lacks must be missing in the store only if both have the same version, because otherwise it may have been
/// deleted in between. A list with an object that cannot be named hides deletions, and therefore proves
/// nothing.
///
/// Only objects that the list changes in the store are given to compare(), so that a list which finds nothing
/// costs nothing, and a list with many changes costs the comparison of two versions for each.
///
/// States     Idle; between begin() and end(), in which it may have decided that this list proves nothing.
/// Threads    those of the store's writer.
class list_audit {
public:
    /// `report` is called for each list that proves something, also if it has found nothing, with the
    /// namespace of the list. If `may_lack` is true, a transform may have left objects out of the store, for
    /// a reason that holds no more.
    list_audit(bool may_lack, std::function<void(audit_report, std::string const& ns)> report);

    /// A list is about to replace the store's objects of its namespace, which are at version `reached`; this
    /// version is empty if they have none.
    void begin(complete_list const& all, std::string reached);
    /// The list brings `there`. The store has `here` in its place, which is null if it has nothing.
    void compare(object_ref const& here, object_ref const& there);
    /// The list is over, and has replaced the store's objects. It lacks those in `gone`.
    void end(std::span<object_ref const> gone);

private:
    bool const may_lack_;
    std::function<void(audit_report, std::string const& ns)> report_;
    std::set<std::string> versioned_; // namespaces whose last list had a version
    bool proves_something_ = false;
    bool is_same_version_ = false; // the list has the version of the store
    std::string reached_, ns_;
    std::size_t objects_ = 0; // how many the list has
    differences found_;
};

} // namespace coinformer::detail

#pragma once

#include "cache/audit/list_audit.hpp"
#include "cache/handlers/change_batch.hpp"
#include "cache/reflector/version_frontier.hpp"
#include "cache/store/store.hpp"
#include <coinformer/cache/delta.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coinformer::detail {

/// Applies deltas to a store. It decides what a delta means for the store: which objects of a list are
/// unchanged, which objects a list lacks and therefore count as deleted, and up to which version the store is
/// complete.
///
/// States     `unlisted_` holds the namespaces whose first list is not complete. `shares_` holds the share of
///            each namespace of which something was read, if the informer has a share of its collection.
/// Threads    those of the store's writer. store_updater calls it, and the public part parts::indexer.
/// Lifetime   the store outlives it.
class delta_applier {
public:
    /// If there are no namespaces, all of them are watched as one.
    delta_applier(store& objects, std::vector<std::string> const& namespaces)
        : store_(objects), frontier_(namespaces), unlisted_(namespaces.begin(), namespaces.end())
    {
        if (unlisted_.empty()) unlisted_.emplace();
    }

    /// Applies a batch as delta_fifo::pop() returns it: it is not empty, and consists of changes of single
    /// objects with distinct keys, or of one other delta. Returns what handlers have to be told.
    ///
    /// `new_lives` is the number of changes in the batch whose object takes the place of one with another
    /// UID: handlers are told two changes of such an object.
    ///
    /// Errors     std::bad_alloc. Then the objects of the store are as before. If `new_lives` is too small,
    ///            they may have changed, and nothing may be done then but to end.
    change_batch apply(std::vector<delta> batch, std::size_t new_lives = 0);
    /// From now on each list is compared with the store that it replaces. `by` outlives this object.
    void audit_lists(list_audit& by) noexcept { audit_ = &by; }
    /// Returns true once the first list of each namespace is complete, or a snapshot has taken its place.
    bool has_first_list() const noexcept { return unlisted_.empty(); }
    /// Returns the version that each namespace has reached, in the order of their names.
    std::vector<std::string> versions() const { return frontier_.versions(); }
    /// See version_frontier::is_ahead().
    bool is_ahead(std::string const& ns) const { return frontier_.is_ahead(ns); }
    /// Returns the share that the store has of one namespace; empty for an informer of everything, and before
    /// the first list.
    std::optional<shard_ranges> share_of(std::string const& ns) const;

private:
    change_batch apply_objects(std::vector<delta> const& batch, std::size_t new_lives);
    change_batch apply_lost(object_lost const& gone);
    change_batch replace(complete_list all);
    /// Returns what the store has in every namespace, if these are its shares; empty before each has
    /// something.
    shard_ranges share_in_all(std::map<std::string, shard_ranges> const& shares) const;

    store& store_;
    version_frontier frontier_;
    std::set<std::string> unlisted_; // namespaces whose first list is not complete yet
    std::map<std::string, shard_ranges> shares_;
    list_audit* audit_ = nullptr; // null if lists are not compared
};

} // namespace coinformer::detail

#pragma once

#include <coinformer/cache/change.hpp>
#include <coinformer/cache/snapshot.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace coinformer::detail {

/// Describes what the changes of a batch that are not in the log yet will do to the collection: the states that they
/// bring, and the states that they replace. Immutable.
class pending_changes {
public:
    /// `version`: the log holds every change up to it; empty if that cannot be said.
    pending_changes(std::vector<change> const& pending, std::string version);

    bool brings(object_ref const& state) const noexcept;
    std::vector<object_ref> const& replaced() const noexcept { return replaced_; }
    std::ptrdiff_t growth() const noexcept { return growth_; } ///< additions less deletions
    std::string const& version() const noexcept { return version_; }

private:
    std::vector<object_header const*> brought_; // sorted: a lookup for each object of the collection
    std::vector<object_ref> replaced_;          // states that the log has told and no later change of it has replaced
    std::ptrdiff_t growth_ = 0;
    std::string version_;
};

/// The objects of a collection as the change log tells of them at one place. The store takes in a batch of changes in
/// one step, and the log takes it in parts, between which a slow handler may hold it up for long. Who is shown "all
/// objects" in the meantime has to see them as they were before the changes that the log has yet to tell.
///
/// Threads    any; a copy shares everything.
class present_objects {
public:
    /// The log tells everything that the store holds.
    present_objects(snapshot_ref store) : store_(std::move(store)) {}
    /// The store is ahead of the log by these changes.
    present_objects(snapshot_ref store, std::shared_ptr<pending_changes const> pending)
        : store_(std::move(store)), pending_(std::move(pending))
    {
    }

    std::size_t size() const noexcept
    {
        return pending_ ? store_.size() - static_cast<std::size_t>(pending_->growth()) : store_.size();
    }
    /// Every change up to it is in these objects; empty if that cannot be said.
    std::string const& version() const noexcept { return pending_ ? pending_->version() : store_.version(); }
    std::size_t places() const noexcept { return store_.slots() + (pending_ ? pending_->replaced().size() : 0); }
    /// Null if there is no object in this place.
    object_ref const& at(std::size_t place) const noexcept;

private:
    snapshot_ref store_;
    std::shared_ptr<pending_changes const> pending_;
};

} // namespace coinformer::detail

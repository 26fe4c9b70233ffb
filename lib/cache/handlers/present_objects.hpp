#pragma once

#include <coinformer/cache/change.hpp>
#include <coinformer/cache/snapshot.hpp>

#include <compare>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace coinformer::detail {

/// Describes what the changes of a whole batch do to the collection: the states that they bring, and the
/// states that they replace, each with the index of its change in the batch. A batch may be a list of a
/// million objects, which is appended to the log in parts, and handlers may be added between any two parts:
/// the description is made once and serves for all of them.
///
/// Threads    add() and seal() on the client's strand, everything else on any thread.
class batch_effect {
public:
    /// Takes in one change. Called in the order of the batch.
    void add(change const& c, std::size_t index);
    void seal(); ///< after the last add()

    /// Returns true if a change at the index `from`, or behind it, brings this state.
    bool brings(object_ref const& state, std::size_t from) const noexcept;
    struct replaced_state {
        object_ref state;
        std::size_t index;
    };
    std::vector<replaced_state> const& replaced() const noexcept
    {
        return replaced_;
    } ///< in the order of the batch

private:
    struct brought_state {
        object_header const* state;
        std::size_t index;
        auto operator<=>(brought_state const&) const = default;
    };
    std::vector<brought_state> brought_; // sorted, because each object of the collection is looked up in it
    std::vector<replaced_state> replaced_;
};

/// Returns 1 for an addition, -1 for a deletion, and 0 for an update.
std::ptrdiff_t growth_of(change const& c) noexcept;

/// Describes what some changes of a batch, those that are not in the log yet, will do to the collection.
/// Immutable.
class pending_changes {
public:
    /// The changes at `from` and behind it are not in the log; `growth` is the number of their additions less
    /// that of their deletions. The log holds every change up to `version`, which is empty if that is not
    /// known.
    pending_changes(std::shared_ptr<batch_effect const> batch, std::size_t from, std::ptrdiff_t growth,
                    std::string version);

    bool brings(object_ref const& state) const noexcept { return batch_->brings(state, from_); }
    std::size_t replaced() const noexcept { return batch_->replaced().size() - first_replaced_; }
    /// Returns the i-th state that the pending changes have replaced in the store, if it was the state of its
    /// object at the end of the log. Returns null if it was not: then another pending change had brought it.
    object_ref const& replaced_at(std::size_t i) const noexcept;
    std::ptrdiff_t growth() const noexcept { return growth_; } ///< additions less deletions
    std::string const& version() const noexcept { return version_; }

private:
    std::shared_ptr<batch_effect const> batch_;
    std::size_t from_, first_replaced_;
    std::ptrdiff_t growth_;
    std::string version_;
};

/// The objects of a collection as they are at one position of the change log. The store takes in a batch of
/// changes in one step, but the log takes it in parts, and a slow handler may hold the log up between two
/// parts. A handler that is shown all objects in the meantime has to see them as they were before the rest of
/// the batch.
///
/// Threads    any; a copy shares everything.
class present_objects {
public:
    /// The log holds every change that the store has.
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
    /// These objects contain every change up to this version. Empty if that is not known.
    std::string const& version() const noexcept { return pending_ ? pending_->version() : store_.version(); }
    /// Returns the number of slots for at(): those of the store, and one more for each state that a pending
    /// change has replaced.
    std::size_t slots() const noexcept { return store_.slots() + (pending_ ? pending_->replaced() : 0); }
    /// Returns null if there is no object in this slot.
    object_ref const& at(std::size_t slot) const noexcept;

private:
    snapshot_ref store_;
    std::shared_ptr<pending_changes const> pending_;
};

} // namespace coinformer::detail

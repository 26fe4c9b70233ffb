#pragma once

#include "cache/handlers/present_objects.hpp"
#include "cache/store/store.hpp"

#include <coinformer/cache/change.hpp>

#include <memory>
#include <vector>

namespace coinformer::detail {

/// The changes that one step of the store made, in the form in which handlers see them. It is either a vector
/// of changes or a list; the changes of a list are made when they are taken, because there may be a million
/// of them.
///
/// Threads    the client's strand. store_updater makes it, and fan_out takes its changes.
class change_batch {
public:
    change_batch(std::vector<change> all = {}) : changes_(std::move(all)) {}
    /// Handlers get the objects that have gone with `gone_as`.
    change_batch(store::replacement list, initial_list initial, final_state gone_as = final_state::unknown)
        : list_(std::move(list)), initial_(initial), gone_as_(gone_as)
    {
    }

    /// Marks this batch: when handlers have got it, they have got the first list of each namespace.
    void end_first_list() noexcept { ends_first_list_ = true; }
    bool ends_first_list() const noexcept { return ends_first_list_; }
    /// Marks this batch: its objects come from a saved snapshot.
    void mark_restored() noexcept { is_restored_ = true; }
    bool is_restored() const noexcept { return is_restored_; }

    /// True if the changes are those between the store and a list.
    bool is_of_list() const noexcept { return changes_.empty() && list_.gone.size() + list_.put.size() != 0; }
    /// Returns how many objects the list has removed from the store.
    std::size_t gone() const noexcept { return list_.gone.size(); }
    bool empty() const noexcept { return at_ == changes_.size() + list_.gone.size() + list_.put.size(); }
    /// Takes about `n` changes. A deletion and the addition that replaces the object stay together.
    std::vector<change> take(std::size_t n);
    /// Returns what the changes keep in memory that the store does not have any more: see
    /// detail::left_behind_bytes(). It is 0 if there are no more than `portion` changes of single objects,
    /// because these are taken at once.
    std::size_t left_behind_bytes(std::size_t portion) const noexcept;
    /// Returns what the vectors take, in bytes of the allocator.
    std::size_t table_bytes() const noexcept;
    /// Describes what the changes that have not been taken will do to the collection. The caller knows that
    /// every change up to `version` was taken. Only the first call goes through the changes: further calls
    /// cost little, even if take() was called in between.
    std::shared_ptr<pending_changes const> const& pending(std::string const& version);

private:
    void describe();
    store::operation operation_at(std::size_t index) const;
    std::vector<change> take_changes(std::size_t n);
    std::vector<change> take_from_list(std::size_t n);

    std::vector<change> changes_;
    store::replacement list_; // used if changes_ is empty
    initial_list initial_ = initial_list::no;
    final_state gone_as_ = final_state::unknown;
    bool ends_first_list_ = false;
    bool is_restored_ = false;
    std::size_t at_ = 0; // the index of the next change, or of the next object of the list
    // Set by the first call of pending(): describes the changes that had not been taken then.
    std::shared_ptr<batch_effect const> effect_;
    // Additions less deletions among the changes that have not been taken; counted once effect_ is set.
    std::ptrdiff_t growth_ = 0;
    std::shared_ptr<pending_changes const> pending_;
};

/// Appends the changes that handlers see of one operation of the store: none, one, or a deletion and an
/// addition.
void append_changes(std::vector<change>& changes, store::operation const& op, initial_list initial,
                    final_state final);

} // namespace coinformer::detail

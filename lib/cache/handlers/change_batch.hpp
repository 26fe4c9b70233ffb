#pragma once

#include "cache/handlers/present_objects.hpp"
#include "cache/store/store.hpp"

#include <coinformer/cache/change.hpp>

#include <vector>

namespace coinformer::detail {

/// What one step of the store changed, in the words in which handlers are told. A list's changes are made as they are
/// taken: there may be a million.
class change_batch {
public:
    change_batch(std::vector<change> all = {}) : made_(std::move(all)) {}
    change_batch(store::replacement list, initial_list initial) : list_(std::move(list)), initial_(initial) {}

    bool empty() const noexcept { return at_ == made_.size() + list_.gone.size() + list_.put.size(); }
    /// The next ones, about `n`: what says that an object is gone stays with what makes it anew.
    std::vector<change> take(std::size_t n);
    /// Returns what the changes that wait here will do. Many handlers may ask, after many calls of take(): the changes
    /// are looked at once. Every change up to `version` has been taken.
    std::shared_ptr<pending_changes const> const& pending(std::string const& version);

private:
    void describe();
    store::operation operation_at(std::size_t place) const;
    std::vector<change> take_made(std::size_t n);
    std::vector<change> make(std::size_t n);

    std::vector<change> made_;
    store::replacement list_; // or this
    initial_list initial_ = initial_list::no;
    std::size_t at_ = 0;
    std::shared_ptr<batch_effect const> effect_; // of what waited here when pending() was called first
    std::ptrdiff_t growth_ = 0;                  // of what waits here, once effect_ is there
    std::shared_ptr<pending_changes const> pending_;
};

/// What one object's coming or going looks like.
void append_changes(std::vector<change>& changes, store::operation const& op, initial_list initial, final_state final);

} // namespace coinformer::detail

#include "cache/handlers/change_batch.hpp"
#include "cache/handlers/change_log.hpp"

#include <algorithm>
#include <iterator>

namespace coinformer::detail {

void append_changes(std::vector<change>& changes, store::operation const& op, initial_list initial,
                    final_state final)
{
    if (op.erase) {
        if (op.old)
            changes.push_back(
                {.what = change::kind::deleted, .final = final, .old = op.old, .cur = op.object});
        return;
    }
    bool const same_life = op.old && has_same_uid(op.old, op.object);
    if (op.old && !same_life) // the object was deleted and created again, and the informer saw neither
        changes.push_back(
            {.what = change::kind::deleted, .final = final_state::unknown, .old = op.old, .cur = op.old});
    if (same_life)
        changes.push_back({.what = change::kind::updated, .old = op.old, .cur = op.object});
    else
        changes.push_back({.what = change::kind::added, .initial = initial, .old = {}, .cur = op.object});
}

std::vector<change> change_batch::take(std::size_t n)
{
    pending_.reset();
    auto part = changes_.empty() ? take_from_list(n) : take_changes(n);
    if (effect_)
        for (auto const& c : part) growth_ -= growth_of(c);
    return part;
}

std::size_t change_batch::left_behind_bytes(std::size_t portion) const noexcept
{
    if (changes_.empty()) return list_.left_bytes;
    return changes_.size() > portion ? detail::left_behind_bytes(changes_) : 0;
}

std::size_t change_batch::table_bytes() const noexcept
{
    auto const objects = list_.gone.capacity() + list_.put.capacity() + list_.old.capacity();
    return allocated_bytes(changes_.capacity() * sizeof(change)) +
           allocated_bytes(objects * sizeof(object_ref));
}

std::shared_ptr<pending_changes const> const& change_batch::pending(std::string const& version)
{
    if (!effect_) describe();
    if (!pending_) pending_ = std::make_shared<pending_changes const>(effect_, at_, growth_, version);
    return pending_;
}

// Describes the changes that have not been taken, for handlers that are added or resynced before these
// changes are in the log.
void change_batch::describe()
{
    auto const all = std::make_shared<batch_effect>();
    std::ptrdiff_t growth = 0;
    auto const add = [&](change const& c, std::size_t index) {
        all->add(c, index);
        growth += growth_of(c);
    };
    for (auto index = at_; index < changes_.size(); ++index) add(changes_[index], index);
    std::vector<change> of_one;
    for (auto index = at_; index < list_.gone.size() + list_.put.size(); ++index) {
        of_one.clear();
        append_changes(of_one, operation_at(index), initial_, gone_as_);
        for (auto const& c : of_one) add(c, index);
    }
    all->seal();
    effect_ = all;
    growth_ = growth;
}

// Returns the operation of the store that belongs to this index of the list.
store::operation change_batch::operation_at(std::size_t index) const
{
    if (index < list_.gone.size())
        return {.object = list_.gone[index], .erase = true, .old = list_.gone[index]};
    auto const i = index - list_.gone.size();
    return {.object = list_.put[i], .old = list_.old.empty() ? object_ref() : list_.old[i]};
}

std::vector<change> change_batch::take_changes(std::size_t n)
{
    auto end = std::min(at_ + n, changes_.size());
    if (end != changes_.size() && replaces(changes_[end - 1], changes_[end])) ++end;
    auto const begin = std::exchange(at_, end);
    if (begin == 0 && end == changes_.size()) {
        at_ = 0;
        return std::exchange(changes_, {});
    }
    auto const iterator_at = [this](std::size_t i) {
        return std::make_move_iterator(changes_.begin() + static_cast<std::ptrdiff_t>(i));
    };
    return {iterator_at(begin), iterator_at(end)};
}

// Makes changes from the next objects of the list, and gives up the list's references to these objects.
std::vector<change> change_batch::take_from_list(std::size_t n)
{
    std::vector<change> part;
    part.reserve(n + 1);
    for (; part.size() < n && !empty(); ++at_) {
        store::operation op;
        op.erase = at_ < list_.gone.size();
        if (op.erase) {
            op.old = op.object = std::move(list_.gone[at_]);
        } else {
            auto const i = at_ - list_.gone.size();
            op.object = std::move(list_.put[i]);
            if (!list_.old.empty()) op.old = std::move(list_.old[i]);
        }
        append_changes(part, op, initial_, gone_as_);
    }
    return part;
}

} // namespace coinformer::detail

#include "cache/handlers/merge_queue.hpp"

#include "api/object/object_bytes.hpp"

#include <algorithm>

namespace coinformer::detail {

merge_queue::merge_queue(memory_counts_ptr counts)
    : counts_(std::move(counts)), waiting_(counting_allocator<object>(counts_->waiting)),
      by_key_(counting_allocator<entry>(counts_->waiting))
{
}

// Returns what an entry keeps in memory beside its place in the containers. The newest state is in the store,
// and in a resync it is also the state that the handler has seen.
std::size_t merge_queue::bytes_of(object const& o) noexcept
{
    auto all = heap_bytes(o.key);
    if (o.seen != o.cur) all += object_bytes(o.seen);
    if (o.deleted != o.seen) all += object_bytes(o.deleted);
    return all;
}

void merge_queue::clear() noexcept
{
    for (auto const& o : waiting_) count(bytes_of(o), 0);
    by_key_.clear();
    waiting_.clear();
}

void merge_queue::add(change const& c, std::uint64_t number, time_point since)
{
    auto key = to_string(c.cur->key());
    auto found = by_key_.find(key);
    bool const is_new = found == by_key_.end();
    if (is_new) {
        bool const known = c.what != change::kind::added;
        waiting_.push_back({.key = std::move(key),
                            .first = number,
                            .since = since,
                            .known = known,
                            .seen = known ? c.old : object_ref(),
                            .deleted = {},
                            .cur = {}});
        auto const last = std::prev(waiting_.end());
        try {
            found = by_key_.emplace(last->key, last).first;
        } catch (...) {
            waiting_.pop_back(); // or its bytes would be subtracted some time, and were never added
            throw;
        }
    }
    auto& o = *found->second;
    auto const before = is_new ? 0 : bytes_of(o);
    if (c.what != change::kind::deleted) {
        o.cur = c.cur;
        if (c.what == change::kind::added) o.initial = c.initial;
        return count(before, bytes_of(o));
    }
    o.cur = {};
    if (!o.known) { // the object came and went, and the handler saw nothing of it
        auto const gone = found->second;
        by_key_.erase(found);
        waiting_.erase(gone);
        return count(before, 0);
    }
    // Later deletions are of objects that the handler has never seen, unless the object had left this process
    // and come back: then the last of them says what has become of it.
    if (!o.deleted || has_same_uid(o.deleted, c.cur)) {
        o.deleted = c.cur;
        o.final = c.final;
    }
    count(before, bytes_of(o));
}

std::optional<time_point> merge_queue::oldest_since() const noexcept
{
    if (waiting_.empty()) return std::nullopt;
    return waiting_.front().since;
}

std::vector<change> merge_queue::take(std::size_t most, replaced_objects replaced)
{
    std::vector<change> changes;
    changes.reserve(std::min(most, 2 * waiting_.size()) + 1); // allocates before an object leaves the queue
    while (!waiting_.empty() && changes.size() < most) {
        auto& o = waiting_.front();
        count(bytes_of(o), 0);
        bool const ends = o.deleted && !(o.cur && replaced == replaced_objects::as_update);
        if (ends)
            changes.push_back({.what = change::kind::deleted,
                               .final = o.final,
                               .old = std::move(o.seen),
                               .cur = std::move(o.deleted)});
        if (o.cur && o.known && !ends)
            changes.push_back(
                {.what = change::kind::updated, .old = std::move(o.seen), .cur = std::move(o.cur)});
        else if (o.cur)
            changes.push_back(
                {.what = change::kind::added, .initial = o.initial, .old = {}, .cur = std::move(o.cur)});
        by_key_.erase(o.key);
        waiting_.pop_front();
    }
    return changes;
}

} // namespace coinformer::detail

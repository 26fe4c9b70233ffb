#include "cache/merge_queue.hpp"

namespace coinformer::detail {

void merge_queue::add(change const& c, std::uint64_t number)
{
    auto key = to_string((c.cur ? c.cur : c.old)->key());
    auto found = by_key_.find(key);
    if (found == by_key_.end()) {
        bool const known = c.what != change::kind::added;
        waiting_.push_back({.key = std::move(key),
                            .first = number,
                            .known = known,
                            .seen = known ? c.old : object_ref(),
                            .deleted = {},
                            .cur = {}});
        auto const last = std::prev(waiting_.end());
        found = by_key_.emplace(last->key, last).first;
    }
    auto& o = *found->second;
    if (c.what != change::kind::deleted) {
        o.cur = c.cur;
        if (c.what == change::kind::added) o.initial = c.initial;
        return;
    }
    o.cur = {};
    if (!o.known) { // came and went unseen
        auto const gone = found->second;
        by_key_.erase(found);
        waiting_.erase(gone);
    } else if (!o.deleted) { // the first deletion ends what the handler saw; later lives went by unseen
        o.deleted = c.old;
        o.final = c.final;
    }
}

std::vector<change> merge_queue::take(std::size_t most)
{
    std::vector<change> changes;
    while (!waiting_.empty() && changes.size() < most) {
        auto& o = waiting_.front();
        bool const ends = static_cast<bool>(o.deleted);
        if (ends)
            changes.push_back(
                {.what = change::kind::deleted, .final = o.final, .old = std::move(o.deleted), .cur = {}});
        if (o.cur && o.known && !ends)
            changes.push_back({.what = change::kind::updated, .old = std::move(o.seen), .cur = std::move(o.cur)});
        else if (o.cur)
            changes.push_back({.what = change::kind::added, .initial = o.initial, .old = {}, .cur = std::move(o.cur)});
        by_key_.erase(o.key);
        waiting_.pop_front();
    }
    return changes;
}

} // namespace coinformer::detail

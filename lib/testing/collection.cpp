#include "testing/collection.hpp"

#include <algorithm>

namespace coinformer::testing {

bool object_scope::holds(stored_object const& o) const
{
    return (ns.empty() || ns == o.ns()) && (select.everything() || select.matches(o.body()));
}

object_ref collection::find(std::string_view ns, std::string_view name) const
{
    auto const it = objects_.find(storage_key(ns, name));
    return it == objects_.end() ? object_ref() : it->second;
}

void collection::apply(change c)
{
    auto key = storage_key(c.is->ns(), c.is->name());
    if (c.type == change_type::deleted)
        objects_.erase(key);
    else
        objects_.insert_or_assign(std::move(key), c.is);
    log_.push_back(std::move(c));
    for (; log_.size() > history_; ++first_) {
        oldest_ = log_.front().is->at();
        log_.pop_front();
    }
}

void collection::compact(revision now)
{
    first_ = end();
    log_.clear();
    oldest_ = now;
}

void collection::restore(collection const* then, revision at)
{
    objects_ = then ? then->objects_ : objects();
    compact(at);
}

collection::position collection::after(revision at) const noexcept
{
    auto const it = std::ranges::upper_bound(log_, at, {}, [](change const& c) { return c.is->at(); });
    return first_ + static_cast<position>(it - log_.begin());
}

collection::objects collection::changed_since(revision at) const
{
    objects then;
    for (auto p = after(at); p != end(); ++p) {
        auto const& c = (*this)[p];
        then.try_emplace(storage_key(c.is->ns(), c.is->name()), c.was); // the first change tells
    }
    return then;
}

template <class Visit>
void collection::visit_at(revision at, std::string_view ns, std::string_view after, Visit visit) const
{
    auto const prefix = ns.empty() ? std::string() : storage_key(ns, "");
    auto const start = after.empty() ? prefix : std::string(after) + '\0';
    auto const then = changed_since(at);
    auto now_at = objects_.lower_bound(start);
    auto then_at = then.lower_bound(start);
    for (;;) {
        auto const now_left = now_at != objects_.end() && now_at->first.starts_with(prefix);
        auto const then_left = then_at != then.end() && then_at->first.starts_with(prefix);
        if (!now_left && !then_left) return;
        auto const use_then = then_left && (!now_left || then_at->first <= now_at->first);
        auto const& [key, object] = use_then ? *then_at : *now_at;
        if (object && !visit(key, object)) return;
        if (use_then && now_left && now_at->first == key) ++now_at;
        if (use_then)
            ++then_at;
        else
            ++now_at;
    }
}

object_page collection::page(object_scope const& scope, revision at, std::string_view after, std::size_t limit) const
{
    object_page page;
    std::size_t left = 0;
    std::string last;
    visit_at(at, scope.ns, after, [&](std::string const& key, object_ref const& object) {
        if (!scope.holds(*object)) return true;
        if (limit != 0 && page.items.size() == limit) {
            ++left;
            return scope.select.everything(); // goes on to count
        }
        page.items.push_back(object);
        last = key;
        return true;
    });
    if (left == 0) return page;
    page.last_key = std::move(last);
    if (scope.select.everything()) page.remaining = left;
    return page;
}

} // namespace coinformer::testing

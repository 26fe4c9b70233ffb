#include "testing/store/storage.hpp"

#include <algorithm>

namespace coinformer::testing::detail {

stored_ref storage::find(std::string_view ns, std::string_view name) const
{
    auto const it = objects_.find(storage_key(ns, name));
    return it == objects_.end() ? stored_ref() : it->second;
}

void storage::apply(change_type type, stored_ref is)
{
    auto key = storage_key(is->ns(), is->name());
    change c{type, nullptr, is};
    if (auto const it = objects_.find(key); it != objects_.end()) c.was = it->second;
    if (type == change_type::deleted)
        objects_.erase(key);
    else
        objects_.insert_or_assign(std::move(key), std::move(is));
    log_.push_back(std::move(c));
    for (; log_.size() > history_; ++first_) {
        oldest_ = log_.front().is->at();
        log_.pop_front();
    }
}

void storage::compact(revision now)
{
    first_ = end();
    log_.clear();
    oldest_ = now;
}

void storage::restore(storage const* then, revision at)
{
    objects_ = then ? then->objects_ : objects();
    compact(at);
}

storage::position storage::after(revision at) const noexcept
{
    auto const it = std::ranges::upper_bound(log_, at, {}, [](change const& c) { return c.is->at(); });
    return first_ + static_cast<position>(it - log_.begin());
}

storage::objects storage::changed_since(revision at) const
{
    objects then;
    for (auto p = after(at); p != end(); ++p) {
        auto const& c = (*this)[p];
        // Only the first change since `at` knows the state at that time; try_emplace() ignores the later
        // ones.
        then.try_emplace(storage_key(c.is->ns(), c.is->name()), c.was);
    }
    return then;
}

// Merges two ordered maps: where an object has changed since `at`, its state of that time counts.
void storage::visit_at(revision at, std::string_view ns, std::string_view after, visitor const& visit) const
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

} // namespace coinformer::testing::detail

#include "cache/handlers/handler_callables.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

/// A change that does not count its references, because the objects live longer than this change.
class borrowed_change {
public:
    borrowed_change(change const& like, event_kind what, object_ref const& old,
                    object_ref const& cur) noexcept
        : change_{what, like.initial, like.final, object_ref::adopt(old.get()), object_ref::adopt(cur.get())}
    {
    }
    ~borrowed_change() {} // the references are not given back, because they were not counted
    change const& operator*() const noexcept { return change_; }

private:
    union {
        change change_;
    };
};

/// The part of a change that a filter lets through.
class filtered_change {
public:
    filtered_change(closure& filter, change const& c) : seen_(narrowed(filter, c, passes_)) {}
    bool passes() const noexcept { return passes_; }
    change const& operator*() const noexcept { return *seen_; }

private:
    static borrowed_change narrowed(closure& filter, change const& c, bool& passes)
    {
        bool const was = c.old && filter.holds(c.old);
        // A deletion passes if the state that the handler was shown last has passed. The filter is not asked
        // about the object's very last state, which may be a newer one.
        bool const is = c.what != event_kind::deleted && filter.holds(c.cur);
        passes = was || is;
        if (c.what != event_kind::updated || was == is) return {c, c.what, c.old, c.cur};
        if (is) return {c, event_kind::added, object_ref(), c.cur};
        return {c, event_kind::deleted, c.old, c.old};
    }

    bool passes_ = false;
    borrowed_change seen_;
};

} // namespace

handler_callables::handler_callables(untyped_handler from) noexcept
    : by_kind_{std::move(from.added), std::move(from.updated), std::move(from.deleted)},
      filter_(std::move(from.filter))
{
}

bool handler_callables::return_tasks() const noexcept
{
    return std::ranges::any_of(by_kind_,
                               [](auto const& callable) { return callable && callable->awaitable(); });
}

void handler_callables::call(change const& c) const
{
    if (filter_) {
        filtered_change const seen(*filter_, c);
        auto* const callable = seen.passes() ? for_kind((*seen).what) : nullptr;
        if (callable) callable->call(*seen);
    } else if (auto* const callable = for_kind(c.what)) {
        callable->call(c);
    }
}

task<> handler_callables::start(change const& c, borrowed_objects& objects) const
{
    if (!filter_) return start_one(c, objects);
    filtered_change const seen(*filter_, c);
    if (!seen.passes()) return {};
    return start_one(*seen, objects);
}

task<> handler_callables::start_one(change const& c, borrowed_objects& objects) const
{
    auto* const callable = for_kind(c.what);
    if (!callable) return {};
    if (callable->awaitable()) return callable->start(c, objects);
    callable->call(c);
    return {};
}

} // namespace coinformer::detail

#pragma once

#include <coinformer/api/object.hpp>
#include <coinformer/core/task.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>

namespace coinformer {

/// Whether an add is part of the first list (or of the replay to a handler that came late), or news.
enum class initial_list : bool { no, yes };

/// Whether a deleted object's last state was sent by the server, or inferred because a list lacks the object:
/// then it is the last state that we saw.
enum class final_state : bool { unknown, known };

/// What becomes of changes that a handler is too slow for.
enum class overflow {
    merge, ///< of each object, the handler gets the newest state only: never more waits than there are objects
    block, ///< the informer slows down to the handler's pace, for all its handlers
    fail,  ///< the handler is removed, with a line in the log
};

struct handler_options {
    overflow policy = overflow::merge;
    std::size_t capacity = 1024; ///< changes that may wait for the handler before the policy applies
};

namespace detail {

/// A plain callable, or one that returns a task. It may take one argument only: the object, of an update the new state.
template <class... Args>
class callback {
public:
    callback() = default;
    template <class F>
        requires(!std::same_as<std::remove_cvref_t<F>, callback>)
    callback(F f)
    {
        if constexpr (std::invocable<F&, Args...>)
            keep(std::move(f));
        else
            keep([f = std::move(f)](Args... args) mutable { return with_one(f, args...); });
    }

    std::function<void(Args...)> plain;
    std::function<task<>(Args...)> awaitable;

private:
    template <class F>
    void keep(F f)
    {
        using result = std::invoke_result_t<F&, Args...>;
        if constexpr (std::same_as<result, task<>>)
            awaitable = std::move(f);
        else {
            static_assert(std::is_void_v<result>, "a handler returns nothing, or coinformer::task<>");
            plain = std::move(f);
        }
    }
    template <class F, class First, class Second>
    static auto with_one(F& f, First& first, Second& second)
    {
        if constexpr (std::same_as<First, Second>)
            return f(second);
        else
            return f(first);
    }
};

/// One change, as it goes to the handlers.
struct change {
    enum class kind : std::uint8_t { added, updated, deleted };

    kind what = kind::added;
    initial_list initial = initial_list::no;
    final_state final = final_state::known;
    object_ref old; ///< updated: the state before; deleted: the last state
    object_ref cur; ///< added, updated
};

/// A handler of any projection.
struct untyped_handler {
    std::function<void(change const&)> plain;
    std::function<task<>(change const&)> awaitable; ///< set when any of its callables returns a task
};

class processor;

} // namespace detail

/// What is called when objects come, change and go. Each may be left out. Each takes `T const&` or
/// `object_ptr<T> const&` (which also knows key, UID and resource version, and may be kept), and may return task<>.
///
/// A callable may leave out the second argument; an `updated` of one argument gets the new state.
///
/// For one handler calls come one after the other, in the order of the changes, on a strand of its own. An exception
/// is caught, counted and logged; the next call comes as if nothing had happened.
template <class T>
struct handlers {
    detail::callback<object_ptr<T> const&, initial_list> added = {};
    /// (before, after). Also called with twice the same object on a resync.
    detail::callback<object_ptr<T> const&, object_ptr<T> const&> updated = {};
    detail::callback<object_ptr<T> const&, final_state> deleted = {};
};

/// A handler that was added to an informer. Copies stand for the same handler; dropping them leaves it in place.
class handler_registration {
public:
    handler_registration() = default;
    handler_registration(std::weak_ptr<detail::processor> owner, std::uint64_t id) : owner_(std::move(owner)), id_(id)
    {
    }

    /// Takes the handler out. When it ends no call of it is running, and none comes later; what waited for it is
    /// dropped.
    ///
    /// Threads    any, but not the handler itself (it would wait for its own end).
    /// Cancel     the removal goes on; only the wait ends.
    [[nodiscard]] task<> remove() const;

    /// Ends when the handler has seen the whole first list. Errors: those of shared_informer::synced().
    [[nodiscard]] task<> synced() const;

private:
    std::weak_ptr<detail::processor> owner_;
    std::uint64_t id_ = 0;
};

namespace detail {

template <class T>
void call_plain(handlers<T> const& h, change const& c)
{
    object_ptr<T> const old(c.old), cur(c.cur);
    switch (c.what) {
    case change::kind::added:
        if (h.added.plain) h.added.plain(cur, c.initial);
        break;
    case change::kind::updated:
        if (h.updated.plain) h.updated.plain(old, cur);
        break;
    case change::kind::deleted:
        if (h.deleted.plain) h.deleted.plain(old, c.final);
        break;
    }
}

template <class T>
task<> call_awaitable(std::shared_ptr<handlers<T> const> h, change const& c)
{
    object_ptr<T> const old(c.old), cur(c.cur);
    switch (c.what) {
    case change::kind::added:
        if (h->added.awaitable) co_await h->added.awaitable(cur, c.initial);
        break;
    case change::kind::updated:
        if (h->updated.awaitable) co_await h->updated.awaitable(old, cur);
        break;
    case change::kind::deleted:
        if (h->deleted.awaitable) co_await h->deleted.awaitable(old, c.final);
        break;
    }
    call_plain(*h, c); // whichever of the three is plain
}

template <class T>
untyped_handler erase_type(handlers<T> typed)
{
    auto const h = std::make_shared<handlers<T> const>(std::move(typed));
    untyped_handler erased;
    if (h->added.awaitable || h->updated.awaitable || h->deleted.awaitable)
        erased.awaitable = [h](change const& c) { return call_awaitable<T>(h, c); };
    else
        erased.plain = [h](change const& c) { call_plain<T>(*h, c); };
    return erased;
}

} // namespace detail

} // namespace coinformer

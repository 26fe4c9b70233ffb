#pragma once

#include <coinformer/api/object.hpp>
#include <coinformer/cache/handler_registration.hpp>
#include <coinformer/core/task.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

namespace coinformer {

/// What happened to an object, as a handler sees it.
enum class event_kind : std::uint8_t { added, updated, deleted };

/// Whether an add is part of the first list (or of the replay to a handler that came late), or news.
enum class initial_list : bool { no, yes };

/// Whether a deleted object's last state was sent by the server, or inferred because a list lacks the object:
/// then it is the last state that we saw.
enum class final_state : bool { unknown, known };

/// What becomes of changes that a handler is too slow for.
enum class overflow {
    merge, ///< of each object, the handler gets the newest state only: never more waits than there are objects
    block, ///< the informer slows down to the handler's pace, for all its handlers
    fail,  ///< the handler is removed; the log and its registration say why
};

/// What a handler is told when an object was deleted and another of its name was made (they differ in UID) before we
/// looked.
enum class replaced_objects {
    as_delete_and_add, ///< both: the old one's last state is unknown
    as_update,         ///< one update, from the old one to the new one, as client-go does
};

struct handler_options {
    overflow policy = overflow::merge;
    std::size_t capacity = 1024; ///< changes that may wait for the handler before the policy applies
    /// Show every object to this handler again this often; at least 1 s; 0: never; none: the informer's default.
    std::optional<duration> resync = {};
    replaced_objects replaced = replaced_objects::as_delete_and_add;
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
    using kind = event_kind;

    kind what = kind::added;
    initial_list initial = initial_list::no;
    final_state final = final_state::known;
    object_ref old; ///< updated, deleted: the state before
    object_ref cur; ///< added, updated: the new state; deleted: the last state
};

/// A handler of any projection. With neither callable, one whose changes are asked for.
struct untyped_handler {
    std::function<void(change const&)> plain;
    std::function<task<>(change const&)> awaitable; ///< set when any of its callables returns a task
};

} // namespace detail

/// What is called when objects come, change and go. Each may be left out. Each takes `T const&` or
/// `object_ptr<T> const&` (which also knows key, UID and resource version, and may be kept), and may return task<>.
///
/// A callable may leave out the second argument; an `updated` of one argument gets the new state.
///
/// For one handler calls come one after the other, in the order of the changes, on a strand of its own. An exception
/// is caught, counted and logged with the object's key; the next call comes as if nothing had happened.
template <class T>
struct handlers {
    detail::callback<object_ptr<T> const&, initial_list> added = {};
    /// (before, after). On a resync they are the same object, and compare equal; else they never do.
    detail::callback<object_ptr<T> const&, object_ptr<T> const&> updated = {};
    detail::callback<object_ptr<T> const&, final_state> deleted = {};
    /// The only objects that there are, for this handler: see filtered().
    std::function<bool(object_ptr<T> const&)> filter = {};
};

/// The handler, for those objects only that `predicate` holds for: one that comes to fulfil it is added, one that
/// ceases to is deleted, with its last state that did. The predicate takes `T const&` or `object_ptr<T> const&`; it is
/// pure: for the same object it says the same.
///
///     pods.on_change(filtered<pod>([](pod const& p) { return p.status.phase == "Running"; }, {.added = started}));
template <class T, class Predicate>
handlers<T> filtered(Predicate predicate, handlers<T> h)
{
    h.filter = [inner = std::move(h.filter), predicate = std::move(predicate)](object_ptr<T> const& o) {
        return (!inner || inner(o)) && static_cast<bool>(predicate(o));
    };
    return h;
}

namespace detail {

/// Turns a change into what the filter leaves of it. Result: whether anything.
template <class T>
bool passes(handlers<T> const& h, change& c)
{
    if (!h.filter) return true;
    bool const was = c.old && h.filter(object_ptr<T>(c.old));
    // a deletion is decided by what was shown: the last state may be another one
    bool const is = c.what != event_kind::deleted && h.filter(object_ptr<T>(c.cur));
    if (c.what != event_kind::updated || was == is) return was || is;
    c.what = is ? event_kind::added : event_kind::deleted;
    if (is)
        c.old = {};
    else
        c.cur = c.old;
    return true;
}

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
        if (h.deleted.plain) h.deleted.plain(cur, c.final);
        break;
    }
}

template <class T>
task<> call_awaitable(std::shared_ptr<handlers<T> const> h, change c)
{
    if (!passes(*h, c)) co_return;
    object_ptr<T> const old(c.old), cur(c.cur);
    switch (c.what) {
    case change::kind::added:
        if (h->added.awaitable) co_await h->added.awaitable(cur, c.initial);
        break;
    case change::kind::updated:
        if (h->updated.awaitable) co_await h->updated.awaitable(old, cur);
        break;
    case change::kind::deleted:
        if (h->deleted.awaitable) co_await h->deleted.awaitable(cur, c.final);
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
        erased.plain = [h](change const& c) {
            if (!h->filter) return call_plain<T>(*h, c);
            auto own = c;
            if (passes(*h, own)) call_plain<T>(*h, own);
        };
    return erased;
}

} // namespace detail

} // namespace coinformer

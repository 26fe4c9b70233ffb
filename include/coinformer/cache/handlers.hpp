#pragma once

#include <coinformer/api/object.hpp>
#include <coinformer/cache/callback.hpp>
#include <coinformer/cache/change.hpp>
#include <coinformer/cache/handler_registration.hpp>
#include <coinformer/core/task.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace coinformer {

/// What becomes of changes that a handler is too slow for.
enum class overflow : std::uint8_t {
    merge, ///< of each object, the handler gets the newest state only: never more waits than there are objects
    block, ///< the informer slows down to the handler's pace, for all its handlers
    fail,  ///< the handler is removed; the log and its registration say why
};

/// What a handler is told when an object was deleted and another of its name was made (they differ in UID) before we
/// looked.
enum class replaced_objects : std::uint8_t {
    as_delete_and_add, ///< both: the old one's last state is unknown
    as_update,         ///< one update, from the old one to the new one, as client-go does
};

struct handler_options {
    overflow policy = overflow::merge;
    /// The number of changes that may wait for the handler before the policy applies. Changes come in portions of up to
    /// 256 (257 if the last object of one was replaced), and two portions are not counted: the one that the handler is
    /// at, and the one that exceeds `capacity`, which is queued whole. So with overflow::block up to `capacity` + 514
    /// changes wait (handler_status::waiting), however small `capacity` is. Objects that a late handler or a resync is
    /// shown come in addition.
    std::size_t capacity = 1024;
    /// Shows every object to this handler again this often. Zero means never; nullopt means the informer's default. An
    /// interval that is shorter than 1 s counts as 1 s.
    std::optional<duration> resync = {};
    replaced_objects replaced = replaced_objects::as_delete_and_add;
    /// The executor on which the handler's calls run, such as a strand of your service, the thread of a user interface,
    /// or a thread pool. Empty means the client's executor. See `handlers` for what holds of the calls, whatever the
    /// executor is.
    ///
    /// Sharing    Handlers that are given equal executors share turns of it. Each further executor costs a post for
    /// each
    ///            portion of changes, so give many handlers one executor rather than a strand each.
    /// Errors     on_change() throws errc::config_invalid if a callable returns a task and the executor never runs
    ///            anything inline (blocking.possibly).
    /// Lifetime   When the executor's execution context is destroyed, the handler is let go of:
    ///            handler_status::ended says so, and its callables are destroyed. Destroy the context while no thread
    ///            runs the informer, or after the handler's remove() has ended.
    /// Stopped    A context that is run later, or not any more, disturbs neither the informer nor other handlers: the
    ///            changes wait, within the bounds of `policy`. But overflow::block makes the informer wait for it, and
    ///            so do remove() and the end of the informer's run() while a task of the handler is under way there.
    ///
    /// It has no effect on events(), which are asked for.
    coinformer::executor executor = {};
};

/// What is called when objects come, change and go. Each may be left out. Each takes `T const&` or
/// `object_ptr<T> const&` (which also knows key, UID and resource version, and may be kept), and may return task<>.
///
/// A callable may leave out the second argument; an `updated` of one argument gets the new state.
///
/// For one handler calls come one after the other, in the order of the changes; what one has written the next one sees,
/// on whatever thread. The calls run on the client's executor, or on handler_options::executor. A task runs on a strand
/// (of that executor) that is its own until it has ended: what it leaves behind on that strand (a spawned coroutine, a
/// timer's callback) may run beside the handler's next call. An exception is caught, counted and logged with the
/// object's key; the next call comes as if nothing had happened.
///
/// The callables need not be copyable, so that a handler may own what it works with; hence `handlers` can be moved, and
/// not copied.
template <class T>
struct handlers {
    /// (object, initial_list)
    detail::callback<T, event_kind::added> added = {};
    /// (before, after). On a resync they are the same object, and compare equal; else they never do.
    detail::callback<T, event_kind::updated> updated = {};
    /// (last state, final_state)
    detail::callback<T, event_kind::deleted> deleted = {};
    /// If set, the handler sees only objects that this predicate accepts: see filtered().
    detail::object_filter<T> filter = {};
};

/// The handler, for those objects only that `predicate` holds for: one that comes to fulfil it is added, one that
/// ceases to is deleted, with its last state that did. The predicate takes `T const&` or `object_ptr<T> const&`; it is
/// pure: for the same object it says the same.
///
///     pods.on_change(filtered<pod>([](pod const& p) { return p.status.phase == "Running"; }, {.added = started}));
template <class T, class Predicate>
handlers<T> filtered(Predicate predicate, handlers<T> h)
{
    detail::object_filter<T> outer(std::move(predicate));
    if (h.filter)
        h.filter = [first = std::move(h.filter), then = std::move(outer)](object_ptr<T> const& o) {
            return first(o) && then(o);
        };
    else
        h.filter = std::move(outer);
    return h;
}

namespace detail {

template <class T>
untyped_handler erase_type(handlers<T> typed)
{
    return untyped_handler{.added = typed.added.release(),
                           .updated = typed.updated.release(),
                           .deleted = typed.deleted.release(),
                           .filter = typed.filter.release(),
                           .called = true};
}

} // namespace detail

} // namespace coinformer

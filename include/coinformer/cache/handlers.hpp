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

/// What happens when more changes wait for a handler than handler_options::capacity.
enum class overflow : std::uint8_t {
    /// The handler gets only the newest states: about one change waits for each object, at most. An object
    /// that is added and deleted while the handler is busy is not shown at all; the end of an object that was
    /// shown always is.
    merge,
    block, ///< the informer slows down to the handler's pace, also for its other handlers
    fail,  ///< the handler is removed; the log and handler_status::ended say why
};

/// What a handler is told if an object was deleted and another one of the same name was created (with another
/// UID) before the informer saw the deletion.
enum class replaced_objects : std::uint8_t {
    as_delete_and_add, ///< a delete with final_state::unknown, and then an add
    as_update,         ///< one update from the old object to the new one, as client-go does
};

/// Says if a handler is told of the objects that an informer begins with, if these come from a saved snapshot
/// (warm_start_options).
enum class restored_objects : std::uint8_t {
    as_added, ///< each as an addition of the first list: the handler need not remember anything
    /// The handler is told only of what has changed since the snapshot was saved. This suits one that has
    /// kept what it made of the objects, in a database or in a file of its own. If there is no snapshot that
    /// fits (reflector_status::restored is 0), it gets every object. A snapshot has what the informer had
    /// read when it ended, also changes that a slow handler had not handled yet.
    not_told,
};

/// How an informer calls one handler, and what it does if the handler is slow.
struct handler_options {
    overflow policy = overflow::merge;
    /// The number of changes that may wait for the handler before the policy applies. Changes come in
    /// portions of up to 256 (257 if the last object of one was replaced), and two portions are not counted:
    /// the one that the handler is handling, and the one that exceeds `capacity`, which is queued whole. So
    /// with overflow::block up to `capacity` + 514 changes wait (handler_status::waiting), however small
    /// `capacity` is. The objects of a replay or a resync come in addition. overflow::fail counts the changes
    /// of lists only beyond twice the size of one list: the number of objects, or of the changes of the
    /// largest list since nothing waited for any handler. So it removes no handler for one list, or for two
    /// that follow each other, however long the handler takes for them, and what waits is bounded also if
    /// lists bring all changes, because something refuses watches.
    std::size_t capacity = 1024;
    /// Shows every object to this handler again this often. Zero means never; nullopt means the informer's
    /// default. An interval that is shorter than 1 s counts as 1 s, and one that is longer than a year as a
    /// year.
    std::optional<duration> resync = {};
    replaced_objects replaced = replaced_objects::as_delete_and_add;
    /// A handler that is added after the snapshot was handed out gets all objects in any case. `not_told` is
    /// an error (errc::bad_request) in an informer of several namespaces, and in one with a share of the
    /// objects: the snapshot may be of another share than the one that the handler knows, for example after a
    /// StatefulSet was scaled, and nobody would tell the handler of objects that other processes own now.
    restored_objects restored = restored_objects::as_added;
    /// The executor on which the handler's calls run, such as a strand of your service, the thread of a user
    /// interface, or a thread pool. Empty means the client's executor. The promises that `handlers` makes
    /// about the calls hold on every executor.
    ///
    /// Sharing    Handlers that are given equal executors share turns of it. Each further executor costs a
    ///            post for each portion of changes, so give many handlers one executor rather than a strand
    ///            each.
    /// Errors     on_change() throws errc::bad_request if a callable returns a task and the executor never
    ///            runs a function inline (blocking.possibly).
    /// Lifetime   When the executor's execution context is destroyed, the handler ends: handler_status::ended
    ///            says so, and its callables are destroyed. Destroy the context while no thread runs the
    ///            informer, or after the handler's remove() has ended.
    /// Stopped    A context that is run later, or not any more, disturbs neither the informer nor other
    ///            handlers: the changes wait, within the bounds of `policy`. But overflow::block makes the
    ///            informer wait for it, and so do remove() and the end of the informer's run() while a task
    ///            of the handler is running there.
    ///
    /// The executor has no effect on events(), because nothing is called there.
    coinformer::executor executor = {};
    /// Names the handler in metrics and in the log. Handlers of an informer with the same name, or without
    /// one, are counted together. The informer remembers each name, so that there should be few.
    std::string name = {};
};

/// The callables of a handler, which are called when objects are added, updated and deleted. Each may be left
/// out. Each takes `T const&` or `object_ptr<T> const&` (which also knows key, UID and resource version, and
/// may be kept), and returns nothing or a task<>.
///
/// A callable may leave out the second argument. An `updated` with one argument gets the new state.
///
/// The calls of one handler never overlap, and come in the order of the changes. Each call sees what the one
/// before it has written, on whichever thread it runs. The calls run on the client's executor, or on
/// handler_options::executor. A task runs on a strand of that executor, which is its own until the task has
/// ended: work that it leaves behind there (a spawned coroutine, a timer's callback) may run beside the
/// handler's next call. If a call throws, the exception is caught and counted, and the next call is made as
/// usual. The first call that throws for a cause is logged with the object's key; repetitions of the same
/// cause are only counted, and summed up in a later line.
///
/// The callables need not be copyable, so that a handler may own the objects that it works with. Therefore
/// `handlers` can be moved, but not copied.
template <class T>
struct handlers {
    /// Called with (object, initial_list).
    detail::callback<T, event_kind::added> added = {};
    /// Called with (before, after). On a resync both are the same object and compare equal; otherwise they
    /// never do.
    detail::callback<T, event_kind::updated> updated = {};
    /// Called with (last state, final_state).
    detail::callback<T, event_kind::deleted> deleted = {};
    /// If set, the handler sees only objects that this predicate accepts: see filtered().
    detail::object_filter<T> filter = {};
};

/// Limits a handler to the objects that `predicate` accepts. An object that an update makes acceptable is
/// `added`. One that an update makes unacceptable is `deleted`, with its last acceptable state. The predicate
/// takes `T const&` or `object_ptr<T> const&`, and is pure: for the same object it always returns the same.
/// If it throws, the handler does not see that change, and this counts and is logged as a call that threw. If
/// `h` has a filter already, objects have to pass both.
///
///     auto const is_running = [](pod const& p) { return p.status.phase == "Running"; };
///     pods.on_change(filtered<pod>(is_running, {.added = started}));
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

#pragma once

#include "api/client/source_context.hpp"
#include "api/source/collection_source.hpp"
#include "cache/reflector/collection_health.hpp"
#include "cache/reflector/collection_position.hpp"
#include "cache/reflector/collection_reading.hpp"
#include "cache/reflector/collection_share.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/reflector/ending_history.hpp"
#include "cache/reflector/pending_snapshot.hpp"
#include "cache/reflector/watch_silence.hpp"
#include "cache/store/store.hpp"

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/cache/informer_options.hpp>

#include <functional>
#include <string>

namespace coinformer::detail {

/// Which collection is read, and from where. The references outlive this object.
struct collection_origin {
    source_context& context;
    collection_source& source;
    std::string const ns;   ///< empty for all namespaces
    std::string const name; ///< the collection's name in the log and in errors: its path in the API
    informer_options const& options;
    /// True if the resource was declared as one whose objects lie in namespaces. That is the default, so that
    /// the resource may be cluster-scoped all the same. It is false for a list_watch of the user's, which may
    /// name a fault as it likes, for example after a file.
    bool const has_namespaces = false;

    time_point now() const { return context.env().time->now(); }
    server_access& access() const noexcept { return context.access(); }
    /// Returns a request for the objects that this informer wants.
    template <class Request>
    Request request() const
    {
        Request what;
        what.ns = ns;
        what.label_selector = options.label_selector;
        what.field_selector = options.field_selector;
        return what;
    }
};

/// Holds everything that a reflector knows about its collection. Three classes work on it: the reflector, its
/// list_reader and its watch_follower. Only one attempt is made at a time; questions about a silent watch run
/// beside the attempt.
///
/// Threads    the source's strand.
struct reflector_state {
    /// The references outlive this object. `first` is what the first attempt does. `report` and `ask` are
    /// those of collection_health and watch_silence; `counts` and `snapshots` may be null.
    reflector_state(collection_origin of, delta_fifo& queue, store const& objects, approach first,
                    cause_reporter::report_to report, std::function<void()> ask, informer_metrics* counts,
                    snapshot_restorer* snapshots);
    reflector_state(reflector_state const&) = delete;

    collection_origin const origin;
    delta_fifo& queue;            ///< takes what is found
    approach doing;               ///< what this attempt does, and between two attempts what the next one does
    attempt_record attempt;       ///< what has happened in the attempt that is under way, or was the last one
    collection_position position; ///< up to which version everything is in the queue
    collection_health health;     ///< whether the copy is up to date, and how that is reported
    collection_share share;       ///< which of the objects are wanted
    collection_reading reading;   ///< which objects the list that is under way has brought
    pending_snapshot snapshot;    ///< objects of a saved snapshot, until the server knows their version
    watch_silence silence;        ///< whether a server that sends nothing is still there
    ending_history history;       ///< what happened in earlier attempts

    /// Returns the key of an object that could not be decoded. The name is empty if the fault does not show
    /// which object it is: its name was not read, or its namespace, as if the size limit has cut the object
    /// off between the two. The views are valid as long as the fault and this object.
    object_key key_of(decode_fault const& fault) const;
    /// Returns the version that a list has to have reached at least; empty for the newest one. "0" means any
    /// state that the server has in its cache.
    std::string least_version() const;
    /// Returns the version from which a watch goes on.
    std::string const& known_version() const
    {
        return snapshot.waits() ? snapshot.version() : position.version();
    }
    /// Returns true if the attempt ends when the process holds another share; a list goes on to its end.
    bool is_bound_to_share() const noexcept { return doing == approach::watch || doing == approach::resume; }
    /// Returns the objects that need not come again; null if the store may be of a history that has ended.
    known_objects const* objects_of_this_history() const
    {
        return position.store_is_of_this_history(queue.handed_out()) ? &reading.objects : nullptr;
    }
    /// The list is complete: queues it as one delta, which will replace the contents of the store.
    void queue_list();
};

} // namespace coinformer::detail

#pragma once

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/cache/audit.hpp>
#include <coinformer/cache/flight_recorder.hpp>
#include <coinformer/cache/key_share.hpp>
#include <coinformer/cache/memory_account.hpp>
#include <coinformer/cache/warm_start.hpp>
#include <coinformer/core/backoff.hpp>
#include <coinformer/core/error.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coinformer {

/// How an informer reads its whole collection: at first, and again when the server has forgotten the changes
/// since the informer's version.
enum class fetch_mode {
    /// By a streamed list (WatchList, Kubernetes 1.34 and later), or by paged lists if the server refuses
    /// that.
    stream,
    /// By paged lists.
    list,
};

/// How new the first list of an informer has to be. Later lists are never older than what the informer has
/// seen.
enum class freshness {
    /// It shows everything that was written before it began. Servers before Kubernetes 1.31 read it from
    /// etcd.
    newest,
    /// It may be any state that the server has in its cache, which may be behind, and is cheaper for the
    /// server.
    /// This suits agents on thousands of nodes that start together. It is what client-go does
    /// (resourceVersion=0).
    /// A server gives such a list in one page, whatever `page_size` says.
    any,
};

/// In which order changes reach the store if they have to wait because a handler with overflow::block is
/// slow.
enum class queue_order {
    /// Every change reaches the store, in the order of arrival, so the store's version says exactly what is
    /// in it.
    by_arrival,
    /// If an object changes again while its change waits, the newer state takes the place of the older one,
    /// which no handler sees. This suits objects that change faster than handlers handle them. The store may
    /// be ahead of its version, never behind it.
    by_key,
};

/// What an informer watches, and how it keeps up with the server.
struct informer_options {
    /// The namespaces to watch. An empty list means all namespaces; an empty string in the list is an error.
    std::vector<std::string> namespaces = {};
    std::string label_selector = {}; ///< limits the collection as `kubectl get -l` does
    std::string field_selector = {}; ///< limits the collection by fields, as "spec.nodeName=worker-1"
    /// Limits the collection to one of several processes' share of it; null for everything. The server is
    /// asked to send the share alone (KEP-5866), and objects that it sends all the same are skipped before
    /// they are decoded. To everything else in the informer they do not exist.
    ///
    /// fixed_share() makes a share that stays as it is, and shard_group::share() one that changes as
    /// processes come and go. Handlers are told of the objects that such a share loses as deleted, with
    /// final_state::moved, and of those that it gains as added; the others are not read again. While it is
    /// empty the informer waits. With `warm_start`, the next process takes up those of the saved objects that
    /// its share has, and lists the others.
    std::shared_ptr<key_share> shard = {};
    /// Shows every object to the handlers again this often. Zero means never. An interval that is shorter
    /// than 1 s counts as 1 s, and one that is longer than a year as a year.
    duration resync = duration::zero();
    std::string name =
        {}; ///< names the informer in metrics, beside its resource; not needed for one informer
    fetch_mode fetch = fetch_mode::stream;
    coinformer::freshness freshness = coinformer::freshness::newest; ///< how new the first list is
    /// The first list begins after a random part of this time, so that the processes of a fleet that start
    /// together do not reach the server together. At most a day.
    duration start_spread = duration::zero();
    std::size_t page_size = 500; ///< objects on each page of a paged list; zero means everything in one page
    /// How long the server is asked to keep a watch open: a random time between this and twice this, so that
    /// the watches of many informers do not end together. At least 1 s, and at most a year.
    duration watch_timeout = std::chrono::minutes(5);
    /// A watch on which no event and no bookmark arrives for this long is taken for dead, and is opened again
    /// from the last version. A kube-apiserver sends a bookmark each minute for most kinds. If bookmarks turn
    /// out to come later, or not at all, the limit grows with them, up to `watch_timeout`; the informer then
    /// asks the server this often whether it is still there. Has to be positive, at most a year, and should
    /// be longer than 3 s, because a server waits for 3 s before it answers that it does not have a version
    /// yet. With a shorter limit the informer gives such a list up and lists the newest state instead. A list
    /// is given up after the same time without an object. A streamed list that has begun is given up sooner:
    /// after a fifth of this time without an object, or after 15 s if that is longer.
    duration silence = std::chrono::seconds(75);
    /// A list that brings fewer than 100 new objects in a minute is slow. It goes on, but it gives its place
    /// among client_options::concurrent_lists to another informer, and synced() and other waits throw
    /// errc::slow_answer. A list that stays slow for this long is given up and begun again, perhaps on
    /// another server. Choose a longer time for a collection that needs it on a slow link. At least 1 min,
    /// because each minute is judged as a whole.
    duration slow_list_limit = std::chrono::hours(1);
    /// Pauses of this informer after a failed attempt. While no request of the client gets through to the
    /// server (no connection, no answer, an untrusted certificate, a credential file that cannot be read,
    /// 401, 502 or 503), client_options::reconnect holds instead. If the server asks for a longer pause (the
    /// header Retry-After), the informer waits for that, but counts it as five minutes at most; if its own
    /// back-off is longer by then, it waits for that. Such a pause is up to a tenth longer by chance. Has to
    /// be valid: see backoff_options::is_valid().
    backoff_options retry = {};
    /// synced(), at_least() and until() throw the cause once the server has been unreachable for this long,
    /// and again after each further period of this length. A cause that time does not cure, such as a missing
    /// permission, is thrown at once. A store that is behind because of a handler with overflow::block is no
    /// cause. Has to be positive, and at most a year.
    duration unreachable_after = std::chrono::minutes(1);
    /// How many deltas may wait between the network and the store. If there are more, the informer stops
    /// reading from the server until the store has caught up. At least 1.
    std::size_t queue_capacity = 4096;
    queue_order order = queue_order::by_arrival;
    /// Called on the client's strand for each object that cannot be decoded, so it should return quickly.
    /// Such an object is logged and counted in any case.
    ///
    /// The copy keeps the last state of the object. If a list has an object whose name or namespace could not
    /// be read, that may be any object which the list seems to lack. Then no object counts as deleted, which
    /// the log says: one that has gone stays in the copy until a list in which every object can be named.
    /// A deletion whose object cannot be named leads to a list, for which the same rule holds.
    std::function<void(decode_fault const&)> on_fault = {};
    /// Called on the client's strand when an attempt to read the collection has failed: once for each cause
    /// (error code), until nothing is wrong any more. It is called for failures that time may cure, too, at
    /// once. reflector_status has the same facts for code that would rather ask. What it throws is logged.
    std::function<void(api_error const&)> on_failure = {};
    /// How many bytes the informer should take at most, by memory_account::total(). If it takes more, that is
    /// logged, and on_over_budget is called. Nothing else happens: the store keeps all objects. It is checked
    /// after each change of the store, so that a list counts when it is complete. Zero means no budget.
    std::size_t memory_budget = 0;
    /// Called on the client's strand when the informer has come to take more than `memory_budget`, and again
    /// only after it has taken less than nine tenths of that. What it throws is logged.
    std::function<void(memory_account const&)> on_over_budget = {};
    /// Compares the copy with the server at an interval.
    audit_options audit = {};
    /// Begins with a saved snapshot instead of a list, and saves one for the next process. An informer of a
    /// list_watch is refused with errc::bad_request, unless list_watch::has_lasting_versions().
    warm_start_options warm_start = {};
    /// Keeps what the informer receives, so that it can be replayed at a desk; null for nothing. The informer
    /// is refused with errc::bad_request if it has a share that may change, or reads from a list_watch.
    std::shared_ptr<flight_recorder> recorder = {};
};

/// What an informer is doing.
enum class phase {
    idle,     ///< run() has not begun, or the informer waits for its turn to read its collection
    reading,  ///< it reads the whole collection
    watching, ///< it watches for changes
    waiting,  ///< an attempt has failed, and the informer waits until it makes the next one
    unserved, ///< as `waiting`, because the server does not have the resource, such as a custom one
    stopped,  ///< run() has ended
};

/// What an informer has done on the network. If the informer watches several namespaces, the counters are
/// sums, and `now` is the phase of the first of them, in the order of their names, that does not watch;
/// `watching` if all do.
struct reflector_status {
    phase now = phase::idle;
    /// The time up to which the copy is proven to be up to date, on the clock of `environment::time`. Each of
    /// these proves it: a list, an event, a bookmark, a watch that the server ended normally, and, while a
    /// watch is open on which nothing happens, the server's answer that it has the version that the copy is
    /// at. So the time of a healthy informer is less than three times informer_options::silence ago, even if
    /// no object ever changes. If the server sends no bookmarks for the kind, it is less than silence and two
    /// times informer_options::watch_timeout ago, because such a kind is asked about ever more seldom while
    /// it stays quiet. Empty before the first list is complete, and while the process holds nothing of its
    /// share (informer_options::shard). If there are several namespaces, it is the oldest of their times.
    ///
    /// The answer does not show that nothing newer exists. If something between the server and this process
    /// holds events back but lets questions through, that is noticed after ten minutes at the earliest, or
    /// after two periods of informer_options::watch_timeout and silence if that is longer.
    ///
    /// The time says what has been read from the server. The store can be behind that, because of a handler
    /// with overflow::block: see informer_status::queued.
    std::optional<time_point> fresh_as_of;
    std::size_t restored = 0; ///< objects that came from a saved snapshot: see warm_start_options
    std::size_t lists = 0;    ///< paged lists begun
    std::size_t streams = 0;  ///< streamed lists begun
    std::size_t watches = 0;  ///< watches begun, streamed lists included
    std::size_t faults = 0;   ///< objects that could not be decoded
    std::size_t foreign = 0;  ///< objects and events that came and belong to other shares
    std::size_t failures = 0; ///< attempts that failed
    /// Why an attempt failed, or is slow; empty after a success. A complete list is a success, and so is a
    /// watch on which something has come, or which is older than informer_options::retry.cap: a watch that
    /// was just opened may fail like the one before.
    std::string last_failure;
    std::optional<time_point> failing_since; ///< when the present trouble began; empty if there is none
    std::string why_not_streamed;            ///< why lists are paged, if they should have been streamed
    std::size_t listed = 0;                  ///< objects that the present list has brought until now
    std::optional<std::uint64_t> remaining;  ///< how many more objects the server says the present list has
    /// With informer_options::shard: true if the server sends only the share, and false if it sends
    /// everything, as a paged list has shown. Empty if that is not known, because streamed lists and watches
    /// do not tell.
    std::optional<bool> server_shards;
};

/// The last snapshot that an informer has saved, and why it could not save one: see warm_start_options.
struct warm_start_status {
    /// When this informer has saved its last snapshot, on the clock of `environment::time`; empty before the
    /// first one, also if the informer began with a snapshot of an earlier process.
    std::optional<time_point> saved_at;
    std::uint64_t saved_bytes = 0;   ///< size of that snapshot
    std::uint64_t saved_objects = 0; ///< objects in it
    std::string last_failure;        ///< why the last attempt to save failed; empty after a success
};

/// The state of an informer.
struct informer_status {
    time_point taken_at;              ///< when this was, on the clock of `environment::time`
    bool synced = false;              ///< the first list is in the store, and every handler has handled it
    std::size_t objects = 0;          ///< objects in the store
    std::size_t handlers = 0;         ///< registered handlers
    std::size_t handlers_removed = 0; ///< handlers that overflow::fail has removed
    std::size_t handler_failures = 0; ///< calls of handlers that threw
    std::size_t index_failures = 0;   ///< calls of index functions that threw
    std::size_t queued = 0;           ///< deltas that wait between the network and the store
    std::string resource_version;     ///< the store's version; empty before the first list
    memory_account memory;            ///< what takes memory
    reflector_status reflector;
    shard_ranges share;           ///< see shared_informer::share()
    warm_start_status warm_start; ///< snapshots; reflector_status::restored says what came from one
    audit_status audit;           ///< the last audit
};

} // namespace coinformer

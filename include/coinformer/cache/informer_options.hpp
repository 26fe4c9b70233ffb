#pragma once

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/core/backoff.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace coinformer {

/// How an informer reads its whole collection: at first, and when the server has forgotten what came since.
enum class fetch_mode {
    stream, ///< in one watch (WatchList, Kubernetes 1.34 and later). Paged lists where the server cannot, after a try
    list,   ///< in paged lists
};

/// How changes reach the store that wait between it and the network, because a handler with overflow::block holds it
/// up.
enum class queue_order {
    by_arrival, ///< each of them: the store's version says exactly what is in it
    by_key,     ///< an object that changes again while it waits keeps its place, and comes once, as it is by then. For
            ///< objects that change faster than handlers take it. The store may be ahead of its version, never behind
};

/// What an informer watches and how it keeps up.
struct informer_options {
    std::vector<std::string> namespaces = {}; ///< only these, none of them ""; an empty list: all
    std::string label_selector = {};          ///< only what matches, as kubectl's -l
    std::string field_selector = {};          ///< only what matches, for example "spec.nodeName=worker-1"
    /// Shows every object to the handlers again this often. Zero means never. An interval that is shorter than 1 s
    /// counts as 1 s.
    duration resync = duration::zero();
    fetch_mode fetch = fetch_mode::stream;
    std::size_t page_size = 500;                      ///< objects a LIST page; 0: one page
    duration watch_timeout = std::chrono::minutes(5); ///< the server ends a watch after 1 to 2 times this; at least 1 s
    /// A watch on which no event and no bookmark arrives for this long is taken for dead and opened again from the last
    /// version. A kube-apiserver sends a bookmark each minute for most kinds. If bookmarks turn out to come later, or
    /// not at all, the limit grows with them, up to `watch_timeout`; the server is then asked, this often, whether it
    /// is still there. Has to be positive, and should be longer than 3 s, which is how long a server waits before it
    /// says that it does not have a version yet: with a shorter one, such a list is given up and the newest state is
    /// listed instead.
    duration silence = std::chrono::seconds(75);
    /// A list that brings fewer than 100 new objects in a minute is slow. It goes on, but it gives its place among
    /// client_options::concurrent_lists to another informer, and synced() and other waits throw errc::slow_answer. A
    /// list that stays slow for this long is given up and begun again, perhaps on another server. Choose a longer time
    /// for a collection that needs it on a slow link. At least 1 min, because each minute is judged as a whole.
    duration slow_list_limit = std::chrono::hours(1);
    /// Pauses of this informer after a failed attempt. While no request of the client gets through to the server (no
    /// connection, no answer, an untrusted certificate, a credential file that cannot be read, 401, 502 or 503),
    /// client_options::reconnect holds instead. If the server asks for a longer pause (the header Retry-After), the
    /// informer waits for that. Has to be valid: see backoff_options::is_valid().
    backoff_options retry = {};
    /// synced(), at_least() and until() throw the cause once the server has been unreachable for this long, and again
    /// after each further period of this length. A store that is behind because of a handler with overflow::block is no
    /// cause. A cause that time does not cure, such as a missing permission, is thrown at once. Up to a year.
    duration unreachable_after = std::chrono::minutes(1);
    std::size_t queue_capacity = 4096; ///< deltas between the network and the store; then reading waits; at least 1
    queue_order order = queue_order::by_arrival;
    /// Called on the informer's strand for each object that does not decode. It is logged and counted in any case.
    std::function<void(decode_fault const&)> on_fault = {};
};

/// What an informer is about.
enum class phase {
    idle,     ///< run() has not begun, or waits until fewer others list
    reading,  ///< the whole collection
    watching, ///< what changes
    waiting,  ///< until it tries again what failed
    unserved, ///< the same; the server does not have the resource: perhaps a CustomResourceDefinition is to come
    stopped,
};

/// What a reflector has been through. Of several namespaces: the least far in its phase, and sums.
struct reflector_status {
    phase now = phase::idle;
    /// The time up to which the copy is proven to be up to date, on the clock of `environment::time`. Each of these
    /// proves it: a list, an event, a bookmark, a watch that the server ended in order, and, while a watch is open on
    /// which nothing happens, the server's answer that it has the version that the copy is at. So the time of a healthy
    /// informer is less than three times informer_options::silence ago, even if no object ever changes. Empty before
    /// the first list is complete. Of several namespaces it is the oldest.
    ///
    /// The answer does not show that nothing newer exists. If something between the server and this process holds
    /// events back and answers questions all the same, that is noticed after ten minutes at the earliest, or after two
    /// periods of informer_options::watch_timeout and silence if that is longer.
    ///
    /// It is about what has been read from the server: the store can be behind that, because of a handler with
    /// overflow::block. See informer_status::queued.
    std::optional<time_point> fresh_as_of;
    std::size_t lists = 0;   ///< begun
    std::size_t streams = 0; ///< streamed lists begun
    std::size_t watches = 0; ///< begun, streams included
    std::size_t faults = 0;  ///< objects that did not decode
    std::size_t failures = 0;
    std::string last_failure;                ///< or why a list is slow; empty: nothing since the last success
    std::optional<time_point> failing_since; ///< it fails, or is slow, since then
    std::string why_not_streamed;            ///< empty: lists are streamed, or were not to be
    std::size_t listed = 0;                  ///< objects that the list under way has brought
    std::optional<std::uint64_t> remaining;  ///< how many more the server says there are
};

/// How an informer is doing.
struct informer_status {
    bool synced = false; ///< the first list is in the store and every handler has seen it
    std::size_t objects = 0;
    std::size_t handlers = 0;
    std::size_t handler_failures = 0;
    std::size_t index_failures = 0;
    std::size_t queued = 0; ///< deltas between network and store
    std::string resource_version;
    reflector_status reflector;
};

} // namespace coinformer

#pragma once

#include "disk.hpp"
#include "history.hpp"
#include "scheduler.hpp"
#include "wire_log.hpp"

#include <coinformer/cache/handlers.hpp>
#include <coinformer/testing/memory_stream.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// An act of a plan. A plan consists of numbers only, so that it can be printed, cut down, and written into a
/// test.
enum class act {
    // workload
    create,
    update,
    touch, ///< an update that changes nothing
    relabel,
    remove,
    recreate, ///< delete and create under the same name, at once
    burst,    ///< many updates at once
    spoil,    ///< deletes an object in a state that does not decode
    poison,   ///< creates an object that does not decode
    // the server
    answer_status,
    answer_html,
    answer_late,
    cut_answer,
    stall_answer,
    truncate_answer,
    gone_on_later_page,
    close_watch,
    error_event,
    odd_event,
    no_initial_end,
    refuse_streams,
    slow_stream,     ///< time passes between the initial events of a stream, and changes come between them
    refuse_late,     ///< watches of a kind are refused, each after a while
    refuse_protobuf, ///< the server answers 406 to requests for protobuf
    lying_list,      ///< the server sends a list in protobuf whose lengths are wrong
    compact,
    restart,
    restore,
    lag,
    disconnect,
    // the network
    refuse,
    hang,
    reset,
    silence,
    hold,
    condition,
    // clients
    start_informer,
    stop_informer,
    add_handler,
    remove_handler,
    wait_synced,
    cancel_wait,
    hold_snapshot,
    release_snapshot,
    await_version,
    await_object,
    await_handled,
    start_watcher,
    stop_watcher,
    start_pager,
    own_write, ///< by a user who reads through own_writes
    own_remove,
    crash, ///< the process of a client dies, and begins again after a while
};
inline constexpr std::size_t acts = 53;
std::string_view name_of(act a) noexcept;
std::string_view name_of(moment m) noexcept;
std::string_view name_of(policy p) noexcept;

struct item {
    std::int64_t at_ms = 0;        ///< the time of the act, or its earliest time if it has a trigger
    std::optional<moment> trigger; ///< if set, the act waits for the next such moment after at_ms
    act what = act::create;
    std::uint32_t who = 0; ///< number of the client, informer or handler that the act is about
    std::int64_t a = 0, b = 0, c = 0;
};
std::string to_string(item const& i);

struct handler_plan {
    std::uint32_t informer = 0;
    coinformer::handler_options options;
    std::int64_t call_ms = 0; ///< how long a call takes; 0: the handler is a plain function
    unsigned throws_every = 0;
    std::int64_t resync_ms = -1; ///< its own resync period; -1: the informer's
    bool as_update = false;      ///< a deletion and a new life under the same name are shown as one update
    bool filtered = false;       ///< it sees objects of tier a only
    bool pulls = false; ///< it is not called, but asks for events, and pauses for call_ms after each batch
    std::int64_t pull_timeout_ms = 0; ///< how long it waits for a batch; 0: without a limit
    bool drains = false;              ///< it drains when it is removed
};

/// How an informer compares its copy with the server.
struct audit_plan {
    std::int64_t interval_ms = 0; ///< 0: not at all
    std::int64_t probe_ms = 0;    ///< 0: it does not ask for the number of objects in between
};

struct informer_plan {
    std::uint32_t client = 0;
    scope of;
    std::int64_t resync_ms = 0;
    std::size_t page_size = 0;
    std::int64_t silence_ms = 75'000;
    std::int64_t watch_timeout_ms = 300'000;
    std::size_t queue_capacity = 4096;
    std::size_t events_a_read = 450; ///< the most that one read can bring: what the network buffers
    bool stream = false;             ///< lists are streamed, if the server can do that
    bool by_key = false;             ///< an object that changes again while it is queued keeps its place
    audit_plan audit;
    warm_plan warm;
    bool composed = false; ///< it is composed from coinformer::parts, and no shared_informer
    std::size_t lanes() const noexcept { return std::max<std::size_t>(1, of.namespaces.size()); }
};

/// A watcher, which has no cache. It has a client of its own.
struct watcher_plan {
    scope of;
    std::int64_t silence_ms = 75'000;
    std::int64_t watch_timeout_ms = 300'000;
    std::uint64_t behind = 0;     ///< how many versions before the server's newest it begins
    std::int64_t pause_ms = 0;    ///< the pause after each event
    std::int64_t patience_ms = 0; ///< how long its user waits for an event; 0: without a limit
};

/// A pager, which reads a collection page by page. It has a client of its own.
struct pager_plan {
    scope of;
    std::size_t page_size = 3;
    std::size_t read_ahead = 1;
    std::size_t times = 1;        ///< how often the collection is read
    std::int64_t pause_ms = 0;    ///< the pause after each page
    std::int64_t patience_ms = 0; ///< how long its user waits for a page; 0: without a limit
};

/// The world of one seed: what exists in it, and what happens to it.
struct plan {
    std::uint64_t seed = 0;
    schedule_options schedule;
    std::size_t history_window = 1000;
    std::int64_t bookmark_ms = 60'000;
    std::size_t pipe_bytes = 65'536;
    bool stop_early = false; ///< the world is stopped in the middle, and nothing has to converge
    bool trickle = false;    ///< writes to other objects go on while the informers converge
    /// a kind that is refused for ever: its informer must say so, and must not hold up the others
    std::string forbidden;
    /// the status of that refusal; 503 looks as if no request got through, but for one kind only
    int forbidden_with = 403;
    bool canary = false; ///< the oracle is told a lie, so that some property must fall
    std::size_t names = 4, spaces = 1, kinds = 1;
    std::size_t objects_at_start = 0;
    std::int64_t length_ms = 0;
    std::vector<informer_plan> informers;
    std::vector<handler_plan> handlers;
    std::vector<item> items; ///< sorted by at_ms
    std::size_t clients = 1;
    std::vector<watcher_plan> watchers;
    std::vector<pager_plan> pagers;
    /// The clients that ask for protobuf: a bit for each, the clients of watchers and pagers after the
    /// others.
    unsigned protobuf = 0;
    unsigned gzip = 0;  ///< the clients that ask for compressed lists, likewise
    unsigned http2 = 0; ///< the clients that speak HTTP/2, likewise
    std::size_t all_clients() const noexcept { return clients + watchers.size() + pagers.size(); }
    bool has(act a) const;
    bool audits() const;     ///< true if any informer is audited
    bool told_apart() const; ///< true if each informer's requests can be told from the others' requests
    void use_pipes(std::size_t bytes);
};

plan make_plan(std::uint64_t seed);
std::string to_string(plan const& p);

inline std::vector<std::string> const plurals{"configmaps", "secrets", "widgets"};
key key_of(plan const& p, std::int64_t n);

} // namespace simulation

#pragma once

#include "cache/reflector/list_reader.hpp"
#include "cache/reflector/recovery_pauses.hpp"
#include "cache/reflector/reflector_state.hpp"
#include "cache/reflector/watch_follower.hpp"

#include <functional>
#include <string>

namespace coinformer::detail {

/// Reads a collection from its source, watches it, and passes what it finds to the informer's queue, as
/// deltas.
///
/// It reads the whole collection once, by a streamed list (WatchList, KEP-3157) or a paged one, unless it can
/// go on from a saved snapshot. It reads it again only if the watch cannot be resumed: because the server has
/// forgotten the known version, or because watches fail at it again and again. An informer has one reflector
/// for each of its namespaces, or a single one for all of them.
///
/// run() makes one attempt after another. `reflector_state::doing` says what the attempt does. A
/// list_reader or a watch_follower makes it. From its ending, recover_from(), a pure function in
/// recovery.cpp, decides what is attempted next, and after which pause.
///
/// States     One for each `approach`, and pausing.
/// Threads    the source's strand. run() is called once, by informer_core.
class reflector {
public:
    /// The references outlive this object. An empty `ns` means all namespaces. `report` is called with the
    /// cause why the store is not up to date: at once if time will not cure this cause, otherwise when it has
    /// lasted for informer_options::unreachable_after. It is called with null when the cause is over.
    /// `counts` and `snapshots` may be null. `has_namespaces` is collection_origin::has_namespaces.
    reflector(source_context& context, collection_source& source, std::string ns,
              informer_options const& options, delta_fifo& queue, store const& objects,
              cause_reporter::report_to report, informer_metrics* counts = nullptr,
              snapshot_restorer* snapshots = nullptr, bool has_namespaces = false);

    /// Runs until it is cancelled, and survives every failure of the server and of the network. `start` runs
    /// a task beside this one, such as a question about a silent watch, and keeps this object alive until
    /// both have ended.
    ///
    /// Errors     those of cancellation and misuse (condition::cancelled, condition::misused).
    [[nodiscard]] task<> run(std::function<void(task<>)> start) &;

    reflector_status const& status() const noexcept { return state_.health.status; }
    /// Lists the newest state, whose objects are compared by their contents, and gives up an open watch for
    /// that. Called when something has shown that the store is not what the server has.
    void begin_anew(api_error const& why);

private:
    [[nodiscard]] task<> while_open(task<> pause) &;
    [[nodiscard]] task<ending> try_once() &;
    [[nodiscard]] task<> make_attempt() &;
    [[nodiscard]] task<> confirm() &;
    void report(ending const& how, recovery const& then);
    void prepare(ending const& how, recovery const& then);
    void list_if_asked();
    [[nodiscard]] task<> adapt_to_share() &;
    void report_trouble_of_share(std::string& known);
    approach read_all() const { return streams_ ? approach::stream : approach::list; }

    // Lists are streamed, until the source turns out to be unable to do that. Declared first, because
    // read_all() says how `state_` begins.
    bool streams_;
    reflector_state state_;
    list_reader lists_{state_};
    watch_follower watches_{state_};
    recovery_pauses pauses_;
    error_code begins_anew_; // if set, the next attempt is a list for this cause, whatever was planned
};

} // namespace coinformer::detail

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
#include "cache/reflector/recovery_pauses.hpp"
#include "cache/reflector/watch_silence.hpp"
#include "cache/store/store.hpp"

#include <coinformer/cache/informer_options.hpp>
#include <coinformer/core/nursery.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// Reads a collection from its source, watches it, and passes what it finds to the informer's queue, as
/// deltas.
///
/// It reads the whole collection once, by a streamed list (WatchList, KEP-3157) or a paged one, unless it can
/// go on from a saved snapshot. It reads it again only if the watch cannot be resumed: because the server has
/// forgotten the known version, or because watches fail at it again and again. An informer has one reflector
/// for each of its namespaces, or a single one for all of them.
///
/// run() makes one attempt after another. `next_` says what the attempt does, attempt() makes it and
/// describes its ending, and recover_from(), a pure function in recovery.cpp, decides from that ending what
/// is attempted next, and after which pause. Each part knows one thing:
///
///     collection_position   up to which version everything is in the queue
///     collection_share      which of its objects are wanted
///     collection_reading    which objects the list that is under way has brought
///     pending_snapshot      the objects of a saved snapshot, until the server knows their version
///     watch_silence         whether a server that sends nothing is still there
///     ending_history        what happened in earlier attempts
///     recovery_pauses       how long to wait before an attempt, and how long a watch lasts
///     collection_health     whether the copy is up to date, and how that is reported
///
/// States     One for each `approach`, and pausing. A streamed list becomes a watch on the same connection,
///            in the middle of an attempt, when its closing bookmark arrives; and so does the watch from a
///            snapshot's version, when the server has shown that it knows this version.
/// Threads    the source's strand. run() is called once, by informer_core.
class reflector {
public:
    /// The references outlive this object. An empty `ns` means all namespaces. `report` is called with the
    /// cause why the store is not up to date: at once if time will not cure this cause, otherwise when it has
    /// lasted for informer_options::unreachable_after. It is called with null when the cause is over.
    /// `counts` and `snapshots` may be null.
    reflector(source_context& context, collection_source& source, std::string ns,
              informer_options const& options, delta_fifo& queue, store const& objects,
              cause_reporter::report_to report, informer_metrics* counts = nullptr,
              snapshot_restorer* snapshots = nullptr);

    /// Runs until it is cancelled, and survives every failure of the server and of the network. This task is
    /// a child of `owner`, in which it starts further children: the questions about a silent watch.
    ///
    /// Errors     those of cancellation and misuse (condition::cancelled, condition::misused).
    [[nodiscard]] task<> run(nursery& owner) &;

    reflector_status const& status() const noexcept { return health_.status; }
    /// Lists the newest state, whose objects are compared by their contents, and gives up an open watch for
    /// that. Called when something has shown that the store is not what the server has.
    void begin_anew(api_error const& why)
    {
        begins_anew_ = why.code();
        if (next_ == approach::watch) silence_.answer_failed(std::make_exception_ptr(why));
    }

private:
    [[nodiscard]] task<ending> attempt() &;
    [[nodiscard]] task<> read() &;
    void report(ending const& how, recovery const& then);
    void prepare(ending const& how, recovery const& then);

    [[nodiscard]] task<> adapt_to_share() &;
    void report_trouble_of_share(std::string& known);
    void end_watch_of_share();

    [[nodiscard]] task<> list() &;
    [[nodiscard]] task<> list_pages() &;
    page_request first_page() const;
    void take_items(list_items& items);
    void check_is_exact(list_meta const& page) const;
    void end_reading();

    [[nodiscard]] task<> watch() &;
    [[nodiscard]] task<> follow() &;
    bool take_events(watch_events& events);
    void take_initial(watch_events::step s, watch_events& events);
    void take_change(watch_events::step s, watch_events& events);
    void push_lost(object_key key, std::string_view version);

    [[nodiscard]] task<> confirm() &;
    [[nodiscard]] task<> ask_about_silence(std::size_t watch) &;

    /// Returns a request for the objects that this informer wants.
    template <class Request>
    Request request() const
    {
        Request what;
        what.ns = ns_;
        what.label_selector = options_.label_selector;
        what.field_selector = options_.field_selector;
        return what;
    }
    // The version that a list has to have reached at least; empty for the newest one. "0" means any state
    // that the server has in its cache.
    std::string least_version() const
    {
        bool const may_be_old = position_.version().empty() && options_.freshness == freshness::any;
        return may_be_old ? "0" : std::string(position_.version());
    }
    // The server has shown that it knows the snapshot's version, perhaps by an event, whose version is
    // `shown`: from now on this is a watch like any other.
    void accept_snapshot(std::string_view shown = {})
    {
        snapshot_.check_goes_forward(shown);
        health_.status.restored = snapshot_.accept(queue_, position_, share_);
        next_ = approach::watch;
    }
    // Does what begin_anew() has asked for.
    void list_if_asked()
    {
        if (!begins_anew_) return;
        health_.list_follows(std::exchange(begins_anew_, {}));
        next_ = approach::list_newest;
        position_.note_possible_replacement();
    }
    // The version from which a watch goes on.
    std::string const& known_version() const
    {
        return snapshot_.waits() ? snapshot_.version() : position_.version();
    }
    approach read_all() const { return streams_ ? approach::stream : approach::list; }
    // Returns true if the attempt ends when the process holds another share; a list goes on to its end.
    bool watches_share() const { return next_ == approach::watch || next_ == approach::resume; }
    known_objects const* objects_of_this_history() const
    {
        return position_.store_is_of_this_history(queue_.handed_out()) ? &reading_.objects : nullptr;
    }
    time_point now() const { return context_.env().time->now(); }

    source_context& context_;
    collection_source& source_;
    std::string const ns_;   // empty for all namespaces
    std::string const name_; // the collection's name in the log and in errors: its path in the API
    informer_options const& options_;
    delta_fifo& queue_;

    bool streams_; // lists are streamed, until the source turns out to be unable to do that
    approach next_;
    collection_position position_;
    collection_health health_;
    collection_share share_;
    collection_reading reading_;
    pending_snapshot snapshot_;
    watch_silence silence_;
    ending_history history_;
    recovery_pauses pauses_;
    error_code begins_anew_;     // if set, the next attempt is a list for this cause, whatever was planned
    attempt_record attempt_;     // the facts of the attempt that is under way
    nursery* nursery_ = nullptr; // set by run()
};

} // namespace coinformer::detail

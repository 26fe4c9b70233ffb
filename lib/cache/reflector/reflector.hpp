#pragma once

#include "api/client/client_impl.hpp"
#include "api/client/watch_patience.hpp"
#include "api/client/watch_rules.hpp"
#include "cache/reflector/cause_reporter.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/reflector/listing.hpp"
#include "cache/reflector/reading_pace.hpp"
#include "cache/reflector/recovery.hpp"
#include "cache/store/store.hpp"
#include "core/deadline.hpp"
#include "core/repeated_failure.hpp"

#include <coinformer/cache/informer_options.hpp>
#include <coinformer/core/backoff.hpp>
#include <coinformer/core/nursery.hpp>

#include <string>

namespace coinformer::detail {

/// Reads a collection from the server, watches it, and passes what it finds to the informer's queue, as
/// deltas. It reads the whole collection once, by a streamed list (WatchList) or a paged one. It reads it
/// again only if the watch cannot be resumed: because the server has forgotten the known version, or because
/// watches fail at it again and again.
///
/// The work is a sequence of attempts. `next_` says what the next attempt does, attempt() makes it,
/// classify() turns its end into a value, recover_from() (a pure function in recovery.cpp) decides from that
/// value what comes next, and pause() waits for it. An informer has one reflector for each of its namespaces,
/// or a single one for all of them; they share the queue and the store.
///
/// States     Reading: `reading_` holds a permit of client_options::concurrent_lists, and the objects are
///            collected in `listed_`. Watching: each event becomes a delta at once. Confirming: a watch was
///            silent, and the server is asked whether it still has the known version. Pausing: between two
///            attempts. A streamed list becomes a watch on the same connection, in the middle of an attempt,
///            when its closing bookmark arrives.
/// Threads    the client's strand. run() is called once, by informer_core.
/// Lifetime   the client, the options, the queue and the store outlive it.
class reflector {
public:
    /// An empty `ns` means all namespaces. `report` is called with the cause why the store is not up to date,
    /// if time will not cure it or if it has lasted for informer_options::unreachable_after, and with null
    /// when it is over.
    reflector(client::impl& api, resource of, std::string ns, object_type const& type, informer_options const& options,
              delta_fifo& queue, store const& objects, cause_reporter::report_to report);

    /// Runs until it is cancelled. It survives every failure of the server and of the network: recovery.cpp
    /// says how. This task is a child of `parts`, in which it starts further children: the questions about a
    /// silent watch.
    ///
    /// Errors     those of cancellation and misuse (condition::cancelled, condition::misused), for example if
    ///            the client is closed.
    [[nodiscard]] task<> run(nursery& parts) &;

    reflector_status const& status() const noexcept { return status_; }

private:
    [[nodiscard]] task<std::exception_ptr> attempt(ending& how) &;
    void classify(ending& how, std::exception_ptr const& failure);

    [[nodiscard]] task<> list() &;
    [[nodiscard]] task<> list_pages() &;
    void take_items(list_page& page);
    [[nodiscard]] task<> begin_reading() &;
    void check_pace();
    void end_reading();
    [[nodiscard]] task<> watch() &;
    [[nodiscard]] task<> watch_events() &;
    bool take_events(watch_stream& stream);
    void take_initial(watch_decoder::step s, watch_decoder& events);
    void take_change(watch_decoder::step s, watch_decoder& events);
    void extend_watch();
    bool is_recovering() const;
    void on_silence();
    [[nodiscard]] task<> ask_about_silence(std::size_t watch) &;
    [[nodiscard]] task<> confirm() &;
    [[nodiscard]] task<> ask_for_version() &;
    void judge_quiet();
    void recover(recovery const& what);
    [[nodiscard]] task<> pause(recovery const& what, std::optional<std::chrono::seconds> retry_after) &;

    void check_goes_forward(std::string_view version) const;
    void advance_position(std::string_view version);
    bool was_cut_short() const;
    void record_trouble(std::string said, time_point since);
    void mark_fresh();
    void succeeded();
    void clear_failure();
    void report_fault(decode_fault const& fault);
    void push_lost(watch_decoder const& events);
    void report_failure(ending const& how, std::exception_ptr failure, recovery const& then);
    std::exception_ptr with_request(boost::system::system_error const& e) const;
    list_options selection() const;
    known_objects const* known_objects_of_this_history() const;
    time_point now() const { return api_.env().time->now(); }

    /// What has happened in the attempt that is under way.
    struct attempt_state {
        time_point began{};
        bool answered = false;                     // as server_access::counts_as_answer() says
        bool heard = false;                        // an event or a bookmark brought a version, new or not
        bool any_event = false;                    // the watch brought anything, even an error or a fault
        bool slow = false;                         // the list is slow, and nothing else is wrong
        std::optional<time_point> opened = {};     // when the server answered the watch
        std::optional<time_point> list_ended = {}; // when the list part of a streamed list was complete
        duration asked_for{};                      // how long the server was asked to keep the watch open
        time_point watch_ends = time_point::max(); // by then the server should have ended the watch
        time_point last_line{};                    // when the watch brought the last event or bookmark
        std::exception_ptr question_failed = {};   // why a question about the watch failed, which ends it
    };

    client::impl& api_;
    object_type const& type_;
    informer_options const& options_;
    delta_fifo& queue_;
    nursery* parts_ = nullptr; // set by run()
    cause_reporter cause_reporter_;
    resource of_;
    std::string ns_, path_;
    random_source random_;
    backoff refused_delay_;         // for failures that the server has answered
    backoff unreached_delay_;       // for attempts without an answer while the server answers others
    bool woken_by_another_ = false; // the last pause ended because the server answered another request
    deadline silence_;              // cancels an attempt in which nothing arrives
    watch_patience patience_;       // how long a watch may be silent
    fault_reporter faults_;
    repeated_failure failures_; // logs failed attempts, except in an outage, which the client logs

    approach next_;                    // what the present attempt does, or the next one
    bool streams_;                     // lists are streamed; false once the server has refused that
    bool list_has_version_ = false;    // the last list had a version; without one, versions prove no order
    bool history_in_doubt_ = false;    // since the last list, the server's history was perhaps replaced
    std::uint64_t history_begins_ = 0; // position in the queue behind the last list that began a new history
    bool served_ = true;               // the last failure did not say that the resource is not served
    bool progress_ = false;            // position_ has moved since the last attempt ended
    streaks in_a_row_;
    attempt_state attempt_;
    std::string position_;                   // the version from which a watch resumes
    std::optional<permits::permit> reading_; // the permit to read the whole collection
    reading_pace pace_;
    listing listed_; // what the list that is under way has brought
    // Since this time watches could be opened, and have brought nothing. It is the last time at which a list
    // was complete, a watch brought something or ended in order, or no watch could be opened.
    std::optional<time_point> quiet_since_;
    reflector_status status_;
};

} // namespace coinformer::detail

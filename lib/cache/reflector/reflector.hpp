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

/// Keeps a queue of deltas in step with a collection on the server: reads the collection once, by a streamed list
/// (WatchList) or a paged one, then watches it; reads it again only when the server has forgotten the known version.
///
/// Threads    the informer's strand.
class reflector {
public:
    /// `ns` empty: all namespaces. `report` gets the cause why the store is not up to date, when it will not cure
    /// itself soon or has lasted.
    reflector(client::impl& api, resource of, std::string ns, object_type const& type, informer_options const& options,
              delta_fifo& queue, store const& objects, cause_reporter::report_to report);

    /// Runs until it is cancelled. It survives every failure of server and network: recovery.cpp says how. Questions
    /// about a silent watch are asked beside it, as children of `parts`, which this task is a child of, too.
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

    /// Records what has happened in the attempt that is under way.
    struct attempt_state {
        time_point began{};
        bool answered = false;
        bool heard = false;                        // an event, or a bookmark of whichever version
        bool any_event = false;                    // of whichever kind, one that does not decode included
        bool slow = false;                         // the list, and that is all that is wrong
        std::optional<time_point> opened = {};     // the watch was answered
        std::optional<time_point> list_ended = {}; // of a stream, which goes on as a watch
        duration asked_for{};                      // of the watch, by the server
        time_point watch_ends = time_point::max(); // the server should have ended the watch by then
        time_point last_line{};                    // of the watch: an event or a bookmark
        std::exception_ptr question_failed = {};   // about a silent watch: it has to end
    };

    client::impl& api_;
    object_type const& type_;
    informer_options const& options_;
    delta_fifo& queue_;
    nursery* parts_ = nullptr; // while run() does
    cause_reporter cause_reporter_;
    resource of_;
    std::string ns_, path_;
    random_source random_;
    backoff refused_delay_;         // after failures that the server answered
    backoff unreached_delay_;       // after attempts that the server did not answer, though it answers others
    bool woken_by_another_ = false; // the last pause ended because the server answered somebody else
    deadline silence_;
    watch_patience patience_;
    fault_reporter faults_;
    repeated_failure failures_; // of attempts, but for those of an outage, which are the client's

    approach next_;
    bool streams_;                     // not given up
    bool list_has_version_ = false;    // the last one; else events come in any order
    bool history_in_doubt_ = false;    // the server's history was replaced, perhaps, since the last list
    std::uint64_t history_begins_ = 0; // the place in the queue behind the last list of another history
    bool served_ = true;               // as far as the last failure tells
    bool progress_ = false;            // a newer version is known than at the last failure or end
    streaks in_a_row_;
    attempt_state attempt_;
    std::string position_;                   // the version that is known, events in the queue included
    std::optional<permits::permit> reading_; // the collection, as a whole
    reading_pace pace_;
    listing listed_; // by the list or stream that is under way
    // The last time at which a list or a watch brought something, a watch ended in order, or none could be opened:
    // watches that are open have brought nothing since then.
    std::optional<time_point> quiet_since_;
    reflector_status status_;
};

} // namespace coinformer::detail

#pragma once

#include "api/client_impl.hpp"
#include "api/watch_rules.hpp"
#include "cache/delta_fifo.hpp"
#include "cache/listing.hpp"
#include "cache/outlook.hpp"
#include "cache/recovery.hpp"
#include "cache/store.hpp"
#include "core/deadline.hpp"

#include <coinformer/cache/informer_options.hpp>
#include <coinformer/core/backoff.hpp>

#include <string>

namespace coinformer::detail {

/// Keeps a queue of deltas in step with a collection on the server: read it once, by a streamed list (WatchList) or a
/// paged one, then watch; read it again only when the server has forgotten the version that we know.
///
/// Threads    the informer's strand.
class reflector {
public:
    /// `ns` empty: all namespaces. `report` gets the cause why the store is not up to date, when it will not cure
    /// itself soon or has lasted.
    reflector(client::impl& api, resource of, std::string ns, object_type const& type, informer_options const& options,
              delta_fifo& queue, store const& objects, outlook::report_to report);

    /// Until cancelled. Every failure of server and network is survived: recovery.cpp says how.
    [[nodiscard]] task<> run() &;

    reflector_status const& status() const noexcept { return status_; }

private:
    [[nodiscard]] task<> list() &;
    [[nodiscard]] task<> list_pages() &;
    void take_items(list_page& page);
    [[nodiscard]] task<> begin_reading() &;
    void end_reading();
    [[nodiscard]] task<> watch() &;
    [[nodiscard]] task<> watch_events() &;
    void take_events(watch_stream& stream);
    void take_initial(watch_decoder::step s, watch_decoder& events);
    void take_change(watch_decoder::step s, watch_decoder& events);
    [[nodiscard]] task<> confirm() &;
    void recover(recovery const& what);
    [[nodiscard]] task<> pause(recovery const& what, std::optional<std::chrono::seconds> retry_after) &;

    void check_goes_on(std::string_view version) const;
    void learn(std::string_view version);
    void succeeded();
    void answered();
    void faulty(decode_fault const& fault);
    void lose(watch_decoder const& events);
    void report_failure(ending const& how, std::exception_ptr failure, bool tell);
    std::exception_ptr located(boost::system::system_error const& e) const;
    list_options selection() const;

    client::impl& api_;
    object_type const& type_;
    informer_options const& options_;
    delta_fifo& queue_;
    outlook outlook_;
    resource of_;
    std::string ns_, path_;
    random_source random_;
    backoff delay_;
    deadline silence_;
    fault_reporter faults_;

    approach next_;
    bool streams_;                           // not given up
    unsigned streams_failed_ = 0;            // since the last list of any kind
    unsigned streams_unfinished_ = 0;        // since the last one that was not
    bool list_has_version_ = false;          // the last one; else events come in any order
    bool went_back_ = false;                 // the server's history, since the last list
    bool served_ = true;                     // as far as the last failure tells
    bool progress_ = false;                  // since the last failure or end
    std::optional<time_point> opened_;       // the watch that is under way
    std::string position_;                   // the version that is known, events in the queue included
    std::optional<permits::permit> reading_; // the collection, as a whole
    listing listed_;                         // by the list or stream that is under way
    reflector_status status_;
};

} // namespace coinformer::detail

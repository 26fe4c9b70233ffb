#pragma once

#include "api/client/client_impl.hpp"
#include "cache/reflector/collection_health.hpp"
#include "cache/reflector/collection_position.hpp"
#include "cache/reflector/collection_reading.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/reflector/ending_history.hpp"
#include "cache/reflector/recovery_pauses.hpp"
#include "cache/reflector/watch_silence.hpp"
#include "cache/store/store.hpp"

#include <coinformer/cache/informer_options.hpp>
#include <coinformer/core/nursery.hpp>

#include <string>

namespace coinformer::detail {

/// Keeps a queue of deltas in step with a collection on the server: reads the collection once, by a streamed list
/// (WatchList, KEP-3157) or a paged one, and then watches it. It reads the collection again only when the server has
/// forgotten the version that is known.
///
/// run() makes one attempt after another. An attempt reads, watches or asks, and ends with an `ending`; recovery.cpp
/// says for each ending what is attempted next, and after which pause. Each part knows one thing: how far the queue has
/// got (collection_position), what a list has brought so far (collection_reading), whether a silent server is still
/// there (watch_silence), what earlier attempts were like (ending_history), how long to pause (recovery_pauses), and
/// whether the copy is up to date (collection_health).
///
/// Threads    the client's strand.
class reflector {
public:
    /// The references outlive this object. `ns` is the namespace that is read, and empty for all of them. `report` gets
    /// the cause why the store is not up to date, if it will not go away by itself soon, or has lasted.
    reflector(client::impl& api, resource of, std::string ns, object_type const& type, informer_options const& options,
              delta_fifo& queue, store const& objects, cause_reporter::report_to report);

    /// Runs until it is cancelled, and survives every failure of the server and the network. The server is asked about
    /// a silent watch beside it, in children of `parts`, which this task is a child of, too. Errors     errors of
    /// misuse only (condition::misused).
    [[nodiscard]] task<> run(nursery& parts) &;

    reflector_status const& status() const noexcept { return health_.status; }

private:
    [[nodiscard]] task<ending> attempt() &;
    ending ending_of(boost::system::system_error const& failure);
    void report(ending const& how, recovery const& then);
    void prepare(recovery const& next);

    [[nodiscard]] task<> list() &;
    [[nodiscard]] task<> list_pages() &;
    void take_items(list_page& page);
    void end_reading();

    [[nodiscard]] task<> watch() &;
    [[nodiscard]] task<> watch_events() &;
    bool take_events(watch_stream& stream);
    void take_initial(watch_decoder::step s, watch_decoder& events);
    void take_change(watch_decoder::step s, watch_decoder& events);
    void push_lost(watch_decoder const& events);

    [[nodiscard]] task<> confirm() &;
    [[nodiscard]] task<> ask_for_version() &;
    [[nodiscard]] task<> ask_about_silence(std::size_t watch) &;

    list_options selection() const;
    known_objects const* objects_of_this_history() const;
    time_point now() const { return api_.env().time->now(); }

    struct collection {
        resource of;
        std::string ns;   // empty: all namespaces
        std::string path; // in the API
    };

    client::impl& api_;
    object_type const& type_;
    informer_options const& options_;
    delta_fifo& queue_;
    collection const what_;
    random_source random_;

    approach next_;
    bool streams_; // lists are streamed, as far as the server can
    collection_position position_;
    collection_health health_;
    collection_reading reading_;
    watch_silence silence_;
    ending_history history_;
    recovery_pauses pauses_;
    attempt_record attempt_;   // of the attempt that is under way
    nursery* parts_ = nullptr; // while run() does
};

} // namespace coinformer::detail

#pragma once

#include "cache/reflector/reflector_state.hpp"

#include <coinformer/api/object.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string_view>

namespace coinformer::detail {

/// Watches a collection, and queues its changes one by one.
///
/// A watch may begin with more than changes. With approach::stream it first brings all objects, as a list
/// does, until a closing bookmark. With approach::resume it goes on from the version of a saved snapshot,
/// whose objects count as soon as the server has shown that it knows this version. In both cases
/// `reflector_state::doing` becomes approach::watch in the middle of the attempt, on the same connection.
///
/// Threads    the source's strand.
class watch_follower {
public:
    /// `state` outlives this object.
    explicit watch_follower(reflector_state& state) noexcept : state_(state) {}

    /// `start` runs a question beside the watch: see reflector::run(). Called once, before the first attempt.
    void ask_by(std::function<void(task<>)> start) { start_ = std::move(start); }

    /// Makes one attempt. `lasts` is for how long the server is asked to keep the watch open. Returns when
    /// the server has ended the watch normally or should have done so, when the connection is not to be
    /// used any longer, and when another share needs another watch.
    ///
    /// Errors     those of collection_source::watch() and of the server's ERROR events;
    ///            errc::stream_unfinished; errc::watch_cut_short; errc::silent_connection;
    ///            errc::slow_answer; errc::unexpected_content if a streamed list has no end, if the answer
    ///            to a watch has no events in it, or if an object was deleted that cannot be named;
    ///            errc::history_replaced.
    /// Cancel     at any time.
    [[nodiscard]] task<> follow(std::chrono::seconds lasts) &;

    /// Asks on another connection whether the server is there, and whether it has the known version: because
    /// the watch is silent, or because the server has to vouch for a snapshot. The watch ends if there is no
    /// answer within informer_options::silence, or if the server lacks the version. Does nothing while a
    /// question about the same silence waits for its answer.
    void ask_about_silence();
    /// The process holds another share than before. Ends a watch from the known version, or from that of a
    /// snapshot; any other attempt goes on.
    void end_if_share_matters();

private:
    struct silent_watch {
        std::size_t number = 0; // counted from 1
        time_point last_line{}; // it has been silent since then
        bool operator==(silent_watch const&) const = default;
    };

    [[nodiscard]] task<> read_stream(std::chrono::seconds lasts) &;
    watch_request request(std::chrono::seconds lasts) const;
    void note_opened(std::chrono::seconds lasts);
    bool take_events(watch_events& events);
    void take_initial(watch_events::step s, watch_events& events);
    void take_change(watch_events::step s, watch_events& events);
    void take_older_deletion(watch_events::step s, watch_events& events);
    object_ref newest_state(object_key key) const;
    void push_lost(object_key key, std::string_view version);
    void accept_snapshot(std::string_view shown = {});
    silent_watch current_silence() const;
    [[nodiscard]] task<> ask(silent_watch about) &;

    reflector_state& state_;
    std::function<void(task<>)> start_;
    silent_watch asked_about_;       // by the newest question, while it waits for its answer
    bool untyped_line_came_ = false; // this watch has brought a line without the type of an event
    bool event_came_ = false;        // this watch has brought a line with one
};

} // namespace coinformer::detail

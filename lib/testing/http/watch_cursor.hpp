#pragma once

#include "testing/http/object_view.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// One watch: a place in a collection's history, and the initial events that are still to be sent. It holds
/// no events of its own, so that a slow reader costs nothing; when the history has moved past it, the watch
/// is over.
///
/// States     First it has initial events (has_initial_events()), if the request asks for them. Then it
///            follows the history, until it has ended(). The caller asks for the next event when the
///            collection has changed.
/// Threads    the session that follows the watch uses it, on the server's serial executor.
/// Lifetime   the collection outlives it.
class watch_cursor {
public:
    struct event {
        std::string_view type;
        stored_ref object; ///< null for a bookmark
        revision at = 0;
        bool initial_end = false;
    };

    /// Throws refusal: 400, 422, and 410 if the history does not reach back to the version that the query
    /// names.
    watch_cursor(collection const& of, revision now, collection_query query);

    /// Returns the next event, or nullopt if there is none yet. `initial` says whether initial events, or the
    /// bookmark that ends them, may be sent now.
    enum class initial_events { now, later };
    std::optional<event> next(initial_events initial = initial_events::now);
    /// True if initial events, or the bookmark that ends them, are still to come.
    bool has_initial_events() const noexcept { return !initial_.empty() || announce_initial_end_; }
    /// Changes that happen before the end of the initial events are sent before it, also between two of them.
    /// Without this the initial events are the state of one version, and changes follow their end.
    void mix_changes_in() noexcept { mixes_changes_in_ = true; }
    /// True if the reader was too slow: the history has forgotten events that it has not read.
    bool lost() const noexcept { return !of_->holds(next_); }
    /// True if nothing will come any more: it is lost(), or the resource is served no longer and all its
    /// events are read.
    bool ended() const noexcept { return lost() || (of_->retired() && next_ == of_->end()); }
    collection const& of() const noexcept { return *of_; }
    /// The version at which it began.
    revision from() const noexcept { return from_; }

    /// Sets the form of the objects; without this call they are whole.
    void show_as(object_view view) { view_ = std::move(view); }
    /// Has events written in protobuf, with whole objects.
    void write_protobuf() noexcept { writes_protobuf_ = true; }
    /// Appends an event as a line of the answer, with its newline; or in protobuf, with its length.
    void append_line(std::string& out, event const& e);
    /// Appends an ERROR event with the Status of a refusal.
    static void append_error(std::string& out, refusal const& why);

private:
    std::optional<event> shown(change const& c) const;
    std::optional<event> next_change();
    void supersede(event& e);
    boost::json::object bookmark(event const& e) const;

    collection const* of_;
    object_scope scope_;
    object_view view_;
    revision from_ = 0;
    std::vector<stored_ref> initial_; // in reverse order, so that the next one is the last
    bool announce_initial_end_ = false;
    bool mixes_changes_in_ = false;
    bool writes_protobuf_ = false;
    // the version of the newest event; the bookmark that ends the initial events has it
    revision reached_ = 0;
    collection::position next_ = 0;
};

} // namespace coinformer::testing::detail

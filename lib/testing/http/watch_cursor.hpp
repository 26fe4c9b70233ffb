#pragma once

#include "testing/http/object_view.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

/// One watch: a place in a collection's history. It holds no events, so that a slow reader costs nothing; when the
/// window has moved past it, the watch is over.
///
/// Lifetime   outlived by the collection.
class watch_cursor {
public:
    struct event {
        std::string_view type;
        object_ref object; ///< null for a bookmark
        revision at = 0;
        bool initial_end = false;
    };

    /// Throws refusal: 400, 422, and 410 when the history does not reach back to the version asked for.
    watch_cursor(collection const& of, revision now, collection_query query);

    /// The next event, if there is one yet. `initial` says whether it may be one of the initial events or their end.
    enum class initial_events { now, later };
    std::optional<event> next(initial_events initial = initial_events::now);
    /// Whether initial events, or their end, are still to come.
    bool has_initial_events() const noexcept { return !initial_.empty() || announce_initial_end_; }
    /// Changes that happen before the end of the initial events are sent before it, also between two of them. Without
    /// this the initial events are the state of one version, and changes follow their end.
    void mix_changes_in() noexcept { mixes_changes_in_ = true; }
    /// The reader was too slow: events that it has not seen are forgotten.
    bool lost() const noexcept { return !of_->holds(next_); }
    /// Nothing will come any more: lost(), or the resource is gone and all its events are read.
    bool ended() const noexcept { return lost() || (of_->retired() && next_ == of_->end()); }
    collection const& of() const noexcept { return *of_; }
    /// The version it began at.
    revision from() const noexcept { return from_; }

    /// Objects are shown whole until somebody says otherwise.
    void show_as(object_view view) { view_ = std::move(view); }
    /// Events are written in protobuf, whole.
    void write_protobuf() noexcept { writes_protobuf_ = true; }
    /// An event as a line of the answer, with its newline; or in protobuf, with its length.
    void append_line(std::string& out, event const& e);
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
    std::vector<object_ref> initial_; // in reverse
    bool announce_initial_end_ = false;
    bool mixes_changes_in_ = false;
    bool writes_protobuf_ = false;
    revision reached_ = 0; // the version of the newest event, which the end of the initial events has
    collection::position next_ = 0;
};

} // namespace coinformer::testing

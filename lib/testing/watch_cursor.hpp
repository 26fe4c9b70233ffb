#pragma once

#include "testing/object_view.hpp"

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

    /// The next event, if there is one yet.
    std::optional<event> next();
    /// The reader was too slow: events that it has not seen are forgotten.
    bool lost() const noexcept { return !of_->holds(next_); }
    /// Nothing will come any more: lost(), or the resource is gone and all its events are read.
    bool ended() const noexcept { return lost() || (of_->retired() && next_ == of_->end()); }
    collection const& of() const noexcept { return *of_; }
    /// The version it began at.
    revision from() const noexcept { return from_; }

    /// Objects are shown whole until somebody says otherwise.
    void show_as(object_view view) { view_ = std::move(view); }
    /// An event as a line of the answer, with its newline.
    void append_line(std::string& out, event const& e);
    static void append_error(std::string& out, refusal const& why);

private:
    std::optional<event> shown(change const& c) const;
    void append_bookmark(std::string& out, event const& e);

    collection const* of_;
    object_scope scope_;
    object_view view_;
    revision from_ = 0;
    std::vector<object_ref> initial_; // in reverse
    bool announce_initial_end_ = false;
    collection::position next_ = 0;
};

} // namespace coinformer::testing

#pragma once

#include "status_page/changed_objects.hpp"
#include "status_page/history.hpp"
#include "status_page/metrics_board.hpp"
#include "status_page/time_line.hpp"

#include <coinformer/cache/handler_registration.hpp>
#include <coinformer/cache/untyped_informer.hpp>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace coinformer::detail {

/// One look at an informer.
struct informer_look {
    untyped_informer informer;
    informer_status status;
    std::string ending; ///< the error that has ended the informer
};

/// One collection of the page: its informer, its last state, and its history.
///
/// Threads    one at a time.
class shown_collection {
public:
    /// `id` is unique on the page. `now` is the moment of this look.
    /// `plots` outlives this object.
    shown_collection(informer_look first, std::string id, time_point now, page_plots& plots);

    bool is_of(untyped_informer const& informer) const noexcept { return look_.informer == informer; }
    /// Takes the next look, which was made at `now`. `before` is the moment of the look before. The spans of
    /// all collections have these ends; informer_status::taken_at is a little earlier than `now`.
    void note(informer_look next, time_point before, time_point now,
              std::shared_ptr<informer_numbers const> numbers);
    /// The informer was not found any more, because it was released, or its factory is gone.
    void note_gone(time_point before, time_point now);
    bool is_gone() const noexcept { return gone_since_.has_value(); }
    /// True if the page need not show it any more.
    bool is_over(time_point now) const noexcept;

    /// Adds the number of its objects, and the memory that it takes, to the plots.
    void add_to_plots();
    /// Adds the handler that counts changes, if it is missing and the objects may be named.
    void count_changes();
    /// Gives the handler away, so that the caller removes it.
    std::optional<handler_registration> take_handler() noexcept { return std::exchange(handler_, {}); }

    informer_status const& status() const noexcept { return look_.status; }
    untyped_informer const& informer() const noexcept { return look_.informer; }
    std::string const& id() const noexcept { return id_; }
    std::string const& key() const noexcept { return key_; } ///< its informer_key()
    std::string const& ending() const noexcept { return look_.ending; }
    time_line const& history() const noexcept { return history_; }
    std::shared_ptr<informer_numbers const> const& numbers() const noexcept { return numbers_; }
    changed_objects& changes() const noexcept { return *changes_; }
    /// The number of its handlers, without that of the page.
    std::size_t handlers() const noexcept { return handlers_; }

private:
    informer_look look_;
    std::string id_, key_;
    time_line history_;
    std::shared_ptr<informer_numbers const> numbers_; // null if there is no registry
    std::shared_ptr<changed_objects> changes_ = std::make_shared<changed_objects>();
    std::optional<handler_registration> handler_;
    std::size_t handlers_ = 0;
    std::optional<time_point> gone_since_;
    kept_line objects_, memory_;
};

/// True if the page must not name the objects of this resource.
bool is_secret(resource const& r) noexcept;
/// Stands in place of a text that may name a Secret.
inline constexpr auto not_shown = "(not shown for Secrets)";

} // namespace coinformer::detail

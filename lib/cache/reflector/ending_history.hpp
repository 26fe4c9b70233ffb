#pragma once

#include "cache/reflector/recovery.hpp"

#include <coinformer/core/time_source.hpp>

#include <optional>
#include <string>

namespace coinformer::detail {

/// What happens in one attempt to list or watch, noted while it goes on.
struct attempt_record {
    time_point began{};
    bool answered = false; ///< see server_access::counts_as_answer()
    bool versioned_event =
        false;                ///< an event or a bookmark with a version has come; the version need not be new
    bool new_version = false; ///< a watch, and not its list part, has brought a version that was not known
    bool any_line = false;    ///< anything has come: also an error, or an event that does not decode
    std::optional<time_point> opened = {};     ///< the server has answered the watch
    std::optional<time_point> list_ended = {}; ///< the list part of a streamed list is complete
    duration asked_for{};                      ///< how long the server was asked to keep the watch open
};

/// Describes the failure of an attempt. Called in the catch block of the failure. The description names the
/// request, because some failures come from code that does not know it. Notes in `of` whether the server has
/// answered.
ending ending_of(boost::system::system_error const& failure, std::string const& path, approach during,
                 attempt_record& of);

/// Remembers what the recovery table needs to know about earlier attempts: whether a newer version has come
/// since the last ending, and how often in a row the same thing has happened.
///
/// Threads    the client's strand.
class ending_history {
public:
    /// A watch that lasts for `lived_after` is a success, even if nothing happens in it, and even if it ends
    /// with a failure.
    explicit ending_history(duration lived_after) noexcept : lived_after_(lived_after) {}

    /// A version is known that is newer than the one before.
    void note_progress() noexcept { progress_ = true; }
    /// A list of any kind is complete. `went_back` says whether it is older than the version that was known.
    void list_was_read(bool went_back, time_point now) noexcept;
    /// True for a while after a list has shown that the server has the known version, although it had
    /// answered again and again that it lacks it. Such an answer then only shows that the server is there.
    bool is_lag_harmless(time_point now) const noexcept { return now < lag_is_harmless_until_; }
    /// How often paged lists were answered 410 since the last list that was complete.
    unsigned lists_gone() const noexcept { return in_a_row_.lists_gone; }
    /// A streamed list is complete, and goes on as a watch.
    void stream_was_finished() noexcept { in_a_row_.streams_unfinished = 0; }
    /// True while watches cannot be opened, although this was tried several times.
    bool are_watches_refused() const noexcept { return in_a_row_.unopened >= max_unopened_in_a_row; }
    /// The server has confirmed that it has the known version.
    void version_was_confirmed() noexcept
    {
        in_a_row_.behind = 0;
        in_a_row_.only_watches_fail = are_watches_refused();
        quiet_watches_ = 0;
    }

    /// Describes an ending for recover_from(): fills in `how`, apart from `during`, `streams` and the members
    /// that describe the failure itself.
    void classify(ending& how, attempt_record const& of, time_point now);

private:
    bool is_question_due(ending const& how, bool showed_version);
    void count(ending const& how, bool showed_version);
    void count_unopened(ending const& how, bool opened) noexcept;
    void count_resumed(ending const& how, bool opened) noexcept;

    duration lived_after_;
    bool progress_ = false; // a newer version is known than at the last ending
    time_point lag_is_harmless_until_{};
    approach last_watch_ = approach::watch; // how the last watch began; approach::watch once it is one
    bool was_lost_late_ = false;            // the last watch was lost, and not at once
    // Quiet watches that the server has ended normally, since it has shown or confirmed a version. Empty
    // after a failure: the next server may be another one, or one that was restored.
    std::optional<unsigned> quiet_watches_;
    streaks in_a_row_;
};

/// Returns true if the watch ended at once with nothing in it, although the server had been asked to keep it
/// open.
bool was_cut_short(attempt_record const& watch, time_point now) noexcept;

} // namespace coinformer::detail

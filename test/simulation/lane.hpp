#pragma once

#include "plan.hpp"
#include "wire_log.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace simulation {

inline constexpr std::int64_t second = 1'000'000'000; ///< in nanoseconds, like all times of the wire log
/// The shortest first pause of a client's back-off, whose default is one second, and the longest pause.
inline constexpr std::int64_t first_pause = second * 8 / 10, longest_pause = 30 * second;

/// Returns the longest pause that failures in a row lead to after `x`. A server that names a short pause is
/// asked again after four times that, or five seconds, however often it has refused.
std::int64_t longest_pause_after(exchange const& x);

/// One collection that an informer follows, in all namespaces or in one, as the wire shows it: what the
/// informer asks for and what it receives. Lists come in pages, or as a stream.
class lane {
public:
    /// An empty `ns` stands for all namespaces.
    lane(std::string name, informer_plan const& how, std::string const& ns, history const& all,
         coinformer::time_source& time);

    scope const& of() const noexcept { return truth_.of(); }
    scoped_history& truth() noexcept { return truth_; }
    exchanges& wire() noexcept { return wire_; }
    exchanges const& wire() const noexcept { return wire_; }

    /// Checks W1 to W6 for everything that has arrived until now. Throws violation.
    void check_server();
    /// Checks P8, P15, P20 and L2 over the exchanges that have ended. Throws violation.
    void check_client(bool at_end);

    /// Checks P15 and L2 for a watcher or a pager. Throws violation.
    void check_reader();

    /// Called if the reader may stop reading for a while: because of a handler that is slow, or of a user
    /// that pauses. Over HTTP/2 the wire does not show that.
    void may_be_held_up() noexcept { may_be_held_up_ = true; }

    /// Called before the first request, if the reader may begin with a saved snapshot. When that was saved,
    /// everything up to `reached` had arrived.
    void may_begin_with_snapshot(version reached) noexcept { saved_ = reached; }
    /// The version of the snapshot with which the reader has begun; 0 if it has begun with a list.
    version snapshot() const;

    /// Version of the first list that arrived whole, or of the snapshot with which the reader has begun, once
    /// the server has answered; 0 if there is neither.
    version first_list() const;
    /// Returns the first exchange that shows the present epoch, or the number of exchanges if none does.
    std::size_t epoch_begins();
    /// The version of the newest thing that arrived, bookmarks included; 0 before the first list.
    version newest() const { return newest_of(false); }
    /// The same, without lines that the client may have left behind.
    version newest_read() const { return newest_of(true); }
    /// True if something of the present epoch that arrived has this version.
    bool knows(version v);
    /// True if one of the first `until` exchanges brought something from which a client must see that the
    /// server's history went back.
    bool shows_restore(std::size_t until) const;
    /// True if it goes on from a version that is yet to come. The server does not have this version, and
    /// tells a client that asks.
    bool ahead_of(version now) const;
    /// True if a list or a change arrived in this time.
    bool heard(std::int64_t after_ns, std::int64_t to_ns) const;
    /// Returns the gaps that lists bridged: everything after the first version and up to the second came as a
    /// result, without its events. The first list's gap is first.
    std::vector<std::pair<version, version>> bridged();

private:
    version newest_of(bool surely_read) const;
    bool judged(std::size_t at);
    bool holds_twin(std::size_t from, std::size_t to) const;
    std::size_t first_page(std::size_t last_page) const;
    bool knows_server() const;
    void check_watch(std::size_t at);
    void check_list(std::size_t last_page);
    void check_resume(std::size_t at);
    void check_silence() const;
    bool waits_for_news(exchange const& x) const;
    void check_alone();
    void check_retry_after(std::size_t at) const;
    void check_streams(std::size_t at) const;
    void check_form(std::size_t at) const;
    void check_pace(std::size_t at) const;
    void check_turn(std::size_t at) const;
    void check_gone(std::size_t at) const;
    bool was_silent(exchange const& x) const;
    bool was_given_up(exchange const& x) const;
    std::int64_t silence_allowed_ns() const;
    [[noreturn]] void bad(char const* property, std::string const& why) const;

    std::string name_;
    informer_plan plan_;
    history const& all_;
    coinformer::time_source& time_;
    scoped_history truth_;
    exchanges wire_;
    std::size_t wire_checked_ = 0, served_ = 0, alone_ = 0;
    bool may_be_held_up_ = false;
    version saved_ = 0;     // what had arrived when the snapshot was saved with which it may begin; 0: none
    unsigned const born_;   // the epoch in which it began
    unsigned began_ = 0;    // the epoch for which `begin_` is known
    std::size_t begin_ = 0; // what epoch_begins() returned for it
};

} // namespace simulation

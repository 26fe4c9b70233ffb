#pragma once

#include "plan.hpp"
#include "wire_log.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace simulation {

inline constexpr std::int64_t second = 1'000'000'000; ///< in nanoseconds, as all times of the wire log
/// The shortest first pause of a client's back-off, whose default is one second, and its longest pause.
inline constexpr std::int64_t first_pause = second * 8 / 10, longest_pause = 30 * second;

/// One collection that an informer follows, of all namespaces or of one, as the wire shows it: what it asks for, and
/// what it gets. Lists come in pages, or as a stream.
class lane {
public:
    /// `ns` empty: all namespaces.
    lane(std::string name, informer_plan const& how, std::string const& ns, history const& all,
         coinformer::time_source& time);

    scope const& of() const noexcept { return truth_.of(); }
    scoped_history& truth() noexcept { return truth_; }
    exchanges& wire() noexcept { return wire_; }
    exchanges const& wire() const noexcept { return wire_; }

    /// W1-W6, of what has arrived by now. Throws violation.
    void check_server();
    /// P8, P15, P20, L2, over the exchanges that have ended. Throws violation.
    void check_client(bool at_end);

    /// P15, L2, of requests that no informer makes. Throws violation.
    void check_reader();

    version first_list() const; ///< version of the first one that arrived whole; 0: none has
    /// The first exchange that tells of this epoch; how many there are: none does.
    std::size_t epoch_begins();
    version newest() const; ///< of what has arrived, bookmarks included; 0 before the first list
    /// Something of this epoch has this version.
    bool knows(version v);
    /// Something has arrived from which a client must see that the server's history went back; in the first so many.
    bool told(std::size_t until) const;
    /// It goes on from a version that is yet to come: the server lacks it, and says so to a client that asks.
    bool ahead_of(version now) const;
    /// A list or a change arrived in that time.
    bool heard(std::int64_t after_ns, std::int64_t to_ns) const;
    /// What lists brought without the way there: after the first version, up to the second. The first list's is first.
    std::vector<std::pair<version, version>> bridged();

private:
    bool judged(std::size_t at);
    bool holds_twin(std::size_t from, std::size_t to) const;
    std::size_t first_page(std::size_t last_page) const;
    void check_watch(std::size_t at);
    void check_list(std::size_t last_page);
    void check_resume(std::size_t at);
    void check_silence() const;
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
    unsigned const born_;   // in which epoch
    unsigned began_ = 0;    // the epoch of which epoch_begins() is known
    std::size_t begin_ = 0; // and where
};

} // namespace simulation

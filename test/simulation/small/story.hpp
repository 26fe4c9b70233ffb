#pragma once

#include "scope.hpp"
#include "server.hpp"

#include <coinformer/cache/events.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace small_worlds {

/// What one handler was shown. Each call is checked at once: P1, P2, P4, P6, P12, P13. The properties are
/// those of docs/simulation.md.
class story {
public:
    /// `with` is the version of the store when the handler was added; 0 before the first list.
    story(std::string name, habit const& how, small_server const& server, version with, bool is_late)
        : name_(std::move(name)), how_(how), server_(server), with_(with), is_late_(is_late)
    {
    }

    struct call {
        coinformer::event_kind what;
        coinformer::object_ptr<thing> old, cur;
        bool initial = false;
        bool known = false;
    };
    /// A call begins. Throws violation.
    void begin(call const& c);
    void end() noexcept { running_ = false; }

    std::string const& name() const noexcept { return name_; }
    objects const& shown() const noexcept { return shown_; }
    bool is_running() const noexcept { return running_; }
    /// True if the present call is about a change up to this version.
    bool is_handling(version v) const noexcept { return running_ && handled_ <= v; }
    bool is_handling_initial() const noexcept { return running_ && in_initial_; }
    bool is_late() const noexcept { return is_late_; }
    unsigned calls() const noexcept { return calls_; }
    unsigned resyncs(unsigned object) const noexcept { return resyncs_[object]; }
    bool was_shown(unsigned object) const { return !seen_[object].empty(); }
    bool was_shown(unsigned object, version at) const { return seen_[object].contains(at); }
    /// True if it has been shown everything up to a version, or something newer.
    bool has_reached(version v) const;
    /// P7: it was shown each event that watches have sent. Throws violation.
    void check_complete() const;

    bool removing = false; ///< remove() was called
    bool removed = false;  ///< remove() has ended, or run() has

private:
    void check(call const& c, unsigned object);
    void check_added(call const& c, unsigned object, state const& cur);
    [[noreturn]] void bad(char const* property, std::string const& why) const;
    bool is_same(state const& a, state const& b) const;

    std::string name_;
    habit const& how_;
    small_server const& server_;
    version with_;
    bool is_late_;
    objects shown_;
    std::array<std::set<version>, most_objects> seen_;
    std::array<std::optional<state>, most_objects> ended_;
    std::array<unsigned, most_objects> resyncs_{};
    std::string last_; // the last call in words
    unsigned calls_ = 0;
    bool running_ = false;
    version handled_ = 0;     // the version of the change that the last call was about
    bool in_initial_ = false; // the last call was about an object of the first list
};

} // namespace small_worlds

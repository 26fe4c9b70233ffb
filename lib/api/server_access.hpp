#pragma once

#include "core/timed_wakeup.hpp"
#include "transport/credential_files.hpp"

#include <coinformer/core/backoff.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/core/error.hpp>

#include <cstdint>
#include <functional>
#include <list>
#include <optional>

namespace coinformer {

/// Logs that nobody gets through to the API server: the beginning, then at growing intervals, and the end.
class outage_log {
public:
    explicit outage_log(environment const& env) noexcept : env_(env) {}

    void goes_on(char const* why);
    void is_over();

private:
    environment const& env_;
    std::optional<time_point> since_;
    time_point next_line_{};
    duration interval_{};
};

/// Knows whether this client gets through to its API server at all, and lets one attempt speak for all while it does
/// not.
///
/// A request is turned away when no answer comes (no connection, no trusted certificate) or when the answer is 401:
/// every informer of the client would be turned away in the same manner. While nobody is in contact with the server,
/// the informers that were turned away take turns: each turn is one attempt, and turns are a back-off apart. The first
/// answer to any request wakes all the others, spread over `wake_spread`, so that they do not arrive together. A change
/// of a credential file (token, certificate, CA) ends the back-off, because that is how such a failure is repaired.
///
/// Threads    the client's strand.
class server_access {
public:
    static constexpr duration wake_spread = std::chrono::seconds(3);
    static constexpr duration files_interval = std::chrono::seconds(2); ///< between two looks at the credential files

    /// `env` outlives this object. `reread` is called when a credential file has changed.
    server_access(environment const& env, random_source random, backoff_options pace, credential_files files,
                  std::function<void()> reread);

    /// Held while an answer is being read: it shows the other informers that the server can be reached.
    class contact {
    public:
        explicit contact(server_access& owner) noexcept : owner_(owner) { ++owner_.contacts_; }
        contact(contact const&) = delete;
        ~contact() { --owner_.contacts_; }

    private:
        server_access& owner_;
    };

    /// Reports that a request was answered, whatever the answer says; a 401 does not count.
    void got_through();

    /// Reports that an attempt was turned away. Returns true if nobody else is in contact with the server either: then
    /// this object logs the outage, once for all. Returns false if the cause is the caller's own.
    bool turned_away(char const* why);

    /// Waits, after having been turned away, until it makes sense to try again: until the caller's turn has come, or
    /// somebody has got through. While others are in contact with the server, the wait lasts for `own_delay` instead.
    /// Cancel     at any time; the turn passes to the next in line.
    [[nodiscard]] task<> turn(duration own_delay) &;

    /// Waits for `delay`, or until a credential file has changed: for a caller whose request the server has refused.
    /// Cancel     at any time.
    [[nodiscard]] task<> pause(duration delay) &;

private:
    class place; // of a caller in the line

    bool is_outage() const noexcept { return contacts_ == 0; }
    void look_at_files();
    time_point wake_at(time_point due) const;

    environment const& env_;
    random_source random_;
    backoff pace_; // of the turns
    duration least_pause_;
    credential_files files_;
    std::function<void()> reread_;
    timed_wakeup changed_;
    outage_log log_;
    std::list<place const*> line_; // the front has the next turn
    time_point next_turn_{};       // the earliest time of it
    time_point next_look_{};       // at the credential files
    std::size_t contacts_ = 0;
    std::uint64_t answers_ = 0; // counts the outages that an answer has ended
    std::uint64_t repairs_ = 0; // counts the changes of credential files
};

} // namespace coinformer

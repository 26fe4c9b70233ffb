#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chaos {

struct state {
    std::string uid;
    std::uint64_t version = 0;
    std::string value;
    auto operator<=>(state const&) const = default;
};
using objects = std::map<std::string, state>; ///< by namespace/name

/// One line of either program that is about an object.
struct event {
    std::string verb, key;
    state is;
    std::string was_uid; ///< only for UPDATED from the informer
    std::uint64_t was_version = 0;
    bool known = false; ///< only for DELETED from the informer: the server sent its final state
};
std::optional<event> parsed(std::string const& line);

/// Returns what the last complete LIST or DUMP in these lines shows, or nullopt if there is none from line
/// `from` on.
std::optional<objects> listed(std::vector<std::string> const& lines, std::size_t from);

/// The truth: the changes that the servers printed, one after the other. Each server has a history of its
/// own.
class server_log {
public:
    void next_server()
    {
        ++servers_;
        now_.clear();
    }
    void add(event const& e);

    objects const& now() const noexcept { return now_; }
    int servers() const noexcept { return servers_; }
    /// Returns the number of the server that made this UID, or 0 if none did.
    int server_of(std::string const& uid) const;
    bool had(std::string const& key, state const& s) const { return states_.contains({key, s}); }
    /// Returns the version at which it was deleted, or 0 if it was not.
    std::uint64_t deleted_at(std::string const& uid) const;

private:
    int servers_ = 0;
    objects now_;
    std::map<std::string, int> server_of_;
    std::set<std::pair<std::string, state>> states_;
    std::map<std::string, std::uint64_t> deleted_at_;
};

/// Judges, line by line, what a handler in one informer process was shown, against the truth.
class handler_story {
public:
    explicit handler_story(server_log const& truth) : truth_(truth) {}

    /// Returns an empty text, or the property that does not hold and why. The properties are those of
    /// docs/simulation.md. P1: the server had this state. P2: an object's versions never go back within a
    /// server's history, and the informer does not go back to an earlier server. P4: an object is added once,
    /// and updated from the state that was shown last, with the same UID. P6: only an object that is shown is
    /// deleted, it is deleted on the server, too, and it does not come back.
    std::string add(event const& e);
    objects const& shown() const noexcept { return shown_; }

private:
    std::string genuine(event const& e) const;
    std::string monotone(event const& e);
    std::string deleted(event const& e);

    server_log const& truth_;
    objects shown_;
    std::map<std::string, std::pair<int, std::uint64_t>> newest_; // server and version, by key
    std::set<std::string> ended_;                                 // UIDs of objects whose deletion was shown
};

} // namespace chaos

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

/// A line of either program that is about an object.
struct event {
    std::string verb, key;
    state is;
    std::string was_uid; ///< UPDATED, of the informer
    std::uint64_t was_version = 0;
    bool known = false; ///< DELETED, of the informer: the server told its final state
};
std::optional<event> parsed(std::string const& line);

/// What the last LIST or DUMP of these lines shows; none: there is no complete one from line `from` on.
std::optional<objects> listed(std::vector<std::string> const& lines, std::size_t from);

/// The truth: what the servers printed that they did, one after the other. Each is a history of its own.
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
    /// Which server this uid is of; 0: of none.
    int server_of(std::string const& uid) const;
    bool had(std::string const& key, state const& s) const { return states_.contains({key, s}); }
    /// At which version it was deleted; 0: it was not.
    std::uint64_t deleted_at(std::string const& uid) const;

private:
    int servers_ = 0;
    objects now_;
    std::map<std::string, int> server_of_;
    std::set<std::pair<std::string, state>> states_;
    std::map<std::string, std::uint64_t> deleted_at_;
};

/// What a handler in one informer process was told, line by line, judged against the truth.
class handler_story {
public:
    explicit handler_story(server_log const& truth) : truth_(truth) {}

    /// Empty, or which property does not hold and why:
    /// P1 genuine: the server had this state. P2: an object's versions never go back within a server's history, nor
    /// does the informer go back to an earlier server. P4: added once, updated from what was shown last, with the same
    /// uid. P6: only what is shown is deleted, what is deleted is so on the server, and it does not come back.
    std::string add(event const& e);
    objects const& shown() const noexcept { return shown_; }

private:
    std::string genuine(event const& e) const;
    std::string monotone(event const& e);
    std::string deleted(event const& e);

    server_log const& truth_;
    objects shown_;
    std::map<std::string, std::pair<int, std::uint64_t>> newest_; // server and version, by key
    std::set<std::string> ended_;                                 // uids
};

} // namespace chaos

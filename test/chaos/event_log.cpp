#include "event_log.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace chaos {

std::optional<event> parsed(std::string const& line)
{
    event e;
    std::istringstream words(line);
    words >> e.verb >> e.key >> e.is.uid >> e.is.version >> e.is.value;
    bool const about_object =
        e.verb == "ADDED" || e.verb == "UPDATED" || e.verb == "DELETED" || e.verb == "OBJECT";
    if (!about_object || !words) return std::nullopt;
    std::string word;
    if (e.verb == "UPDATED") words >> e.was_uid >> e.was_version;
    if (e.verb == "DELETED" && words >> word) e.known = word == "known";
    return e;
}

std::optional<objects> listed(std::vector<std::string> const& lines, std::size_t from)
{
    std::optional<objects> last, under_way;
    for (auto i = from; i < lines.size(); ++i) {
        if (lines[i].starts_with("LIST ") || lines[i].starts_with("DUMP ")) under_way.emplace();
        if (!under_way) continue;
        auto const e = parsed(lines[i]);
        if (e && e->verb == "OBJECT") under_way->emplace(e->key, e->is);
        if (lines[i] == "END") last = std::exchange(under_way, std::nullopt);
    }
    return last;
}

void server_log::add(event const& e)
{
    if (e.verb == "OBJECT") return;
    server_of_.emplace(e.is.uid, servers_);
    if (e.verb == "DELETED") {
        deleted_at_[e.is.uid] = e.is.version;
        now_.erase(e.key);
    } else {
        now_[e.key] = e.is;
    }
    states_.emplace(e.key, e.is); // A deletion counts as a state, too, at the deletion's version.
}

int server_log::server_of(std::string const& uid) const
{
    auto const found = server_of_.find(uid);
    return found == server_of_.end() ? 0 : found->second;
}

std::uint64_t server_log::deleted_at(std::string const& uid) const
{
    auto const found = deleted_at_.find(uid);
    return found == deleted_at_.end() ? 0 : found->second;
}

std::string handler_story::add(event const& e)
{
    if (e.verb == "OBJECT") return {};
    auto wrong = genuine(e);
    if (wrong.empty()) wrong = monotone(e);
    if (!wrong.empty()) return wrong;
    auto const had = shown_.find(e.key);
    if (e.verb == "DELETED") return deleted(e);
    if (e.verb == "ADDED") {
        if (had != shown_.end()) return "P4: added twice";
        if (ended_.contains(e.is.uid)) return "P6: its deletion was shown before";
        shown_[e.key] = e.is;
        return {};
    }
    if (had == shown_.end()) return "P4: updated, though it was never added, or is deleted";
    if (e.was_uid != e.is.uid) return "P4: an update from one uid to another";
    if (had->second.uid != e.was_uid || had->second.version != e.was_version)
        return "P4: its old state is not the one that was shown last";
    had->second = e.is;
    return {};
}

std::string handler_story::genuine(event const& e) const
{
    return truth_.had(e.key, e.is) ? "" : "P1: the server never had this state";
}

std::string handler_story::monotone(event const& e)
{
    std::pair const at(truth_.server_of(e.is.uid), e.is.version);
    auto& newest = newest_[e.key];
    if (at < newest) return "P2: goes back, after version " + std::to_string(newest.second);
    newest = at;
    return {};
}

std::string handler_story::deleted(event const& e)
{
    auto const had = shown_.find(e.key);
    if (had == shown_.end()) return "P6: deleted, though it was never added, or is deleted already";
    if (had->second.uid != e.is.uid) return "P6: the deletion has another uid";
    bool const of_dead_server = truth_.server_of(e.is.uid) < truth_.servers();
    auto const at = truth_.deleted_at(e.is.uid);
    if (at == 0 && !of_dead_server) return "P6: the server has not deleted it";
    if (e.known && at != e.is.version) return "P6: a final state that the server did not send";
    ended_.insert(e.is.uid);
    shown_.erase(had);
    return {};
}

} // namespace chaos

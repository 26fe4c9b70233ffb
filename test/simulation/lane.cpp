// What the wire shows of one collection: is the server sound, and does the client ask as it should?
#include "lane.hpp"

#include <algorithm>

namespace simulation {

namespace {

constexpr std::int64_t slack = 2 * second; // a timer may be this late
constexpr std::int64_t between_initial_events = 15 * second;

// After requests that got no answer, the client waits up to four times longer for the beginning of the next
// one. Not all of them are on the wire: a connection may not have come about. A refusal has begun for it when
// its text has come, for which http_options::header_timeout is the limit.
std::int64_t patience_ns(exchange const& x, std::int64_t silence)
{
    constexpr std::int64_t most_patience = 4;
    if (x.status == 200) return silence;
    return x.status == 0 ? most_patience * silence
                         : std::max(silence, std::min(most_patience * silence, 30 * second));
}

} // namespace

lane::lane(std::string name, informer_plan const& how, std::string const& ns, history const& all,
           coinformer::time_source& time)
    : name_(std::move(name)), plan_(how), all_(all), time_(time),
      truth_(all,
             scope{how.of.plural, ns.empty() ? std::vector<std::string>() : std::vector{ns}, how.of.tier}),
      born_(all.epochs())
{
}

// The server is checked first: one defect of it would look like forty of the client's.
void lane::check_server()
{
    for (; served_ != wire_.size(); ++served_) {
        auto const& x = wire_[served_];
        if (x.ends_list()) check_list(served_);
        if (x.watch) check_watch(served_);
        if (x.how == exchange::end::open) return; // it is checked again when more of it has arrived
    }
}

void lane::check_client(bool at_end)
{
    check_alone();
    check_silence();
    for (; wire_checked_ != wire_.size(); ++wire_checked_) {
        auto const& x = wire_[wire_checked_];
        if (x.how == exchange::end::open && !at_end) return;
        if (wire_checked_ != 0) {
            check_retry_after(wire_checked_);
            check_pace(wire_checked_);
            check_streams(wire_checked_);
            check_form(wire_checked_);
        }
        if (x.watch) check_resume(wire_checked_);
    }
}

void lane::check_reader()
{
    check_alone();
    check_silence();
}

// How long a watch may be silent. A client learns this from the server: bookmarks that come late allow a
// quarter more than the longest silence that one of them ended, and after a watch that stayed silent the next
// one may be silent for the whole life of a watch.
std::int64_t lane::silence_allowed_ns() const
{
    auto const least = plan_.silence_ms * 1'000'000;
    auto const most = least + 2 * plan_.watch_timeout_ms * 1'000'000;
    auto allowed = least, longest = std::int64_t(0);
    for (auto const& x : wire_) {
        if (!x.watch || x.status != 200) continue;
        auto last = x.stream ? x.listed_ns : x.answered_ns;
        for (auto const& l : x.lines) {
            if (l.initial) continue;
            if (l.type == "BOOKMARK" && !l.odd) {
                longest = std::max(longest, l.time_ns - last);
                allowed = std::clamp(longest + longest / 4, least, most);
            }
            last = l.time_ns;
        }
        if (was_silent(x)) allowed = most;
    }
    return allowed + slack;
}

// True if the reader waits for bytes of this answer, and can give it up. Over HTTP/2 the client reads also
// while the reader has no room for what has come already.
bool lane::waits_for_news(exchange const& x) const
{
    bool const may_be_full = x.http2 && x.watch && may_be_held_up_;
    return x.reading_since_ns && !x.cannot_be_ended() && !may_be_full;
}

// L2. The beginning of a stream has a deadline of its own, which only objects extend.
void lane::check_silence() const
{
    auto const now = time_.now().time_since_epoch().count();
    for (auto const& x : wire_) {
        if (x.how != exchange::end::open) continue;
        bool const begins = x.stream && !x.readable;
        auto const usual = patience_ns(x, plan_.silence_ms * 1'000'000) + slack;
        if (waits_for_news(x) && now - *x.reading_since_ns > usual) {
            auto const silence = begins ? std::max(usual, between_initial_events + slack)
                                 : x.watch && x.status == 200 ? silence_allowed_ns()
                                                              : usual;
            if (now - *x.reading_since_ns > silence)
                bad("L2", std::string(x.watch ? "a watch" : "a list") + " has been silent since " +
                              std::to_string(*x.reading_since_ns / 1'000'000) + " ms, for more than " +
                              std::to_string(silence / 1'000'000) +
                              " ms, and the client has not given it up");
        }
        if (begins && x.status == 200 && x.understood && !x.cannot_be_ended() &&
            now - x.last_object_ns > between_initial_events + slack)
            bad("L2", "a stream has brought no object since " + std::to_string(x.last_object_ns / 1'000'000) +
                          " ms, its end has not come, and the client has not given it up");
    }
}

// After the server was restored from a backup, the new epoch begins for a client with the first list that
// arrives whole. Until something has told the client of the restore, it may take an object for the same by
// its version, and keep what it has.
std::size_t lane::epoch_begins()
{
    if (born_ == all_.epochs()) return 0;
    if (began_ == all_.epochs()) return begin_;
    for (std::size_t i = 0; i != wire_.size(); ++i) {
        if (!wire_[i].ends_list()) continue;
        auto const first = first_page(i);
        auto const elsewhere = [this](exchange const& x) { return x.epoch != all_.epochs(); };
        auto const at = [this](std::size_t n) { return wire_.begin() + static_cast<std::ptrdiff_t>(n); };
        if (std::any_of(at(first), at(i + 1), elsewhere)) continue;
        if (!shows_restore(i + 1) && holds_twin(first, i)) continue;
        began_ = all_.epochs();
        return begin_ = first;
    }
    return wire_.size();
}

// True if an object in these pages has a version that it had before the restore, too.
bool lane::holds_twin(std::size_t from, std::size_t to) const
{
    for (auto i = from; i <= to; ++i)
        for (auto const& [k, s] : wire_[i].items)
            for (auto const& e : all_.undone())
                if (e.plural == plan_.of.plural && e.of == k && e.at == s.at) return true;
    return false;
}

bool lane::judged(std::size_t at)
{
    return wire_[at].epoch == all_.epochs() && at >= epoch_begins();
}

bool lane::knows(version v)
{
    for (auto i = epoch_begins(); i != wire_.size(); ++i) {
        auto const& x = wire_[i];
        if (x.readable && x.first_page && x.list_version == v) return true;
        for (auto const& l : x.lines)
            if (!l.odd && !l.initial && l.type != "BOOKMARK" && l.is.at == v) return true;
    }
    return false;
}

bool lane::shows_restore(std::size_t until) const
{
    version known = 0;
    for (std::size_t i = 0; i != until; ++i) {
        auto const& x = wire_[i];
        bool const now = x.epoch == all_.epochs(), lists = !x.watch || x.stream;
        if (!x.asked_version.empty()) known = version_number(x.asked_version);
        if (now && lists && (x.status == 504 || x.error_code == 504) && known > x.newest) return true;
        if (now && lists && x.readable && x.first_page && x.list_version < known) return true;
        if (x.ends_list()) known = wire_[first_page(i)].list_version;
        for (auto last = known; auto const& l : x.lines) {
            if (l.odd || l.initial) continue;
            if (now && l.is.at < last) return true;
            last = l.is.at;
            if (x.how != exchange::end::dropped) known = last; // otherwise the client may not have read it
        }
    }
    return false;
}

bool lane::ahead_of(version now) const
{
    if (wire_.empty()) return false;
    auto last = version_number(wire_.back().asked_version);
    for (auto const& l : wire_.back().lines)
        if (!l.odd && !l.initial) last = l.is.at;
    return last > now;
}

bool lane::heard(std::int64_t after_ns, std::int64_t to_ns) const
{
    auto const within = [&](std::int64_t ns) { return after_ns < ns && ns <= to_ns; };
    return std::ranges::any_of(wire_, [&](exchange const& x) {
        // a client that waits for its own handlers may not have read them
        bool const unread = x.may_leave_events() && x.how != exchange::end::complete;
        auto const tells = [&](line const& l) {
            return !unread && !l.odd && !l.initial && within(l.time_ns);
        };
        return (x.ends_list() && within(x.listed_ns)) || std::ranges::any_of(x.lines, tells);
    });
}

std::vector<std::pair<version, version>> lane::bridged()
{
    std::vector<std::pair<version, version>> found;
    version known = 0;
    if (auto const begun = snapshot(); begun != 0) found.emplace_back(0, begun);
    for (auto i = epoch_begins(); i < wire_.size(); ++i) {
        auto const& x = wire_[i];
        known = std::max(known, version_number(x.asked_version));
        if (x.ends_list()) {
            found.emplace_back(known, x.list_version);
            known = std::max(known, x.list_version);
        }
        if (x.may_leave_events()) continue; // the next request shows how much the client has taken in
        for (auto const& l : x.lines)
            if (!l.odd && !l.initial) known = std::max(known, l.is.at);
    }
    return found;
}

std::size_t lane::first_page(std::size_t last_page) const
{
    auto const begins = [](exchange const& x) { return x.first_page && x.readable; };
    while (last_page != 0 && !begins(wire_[last_page])) --last_page;
    return last_page;
}

// W1 to W5: events are in order, none comes twice, none is missing, and bookmarks are true. Events that do
// not decode are left out. The beginning of a stream is a list, and is checked as one.
void lane::check_watch(std::size_t at)
{
    auto const& x = wire_[at];
    if (!judged(at) || (x.stream ? !x.readable : x.asked_version.empty())) return;
    if (version_number(x.asked_version) > x.newest) return; // P8 reports this one
    version last = x.stream ? x.list_version : version_number(x.asked_version);
    version marked = x.stream ? last : 0, newest = 0;
    for (auto const& l : x.lines) {
        if (l.odd) return; // an injected fault; nothing follows it
        if (l.initial) continue;
        if (l.type == "BOOKMARK") {
            if (l.is.at > l.newest)
                bad("W5", "a bookmark at " + std::to_string(l.is.at) + ", which is yet to come");
            if (l.is.at < last)
                bad("W5", "a bookmark at " + std::to_string(l.is.at) + " after " + std::to_string(last));
            marked = std::max(marked, l.is.at);
            for (auto const* e : truth_.between(last, l.is.at))
                bad("W5", "the bookmark " + std::to_string(l.is.at) + " is past " + to_string(e->of) +
                              " at " + std::to_string(e->at) + ", which was not sent");
            last = std::max(last, l.is.at);
            continue;
        }
        if (l.is.at <= marked && l.is.at > newest)
            bad("W5",
                "an event at " + std::to_string(l.is.at) + " after the bookmark " + std::to_string(marked));
        bool const is_end = l.type == "DELETED" && l.of.name != "bad"; // an end that the truth knows of
        if (l.poisoned && !is_end) continue;
        if (l.is.at <= last)
            bad(l.is.at == last || l.is.at == newest ? "W2" : "W1",
                "an event at " + std::to_string(l.is.at) + " after " + std::to_string(last));
        auto const missed = truth_.between(last, l.is.at);
        if (missed.size() > 1)
            bad("W3", "the watch from " + x.asked_version + " has no event at " +
                          std::to_string(missed.front()->at) + ", but one at " + std::to_string(l.is.at));
        if (missed.empty()) bad("W3", "an event that never was, at " + std::to_string(l.is.at));
        last = newest = l.is.at;
    }
}

version lane::snapshot() const
{
    bool const begins = saved_ != 0 && !wire_.empty() && wire_.front().watch && !wire_.front().stream;
    return begins ? version_number(wire_.front().asked_version) : 0;
}

// S1: the server has to vouch for a snapshot. It opens a watch, or says that it has forgotten the version.
bool lane::knows_server() const
{
    return std::ranges::any_of(
        wire_, [](exchange const& x) { return x.status == 200 || x.status == 410 || x.error_code == 410; });
}

version lane::first_list() const
{
    if (auto const begun = snapshot(); begun != 0 && knows_server()) return begun;
    version at = 0;
    for (auto const& x : wire_) {
        if (!x.readable) continue;
        if (x.first_page) at = x.list_version;
        if (x.next_token.empty()) return at;
    }
    return 0;
}

version lane::newest_of(bool surely_read) const
{
    version known = 0;
    for (std::size_t i = 0; i != wire_.size(); ++i) {
        auto const& x = wire_[i];
        if (x.watch) known = std::max(known, version_number(x.asked_version));
        if (x.ends_list()) known = std::max(known, wire_[first_page(i)].list_version);
        if (surely_read && x.http2 && x.how == exchange::end::dropped) continue;
        for (auto const& l : x.lines)
            if (!l.odd && !l.initial) known = std::max(known, l.is.at);
    }
    return known;
}

// W6: the pages that end here, or the beginning of the stream, are the state of one version.
void lane::check_list(std::size_t last_page)
{
    objects all;
    std::size_t count = 0;
    auto const first = first_page(last_page);
    if (!judged(first) || !judged(last_page)) return;
    auto const at = wire_[first].list_version;
    for (auto i = first; i <= last_page; ++i) {
        auto const& x = wire_[i];
        if (!x.readable) continue; // a page that was asked for again
        for (auto const& [k, s] : x.items) all[k] = s;
        count += x.item_count;
    }
    if (count != all.size()) bad("W6", "a list holds an object twice");
    if (hash_of(all) != truth_.hash_at(at))
        bad("W6", "the list at " + std::to_string(at) + " is not the state of that version");
    version known = 0;
    for (auto i = epoch_begins(); i != first; ++i)
        if (wire_[i].ends_list()) known = wire_[i].list_version;
    if (at < known) bad("P2", "a list at " + std::to_string(at) + " after one at " + std::to_string(known));
}

// P8: a watch begins at the newest version that the client has taken in, and a stream asks for a state at
// least as new.
void lane::check_resume(std::size_t at)
{
    if (!judged(at)) return;
    auto const& x = wire_[at];
    if (x.stream && at == epoch_begins() && born_ != all_.epochs()) return; // it knows only the epoch before
    auto const begun = snapshot();
    if (begun > saved_)
        bad("S2", "a life begins at \"" + x.asked_version + "\", and the snapshot was saved when " +
                      std::to_string(saved_) + " had arrived");
    version known = begun, least = x.stream ? 0 : begun; // a stream may follow a snapshot that was dropped
    for (auto i = epoch_begins(); i != at; ++i) {
        auto const& y = wire_[i];
        // Bytes that arrive in the moment in which the client gives up may be lost; they are sent again.
        // Some answers may lose events that arrived earlier.
        auto const sure = [&](std::int64_t ns) {
            return !y.may_leave_events() && (y.how != exchange::end::dropped || ns + second < y.ended_ns);
        };
        if (y.ends_list()) {
            known = wire_[first_page(i)].list_version; // a paged list has the version of its first page
            if (!y.stream || sure(y.listed_ns)) least = known;
        }
        for (auto const& l : y.lines) {
            if (l.odd || l.initial) continue;
            known = std::max(known, l.is.at);
            if (sure(l.time_ns)) least = known;
        }
    }
    auto const asked = version_number(x.asked_version);
    if (known == 0 && !x.stream) bad("P8", "a watch before any list");
    if (asked < least || asked > known)
        bad("P8", std::string(x.stream ? "a stream" : "a watch") + " from \"" + x.asked_version +
                      "\" when the newest version known is " + std::to_string(known));
}

void lane::bad(char const* property, std::string const& why) const
{
    fail(property, name_ + ": " + why);
}

} // namespace simulation

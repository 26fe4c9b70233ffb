// What the wire tells of one informer: is the server sound, does the client ask as it should?
#include "follower.hpp"

#include <algorithm>

namespace simulation {

namespace {

constexpr std::int64_t second = 1'000'000'000;

/// Nothing came of it: no list, no line that tells of an object or a version.
bool in_vain(exchange const& x)
{
    if (!x.watch) return !x.readable;
    return std::ranges::all_of(x.lines, [](line const& l) { return l.odd; });
}

/// A kept-alive connection that had gone in the meantime: the request is sent once more, on a new one.
bool stale_connection(exchange const& x)
{
    return x.reused && x.status == 0 && x.how == exchange::end::broken;
}

} // namespace

// The server first: one defect of it would look like forty of the client's.
void follower::check_server()
{
    for (; served_ != wire_.size(); ++served_) {
        auto const& x = wire_[served_];
        if (x.watch)
            check_watch(x);
        else if (x.readable && x.next_token.empty())
            check_list(served_);
        if (x.how == exchange::end::open) return; // once more when there is more of it
    }
}

void follower::check_wire(bool at_end)
{
    check_server();
    auto const now = env_.time->now().time_since_epoch().count();
    auto const silence = plan_.silence_ms * 1'000'000 + 2 * second; // and what a late timer takes
    for (auto const& x : wire_)
        if (x.how == exchange::end::open && x.reading_since_ns && now - *x.reading_since_ns > silence)
            bad("L2", std::string(x.watch ? "a watch" : "a list") + " has been silent since " +
                          std::to_string(*x.reading_since_ns / 1'000'000) + " ms, and nobody minds");
    for (; wire_checked_ != wire_.size(); ++wire_checked_) {
        auto const& x = wire_[wire_checked_];
        if (x.how == exchange::end::open && !at_end) return;
        if (wire_checked_ != 0) check_pace(wire_checked_);
        if (x.watch) check_resume(x);
    }
}

// W1-W5: order, no event twice, none missing, bookmarks true. All in one epoch, and of what decodes.
void follower::check_watch(exchange const& x)
{
    if (all_.epochs() > 1 || x.asked_version.empty()) return;
    version last = version_number(x.asked_version), marked = 0;
    for (auto const& l : x.lines) {
        if (l.odd) return; // a fault of ours; nothing follows
        if (l.type == "BOOKMARK") {
            if (l.is.at > l.newest) bad("W5", "a bookmark at " + std::to_string(l.is.at) + ", which is yet to come");
            if (l.is.at < last)
                bad("W5", "a bookmark at " + std::to_string(l.is.at) + " after " + std::to_string(last));
            marked = std::max(marked, l.is.at);
            for (auto const* e : truth_.between(last, l.is.at))
                bad("W5", "the bookmark " + std::to_string(l.is.at) + " is past " + to_string(e->of) + " at " +
                              std::to_string(e->at) + ", which was not sent");
            last = std::max(last, l.is.at);
            continue;
        }
        if (l.is.at <= marked)
            bad("W5", "an event at " + std::to_string(l.is.at) + " after the bookmark " + std::to_string(marked));
        if (l.poisoned) continue;
        if (l.is.at <= last)
            bad(l.is.at == last ? "W2" : "W1",
                "an event at " + std::to_string(l.is.at) + " after " + std::to_string(last));
        auto const missed = truth_.between(last, l.is.at);
        if (missed.size() > 1)
            bad("W3", "the watch from " + x.asked_version + " has no event at " + std::to_string(missed.front()->at) +
                          ", but one at " + std::to_string(l.is.at));
        if (missed.empty()) bad("W3", "an event that never was, at " + std::to_string(l.is.at));
        last = l.is.at;
    }
}

version follower::first_list() const
{
    version at = 0;
    for (auto const& x : wire_) {
        if (x.watch || !x.readable) continue;
        if (x.first_page) at = x.list_version;
        if (x.next_token.empty()) return at;
    }
    return 0;
}

// W6: the pages that end here are the state of one version.
void follower::check_list(std::size_t last_page)
{
    objects all;
    std::size_t count = 0, first = last_page;
    while (first != 0 && !wire_[first].first_page) --first;
    auto const at = wire_[first].list_version;
    for (auto i = first; i <= last_page; ++i) {
        auto const& x = wire_[i];
        if (x.watch || !x.readable) continue; // a page that was asked for again
        for (auto const& [k, s] : x.items) all[k] = s;
        count += x.item_count;
    }
    if (all_.epochs() > 1) return;
    if (count != all.size()) bad("W6", "a list holds an object twice");
    if (hash_of(all) != truth_.hash_at(at))
        bad("W6", "the list at " + std::to_string(at) + " is not the state of that version");
    version known = 0;
    for (std::size_t i = 0; i != first; ++i)
        if (!wire_[i].watch && wire_[i].readable && wire_[i].next_token.empty()) known = wire_[i].list_version;
    if (at < known) bad("P2", "a list at " + std::to_string(at) + " after one at " + std::to_string(known));
}

// P8: a watch begins at the newest version that the client has taken in.
void follower::check_resume(exchange const& x)
{
    if (all_.epochs() > 1) return;
    version known = 0, least = 0;
    for (auto const& y : wire_) {
        if (&y == &x) break;
        if (y.watch) {
            for (auto const& l : y.lines) {
                if (l.odd) continue;
                known = std::max(known, l.is.at);
                // what arrived in the very moment in which the client gave up may be lost, and will be sent again
                bool const sure = y.how != exchange::end::dropped || l.time_ns + second < y.ended_ns;
                if (sure) least = known;
            }
        } else if (y.readable && y.next_token.empty()) {
            known = least = y.list_version;
            if (y.limit.empty() && y.token.empty()) continue;
            for (auto const& z : wire_) { // of a paged list the first page's version counts
                if (&z == &y) break;
                if (z.first_page && z.readable) known = least = z.list_version;
            }
            if (y.first_page) known = least = y.list_version;
        }
    }
    auto const asked = version_number(x.asked_version);
    if (known == 0) bad("P8", "a watch before any list");
    if (asked < least || asked > known)
        bad("P8", "a watch from \"" + x.asked_version + "\" when the newest version known is " + std::to_string(known));
}

// P15: after k attempts in vain the next one waits for at least the k-th back-off, and for what the server asked for.
void follower::check_pace(std::size_t at)
{
    auto const& x = wire_[at];
    auto const& before = wire_[at - 1];
    if (!x.token.empty()) return; // the next page of a list under way
    if (stale_connection(before)) return;
    auto const waited = x.asked_ns - (before.ended_ns != 0 ? before.ended_ns : before.asked_ns);
    if (before.retry_after_s && (before.status == 429 || before.status == 503)) {
        auto const wanted = std::min<std::int64_t>(*before.retry_after_s, 300) * second;
        if (waited < wanted)
            bad("P15", "asked again " + std::to_string(waited / 1'000'000) +
                           " ms after Retry-After: " + std::to_string(*before.retry_after_s));
    }
    std::size_t vain = 0;
    for (auto i = at; i != 0 && in_vain(wire_[i - 1]); --i)
        if (wire_[i - 1].token.empty() && !stale_connection(wire_[i - 1])) ++vain;
    if (vain == 0) return;
    auto base = second * 8 / 10;
    for (std::size_t i = 1; i < vain && base < 30 * second; ++i) base *= 2;
    base = std::min(base, 30 * second);
    bool const expired =
        before.watch && before.error_line; // a list follows at once when the watch had gone well before
    if (waited < base && !expired)
        bad("P15", "attempt after " + std::to_string(vain) + " in vain, " + std::to_string(waited / 1'000'000) +
                       " ms after the last");
}

} // namespace simulation

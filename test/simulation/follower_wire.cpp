// What the wire tells of one informer: is the server sound, does the client ask as it should?
#include "follower.hpp"

#include <algorithm>

namespace simulation {

namespace {

constexpr std::int64_t second = 1'000'000'000;

} // namespace

// The server first: one defect of it would look like forty of the client's.
void follower::check_server()
{
    for (; served_ != wire_.size(); ++served_) {
        auto const& x = wire_[served_];
        if (x.watch)
            check_watch(served_);
        else if (x.readable && x.next_token.empty())
            check_list(served_);
        if (x.how == exchange::end::open) return; // once more when there is more of it
    }
}

void follower::check_wire(bool at_end)
{
    check_server();
    check_alone();
    check_told();
    auto const now = env_.time->now().time_since_epoch().count();
    auto const silence = plan_.silence_ms * 1'000'000 + 2 * second; // and what a late timer takes
    for (auto const& x : wire_)
        if (x.how == exchange::end::open && x.reading_since_ns && now - *x.reading_since_ns > silence)
            bad("L2", std::string(x.watch ? "a watch" : "a list") + " has been silent since " +
                          std::to_string(*x.reading_since_ns / 1'000'000) + " ms, and nobody minds");
    for (; wire_checked_ != wire_.size(); ++wire_checked_) {
        auto const& x = wire_[wire_checked_];
        if (x.how == exchange::end::open && !at_end) return;
        if (wire_checked_ != 0) {
            check_retry_after(wire_checked_);
            check_pace(wire_checked_);
        }
        if (x.watch) check_resume(wire_checked_);
    }
}

// After the server was restored from a backup this epoch begins with the first list that came whole.
std::size_t follower::epoch_begins()
{
    if (view_.born == all_.epochs()) return 0;
    if (began_ == all_.epochs()) return begin_;
    for (std::size_t i = 0; i != wire_.size(); ++i) {
        if (wire_[i].watch || !wire_[i].readable || !wire_[i].next_token.empty()) continue;
        auto const first = first_page(i);
        auto const elsewhere = [this](exchange const& x) { return x.epoch != all_.epochs(); };
        auto const at = [this](std::size_t n) { return wire_.begin() + static_cast<std::ptrdiff_t>(n); };
        if (std::any_of(at(first), at(i + 1), elsewhere)) continue;
        began_ = all_.epochs();
        return begin_ = first;
    }
    return wire_.size();
}

bool follower::judged(std::size_t at)
{
    return wire_[at].epoch == all_.epochs() && at >= epoch_begins();
}

// Whether something arrived in this epoch from which a client must see that history went back.
bool follower::told() const
{
    for (auto const& x : wire_) {
        if (x.epoch != all_.epochs()) continue;
        auto last = version_number(x.asked_version);
        if (!x.watch && x.status == 504 && last > x.newest) return true;
        for (auto const& l : x.lines) {
            if (l.odd) continue;
            if (l.is.at < last) return true;
            last = l.is.at;
        }
    }
    return false;
}

std::size_t follower::first_page(std::size_t last_page) const
{
    while (last_page != 0 && !wire_[last_page].first_page) --last_page;
    return last_page;
}

// W1-W5: order, no event twice, none missing, bookmarks true. All of what decodes.
void follower::check_watch(std::size_t at)
{
    auto const& x = wire_[at];
    if (!judged(at) || x.asked_version.empty()) return;
    version last = version_number(x.asked_version), marked = 0, newest = 0;
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
        if (l.is.at <= marked && l.is.at > newest)
            bad("W5", "an event at " + std::to_string(l.is.at) + " after the bookmark " + std::to_string(marked));
        if (l.poisoned) continue;
        if (l.is.at <= last)
            bad(l.is.at == last || l.is.at == newest ? "W2" : "W1",
                "an event at " + std::to_string(l.is.at) + " after " + std::to_string(last));
        auto const missed = truth_.between(last, l.is.at);
        if (missed.size() > 1)
            bad("W3", "the watch from " + x.asked_version + " has no event at " + std::to_string(missed.front()->at) +
                          ", but one at " + std::to_string(l.is.at));
        if (missed.empty()) bad("W3", "an event that never was, at " + std::to_string(l.is.at));
        last = newest = l.is.at;
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
    std::size_t count = 0;
    auto const first = first_page(last_page);
    if (!judged(first) || !judged(last_page)) return;
    auto const at = wire_[first].list_version;
    for (auto i = first; i <= last_page; ++i) {
        auto const& x = wire_[i];
        if (x.watch || !x.readable) continue; // a page that was asked for again
        for (auto const& [k, s] : x.items) all[k] = s;
        count += x.item_count;
    }
    if (count != all.size()) bad("W6", "a list holds an object twice");
    if (hash_of(all) != truth_.hash_at(at))
        bad("W6", "the list at " + std::to_string(at) + " is not the state of that version");
    version known = 0;
    for (auto i = epoch_begins(); i != first; ++i)
        if (!wire_[i].watch && wire_[i].readable && wire_[i].next_token.empty()) known = wire_[i].list_version;
    if (at < known) bad("P2", "a list at " + std::to_string(at) + " after one at " + std::to_string(known));
}

// P8: a watch begins at the newest version that the client has taken in.
void follower::check_resume(std::size_t at)
{
    if (!judged(at)) return;
    auto const& x = wire_[at];
    version known = 0, least = 0;
    for (auto i = epoch_begins(); i != at; ++i) {
        auto const& y = wire_[i];
        if (y.watch) {
            for (auto const& l : y.lines) {
                if (l.odd) continue;
                known = std::max(known, l.is.at);
                // what arrived in the very moment in which the client gave up may be lost, and will be sent again
                bool const sure = y.how != exchange::end::dropped || l.time_ns + second < y.ended_ns;
                if (sure) least = known;
            }
        } else if (y.readable && y.next_token.empty()) {
            known = least = wire_[first_page(i)].list_version; // of a paged list the first page's version counts
        }
    }
    auto const asked = version_number(x.asked_version);
    if (known == 0) bad("P8", "a watch before any list");
    if (asked < least || asked > known)
        bad("P8", "a watch from \"" + x.asked_version + "\" when the newest version known is " + std::to_string(known));
}

} // namespace simulation

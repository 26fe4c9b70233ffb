#include "story.hpp"

#include <limits>

namespace small_worlds {

using coinformer::event_kind;

namespace {

std::string in_words(story::call const& c)
{
    std::string const what = c.what == event_kind::added     ? "added"
                             : c.what == event_kind::updated ? "updated"
                                                             : "deleted";
    return what + " " + name_of(object_of(c.cur.key())) + ", " + to_string(read_state(c.cur)) +
           (c.old ? " (before: " + to_string(read_state(c.old)) + ")" : "") + (c.initial ? ", initial" : "") +
           (c.what != event_kind::deleted ? ""
            : c.known                     ? ", final state known"
                                          : ", final state unknown");
}

} // namespace

void story::bad(char const* property, std::string const& why) const
{
    simulation::fail(property, name_ + ": " + last_ + ": " + why);
}

// After a restore the store takes the server's version of an object that is otherwise unchanged.
bool story::is_same(state const& a, state const& b) const
{
    return a == b || (server_.is_restored && a.life == b.life && a.value == b.value);
}

void story::begin(call const& c)
{
    ++calls_;
    auto const object = object_of(c.cur.key());
    last_ = in_words(c);
    server_.say("  " + name_ + ": " + last_);
    if (removed) bad("P13", "the handler was removed before");
    if (running_) bad("P13", "the call before has not ended");
    running_ = true;
    in_initial_ = c.initial;
    bool const has_version = c.what != event_kind::deleted || c.known;
    handled_ = has_version && c.old != c.cur ? read_state(c.cur).at : std::numeric_limits<version>::max();
    check(c, object);
    auto const cur = read_state(c.cur);
    seen_[object].insert(cur.at);
    shown_[object].reset();
    if (c.what == event_kind::deleted)
        ended_[object] = cur;
    else
        shown_[object] = cur;
}

void story::check(call const& c, unsigned object)
{
    auto const cur = read_state(c.cur);
    bool const deleted = c.what == event_kind::deleted;
    bool const ended = deleted && c.known;
    if (ended && !server_.all.ever(object, cur, true)) bad("P6", "this was no object's last state");
    if (!ended && !server_.all.ever(object, cur, false)) bad("P1", "the object was never in this state");
    auto const& had = shown_[object];
    bool const resync = c.what == event_kind::updated && c.old == c.cur;
    if (had && !server_.is_restored && (cur.at < had->at || (cur.at == had->at && !resync && !deleted)))
        bad("P2", "version " + std::to_string(had->at) + " was shown before");
    if (c.what == event_kind::added) return check_added(c, object, cur);
    if (!had) bad("P4", "the handler does not have this object");
    if (c.what == event_kind::updated) {
        if (!is_same(read_state(c.old), *had)) bad("P4", "the handler was shown " + to_string(*had));
        if (cur.life != had->life && !how_.as_update) bad("P4", "this is another object");
        if (resync) ++resyncs_[object];
        if (resync && (how_.resync_s == 0 || is_late_)) bad("P18", "nobody has asked for a resync");
    } else {
        // A restore that nobody can notice may leave out the end of one life and the begin of the next.
        if (cur.life != had->life && !server_.is_restored)
            bad("P4", "this is not the object that the handler has");
        if (!c.known && !is_same(cur, *had)) bad("P4", "the handler was shown " + to_string(*had));
    }
}

void story::check_added(call const& c, unsigned object, state const& cur)
{
    if (shown_[object]) bad("P4", "the handler has this object");
    if (auto const& before = ended_[object]; before && !server_.is_restored && cur.at <= before->at)
        bad("P5", "the object had come to its end at version " + std::to_string(before->at));
    if (server_.is_restored) return;
    // Objects of the first list, or of the replay, are initial, and no others are.
    version first = with_;
    if (first == 0)
        for (auto const& l : server_.lanes())
            if (l->ns.empty() || l->ns.back() - '0' == static_cast<int>(object)) first = l->first_list;
    if (c.initial && cur.at > first && !is_late_) bad("P12", "it is not of the first list");
    if (!c.initial && cur.at <= first && seen_[object].empty()) bad("P12", "it is of the first list");
}

bool story::has_reached(version v) const
{
    auto const then = server_.all.at(v);
    for (unsigned i = 0; i != most_objects; ++i) {
        bool const has_it = then[i] && !seen_[i].empty() && *seen_[i].rbegin() >= then[i]->at;
        // an object that came and went may be kept from the handler by a merge, or by a list
        bool const came_and_went = !shown_[i] && server_.all.ended_since(i, v);
        if (then[i] && !has_it && !came_and_went) return false;
        if (!then[i] && shown_[i] && shown_[i]->at <= v) return false;
    }
    return true;
}

void story::check_complete() const
{
    if (is_late_ || removing || server_.is_restored || how_.by_key || how_.as_update) return;
    // one that is slow and merges, or is asked for, gets the newest states
    bool const is_slow = how_.handler == habit::kind::slow || how_.handler == habit::kind::pulls;
    if (is_slow && how_.policy == coinformer::overflow::merge) return;
    for (auto const& e : server_.sent)
        if (!seen_[e.object].contains(e.at))
            simulation::fail("P7", name_ + " was not shown " + name_of(e.object) + ", " + to_string(e.is));
}

} // namespace small_worlds

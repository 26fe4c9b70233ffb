// Compares what a user reads of their own writes with what was written: O1 to O4 of docs/simulation.md.
#include "own_log.hpp"

#include <algorithm>
#include <utility>

namespace simulation {

using namespace coinformer;

own_log::own_log(std::string name, shared_informer<thing> const& informer, std::size_t capacity,
                 bool one_version, follower_view& view)
    : name_(std::move(name)), capacity_(capacity), one_version_(one_version), view_(view),
      overlay_(informer, capacity)
{
}

void own_log::wrote(std::string const& answer)
{
    auto const object = overlay_.wrote(answer);
    auto& t = told_[key_of(object)];
    auto const is = state_of(object);
    view_.trace(name_ + " wrote " + to_string(key_of(object)) + " " + to_string(is));
    if (written_version(answer) != std::to_string(is.at))
        bad("O1", "the answer to the write has another version");
    if (t.ended.contains(is.uid) || is.at < std::max(t.at, t.last_removed)) {
        ++view_.sometimes["the answer to a write comes late"];
        return;
    }
    t.at = is.at;
    t.uid = is.uid;
}

void own_log::removed(object_ptr<thing> const& last)
{
    auto& t = told_[key_of(last)];
    view_.trace(name_ + " removed " + to_string(key_of(last)));
    overlay_.removed(last);
    t.ended.insert(std::string(last.uid()));
    t.last_removed = std::max(t.last_removed, state_of(last).at);
    if (t.uid != last.uid() && t.at > state_of(last).at) return; // the name has been used again
    t.last_removed =
        std::max(t.last_removed, std::exchange(t.at, 0)); // the answer to a write came in between
}

void own_log::look(snapshot<thing> const& now, scope const& of)
{
    if (view_.all.epochs() != view_.born) return; // a write may have gone with the server's history
    if (overlay_.size() > capacity_)
        bad("O4", std::to_string(overlay_.size()) + " writes are kept, and the capacity is " +
                      std::to_string(capacity_));
    std::size_t most = 0;
    auto const reached = version_number(now.resource_version());
    for (auto& [k, t] : told_) {
        look_at(k, t, now, of);
        auto const stored = now.get(k.ns, k.name);
        bool const dead = stored && t.ended.contains(std::string(stored.uid()));
        most += reached < std::max(t.at, t.last_removed) || dead ? 1 : 0;
    }
    if (one_version_ && overlay_.size() > most)
        bad("O4", std::to_string(overlay_.size()) + " writes are kept, and the informer has seen all but " +
                      std::to_string(most));
    if (++looks_ % 4 == 0) check_list(now);
}

/// True if an object of this name has gone, or has left the scope, after this version.
bool own_log::has_ended(key const& k, version after, scope const& of) const
{
    return std::ranges::any_of(view_.all.events(), [&](event const& e) {
        return e.at > after && e.of == k && history::seen_by(of, e) == history::view::deleted;
    });
}

void own_log::look_at(key const& k, told& t, snapshot<thing> const& now, scope const& of)
{
    auto const got = overlay_.get(k.ns, k.name);
    auto const stored = now.get(k.ns, k.name);
    auto const at = got ? state_of(got).at : 0;
    if (got && !view_.truth.ever(k, state_of(got), false) && !view_.truth.ever(k, state_of(got), true))
        bad("P1", to_string(k) + " never was " + to_string(state_of(got)));
    if (capacity_ <= told_.size()) return; // the oldest writes are forgotten
    auto const reached = version_number(now.resource_version());
    ++view_.sometimes[t.at > reached ? "a write is read before the informer sees it"
                                     : "a write is read after the informer has seen it"];
    if (t.at != 0 && at < t.at && !(at == 0 && has_ended(k, t.at, of)))
        bad("O1", to_string(k) + " was written at " + std::to_string(t.at) + ", and what is read is " +
                      (got ? to_string(state_of(got)) : "nothing"));
    if (t.at > reached && !got && !stored)
        bad("O1", to_string(k) + " was written at " + std::to_string(t.at) + ", the informer is at " +
                      std::to_string(reached) + ", and nothing is read");
    if (stored && got && at < state_of(stored).at)
        bad("O2", to_string(k) + " is read at " + std::to_string(at) + ", and the informer has it at " +
                      std::to_string(state_of(stored).at));
    if (stored && !got && !t.ended.contains(std::string(stored.uid())) &&
        state_of(stored).at > t.last_removed)
        bad("O2", to_string(k) + " is not read, and the informer has it");
    // an object may leave a selector and come back
    bool const uids_stay_away = one_version_ && of.tier.empty();
    if (uids_stay_away && got && t.ended.contains(std::string(got.uid())))
        bad("O3", to_string(k) + " was deleted, and is read again: " + to_string(state_of(got)));
    if (one_version_ && got && at < t.read)
        bad("O2", to_string(k) + " is read at " + std::to_string(at) + " after " + std::to_string(t.read));
    t.read = std::max(t.read, at);
}

// O1: a list has what get() returns, and each object once.
void own_log::check_list(snapshot<thing> const& now) const
{
    objects listed, should;
    for (auto const& o : overlay_.list())
        if (!listed.emplace(key_of(o), state_of(o)).second)
            bad("O1", "a list has " + to_string(key_of(o)) + " twice");
    auto const expect = [&](key const& k) {
        if (auto const o = overlay_.get(k.ns, k.name)) should.emplace(k, state_of(o));
    };
    for (auto const& o : now.list()) expect(key_of(o));
    for (auto const& [k, t] : told_) expect(k);
    if (listed != should) bad("O1", "a list does not have what get() gives");
    for (auto const* ns : {"n0", "n1"})
        for (auto const& o : overlay_.list(ns))
            if (o.key().ns != ns) bad("O1", "a list of " + std::string(ns) + " has " + to_string(key_of(o)));
}

void own_log::bad(char const* property, std::string const& why) const
{
    fail(property, name_ + ": " + why);
}

} // namespace simulation

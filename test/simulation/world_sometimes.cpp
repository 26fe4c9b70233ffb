// What happened in a world that must happen now and then.
#include "world.hpp"

#include <algorithm>

namespace simulation {

using coinformer::overflow;

void world::count_sometimes()
{
    auto const note = [&](bool happened, char const* what) { sometimes_[what] += happened ? 1 : 0; };
    for (auto const& f : followers_) {
        bool listed = false;
        version known = 0, marked = 0;
        for (auto const& x : f->wire()) {
            note(x.status == 410 && !x.token.empty(), "410 on a later page");
            note(x.status == 429, "a request is throttled");
            note(x.error_line, "an error in the stream");
            note(x.how == exchange::end::dropped && x.ended_ns - x.last_byte_ns >= f->how().silence_ms * 1'000'000,
                 "a silent connection is given up");
            if (x.watch) note(marked != 0 && version_number(x.asked_version) == marked, "a bookmark is used to resume");
            for (auto const& l : x.lines) {
                note(l.poisoned && !l.odd, "an event that does not decode");
                note(l.type == "DELETED" && !l.odd, "a delete on the wire");
                if (l.odd) continue;
                known = std::max(known, l.is.at);
                marked = l.type == "BOOKMARK" ? l.is.at : 0;
            }
            note(x.watch && marked != 0, "a watch ends on a bookmark");
            note(x.readable && x.list_version < x.newest, "a list is answered from the past");
            if (!x.readable || !x.next_token.empty()) continue;
            if (std::exchange(listed, true)) count_gap(*f, known, x.list_version);
            known = x.list_version;
            marked = 0;
        }
        bool const waits = !f->wire().empty() && f->wire().back().how != exchange::end::open;
        note(plan_.stop_early && waits && f->started() && !f->stopped(), "stopped between two attempts");
        for (auto const& h : f->handlers()) {
            auto const policy = h->how().options.policy == overflow::merge ? "merge" : "block";
            ++sometimes_[std::string(policy) + " under " + std::string(name_of(plan_.schedule.order))];
            note(h->skipped(), "a handler skips states");
        }
        note(f->told_cause(), "a wait for the sync ends with a cause");
    }
    note(plan_.stop_early, "stopped in the middle");
    auto const other = [&](informer_plan const& f) { return f.of.plural != plan_.forbidden; };
    note(!plan_.forbidden.empty() && std::ranges::any_of(plan_.informers, other),
         "one is refused for ever, beside others");
}

// What a relist bridges.
void world::count_gap(follower& f, version known, version listed)
{
    bool deleted = false, recreated = false, left = false;
    for (auto const* e : f.truth().between(known, listed)) {
        auto const seen = history::seen_by(f.how().of, *e);
        recreated |= deleted && seen == history::view::added;
        deleted |= seen == history::view::deleted;
        left |= seen == history::view::deleted && !e->deleted;
    }
    ++sometimes_["a relist"];
    if (deleted) ++sometimes_["a delete in a gap"];
    if (recreated) ++sometimes_["a delete and a new life in a gap"];
    if (left) ++sometimes_["an object leaves the selector in a gap"];
}

} // namespace simulation

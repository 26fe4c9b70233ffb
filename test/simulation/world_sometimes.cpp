// Counts the events that must happen now and then in the worlds of many seeds.
#include "world.hpp"

#include <algorithm>

namespace simulation {

using coinformer::overflow;

void world::count_sometimes()
{
    auto const note = [&](bool happened, char const* what) { sometimes_[what] += happened ? 1 : 0; };
    for (auto const& f : followers_) {
        for (auto const& l : f->lanes()) count_lane(*f, *l);
        count_life(*f);
        for (auto const& h : f->handlers()) {
            auto const policy = h->how().options.policy == overflow::merge ? "merge" : "block";
            ++sometimes_[std::string(policy) + " under " + std::string(name_of(plan_.schedule.order))];
            note(h->skipped(), "a handler skips states");
        }
        note(f->told_cause(), "a wait for the sync ends with a cause");
        note(f->how().composed && f->converged(), "an informer is composed from parts");
    }
    note(plan_.stop_early, "stopped in the middle");
    auto const other = [&](informer_plan const& f) { return f.of.plural != plan_.forbidden; };
    note(!plan_.forbidden.empty() && std::ranges::any_of(plan_.informers, other),
         "one is refused for ever, beside others");
}

void world::count_lane(follower& f, lane& l)
{
    auto const note = [&](bool happened, char const* what) { sometimes_[what] += happened ? 1 : 0; };
    bool listed = false, gone = false;
    version known = 0, marked = 0;
    for (auto const& x : l.wire()) {
        note(x.status == 410 && !x.token.empty(), "410 on a later page");
        note(x.status == 429, "a request is throttled");
        note(x.error_line, "an error in the stream");
        note(x.how == exchange::end::dropped && x.ended_ns - x.last_byte_ns >= f.how().silence_ms * 1'000'000,
             "a silent connection is given up");
        if (x.watch)
            note(marked != 0 && version_number(x.asked_version) == marked, "a bookmark is used to resume");
        bool const cut = x.stream && !x.readable && x.how != exchange::end::open;
        note(x.stream && x.readable, "a list is streamed");
        note(x.protobuf && x.readable, x.stream ? "a streamed list in protobuf" : "a list in protobuf");
        note(x.compressed && x.readable, x.stream ? "a compressed streamed list" : "a compressed list");
        note(x.compressed && x.protobuf && x.readable, "a compressed list in protobuf");
        note(x.compressed && x.watch && x.how == exchange::end::broken, "a compressed watch is cut");
        note(x.http2 && x.readable, x.stream ? "a streamed list over HTTP/2" : "a list over HTTP/2");
        note(x.http2 && x.watch && x.how == exchange::end::broken, "a watch over HTTP/2 is cut");
        note(x.http2 && x.watch && x.how == exchange::end::dropped, "a watch over HTTP/2 is given up");
        note(x.protobuf && x.watch && !x.lines.empty(), "a watch in protobuf");
        note(x.protobuf && x.status == 200 && !x.watch && !x.readable && x.how == exchange::end::complete,
             "a list that lies in protobuf");
        bool const mixed = std::ranges::any_of(x.lines, [](line const& i) {
            return i.initial && (i.type == "MODIFIED" || i.type == "DELETED");
        });
        note(mixed, "a change between initial events");
        note(mixed && cut, "a stream is cut after a change between initial events");
        note(cut && x.item_count != 0, "a streamed list is cut");
        note(cut && x.item_count != 0 && listed, "a streamed list is cut, later on");
        note(f.how().stream && !x.watch && x.first_page, "a list comes in pages after all");
        note(x.stream && x.readable && gone, "410, then a streamed list");
        note(std::ranges::any_of(x.lines, [](line const& i) { return i.initial && i.type == "BOOKMARK"; }) &&
                 cut,
             "a bookmark in a stream's beginning");
        if (x.ends_list()) {
            if (std::exchange(listed, true)) count_gap(l, known, x.list_version);
            known = x.list_version;
            marked = 0;
        }
        for (auto const& e : x.lines) {
            note(e.poisoned && !e.odd, "an event that does not decode");
            note(e.type == "DELETED" && !e.odd, "a delete on the wire");
            if (e.odd || e.initial) continue;
            known = std::max(known, e.is.at);
            marked = e.type == "BOOKMARK" ? e.is.at : 0;
        }
        note(x.watch && marked != 0, "a watch ends on a bookmark");
        note(x.readable && !x.stream && x.list_version < x.newest, "a list is answered from the past");
        gone = x.status == 410 || x.error_code == 410;
    }
    bool const waits = !l.wire().empty() && l.wire().back().how != exchange::end::open;
    note(plan_.stop_early && waits && f.started() && !f.stopped(), "stopped between two attempts");
}

// Counts the events that a relist bridged.
void world::count_gap(lane& l, version known, version listed)
{
    bool deleted = false, recreated = false, left = false;
    for (auto const* e : l.truth().between(known, listed)) {
        auto const seen = history::seen_by(l.of(), *e);
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

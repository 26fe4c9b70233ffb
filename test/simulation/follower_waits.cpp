// P19: a wait for a version, or for a content of the store, ends when it is true, and not before.
#include "follower.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;

namespace {

} // namespace

objects follower::stored() const
{
    objects all;
    auto const now = informer_->snapshot();
    for (auto const& o : now.list()) all[key_of(o)] = state_of(o);
    return all;
}

// Names an object that is missing though it existed at version `v`, or is present though it was gone by then.
// Returns an empty text if all is well.
std::string follower::lacking(objects const& have, scope const& in, version v, std::optional<key> only)
{
    auto const then = all_.state_at(in, v);
    auto const went_later = [&](key const& k) {
        return std::ranges::any_of(all_.events(), [&](event const& e) {
            return e.at > v && e.of == k && history::seen_by(in, e) == history::view::deleted;
        });
    };
    for (auto const& [k, s] : then) {
        if (only && k != *only) continue;
        auto const at = have.find(k);
        if (at == have.end() ? !went_later(k) : at->second.at < s.at)
            return to_string(k) + " " + to_string(s);
    }
    for (auto const& [k, s] : have)
        if (!only && !then.contains(k) && s.at <= v) return "the end of " + to_string(k) + " " + to_string(s);
    return {};
}

task<> follower::await_store(version v)
{
    auto const text = std::to_string(v);
    co_await informer_->at_least(text);
    check_wait(name_ + ".at_least(" + text + ")", stored(), plan_.of, v, {});
}

task<> follower::await_handler(handler_log* h, version v)
{
    auto const text = std::to_string(v);
    co_await h->registration.at_least(text);
    check_wait(h->name() + ".at_least(" + text + ")", h->folded(), h->truth().of(), v, {});
}

task<> follower::await_object(key k, version v)
{
    auto const holds = [k, v](snapshot<thing> const& now) {
        auto const o = now.get(k.ns, k.name);
        return version_number(now.resource_version()) >= v ||
               (o && version_number(o.resource_version()) >= v);
    };
    auto wait = informer_->until(holds);
    co_await std::move(wait);
    check_wait(name_ + ".until(" + to_string(k) + " at " + std::to_string(v) + ")", stored(), plan_.of, v, k);
}

void follower::check_wait(std::string const& what, objects const& have, scope const& in, version v,
                          std::optional<key> only)
{
    view_.trace(what + " has ended");
    if (all_.epochs() != view_.born) return;
    ++view_.sometimes["a version that was waited for"];
    if (v > all_.newest())
        return note("P19", what + " ended well, and the server is at " + std::to_string(all_.newest()));
    auto const lacks = lacking(have, in, v, only);
    if (!lacks.empty()) note("P19", what + " ended well without " + lacks);
}

std::shared_ptr<errand> follower::add_wait(task<> body, std::string what, handler_log* of, version v)
{
    waits_.push_back({errand::start(env_, std::move(body), std::move(what)), of, v, std::nullopt});
    return waits_.back().what;
}

std::shared_ptr<errand> follower::wait_version(version v)
{
    return add_wait(await_store(v), name_ + ".at_least(" + std::to_string(v) + ")", nullptr, v);
}

std::shared_ptr<errand> follower::wait_object(key const& k, version v)
{
    return add_wait(await_object(k, v), name_ + ".until(" + to_string(k) + ")", nullptr, v);
}

std::shared_ptr<errand> follower::wait_handled(std::string const& handler, version v)
{
    for (auto const& h : handlers_)
        if (h->name() == handler && !h->removing && !h->pulls())
            return add_wait(await_handler(h.get(), v), handler + ".at_least(" + std::to_string(v) + ")",
                            h.get(), v);
    return nullptr;
}

// No wait goes on after its condition has held for some time.
void follower::check_waits()
{
    if (all_.epochs() != view_.born) return;
    auto const now = env_.time->now().time_since_epoch().count();
    bool const waits = std::ranges::any_of(waits_, [](auto const& w) { return !w.what->ended; });
    // A store with queue_order::by_key says how far it is only when it is at rest. Objects that do not decode
    // do not count.
    bool const at_rest = plan_.by_key && waits && none_undecoded() && is_at_rest();
    for (auto& w : waits_) {
        if (w.what->ended || stopped()) continue;
        auto* const h = w.of;
        bool const handled =
            !h || (h->synced && !h->running() && hash_of(h->folded()) == h->truth().hash_at(all_.newest()));
        bool const due = handled && (number_ >= w.at || (at_rest && number_ < w.at && has_arrived(w.at)));
        if (!due) w.due_ns.reset();
        if (due && !w.due_ns) w.due_ns = now;
        if (due && now - *w.due_ns > told_within_ns)
            bad("P19", w.what->purpose + " goes on, and the store has been at " + version_ + " for " +
                           std::to_string((now - *w.due_ns) / 1'000'000) + " ms");
    }
}

bool follower::has_arrived(version v) const
{
    return std::ranges::all_of(lanes_, [v](auto const& l) { return l->newest_read() >= v; });
}

// Only a waiter whose informer or handler has ended may get errc::stopped.
void follower::check_waits_ended() const
{
    for (auto const& w : waits_) {
        if (!w.what->ended) bad("P17", w.what->purpose + " never ends");
        bool const by_informer = stop_asked_ns_ && w.what->ended_ns >= *stop_asked_ns_;
        bool const by_handler = w.of && w.of->removing;
        if (w.what->code() == errc::stopped && !by_informer && !by_handler)
            bad("P17", w.what->purpose +
                           " ended with errc::stopped, and its informer has not ended: " + w.what->how());
        // an answer of a restored server may not be in the history
        if (all_.epochs() == view_.born) check_cause(*w.what);
    }
}

} // namespace simulation

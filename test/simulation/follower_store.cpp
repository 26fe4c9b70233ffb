// Compares the store of one informer with the truth.
#include "follower.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;

std::uint64_t hash_of(snapshot<thing> const& s)
{
    std::uint64_t h = 0;
    for (auto const& o : s.list()) h ^= hash_of(key_of(o), state_of(o));
    return h;
}

void follower::hold_snapshot()
{
    auto s = informer_->snapshot();
    auto const h = hash_of(s);
    held_.push_back({std::move(s), h});
}

void follower::release_snapshots()
{
    for (auto const& h : held_)
        if (hash_of(h.what) != h.hash) bad("P11", "a snapshot changed while it was held");
    held_.clear();
}

own_log* follower::own(std::size_t capacity)
{
    if (!informer_->shared()) return nullptr;
    bool const one_version = lanes_.size() == 1 && !plan_.by_key;
    if (!own_)
        own_ = std::make_unique<own_log>(name_ + "'s writer", *informer_->shared(), capacity, one_version,
                                         view_);
    return own_.get();
}

void follower::look()
{
    if (view_.failure) throw *view_.failure;
    auto const now = informer_->snapshot();
    if (own_) own_->look(now, plan_.of);
    bool const moved = now.resource_version() != version_;
    if (now.resource_version().empty() || (!moved && ++looks_ % 16 != 0)) return;
    version_ = now.resource_version();
    auto const number = version_number(version_);
    bool const unheard = std::ranges::any_of(lanes_, [](auto const& l) { return l->first_list() == 0; });
    if (unheard && all_.epochs() == view_.born)
        bad("S1", "the store is at version " + version_ + ", and nothing of the server has arrived");
    if (moved) {
        last_version_ns_ = env_.time->now().time_since_epoch().count();
        view_.trace(name_ + " store at " + version_);
        view_.hash.mix(name_);
        view_.hash.mix(number);
        view_.hash.mix(static_cast<std::uint64_t>(last_version_ns_));
    }
    auto const found = hash_of(now);
    // A store is of the new epoch when it says a version that arrived in this epoch, and holds the state of
    // it.
    bool const begins =
        epoch_ != all_.epochs() && lanes_.front()->knows(number) && found == truth_.hash_at(number);
    if (begins) {
        epoch_ = all_.epochs();
        number_ = 0;
        ++view_.sometimes["a restored server is understood"];
    }
    if (epoch_ == all_.epochs()) check_version(now, found);
    number_ = number;
    check_indices(now, found);
    if (epoch_ != all_.epochs()) return;
    for (auto const& h : handlers_) {
        if (h->epoch != epoch_) h->adopt_versions(stored());
        if (h->epoch != epoch_ && hash_of(h->folded()) == found) h->begin_epoch(epoch_, number);
        if (h->epoch == epoch_) h->store_at(number);
    }
}

void follower::check_version(snapshot<thing> const& now, std::uint64_t found)
{
    auto const number = version_number(version_);
    if (number < number_)
        bad("P2", "the store went from " + std::to_string(number_) + " back to " + version_);
    if (lanes_.size() == 1 && found == truth_.hash_at(number)) return;
    if (plan_.by_key) return check_ahead(now);
    if (lanes_.size() > 1) return check_namespaces(now);
    std::string holds;
    for (auto const& o : now.list()) holds += "\n    " + to_string(key_of(o)) + " " + to_string(state_of(o));
    std::string should;
    for (auto const& [k, s] : all_.state_at(plan_.of, number))
        should += "\n    " + to_string(k) + " " + to_string(s);
    bad("P9",
        "the store says version " + version_ + ", and holds" + holds + "\n  but then there was" + should);
}

// P9 for several namespaces. Each namespace has a stream of its own: the store says the version that all of
// them have reached, and each of them may be ahead.
void follower::check_namespaces(snapshot<thing> const& now)
{
    auto const number = version_number(version_);
    std::map<lane const*, std::uint64_t> found;
    for (auto const& o : now.list()) found[&lane_of(key_of(o).ns)] ^= hash_of(key_of(o), state_of(o));
    for (auto const& l : lanes_) {
        auto const& ns = l->of().a_namespace();
        if (number > l->newest())
            bad("P9", "the store says version " + version_ + ", and of " + ns + " only " +
                          std::to_string(l->newest()) + " has arrived");
        if (!l->truth().held_since(number, found[l.get()]))
            bad("P9", "the store says version " + version_ + ", and what it holds of " + ns +
                          " never was since then");
    }
}

// P9 with queue_order::by_key, where an object may overtake others: each object is as it was at the store's
// version, or later.
void follower::check_ahead(snapshot<thing> const& now)
{
    auto const number = version_number(version_);
    objects have;
    for (auto const& o : now.list()) have[key_of(o)] = state_of(o);
    auto const then = all_.state_at(plan_.of, number);
    auto const check = [&](key const& k) {
        auto const is = have.find(k);
        auto const was = then.find(k);
        if (is == have.end() ? was == then.end() : was != then.end() && is->second == was->second) return;
        ++view_.sometimes["a store is ahead of its version"];
        auto const arrived = lane_of(k.ns).newest();
        auto const later = truth_.between(number, arrived);
        bool const became = std::ranges::any_of(later, [&](event const* e) {
            bool const ended = history::seen_by(plan_.of, *e) == history::view::deleted;
            return e->of == k && (is == have.end() ? ended : !ended && e->is == is->second);
        });
        if (!became)
            bad("P9", "the store says version " + version_ + ", and holds an older state of " + to_string(k));
    };
    for (auto const& [k, s] : have) check(k);
    for (auto const& [k, s] : then) check(k);
    for (auto const& l : lanes_)
        if (number > l->newest())
            bad("P9", "the store says version " + version_ + ", and only " + std::to_string(l->newest()) +
                          " has arrived");
}

void follower::check_indices(snapshot<thing> const& now, std::uint64_t found)
{
    std::uint64_t by_tier = 0;
    for (auto const* tier : {"a", "b", "c", "none"})
        for (auto const& o : now.by_index("tier", tier)) {
            if (o->metadata.labels.value_or("tier", "none") != tier)
                bad("P11", "index: wrong value of " + to_string(key_of(o)));
            by_tier ^= hash_of(key_of(o), state_of(o));
        }
    if (by_tier != found) bad("P11", "the index tier does not hold what the store holds");
    std::size_t in_namespaces = 0;
    for (auto const* ns : {"n0", "n1", "n2", "elsewhere"}) {
        for (auto const& o : now.in_namespace(ns))
            if (o.key().ns != ns)
                bad("P11", "the namespace " + std::string(ns) + " holds " + to_string(key_of(o)));
        in_namespaces += now.in_namespace(ns).size();
    }
    if (in_namespaces != now.size())
        bad("P11", "the namespaces hold " + std::to_string(in_namespaces) + " objects");
}

} // namespace simulation

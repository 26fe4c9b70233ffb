// Performs the acts of a plan on the side of the clients: informers, handlers, waits, writers and readers.
#include "world.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;

void world::perform_on_client(item const& i)
{
    if (i.what == act::crash) return crash(i);
    if (i.what == act::add_handler || i.what == act::remove_handler) {
        auto const& h = plan_.handlers.at(i.who);
        auto* const f = h.informer < current_.size() ? current_[h.informer] : nullptr;
        auto const name = "handler " + std::to_string(i.who);
        if (i.what == act::add_handler) {
            if (!wanted_[h.informer].insert(i.who).second || !f || f->stopped()) return;
            if (f->converged() && f->started()) ++sometimes_["a handler comes late"];
            f->add_handler(name, h);
        } else if (wanted_[h.informer].erase(i.who) != 0 && f) {
            f->remove_handler(name);
        }
        return;
    }
    if (i.what >= act::own_write) return perform_own(i);
    if (i.what >= act::start_watcher) return perform_on_reader(i);
    if (i.what >= act::await_version) return perform_wait(i);
    auto const n = i.who;
    if (i.what == act::start_informer) return start_informer(n);
    auto* const f = running(n);
    if (!f) return;
    switch (i.what) {
    case act::stop_informer: f->stop(); break;
    case act::wait_synced: f->wait_synced(); break;
    case act::cancel_wait: {
        auto const e = f->wait_synced();
        later(i.b % 1000, [e] { e->cancel(); });
        break;
    }
    case act::hold_snapshot: f->hold_snapshot(); break;
    case act::release_snapshot: f->release_snapshots(); break;
    default: break;
    }
}

// Writes an object of the informer's scope. The answer comes at once or late, perhaps after the informer has
// seen the write or something newer.
void world::perform_own(item const& i)
{
    auto* const f = running(i.who);
    if (!f || truth_.epochs() != 1) return;
    auto const& of = f->how().of;
    auto k = key_of(plan_, i.a);
    if (!of.namespaces.empty()) k.ns = of.namespaces[static_cast<std::size_t>(i.a) % of.namespaces.size()];
    auto* const own = f->own(i.c == 0 ? 2 : 1000);
    if (!own) return;
    auto const late = i.b % 3 == 0 ? 0 : i.b % 1'500;
    auto const still = [this, f] { return truth_.epochs() == 1 && !f->stopped(); };
    if (i.what == act::own_remove) {
        auto const last = own->get(k);
        auto const now = truth_.now(of.plural);
        if (!last || !now.contains(k) || now.at(k).uid != last.uid()) return;
        erase(of.plural, k);
        later(late, [own, last, still] {
            if (still()) own->removed(last);
        });
        return;
    }
    auto const tier = of.tier.empty() ? tier_of(i.b) : of.tier;
    auto const value = as_stored(of.plural, "own" + std::to_string(++value_));
    auto const answer = write(of.plural, k, value, tier);
    later(late, [own, answer, still] {
        if (still()) own->wrote(answer);
    });
    if (i.b % 2 == 0) f->wait_version(version_number(written_version(answer)));
}

reader_context world::context_of(std::size_t reader)
{
    auto& c = clients_.at(plan_.clients + reader);
    return {*c.api,
            c.env,
            truth_,
            *c.wire,
            [this](std::string const& s) { say(s); },
            [this] { return version_number(server_->resource_version()); },
            hash_,
            sometimes_};
}

void world::perform_on_reader(item const& i)
{
    if (i.what == act::start_pager) {
        auto const name = "pager " + std::to_string(i.who);
        auto const& how = plan_.pagers.at(i.who);
        pagers_.push_back(
            std::make_unique<page_reader>(name, how, context_of(plan_.watchers.size() + i.who)));
        pagers_.back()->start();
        return;
    }
    auto const name = "watcher " + std::to_string(i.who);
    auto const same = [&](auto const& w) { return w->name() == name; };
    auto const known = std::ranges::find_if(watchers_, same);
    if (i.what == act::stop_watcher) {
        if (known != watchers_.end()) (*known)->stop();
    } else if (known == watchers_.end()) {
        watchers_.push_back(
            std::make_unique<watch_reader>(name, plan_.watchers.at(i.who), context_of(i.who)));
        watchers_.back()->start();
    }
}

// Starts a wait: mostly for the last change in the informer's scope, as its writer would; otherwise for the
// server's newest version, or one that is yet to come.
void world::perform_wait(item const& i)
{
    auto const informer = i.what == act::await_handled ? plan_.handlers.at(i.who).informer : i.who;
    auto* const f = running(informer);
    if (!f) return;
    auto const of = f->truth().between(0, truth_.newest());
    if (of.empty()) return;
    auto v = of.back()->at;
    if (i.a == 8) v = truth_.newest();
    if (i.a == 9) v = truth_.newest() + static_cast<version>(i.b % 3) + 1;
    auto const e = i.what == act::await_version  ? f->wait_version(v)
                   : i.what == act::await_object ? f->wait_object(of.back()->of, v)
                                                 : f->wait_handled("handler " + std::to_string(i.who), v);
    if (e && i.b % 4 == 0) later(i.b % 1000, [e] { e->cancel(); });
}

} // namespace simulation

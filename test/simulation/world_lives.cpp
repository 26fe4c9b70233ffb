// The lives of processes: a client's process begins, dies with its informers, and comes back with what the
// disk has kept.
#include "world.hpp"

#include "transport/config/http2_support.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr scheduler::actor_id actors_of_a_life = 100; // more than a world has at a time

} // namespace

void world::begin_process(std::size_t client)
{
    auto& c = clients_[client];
    c.env = environment_of(c.actor, false);
    wire_log::ears ears;
    ears.told = [this](moment m) { told(m); };
    ears.say = [this](std::string const& line) { say(line); };
    ears.newest = [this] { return version_number(server_->resource_version()); };
    ears.epoch = [this] { return truth_.epochs(); };
    c.wire = std::make_unique<wire_log>(scheduler_.clock(), std::move(ears), hash_);
    client_options limits;
    dice limit(plan_.seed, "limits");
    // often fewer than there are informers
    limits.concurrent_lists = limit.chance(50) ? 1 : 1 + limit.below(4);
    if ((plan_.protobuf >> client & 1) != 0) limits.encoding = encoding::protobuf;
    if ((plan_.http2 >> client & 1) != 0 && has_http2()) limits.http.version = http_version::http2;
    limits.compression = (plan_.gzip >> client & 1) != 0 ? compression::gzip : compression::none;
    endpoint at;
    at.server = "http://in-memory";
    c.api = std::make_unique<coinformer::client>(c.env, at, limits, c.wire->listen(c.network->dialer()));
}

void world::start_informer(std::uint32_t n)
{
    auto const& how = plan_.informers[n];
    if (auto const gone = away_.find(how.client); gone != away_.end()) {
        gone->second.insert(n);
        return;
    }
    if (current_[n] && !current_[n]->stopped()) return;
    auto& c = clients_[how.client];
    auto const name = "informer " + std::to_string(n) + (current_[n] ? " again" : "");
    if (current_[n]) {
        ++sometimes_["an informer is started again"];
        left_[n] = current_[n]->leave();
    }
    followers_.push_back(std::make_unique<follower>(
        name, how, *c.api, c.env, truth_, *c.wire, left_[n], [this](std::string const& s) { say(s); },
        [this](moment m) { told(m); }, hash_, sometimes_));
    current_[n] = followers_.back().get();
    for (auto const h : wanted_[n])
        current_[n]->add_handler("handler " + std::to_string(h), plan_.handlers[h]);
    current_[n]->start();
}

// The process of a client dies. Nothing of it runs any more, its connections break, and its disks keep what
// was synced. What its informers have done until now is checked once more.
void world::crash(item const& i)
{
    if (away_.contains(i.who)) return;
    ++sometimes_["a process dies"];
    auto& c = clients_.at(i.who);
    dead_process dead{c.actor, nullptr, nullptr, {}};
    auto& begins_again = away_[i.who];
    for (std::uint32_t n = 0; n != current_.size(); ++n) {
        auto* const f = current_[n];
        if (!f || f->how().client != i.who) continue;
        if (!f->stopped()) {
            f->look();
            f->check_wire(false);
            f->check_waits();
            for (auto const& l : f->lanes()) {
                auto const& wire = l->wire();
                bool const reads =
                    !wire.empty() && wire.back().how == exchange::end::open && !wire.back().watch;
                if (reads) ++sometimes_["a process dies while it reads a list"];
            }
        }
        count_life(*f);
        if (running(n)) begins_again.insert(n);
        left_[n] = f->leave();
        if (disks_[n]) disks_[n]->crash(static_cast<std::uint64_t>(i.b) + n);
        current_[n] = nullptr;
    }
    scheduler_.freeze(c.actor);
    c.network->reset();
    for (auto& f : followers_)
        if (f->how().client == i.who) dead.followers.push_back(std::move(f));
    std::erase(followers_, nullptr);
    dead.wire = std::move(c.wire);
    dead.api = std::move(c.api);
    dead_.push_back(std::move(dead));
    auto const client = i.who;
    later(i.a, [this, client] { come_back(client); });
}

void world::count_life(follower& f)
{
    for (auto const& l : f.lanes()) {
        auto const begun = l->first_list();
        if (begun == 0 || begun != l->snapshot()) continue;
        ++sometimes_["a life begins with a snapshot"];
        auto const& first = l->wire().front();
        if (first.status == 410 || first.error_code == 410)
            ++sometimes_["a life begins with a snapshot that is too old"];
        auto const since = l->truth().between(begun, first.newest);
        if (std::ranges::any_of(since, [](event const* e) { return e->deleted; }))
            ++sometimes_["an object is deleted between a snapshot and the next life"];
    }
}

void world::come_back(std::uint32_t client)
{
    auto const gone = away_.extract(client);
    if (gone.empty()) return; // it had to come back earlier
    say("client " + std::to_string(client) + " begins again");
    clients_[client].actor += actors_of_a_life;
    begin_process(client);
    for (auto const n : gone.mapped()) start_informer(n);
}

// Ends the coroutines of the processes that have died, whose network and disks are gone.
void world::bury()
{
    for (auto& d : dead_) {
        for (auto& c : clients_) c.network->refuse(true);
        scheduler_.thaw(d.actor);
        for (auto const& f : d.followers) f->stop();
        auto const end = scheduler_.now() + 60s;
        auto const ended = [](auto const& f) { return !f->started() || f->stopped(); };
        while (!std::ranges::all_of(d.followers, ended) && step(end)) {
        }
        if (!std::ranges::all_of(d.followers, ended))
            fail("P16", "run() of a process that has died does not end a minute after it was cancelled");
        for (auto const& f : d.followers) f->end_pauses();
        for (auto const& f : d.followers) f->release_snapshots();
        d.api->close();
        while (scheduler_.ready() != 0) step(scheduler_.now());
        if (d.wire->open_streams() != 0) fail("P16", "a process that has died leaves connections open");
        d.followers.clear();
        d.api.reset();
        while (scheduler_.ready() != 0) step(scheduler_.now());
    }
}

} // namespace simulation

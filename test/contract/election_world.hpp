#pragma once

#include "own_clock.hpp"
#include "world.hpp"

#include <coinformer/controller/leader_election.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/asio/this_coro.hpp>
#include <boost/json.hpp>

inline constexpr resource lease_resource{
    .group = "coordination.k8s.io", .version = "v1", .plural = "leases", .kind = "Lease"};

/// A process that contends for shop/web, with its own network, clocks and client. Its work records when it
/// begins and ends.
struct contender {
    contender(testing::fake_cluster& w, std::string identity, lines& log,
              leader_election_options options = {})
        : world(w), name(std::move(identity)), said(log), network(w.env),
          kept_clock(std::make_shared<own_clock>(w.time)),
          api(environment{w.env.ex, &clock, w.env.log, 5 + name.size(), w.env.metrics},
              {.server = "http://in-memory", .ns = "shop"}, {}, network.dialer()),
          serving(w.io, w.time, w.server.run(network)), election(api, named(std::move(options)))
    {
    }
    ~contender()
    {
        stop();
        for (int i = 0; i < 3600 && running && !running->ended; ++i) world.time.run_for(1s);
    }

    void start()
    {
        running.emplace();
        running->start(world.io, election.run_while_leader([this] { return work(); }));
        world.time.settle();
    }
    void stop()
    {
        if (running) running->cancel();
    }
    bool ended() const { return running->ended; }

    leader_election_options named(leader_election_options o) const
    {
        o.name = "web";
        o.identity = name;
        return o;
    }

    // Works until it is cancelled, or until finish() is called; then takes `lingers` to end.
    task<> work()
    {
        ++works;
        say("begins");
        bool cancelled = false;
        try {
            while (!finished) co_await turn.wait();
        } catch (boost::system::system_error const&) {
            cancelled = true;
        }
        if (cancelled) told_at = world.time.now();
        co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
        if (lingers > 0s) co_await world.time.sleep_for(lingers);
        --works;
        say("ends");
        finished = false;
        if (throws) throw std::runtime_error("the work's own");
        if (cancelled) throw api_error(errc::cancelled, "work");
    }
    void finish()
    {
        finished = true;
        turn.notify();
        world.time.settle();
    }
    void say(std::string const& what) { said.push_back(name + ' ' + what); }

    testing::fake_cluster& world;
    std::string name;
    lines& said;
    testing::memory_network network;
    std::shared_ptr<own_clock> kept_clock;
    own_clock& clock = *kept_clock;
    client api;
    testing::background serving;
    leader_election election;
    std::optional<background> running;

    wakeup turn;
    int works = 0;
    bool finished = false, throws = false;
    duration lingers = 0s;
    time_point told_at{}; // lets the work end
};

struct election_world : world {
    election_world()
    {
        server.create(resource{.version = "v1", .plural = "namespaces"}, R"({"metadata":{"name":"shop"}})");
    }

    boost::json::object lease() const
    {
        return boost::json::parse(server.get(lease_resource, {"shop", "web"})).as_object();
    }
    std::string holder() const { return std::string(lease()["spec"].at("holderIdentity").as_string()); }
    std::int64_t transitions() const { return lease()["spec"].at("leaseTransitions").as_int64(); }
    void edit(std::string const& patch) { server.patch(lease_resource, {"shop", "web"}, patch); }
    double at() const { return std::chrono::duration<double>(time.now().time_since_epoch()).count(); }
    /// Returns the seconds until `happened` is true, to a tenth.
    template <class Happened>
    double until(Happened happened, duration limit = 60s)
    {
        auto const from = time.now();
        while (!happened() && time.now() - from < limit) time.run_for(100ms);
        return std::chrono::duration<double>(time.now() - from).count();
    }

    lines said;
    contender a{*this, "a", said};
};

/// Two contenders. The one named a leads, and has just renewed its lease.
struct pair_world : election_world {
    pair_world()
    {
        a.start();
        time.run_for(1s);
        b.start();
        time.run_for(9s); // the last renewal was at 10 s, because this was at 10 s
    }
    std::string why() const { return a.running->what(); }
    bool logged(char const* what) const { return log_text.str().find(what) != std::string::npos; }

    contender b{*this, "b", said};
};

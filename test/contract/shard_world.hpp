#pragma once

#include "own_clock.hpp"
#include "world.hpp"

#include <coinformer/shard/shard_group.hpp>

#include <boost/json.hpp>

#include <deque>

inline constexpr resource group_leases{
    .group = "coordination.k8s.io", .version = "v1", .plural = "leases", .kind = "Lease"};

/// A process that takes part in the group shop/web, with its own network, clocks and client.
struct sharing_process {
    sharing_process(testing::fake_cluster& w, std::string identity, shard_field field = shard_field::uid,
                    shard_end at_end = shard_end::hand_over)
        : world(w), name(std::move(identity)), network(w.env),
          kept_clock(std::make_shared<own_clock>(w.time)),
          api(environment{w.env.ex, &clock, w.env.log, 5 + std::hash<std::string>()(name), w.env.metrics},
              {.server = "http://in-memory", .ns = "shop"}, {}, network.dialer()),
          serving(w.io, w.time, w.server.run(network)),
          group(api, {.name = "web", .identity = name, .field = field, .at_end = at_end})
    {
        group.on_release([this](shard_ranges const& where) { return release(where); });
    }
    ~sharing_process()
    {
        lingers = 0s;
        go_on();
        if (running) running->cancel();
        for (int i = 0; i < 3600 && running && !running->ended; ++i) world.time.run_for(1s);
    }
    void start()
    {
        running.emplace();
        running->start(world.io, group.run());
        world.time.settle();
    }
    void stop() { running->cancel(); }
    /// The process dies: nothing that it sends arrives any more, and what it believes does not count.
    void die()
    {
        network.silence();
        network.refuse(true);
        is_dead = true;
    }

    /// The process is stopped, as by SIGSTOP, or its machine is suspended.
    void stand_still()
    {
        if (std::exchange(stands_still, true)) return;
        clock.suspend();
        network.hold(true);
        network.hang(true); // or it would go on with connections that it makes now
    }
    void go_on(own_clock::suspended how = own_clock::suspended::counts)
    {
        if (!std::exchange(stands_still, false)) return;
        clock.resume(how);
        network.hang(false);
        network.hold(false);
    }

    task<> release(shard_ranges const& where)
    {
        if (lingers > 0s) co_await world.time.sleep_for(lingers);
        released = released | where;
    }
    double share() const { return group.owned().fraction(); }

    testing::fake_cluster& world;
    std::string name;
    testing::memory_network network;
    std::shared_ptr<own_clock> kept_clock;
    own_clock& clock = *kept_clock;
    client api;
    testing::background serving;
    shard_group group;
    std::optional<background> running;
    duration lingers = 0s;
    bool is_dead = false, stands_still = false;
    shard_ranges released;
};

struct shard_world : world {
    shard_world()
    {
        server.create(resource{.version = "v1", .plural = "namespaces"}, R"({"metadata":{"name":"shop"}})");
    }
    sharing_process& add(std::string const& name)
    {
        auto& made = members.emplace_back(*this, name, field, at_end);
        made.start();
        return made;
    }
    /// Looks which members own each of a few hashes now, and adds up what is wrong.
    struct owners {
        int none = 0, several = 0, back = 0; ///< back: the fencing number is smaller than one before it
    };
    owners owners_now()
    {
        owners found;
        for (std::uint64_t i = 0; i != fences.size(); ++i) {
            auto const hash = i << 60 | 12345;
            int count = 0;
            for (auto const& m : members) {
                auto const number = m.group.fence(hash);
                if (!number || m.is_dead || m.stands_still) continue;
                ++count;
                found.back += *number < fences[i];
                fences[i] = std::max(fences[i], *number);
            }
            found.none += count == 0;
            found.several += count > 1;
        }
        return found;
    }
    /// Lets time pass, and looks each 100 ms. Returns for how long some hash had no owner, at most in a row.
    duration watch_for(duration time_passes)
    {
        duration longest{}, without{};
        for (duration passed{}; passed < time_passes; passed += 100ms) {
            time.run_for(100ms);
            auto const now = owners_now();
            if (now.several + now.back != 0) CHECK(now.several + now.back == 0);
            without = now.none == 0 ? 0s : without + 100ms;
            longest = std::max(longest, without);
        }
        return longest;
    }

    std::deque<sharing_process> members;
    shard_field field = shard_field::uid; // and how members end; both for those that are added later
    shard_end at_end = shard_end::hand_over;
    std::array<std::int64_t, 16> fences{};
};

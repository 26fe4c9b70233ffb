#pragma once

#include "world.hpp"

#include <coinformer/core/wakeup.hpp>
#include <coinformer/fleet/fleet.hpp>

#include <map>

/// Some clusters in memory, a log, and a source that names them. A test makes a fleet of them.
struct fleet_world : world_log {
    struct site {
        explicit site(environment const& env) : network(env), server(env) {}
        void create(std::string const& name)
        {
            server.create(config_maps, R"({"metadata":{"name":")" + name + R"(","namespace":"n1"}})");
        }
        testing::memory_network network;
        testing::api_server server;
    };

    /// A cluster that answers, and that the source does not name yet.
    site& make_site(std::string const& name)
    {
        auto& made = sites[name] = std::make_unique<site>(env);
        serving.push_back(std::make_unique<testing::background>(io, time, made->server.run(made->network)));
        time.settle();
        made->create("first");
        return *made;
    }
    site& join(std::string const& name)
    {
        auto& made = make_site(name);
        source->put(name, {.server = "http://" + name});
        return made;
    }
    fleet_options options()
    {
        fleet_options o;
        o.dial = [this](std::string const& name, endpoint const&) {
            return sites.at(name)->network.dialer();
        };
        return o;
    }
    /// Work that waits for an informer, notes that, and goes on until it is cancelled.
    std::function<task<>(cluster&)> follows_config_maps()
    {
        return [this](cluster& c) -> task<> {
            events.push_back(c.name() + " begins");
            auto maps = c.factory().of<config_map>();
            struct ending {
                ~ending() { events.push_back(name + " ends"); }
                lines& events;
                std::string name;
            } const at_end{events, c.name()};
            co_await maps.synced();
            synced_at[c.name()] = time.now();
            objects[c.name()] = maps.snapshot().size();
            wakeup nothing;
            co_await nothing.wait();
        };
    }
    static std::function<task<>(cluster&)> not_followed()
    {
        return [](cluster&) -> task<> { co_return; };
    }
    std::string state_of(fleet const& f, std::string const& name) const
    {
        for (auto const& s : f.status())
            if (s.name == name) return std::string(to_string(s.state));
        return "none";
    }
    cluster_status status_of(fleet const& f, std::string const& name) const
    {
        for (auto const& s : f.status())
            if (s.name == name) return s;
        return {};
    }
    lines take_events() { return std::exchange(events, {}); }

    asio::io_context io;
    testing::virtual_clock time{io};
    environment env{.ex = io.get_executor(), .time = &time, .log = &log, .seed = 1};
    std::shared_ptr<manual_clusters> source = std::make_shared<manual_clusters>();
    lines events;
    std::map<std::string, time_point> synced_at;
    std::map<std::string, std::size_t> objects;
    std::map<std::string, std::unique_ptr<site>> sites;
    std::vector<std::unique_ptr<testing::background>> serving;
};

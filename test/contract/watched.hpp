#pragma once

#include "world.hpp"

#include <coinformer/api/watcher.hpp>

/// Writes the changes as lines, until the watch ends.
inline task<> write_down(watcher<config_map>& events, lines& seen)
{
    static constexpr char marks[]{'+', '~', '-'};
    for (;;) {
        auto const e = co_await events.next();
        auto const value = e.object->data.find("v");
        seen.push_back(std::string(1, marks[static_cast<int>(e.type)]) + std::string(e.object.key().name) +
                       '=' + (value == e.object->data.end() ? "" : value->second));
    }
}

/// A world with a=1 and b=1, and a watcher that begins behind them.
struct watched : world {
    explicit watched(watcher_options options = {})
    {
        put("a", "1");
        put("b", "1");
        events.emplace(api, server.resource_version(), std::move(options));
    }

    void start()
    {
        running.start(io, write_down(*events, seen));
        time.run_for(1s);
    }
    std::size_t watches() const { return server.requests("watch", config_maps); }

    std::optional<watcher<config_map>> events;
    lines seen;
    background running;
};

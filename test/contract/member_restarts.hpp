#pragma once

#include "informer_shard_world.hpp"
#include "test_share.hpp"

#include <coinformer/testing/memory_storage.hpp>

#include <algorithm>
#include <memory>
#include <optional>

/// Processes that follow each other, with a storage that outlives them. The server has a=1, b=1 and c=1.
struct member_restarts : world {
    explicit member_restarts(bool gate = false, fetch_mode fetch = fetch_mode::list)
        : world(sharding_server(gate))
    {
        options.fetch = fetch;
        options.warm_start.storage = storage;
        for (auto const* name : {"a", "b", "c"}) put(name, "1");
    }
    ~member_restarts() { stop(); }

    shard_ranges of(lines const& names) const { return share_of(server, names); }
    void hold(lines const& names) { share->hold(of(names)); }
    /// Starts a process that holds these objects at first, and lets it run for a while.
    void start(lines const& names, duration runs = 1s)
    {
        share = std::make_shared<test_share>();
        hold(names);
        start_with(share, runs);
    }
    void start_with(std::shared_ptr<key_share> of_process, duration runs = 1s)
    {
        options.shard = std::move(of_process);
        seen.clear();
        informer.emplace(api, options);
        informer->on_change(recording_moves(seen));
        server.forget_actions();
        log_text.str("");
        lists_before = server.requests("list", config_maps);
        watches_before = server.requests("watch", config_maps);
        running.start(io, informer->run());
        time.run_for(runs);
    }
    /// The process ends, and saves its last snapshot.
    void stop()
    {
        running.cancel();
        informer.reset();
    }
    void restart(lines const& names, duration runs = 1s)
    {
        stop();
        start(names, runs);
    }

    lines told() { return std::exchange(seen, {}); }
    std::size_t lists() const { return server.requests("list", config_maps) - lists_before; }
    std::size_t exact_lists() const
    {
        auto const requests = server.actions();
        return static_cast<std::size_t>(std::ranges::count_if(requests, is_exact));
    }
    reflector_status status() { return run(informer->status()).reflector; }

    std::shared_ptr<testing::memory_storage> storage = std::make_shared<testing::memory_storage>();
    std::shared_ptr<test_share> share;
    informer_options options;
    std::optional<shared_informer<config_map>> informer;
    lines seen; // by a handler that is told everything
    background running;
    std::size_t lists_before = 0, watches_before = 0;
};

#pragma once

#include "world.hpp"

#include <coinformer/core/metrics.hpp>
#include <coinformer/testing/memory_storage.hpp>

#include <memory>
#include <string>

/// A client of a world that counts in a registry of its own.
struct counted_client {
    explicit counted_client(testing::fake_cluster& in)
        : api(environment{in.env.ex, in.env.time, in.env.log, in.env.seed, &registry},
              {.server = "http://in-memory"}, {}, in.network.dialer())
    {
    }
    ~counted_client() { api.close(); }

    metrics_registry registry;
    client api;
};

/// A process with one informer. It ends as a process does that was told to.
struct process : recorded_informer {
    process(world& in, informer_options const& options) : recorded_informer(in.io, in.api, options) {}
};

/// A server with a=1 and b=1, and a storage that outlives the processes.
struct restarts : world {
    restarts()
    {
        options.warm_start.storage = storage;
        put("a", "1");
        put("b", "1");
    }
    /// Starts a process, and lets it run for a while.
    process& start(duration runs = 1s)
    {
        now = std::make_unique<process>(*this, options);
        server.forget_actions();
        asked_for_lists = lists();
        time.run_for(runs);
        return *now;
    }
    void stop()
    {
        now->running.cancel();
        now.reset();
    }
    void kill() // the last snapshot is not saved
    {
        storage->failure = "killed";
        stop();
        storage->failure.clear();
    }
    std::size_t lists() const { return server.requests("list", config_maps); }
    std::size_t lists_of_this_process() const { return lists() - asked_for_lists; }

    std::shared_ptr<testing::memory_storage> storage = std::make_shared<testing::memory_storage>();
    informer_options options = listing();
    std::unique_ptr<process> now;
    std::size_t asked_for_lists = 0;
};

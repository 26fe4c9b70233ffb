// Contract: a fleet of agents, each with a client and a snapshot of its own, can restart at the same moment.
// The server sends none of them an object that has not changed.

#include "tapped_network.hpp"
#include "world.hpp"

#include <coinformer/testing/memory_storage.hpp>

#include <deque>

namespace {

/// It leaves the data of a ConfigMap out, and is no mere metadata, which a server would send alone.
struct brief {
    object_meta metadata;
    bool immutable = false;
};
BOOST_DESCRIBE_STRUCT(brief, (), (metadata, immutable))

/// An agent on a node: one process of the fleet.
struct agent {
    agent(world& in, std::shared_ptr<testing::memory_storage> disk)
        : api(in.env, {.server = "http://cluster"}, {.compression = compression::none},
              std::make_unique<tapped_dialer>(in.network.dialer(), said)),
          informer(api, options(std::move(disk)), config_maps), running(in.io, informer.run())
    {
    }
    static informer_options options(std::shared_ptr<testing::memory_storage> disk)
    {
        informer_options o;
        o.warm_start.storage = std::move(disk);
        return o;
    }

    conversation said;
    client api;
    shared_informer<brief> informer;
    background running;
};

} // namespace

TEST_CASE_METHOD(world,
                 "a thousand agents that restart together are sent a thousandth of a cold start's bytes")
{
    constexpr std::size_t size = 1000;
    for (int i = 0; i != 200; ++i) put("o" + std::to_string(i), std::string(10'000, 'x'));
    auto const disk = std::make_shared<testing::memory_storage>();
    std::size_t cold = 0;
    {
        agent first(*this, disk);
        time.run_for(1s);
        REQUIRE(first.informer.has_synced());
        cold = first.said.received.size() * size; // every other agent would be sent the same
        first.running.cancel();
    }
    REQUIRE(disk->saved == 1);

    set("o7", "2"); // changed while nobody looked
    std::deque<agent> fleet;
    for (std::size_t i = 0; i != size; ++i) {
        auto own = std::make_shared<testing::memory_storage>();
        own->bytes = disk->bytes;
        fleet.emplace_back(*this, std::move(own));
    }
    time.run_for(1s);
    std::size_t warm = 0;
    for (auto const& one : fleet) {
        REQUIRE(one.informer.has_synced());
        REQUIRE(one.informer.snapshot().size() == 200);
        warm += one.said.received.size();
    }
    CAPTURE(cold, warm);
    CHECK(warm < cold / 1000);
    CHECK(server.requests("list", config_maps) == 0);
    for (auto& one : fleet) one.running.cancel();
}

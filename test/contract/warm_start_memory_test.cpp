// Contract: the objects of a snapshot are in the memory account while they wait for the store.

#include "warm_start_world.hpp"

namespace {

constexpr std::size_t large_value = 200'000;

/// An informer of three namespaces begins with a snapshot of them. The first call of its handler does not
/// end: so the objects of the second namespace wait for the handler, and those of the third one for the
/// store.
struct held_up_snapshot : world {
    held_up_snapshot()
    {
        options.namespaces = {"lab", "mall", "shop"};
        options.warm_start.storage = std::make_shared<testing::memory_storage>();
    }
    void put_in_all(std::string const& name, std::string const& value)
    {
        for (auto const& ns : options.namespaces) put(name, value, ns);
    }
    /// Returns the share that has the objects of this name.
    shard_ranges share_of_all(std::string const& name) const
    {
        shard_ranges all;
        for (auto const& ns : options.namespaces) {
            auto const hash =
                shard_hash(decode_object<config_map>(server.get(config_maps, {ns, name})).uid());
            all = all | shard_ranges::between(hash, hash);
        }
        return all;
    }
    void save()
    {
        shared_informer<config_map> informer(api, options);
        background running(io, informer.run());
        time.run_for(1s);
        running.cancel();
    }
    informer_status status_of_next()
    {
        shared_informer<config_map> informer(api, options);
        informer.on_change({.added = [this](config_map const&) { return time.sleep_for(1000h); }},
                           {.policy = overflow::block, .capacity = 0});
        background const running(io, informer.run());
        time.run_for(5s);
        return run(informer.status());
    }

    informer_options options = listing();
};

} // namespace

TEST_CASE_METHOD(held_up_snapshot, "the objects of a snapshot count while they wait for the store")
{
    put_in_all("large", std::string(large_value, 'x'));
    save();
    auto const status = status_of_next();
    REQUIRE(status.reflector.restored == 3);
    REQUIRE(status.objects == 2);
    REQUIRE(status.queued != 0);
    CHECK(status.memory.backlogs > large_value);
    CHECK(status.memory.backlogs < 2 * large_value);
}

TEST_CASE_METHOD(held_up_snapshot, "objects of a snapshot that other processes hold now do not count")
{
    put_in_all("large", std::string(large_value, 'x'));
    put_in_all("small", "1");
    options.shard = fixed_share(shard_ranges::all());
    save();
    options.shard = fixed_share(share_of_all("small"));
    auto const status = status_of_next();
    REQUIRE(status.reflector.restored == 3);
    REQUIRE(status.objects == 2);
    REQUIRE(status.queued != 0);
    CHECK(status.memory.backlogs < large_value / 2);
}

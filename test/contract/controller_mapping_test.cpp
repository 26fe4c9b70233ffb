// Contract: a controller reconciles each key to which an object has belonged, even if its mapping is slow.

#include "controlled.hpp"

#include <coinformer/testing/manual_source.hpp>

#include <algorithm>
#include <utility>

namespace {

std::string owned_object(std::string const& name, std::string const& owner)
{
    return R"({"metadata":{"name":")" + name + R"(","namespace":"shop"},"data":{"owner":")" + owner +
           R"("}})";
}

std::string owner_in(shared_informer<config_map> const& informer, std::string_view name)
{
    return informer.snapshot().get("shop", name)->data.at("owner");
}

} // namespace

TEST_CASE("an owner that an object has left again is reconciled, "
          "although more than a thousand changes have waited for the mapping")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    auto const put = [&](std::string const& name, std::string const& owner) {
        source->put(owned_object(name, owner));
    };
    for (auto const* name : {"traveller", "busy", "slow"}) put(name, "x");
    shared_informer<config_map> informer(env, source);

    bool is_slow = false;
    std::string meanwhile;
    auto const owner_of = [&](config_map const& m) {
        if (std::exchange(is_slow, false)) {
            put("traveller", "y");
            for (int i = 0; i != 1'500; ++i) put("busy", std::to_string(i % 2));
            put("traveller", "z");
            io.poll(); // the informer reads on during this call of the mapping, as on another thread
            meanwhile = owner_in(informer, "traveller");
        }
        return object_name("shop", m.data.at("owner"));
    };
    lines seen;
    auto const reconcile = [&](object_name const& key) -> task<reconcile_result> {
        seen.push_back(key.name + " while the object belongs to " + owner_in(informer, "traveller"));
        co_return reconcile_result::done();
    };
    controller<> tested(env, reconcile, quick());
    tested.watches(informer, owner_of);
    background const informing(io, informer.run()), running(io, tested.run());
    time.run_for(1s);
    seen.clear();

    is_slow = true;
    put("slow", "w");
    time.run_for(1min);
    CHECK(meanwhile == "y"); // the informer waits for the mapping
    CHECK(owner_in(informer, "traveller") == "z");
    CHECK(std::ranges::count(seen, "y while the object belongs to z") != 0);
}

// Contract: how long a controller waits if the API server says when to come back.

#include "controlled.hpp"

namespace {

/// A controller whose reconciles write to their objects.
struct writing_controller : world {
    writing_controller()
    {
        put("a", "1");
        running.start(io, tested.run());
        time.settle();
    }

    task<reconcile_result> reconcile(object_name key)
    {
        ++reconciles;
        co_await api.patch<config_map>("shop", key.name, merge_patch(R"({"data":{"v":"2"}})"));
        co_return reconcile_result::done();
    }

    int reconciles = 0;
    controller<> tested{env, [this](object_name key) { return reconcile(std::move(key)); }, quick()};
    background running;
};

} // namespace

TEST_CASE_METHOD(
    writing_controller,
    "a key that the API server throttles waits for five minutes at most, whatever Retry-After says")
{
    server.inject(faults::throttled(24h).on("patch")); // and the server is back at once
    tested.add({"shop", "a"});
    time.run_for(1s);
    CHECK(has_logged("next=after 300000 ms"));
    time.run_for(4min);
    CHECK(reconciles == 1);
    time.run_for(1min);
    CHECK(reconciles == 2);
    CHECK(server.get(config_maps, {"shop", "a"}).find(R"("v":"2")") != std::string::npos);
    CHECK(tested.status().queue.delayed == 0);
}

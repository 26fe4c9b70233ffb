// A controller that has no memory to begin a run. Each allocation fails in its turn.

#include "controller/reconcile_metrics.hpp"

#include <coinformer/controller/controller.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <optional>
#include <string>

#include "catch.hpp"
#include "metrics_text.hpp"
#include "unit/cache/allocated.hpp"

namespace controller_start_memory {

using namespace coinformer;

task<reconcile_result> succeed(object_name const&)
{
    co_return reconcile_result::done();
}

/// A controller that counts, and gets its name when it runs, because it watches nothing.
struct nameless_controller {
    std::string shown(char const* family) const { return metric_lines(registry, family); }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    metrics_registry registry;
    environment env{
        .ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1, .metrics = &registry};
    controller<> tested{env, succeed};
};

} // namespace controller_start_memory

TEST_CASE("a controller that had no memory to begin a run can run later, and counts then, whichever "
          "allocation has failed")
{
    std::size_t failed = 0;
    bool has_begun = false;
    for (std::size_t count = 0; !has_begun; ++count) {
        INFO("with " << count << " allocations");
        controller_start_memory::nameless_controller w;
        w.tested.add({"shop", "a"});
        std::exception_ptr failure;
        bool has_left_run = true;
        boost::asio::co_spawn(w.io, w.tested.run(), [&failure](std::exception_ptr why) { failure = why; });
        w.io.restart();
        (void)meets_shortage(count, memory_shortage::passes, [&] {
            w.io.poll();
            has_left_run = false;
        });
        has_begun = !w.shown("controller_runtime_max").empty();
        // If Asio has lost the coroutine, the program learns it, because io_context::run() throws.
        if (has_begun || has_left_run || !failure) continue;
        ++failed;

        coinformer::testing::background const again(w.io, w.time, w.tested.run());
        w.time.settle();
        REQUIRE_FALSE(again.ended());
        REQUIRE(w.tested.status().reconciles == 1);
        REQUIRE(w.shown("controller_runtime_max") ==
                "controller_runtime_max_concurrent_reconciles controller=controller: 1\n");
        REQUIRE(w.shown("workqueue_adds") ==
                "workqueue_adds_total controller=controller name=controller: 1\n");
    }
    CHECK(failed > 10); // fewer would mean that nothing was tested
}

TEST_CASE("a controller that had no memory to count its shards has counted nothing of them, whichever "
          "allocation has failed")
{
    auto const read = [] { return std::optional(coinformer::controller_status()); };
    bool was_short = true;
    std::size_t count = 0;
    for (; was_short; ++count) {
        INFO("with " << count << " allocations");
        coinformer::metrics_registry registry;
        coinformer::detail::reconcile_metrics made;
        was_short = meets_shortage(count, memory_shortage::passes, [&] {
            coinformer::detail::add_shard_metrics(made, &registry, "web", read);
        });
        REQUIRE(bool(made.owned) == !was_short); // the controller looks at this one
        REQUIRE(bool(made.parked) == !was_short);
    }
    CHECK(count > 1);
}

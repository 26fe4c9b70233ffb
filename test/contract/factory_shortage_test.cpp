// Contract: an informer that a factory has no memory to start has failed. The others run on, and all of
// them can be stopped.

#include "scarce_executor.hpp"
#include "world.hpp"

#include <coinformer/testing/manual_source.hpp>

#include <boost/asio/co_spawn.hpp>

namespace {

using maps_by_hand = testing::manual_source<config_map>;

/// A factory that runs, on an executor that has no memory for some coroutines. Its first informer is
/// synced.
struct factory_in_shortage {
    factory_in_shortage()
    {
        first->put(R"({"metadata":{"name":"a","namespace":"shop"}})");
        asio::co_spawn(io, factory.run(), [this](std::exception_ptr) { has_ended = true; });
        time.run_for(1s);
    }
    /// Lets the factory start the second informer, with memory for this number of coroutines before one
    /// fails. Returns false if the executor has lost what it was about to run, which no code of the
    /// library can notice.
    bool start_second(std::size_t coroutines)
    {
        memory->spawns.good = coroutines;
        memory->spawns.failing = 1;
        bool is_whole = true;
        try {
            time.run_for(1s);
        } catch (std::bad_alloc const&) {
            is_whole = false;
        }
        was_short = memory->spawns.failing == 0;
        memory->spawns.failing = 0;
        return is_whole;
    }

    asio::io_context io;
    testing::virtual_clock time{io};
    std::shared_ptr<test::memory_left> const memory = std::make_shared<test::memory_left>();
    environment env{.ex = test::scarce_executor(io, memory), .time = &time, .log = &no_log(), .seed = 1};
    std::shared_ptr<maps_by_hand> const first = std::make_shared<maps_by_hand>(),
                                        second = std::make_shared<maps_by_hand>();
    informer_factory factory{env};
    informer_handle<config_map> of_first = factory.from<config_map>(first);
    bool has_ended = false; // no ::background, which would wait in vain for what the executor has lost
    bool was_short = false;
};

} // namespace

TEST_CASE("an informer that there was no memory to start has failed, and the others of its factory run on")
{
    int failed = 0;
    bool has_begun = false; // to read, so that the informer was started
    for (std::size_t coroutines = 0; !has_begun; ++coroutines) {
        INFO("with memory for " << coroutines << " coroutines");
        factory_in_shortage w;
        REQUIRE(w.of_first.has_synced());
        auto const of_second = w.factory.from<config_map>(w.second);
        bool const is_whole = w.start_second(coroutines);
        has_begun = w.second->lists() != 0;
        if (has_begun || !is_whole) continue;
        REQUIRE(w.was_short);
        REQUIRE_FALSE(w.has_ended);
        CHECK_FALSE(of_second.has_synced());
        CHECK(w.factory.failures().size() == 1);
        ++failed;

        w.first->put(R"({"metadata":{"name":"b","namespace":"shop"}})");
        w.time.run_for(1s);
        CHECK(w.of_first.snapshot().size() == 2);
        testing::run(w.io, w.time, w.factory.stop(config_maps));
        CHECK_FALSE(w.has_ended);
        auto const anew = w.factory.from<config_map>(w.second);
        testing::run(w.io, w.time, w.factory.synced());
        CHECK(anew.has_synced());
    }
    CHECK(failed != 0);
}

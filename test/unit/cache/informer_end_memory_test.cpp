// An informer that has no memory for its parts, or for its end, ends all the same, so that nobody waits for
// it for ever. So does a factory. Each allocation fails in its turn.

#include "allocated.hpp"
#include "cache/informer_core.hpp"
#include "item.hpp"

#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/testing/manual_source.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

constexpr resource resource_of_items{
    .group = "example.io", .version = "v1", .plural = "items", .kind = "Item"};

/// Says if a task has ended, and with which exception.
struct outcome {
    bool has_ended = false;
    std::exception_ptr failure;
};

task<> begin_with(wakeup& go, task<> body)
{
    co_await go.wait();
    co_await std::move(body);
}

/// A source with one object, and tasks, one of which meets a shortage of memory.
struct tasks_without_memory {
    tasks_without_memory()
    {
        source->put(R"({"metadata":{"namespace":"n","name":"a"},"value":1,"group":"g"})");
    }
    static void start_on(executor const& on, task<> body, outcome& how_it_ends)
    {
        asio::co_spawn(on, std::move(body), [&](std::exception_ptr failure) {
            how_it_ends = {.has_ended = true, .failure = failure};
        });
    }
    /// Begins a task in a turn of its own, in which one allocation fails. Returns true if it has.
    bool begin_in_shortage_on(executor const& on, task<> body, std::size_t good_allocations)
    {
        start_on(on, begin_with(go, std::move(body)), ran);
        time.settle();
        go.notify();
        bool const failed = meets_shortage(good_allocations, memory_shortage::passes, [&] {
            io.restart();
            is_lost = true;
            io.run_one();
            is_lost = false;
        });
        time.run_for(1s);
        return failed;
    }

    asio::io_context io;
    testing::virtual_clock time{io};
    environment env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    std::shared_ptr<testing::manual_source<item>> source = std::make_shared<testing::manual_source<item>>();
    wakeup go;
    outcome ran;
    /// An exception has left the turn. Asio has destroyed the task then, which no code of the library can
    /// notice.
    bool is_lost = false;
};

/// An informer of the source, with a handler.
struct informer_without_memory : tasks_without_memory {
    informer_without_memory()
    {
        core->on_change(erase_type(handlers<item>{.added = [this](item const&) { ++calls; }}), {});
    }
    void start(task<> body, outcome& how_it_ends) { start_on(core->strand(), std::move(body), how_it_ends); }
    bool begin_in_shortage(task<> body, std::size_t good_allocations)
    {
        return begin_in_shortage_on(core->strand(), std::move(body), good_allocations);
    }

    std::shared_ptr<informer_core> core =
        make_informer(env, std::make_unique<erased_list_watch<item>>(source), resource_of_items,
                      transform<item>().internals(), informer_options());
    int calls = 0;
    outcome stopped, synced;
};

/// A factory with an informer of the source. Nobody runs it.
struct factory_without_memory : tasks_without_memory {
    informer_factory factory{env};
    informer_handle<item> informer = factory.from<item>(source, {}, resource_of_items);
};

} // namespace

TEST_CASE("an informer that has no memory to start its parts ends, and so do the waits for it")
{
    std::size_t good = 0, ended = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        informer_without_memory w;
        w.start(w.core->stopped(), w.stopped);
        w.start(w.core->synced(), w.synced);
        failed = w.begin_in_shortage(w.core->run(), good);
        REQUIRE(w.stopped.has_ended == w.ran.has_ended);
        REQUIRE(w.synced.has_ended);
        if (w.ran.has_ended) {
            ++ended;
            CHECK_THROWS_AS(std::rethrow_exception(w.ran.failure), std::bad_alloc);
            CHECK_THROWS_AS(std::rethrow_exception(w.stopped.failure), std::bad_alloc);
        } else {
            CHECK(w.calls == 1);
        }
    }
    CHECK(ended > 3); // fewer would mean that nothing was tested
}

TEST_CASE(
    "an informer that was never run, and has no memory to be ended, ends all the same, or with the next "
    "attempt")
{
    std::size_t good = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        informer_without_memory w;
        failed = w.begin_in_shortage(w.core->abandon(), good);
        outcome again;
        w.start(w.core->abandon(), again);
        w.start(w.core->stopped(), w.stopped);
        w.time.run_for(1s);
        REQUIRE(again.has_ended);
        CHECK_FALSE(again.failure);
        REQUIRE(w.stopped.has_ended);
    }
    CHECK(good > 3); // fewer would mean that nothing was tested
}

TEST_CASE("a factory that was never run and has no memory to be stopped is stopped by the next attempt")
{
    std::size_t good = 0, refused = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        factory_without_memory w;
        executor const on = w.io.get_executor();
        failed = w.begin_in_shortage_on(on, w.factory.stop(), good);
        if (w.is_lost) continue; // Asio has destroyed the task in the middle of its work
        REQUIRE(w.ran.has_ended);
        if (w.ran.failure) {
            ++refused;
            CHECK_THROWS_AS(std::rethrow_exception(w.ran.failure), std::bad_alloc);
        }
        outcome again, informer_stopped;
        w.start_on(on, w.factory.stop(), again);
        w.start_on(on, w.informer.stopped(), informer_stopped);
        w.time.run_for(1s);
        REQUIRE(again.has_ended);
        CHECK_FALSE(again.failure);
        REQUIRE(informer_stopped.has_ended);
    }
    CHECK(refused != 0);
    CHECK(good > 3); // fewer would mean that nothing was tested
}

TEST_CASE("an index of an informer that could not be added for want of memory can be added again")
{
    std::string const name = "by a group of many letters";
    bool const fails_on_strand = GENERATE(false, true);
    std::size_t good = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        informer_without_memory w;
        w.time.settle();
        auto const add = [&] {
            w.core->index(name, [](object_ref const& o) -> std::vector<std::string> {
                return {item_of(o).group.to_owned()};
            });
        };
        auto const is_added = [&] {
            try {
                return w.core->snapshot().values_of(name).empty();
            } catch (api_error const&) {
                return false;
            }
        };
        if (fails_on_strand) add();
        failed = meets_shortage(good, memory_shortage::passes, [&] {
            if (!fails_on_strand) add();
            w.io.restart();
            w.io.run_one();
        });
        w.time.settle();
        if (!is_added()) add();
        w.time.settle();
        REQUIRE(is_added());
        REQUIRE_THROWS_AS(add(), api_error);
    }
    CHECK(good > 2); // fewer would mean that nothing was tested
}

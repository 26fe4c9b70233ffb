// A nursery that has no memory to start a child. Each allocation fails in its turn.

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>

#include "catch.hpp"
#include "unit/cache/allocated.hpp"

namespace {

coinformer::task<> end_at_once()
{
    co_return;
}

coinformer::task<> wait_for(coinformer::wakeup& never)
{
    co_await never.wait();
}

} // namespace

TEST_CASE("a nursery that had no memory to start a child can be joined, whichever allocation fails")
{
    auto const how = GENERATE(memory_shortage::passes, memory_shortage::lasts);
    bool was_short = true;
    for (std::size_t count = 0; was_short; ++count) {
        INFO("with " << count << " allocations");
        boost::asio::io_context io;
        coinformer::nursery work(io.get_executor());
        auto child = end_at_once();
        was_short = meets_shortage(count, how, [&] { work.start(std::move(child)); });
        bool has_ended = false;
        boost::asio::co_spawn(io, work.join(), [&](std::exception_ptr) { has_ended = true; });
        io.restart();
        io.poll();
        REQUIRE(has_ended);
    }
}

TEST_CASE("a nursery that had no memory to stop its children stops them all the same, or with the next stop")
{
    bool was_short = true;
    for (std::size_t count = 0; was_short; ++count) {
        INFO("with " << count << " allocations");
        boost::asio::io_context io;
        coinformer::wakeup never;
        coinformer::nursery work(io.get_executor());
        work.start(wait_for(never));
        work.start(wait_for(never));
        io.poll();
        was_short = meets_shortage(count, memory_shortage::passes, [&] {
            work.request_stop();
            io.restart();
            io.poll();
        });
        work.request_stop();
        bool has_ended = false;
        boost::asio::co_spawn(io, work.join(), [&](std::exception_ptr) { has_ended = true; });
        io.restart();
        io.poll();
        REQUIRE(has_ended);
    }
}

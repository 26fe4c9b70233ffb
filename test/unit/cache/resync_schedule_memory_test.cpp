// A schedule of resyncs that has no memory when handlers are due forgets none of them.

#include "allocated.hpp"
#include "cache/handlers/resync_schedule.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

struct resynced {};

} // namespace

TEST_CASE("handlers that were due while there was no memory are due again, and can be removed")
{
    boost::asio::io_context io;
    testing::virtual_clock time(io);
    resynced a, b;
    detail::resync_schedule<resynced> schedule(time, io.get_executor(), [] {});
    schedule.start();
    schedule.add(a, 10s);
    schedule.add(b, 10s);
    time.run_for(10s);

    std::size_t const allocations = GENERATE(0u, 1u, 2u);
    std::vector<resynced*> due;
    if (!with_allocations(allocations, [&] { due = schedule.take_due(); })) due = schedule.take_due();
    CHECK(due == std::vector<resynced*>{&a, &b});
    schedule.remove(a);
    time.run_for(10s);
    CHECK(schedule.take_due() == std::vector<resynced*>{&b});
}

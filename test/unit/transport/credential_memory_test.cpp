// A credential cache that has no memory for a renewal. Each allocation fails in its turn.

#include "transport/config/credential_cache.hpp"

#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "catch.hpp"
#include "fake_source.hpp"
#include "unit/cache/allocated.hpp"

namespace credential_memory {

using namespace coinformer;
using namespace std::chrono_literals;

/// A cache with a credential that lasts 15 minutes, and whose last third has begun.
struct renewing {
    renewing()
    {
        source->lasts = 15min;
        testing::run(io, time, cache.ready());
        time.run_for(12min);
    }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    environment env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    std::shared_ptr<fake_source> source = std::make_shared<fake_source>();
    detail::credential_cache cache{env, source, 1min, nullptr};
};

/// Waits for a credential, as a request does. Tells how that has ended.
task<> wait_for_credential(detail::credential_cache& cache, bool& has_ended, bool& has_one)
{
    try {
        co_await cache.ready();
        has_one = true;
    } catch (std::exception const&) { // the source or the memory has failed
    }
    has_ended = true;
}

} // namespace credential_memory

TEST_CASE(
    "when a renewal had no memory, a later request gets a new credential, whichever allocation has failed")
{
    using namespace credential_memory;
    auto const how = GENERATE(memory_shortage::passes, memory_shortage::lasts);
    bool was_short = true;
    for (std::size_t count = 0; was_short; ++count) {
        INFO("with " << count << " allocations");
        renewing w;
        bool first_has_ended = false, later_has_ended = false, has_one = false, has_a_new_one = false;
        boost::asio::co_spawn(w.io, wait_for_credential(w.cache, first_has_ended, has_one),
                              boost::asio::detached);
        bool has_left_run = true;
        was_short = meets_shortage(count, how, [&] {
            w.time.settle();
            has_left_run = false;
        });
        if (has_left_run) continue; // the program learns it, because io_context::run() throws
        w.time.settle();
        REQUIRE(first_has_ended);
        w.time.run_for(5min); // the first credential has ended, and so have the pauses
        boost::asio::co_spawn(w.io, wait_for_credential(w.cache, later_has_ended, has_a_new_one),
                              boost::asio::detached);
        w.time.settle();
        REQUIRE(later_has_ended);
        REQUIRE(has_a_new_one);
        REQUIRE(w.source->calls >= 2);
    }
}

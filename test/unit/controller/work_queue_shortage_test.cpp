// A work queue that has no memory to wake its workers: the caller, or one worker, learns it, and the other
// workers get their keys.

#include "failing_clock.hpp"

#include <coinformer/controller/work_queue.hpp>
#include <coinformer/testing/run.hpp>

#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

/// Fails one of the next allocations of Asio, which allocates with std::aligned_alloc and not with new: the
/// one after this number of others. Empty: none fails.
thread_local std::optional<std::size_t> allocations_of_asio;

} // namespace

// Replaces the C library's function.
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    if (allocations_of_asio && (*allocations_of_asio)-- == 0) {
        allocations_of_asio.reset();
        return nullptr;
    }
    void* block = nullptr;
    return ::posix_memalign(&block, alignment, size) == 0 ? block : nullptr;
}

namespace {

struct short_of_memory {
    task<> work(std::vector<std::string>& seen)
    {
        while (auto got = co_await queue.pop()) {
            seen.push_back(got->key());
            got->done();
        }
    }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    test::failing_clock clock{time};
    work_queue<std::string> queue{{.ex = io.get_executor(), .time = &clock}};
};

} // namespace

TEST_CASE_METHOD(short_of_memory,
                 "after an add() that had no memory to wake a worker, the next one wakes it for both keys")
{
    std::vector<std::string> seen;
    testing::background const worker(io, time, work(seen));
    time.settle();
    allocations_of_asio = GENERATE(0u, 1u); // Asio's two allocations before it schedules the strand
    CHECK_THROWS_AS(queue.add("a"), std::bad_alloc);
    REQUIRE_FALSE(allocations_of_asio);
    time.settle();
    queue.add("b");
    time.settle();
    CHECK(seen == std::vector<std::string>{"a", "b"});
}

TEST_CASE_METHOD(
    short_of_memory,
    "when one worker has no memory to wait for a delayed key, the other one gets the key in time")
{
    std::vector<std::string> seen;
    testing::background const failing(io, time, work(seen)), other(io, time, work(seen));
    time.settle();
    clock.failures = 1;
    queue.add_after("a", 10s);
    time.settle();
    REQUIRE(clock.failures == 0);
    CHECK(failing.ended());
    CHECK_THROWS_AS(failing.rethrow(), std::bad_alloc);
    CHECK_FALSE(other.ended());
    time.run_for(10s);
    CHECK(seen == std::vector<std::string>{"a"});
    CHECK(time.armed() == 0);
}

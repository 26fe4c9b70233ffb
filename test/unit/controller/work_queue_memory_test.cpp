// A work queue that has no memory for a report about a key does not lose the key, and can be drained.

#include <coinformer/controller/work_queue.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/io_context.hpp>

#include <optional>
#include <string>

#include "catch.hpp"
#include "unit/cache/allocated.hpp"

namespace asio = boost::asio;
using namespace coinformer;
using namespace std::chrono_literals;

namespace {

using text_item = std::optional<work_item<std::string>>;

/// A queue in virtual time.
struct queue_in_shortage {
    text_item pop() { return testing::run(io, time, queue.pop()); }
    /// Pops a key and finishes it at once.
    std::string next()
    {
        auto item = pop();
        if (!item) return "(end)";
        item->done();
        return item->key();
    }
    void drain() { testing::run(io, time, queue.drain()); }

    asio::io_context io;
    testing::virtual_clock time{io};
    work_queue<std::string> queue{{.ex = io.get_executor(), .time = &time},
                                  {.limiter = exponential_limiter(1s, 1h)}};
};

} // namespace

TEST_CASE_METHOD(queue_in_shortage,
                 "a key that was added during the work on it comes again, although done() has no memory")
{
    queue.add("a");
    auto item = pop();
    queue.add("a");
    CHECK(with_allocations(0, [&] { item->done(); }));
    item.reset();
    CHECK(queue.failures("a") == 0);
    CHECK(next() == "a");
    drain();
}

TEST_CASE_METHOD(queue_in_shortage, "a key that is to come later comes in time, although there is no memory")
{
    bool const has_failed = GENERATE(true, false);
    queue.add("a");
    auto item = pop();
    auto const report = [&] {
        if (has_failed)
            item->failed();
        else
            item->done_again_after(1s);
    };
    CHECK(with_allocations(0, report));
    auto const before = time.now();
    item.reset();
    CHECK(next() == "a");
    CHECK(time.now() - before == 1s);
    drain();
}

TEST_CASE_METHOD(queue_in_shortage,
                 "a key whose report meets a shortage comes when it was to come anyway, and the queue drains")
{
    queue.add("a");
    auto item = pop();
    queue.add_after("a", 1s);
    queue.add("a");
    CHECK_FALSE(with_allocations(0, [&] { item->done(); }));
    CHECK(queue.status().working == 1);
    bool const lasts = GENERATE(true, false);
    if (lasts)
        (void)meets_shortage(0, memory_shortage::lasts, [&] { item.reset(); });
    else
        item.reset(); // reports a failure
    CHECK(queue.status().working == 0);
    if (!lasts) CHECK(next() == "a"); // it was added
    auto const before = time.now();
    CHECK(next() == "a");
    CHECK(time.now() - before == 1s);
    drain();
}

TEST_CASE_METHOD(queue_in_shortage, "done() needs no memory for a key that is not to come again")
{
    queue.add("a");
    auto item = pop();
    CHECK(with_allocations(0, [&] { item->done(); }));
    item.reset();
    CHECK(queue.failures("a") == 0);
    CHECK(queue.status().delayed == 0);
    queue.add("a");
    CHECK(next() == "a");
    drain();
}

TEST_CASE_METHOD(queue_in_shortage, "an item may be destroyed while there is no memory at all: "
                                    "its key comes again, and the queue can drain")
{
    bool const is_added_again = GENERATE(true, false);
    queue.add("a");
    auto item = pop();
    if (is_added_again) queue.add("a");
    (void)meets_shortage(0, memory_shortage::lasts, [&] { item.reset(); });
    CHECK(queue.status().working == 0);
    CHECK(next() == "a"); // it has failed
    drain();
}

// A worker's loop that was translated from client-go. It reports a failure by an add at the limiter's
// pace, and ends each piece of work with done().

#include <coinformer/controller/work_queue.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/io_context.hpp>

#include <optional>
#include <string>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

/// A queue in virtual time, and the key "a", which is being worked on.
struct translated_loop {
    translated_loop()
    {
        queue.add("a");
        item = pop();
    }
    std::optional<work_item<std::string>> pop() { return testing::run(io, time, queue.pop()); }
    /// Pops the next key into `item`. Returns how long that took.
    duration wait_for_next()
    {
        auto const before = time.now();
        item = pop();
        return time.now() - before;
    }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    work_queue<std::string> queue{{.ex = io.get_executor(), .time = &time},
                                  {.limiter = exponential_limiter(1s, 1h)}};
    std::optional<work_item<std::string>> item;
};

} // namespace

TEST_CASE_METHOD(translated_loop,
                 "a key that is added at the limiter's pace before done() comes after ever longer delays")
{
    duration expected = 1s;
    for (std::uint32_t round = 1; round != 6; ++round, expected *= 2) {
        queue.add_rate_limited("a");
        item->done();
        CHECK(queue.failures("a") == round);
        CHECK(wait_for_next() == expected);
    }
    item->done(); // a round without a failure
    CHECK(queue.failures("a") == 0);
    CHECK(queue.status().delayed == 0);

    queue.add("a");
    item = pop();
    queue.add_rate_limited("a");
    item->done();
    CHECK(wait_for_next() == 1s);
    item->done();
}

TEST_CASE_METHOD(translated_loop, "forget() before done() begins the delays anew, as in client-go")
{
    for (int round = 0; round != 3; ++round) {
        queue.add_rate_limited("a");
        item->done();
        (void)wait_for_next();
    }
    CHECK(queue.failures("a") == 3);
    queue.forget("a");
    item->done();
    CHECK(queue.failures("a") == 0);
    CHECK(queue.status().failing == 0);
}

TEST_CASE_METHOD(translated_loop, "an add at the limiter's pace after done() counts the first failure")
{
    for (int round = 0; round != 3; ++round) {
        item->done();
        queue.add_rate_limited("a");
        CHECK(queue.failures("a") == 1);
        CHECK(wait_for_next() == 1s);
    }
    item->done();
}

TEST_CASE_METHOD(translated_loop, "done_again_after() keeps the failures of this work as well")
{
    queue.add_rate_limited("a");
    item->done_again_after(100ms); // earlier than the limiter says
    CHECK(queue.failures("a") == 1);
    CHECK(wait_for_next() == 100ms);
    item->done_again_after(100ms);
    CHECK(queue.failures("a") == 0);
    CHECK(wait_for_next() == 100ms);
    item->done();
}

TEST_CASE_METHOD(translated_loop, "a failure that is reported in both ways counts once")
{
    bool const is_dropped = GENERATE(true, false);
    queue.add_rate_limited("a");
    time.run_for(400ms);
    if (is_dropped)
        item.reset();
    else
        CHECK(item->failed(1h) == 600ms); // the rest of the delay that has begun
    CHECK(queue.failures("a") == 1);
    CHECK(queue.status().retries == 1);
    CHECK(wait_for_next() == 600ms);
    CHECK(item->failed() == 2s);
    CHECK(queue.failures("a") == 2);
    CHECK(wait_for_next() == 2s);

    queue.add_rate_limited("a");
    time.run_for(10s);
    CHECK(item->failed() == 0s); // the delay is over
    CHECK(wait_for_next() == 0s);
    queue.add_rate_limited("a");
    queue.shut_down();
    CHECK(item->failed() == std::nullopt);
}

TEST_CASE_METHOD(translated_loop, "another key's failure does not keep the failures of a key")
{
    queue.add_rate_limited("a");
    item->done();
    CHECK(wait_for_next() == 1s);
    queue.add_rate_limited("b");
    item->done();
    CHECK(queue.failures("a") == 0);
    CHECK(queue.failures("b") == 1);
}

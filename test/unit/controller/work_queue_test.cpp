#include <coinformer/controller/work_queue.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/with_timeout.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>

#include <sstream>
#include <string>

#include "catch.hpp"
#include "metrics_text.hpp"

namespace asio = boost::asio;
using namespace coinformer;
using namespace std::chrono_literals;

namespace {

using item = std::optional<work_item<std::string>>;
using lines = std::vector<std::string>;

/// A queue in virtual time.
struct bench {
    explicit bench(work_queue_options options = {.limiter = exponential_limiter(1s, 1h)},
                   metrics_registry* registry = nullptr)
        : queue({.ex = io.get_executor(), .time = &time, .metrics = registry}, std::move(options))
    {
    }

    item pop() { return testing::run(io, time, queue.pop()); }
    /// Pops a key and finishes it at once.
    std::string next()
    {
        auto got = pop();
        if (!got) return "(end)";
        auto const key = got->key();
        got->done();
        return key;
    }

    asio::io_context io;
    testing::virtual_clock time{io};
    work_queue<std::string> queue;
};

task<> finish_all(work_queue<std::string> queue, lines& seen)
{
    while (auto got = co_await queue.pop()) {
        seen.push_back(got->key());
        got->done();
    }
    seen.push_back("(end)");
}

/// A pop() that the test may cancel.
struct cancellable {
    cancellable(asio::io_context& io, work_queue<std::string> const& queue)
    {
        asio::co_spawn(io, queue.pop(),
                       asio::bind_cancellation_slot(stop.slot(), [this](std::exception_ptr e, item got) {
                           ended = true;
                           failed = e != nullptr;
                           result = std::move(got);
                       }));
    }
    asio::cancellation_signal stop;
    bool ended = false, failed = false;
    item result;
};

} // namespace

TEST_CASE_METHOD(bench, "pop() waits for the next add(), without a timer")
{
    lines seen;
    testing::background const popping(io, time, finish_all(queue, seen));
    time.run_for(1h);
    CHECK(seen.empty());
    CHECK(time.armed() == 0);
    queue.add("a");
    queue.add("b");
    queue.add("a");
    time.settle();
    CHECK(seen == lines{"a", "b"});
}

TEST_CASE_METHOD(bench, "there is one timer, however many keys are delayed and however many coroutines wait")
{
    lines seen;
    for (int i = 0; i < 100; ++i) queue.add_after("k" + std::to_string(i), 10s + i * 1s);
    CHECK(time.armed() == 0); // nobody waits
    testing::background const one(io, time, finish_all(queue, seen));
    testing::background const other(io, time, finish_all(queue, seen));
    time.settle();
    CHECK(time.armed() == 1);
    time.run_for(10s);
    CHECK(seen == lines{"k0"});
    queue.add_after("soon", 100ms);
    time.run_for(100ms);
    CHECK(seen == lines{"k0", "soon"});
    time.run_for(1h);
    CHECK(seen.size() == 101);
    CHECK(time.armed() == 0);
}

TEST_CASE("a pop() that is cancelled, in whichever turn, loses no key and changes no place")
{
    for (int turns = 0; turns < 12; ++turns) {
        INFO("cancelled after " << turns << " turns");
        metrics_registry registry;
        bench b({.name = "q", .limiter = exponential_limiter(1s, 1h)}, &registry);
        bool delivered = false;
        {
            cancellable pop(b.io, b.queue);
            b.time.settle();
            b.queue.add("a");
            b.queue.add("b");
            b.io.restart();
            for (int i = 0; i < turns; ++i) b.io.poll_one();
            pop.stop.emit(asio::cancellation_type::terminal);
            b.time.settle();
            REQUIRE(pop.ended);
            CHECK(pop.failed == !pop.result);
            delivered = pop.result.has_value();
            if (pop.result) {
                CHECK(pop.result->key() == "a");
                pop.result->done();
                b.queue.add("a", priority::high);
            }
        }
        CHECK(b.queue.status().working == 0);
        // a key that was put back is not counted as given to a worker
        std::string const times =
            delivered ? " controller=q name=q: <=1e-08:1 sum 0\n" : " controller=q name=q: sum 0\n";
        CHECK(metric_lines(registry, "workqueue_queue_duration") ==
              "workqueue_queue_duration_seconds" + times);
        CHECK(metric_lines(registry, "workqueue_work_duration") == "workqueue_work_duration_seconds" + times);
        CHECK(b.next() == "a");
        CHECK(b.next() == "b");
    }
}

TEST_CASE_METHOD(bench, "the queue has not ended while a key is on its way to a worker that may give it back")
{
    bool const given_back = GENERATE(true, false);
    asio::io_context elsewhere;
    auto const run_elsewhere = [&] {
        elsewhere.restart();
        elsewhere.poll();
    };
    lines seen;
    cancellable pop(elsewhere, queue);
    run_elsewhere();
    time.settle();
    testing::background const other(io, time, finish_all(queue, seen));
    time.settle();

    if (given_back) pop.stop.emit(asio::cancellation_type::terminal); // before it has received the key
    queue.add("a");
    queue.shut_down();
    time.settle();
    CHECK(queue.status().working == 1); // "a" is on its way
    CHECK(seen.empty());

    run_elsewhere();
    time.settle();
    CHECK(pop.failed == given_back);
    if (given_back)
        CHECK(seen == lines{"a", "(end)"});
    else
        CHECK(seen == lines{"(end)"}); // although "a" is still worked on
    CHECK(other.ended());
}

TEST_CASE_METHOD(bench, "pop() works with a time-out")
{
    CHECK_THROWS_AS(testing::run(io, time, with_timeout(time, 5s, queue.pop())), api_error);
    queue.add("a");
    CHECK(next() == "a");
}

TEST_CASE_METHOD(bench,
                 "only one worker has a key; if it is added meanwhile, the next pop() returns it afterwards")
{
    queue.add("a");
    auto first = pop();
    queue.add("a");
    cancellable second(io, queue);
    time.settle();
    CHECK_FALSE(second.ended);
    first->done();
    time.settle();
    REQUIRE(second.ended);
    CHECK(second.result->key() == "a");
    second.result->done();
}

TEST_CASE_METHOD(
    bench, "an item that is destroyed without a report has failed: its key comes again after its back-off")
{
    queue.add("a");
    {
        auto const dropped = pop();
    }
    CHECK(queue.failures("a") == 1);
    CHECK(queue.status().delayed == 1);
    auto const before = time.now();
    {
        auto again = pop();
        CHECK(time.now() - before == 1s);
        CHECK(again->failed() == 2s);
    }
    CHECK(queue.failures("a") == 2);
    pop()->done();
    CHECK(time.now() - before == 3s);
    CHECK(queue.failures("a") == 0);
    CHECK(queue.status().delayed == 0);
}

TEST_CASE("a limiter that throws costs its key the exponential back-off, and is logged")
{
    std::ostringstream text;
    stream_log log(text, log_level::warning);
    asio::io_context io;
    testing::virtual_clock time(io);
    auto const moody = [](std::uint32_t, time_point) -> duration { throw std::runtime_error("no idea"); };
    work_queue<std::string> const queue({.ex = io.get_executor(), .time = &time, .log = &log},
                                        {.limiter = moody});
    queue.add("a");
    {
        auto const dropped = testing::run(io, time, queue.pop());
    }
    CHECK(queue.status().working == 0);
    auto again = testing::run(io, time, queue.pop());
    CHECK(again->failed() == 10ms);
    CHECK(queue.failures("a") == 2);
    CHECK(text.str().find("no idea") != std::string::npos);
    testing::run(io, time, queue.pop())->done();
}

TEST_CASE_METHOD(bench, "done_again_after() adds the key again after the delay, and forgets its failures")
{
    queue.add_rate_limited("a");
    pop()->done_again_after(1min);
    CHECK(queue.failures("a") == 0);
    auto const before = time.now();
    CHECK(next() == "a");
    CHECK(time.now() - before == 1min);
}

TEST_CASE_METHOD(bench,
                 "after shut_down() pop() returns the queued keys, and ends when none can come any more")
{
    queue.add("a");
    auto first = pop();
    queue.add("a"); // will be queued again
    queue.add("b");
    queue.add_after("c", 1s);
    queue.shut_down();
    CHECK_FALSE(queue.add("d"));
    CHECK(next() == "b");
    cancellable waits(io, queue);
    time.settle();
    CHECK_FALSE(waits.ended);
    first->done();
    time.settle();
    REQUIRE(waits.ended);
    CHECK(waits.result->key() == "a");
    CHECK(next() == "(end)"); // although that is still worked on
    waits.result->done();
    CHECK(next() == "(end)");
}

TEST_CASE_METHOD(bench, "drain() waits for the queued keys and for those that are worked on")
{
    queue.add("a");
    queue.add("b");
    testing::background const draining(io, time, queue.drain());
    time.run_for(1min);
    CHECK_FALSE(draining.ended());
    auto first = pop();
    auto second = pop();
    first->done();
    time.run_for(1min);
    CHECK_FALSE(draining.ended());
    second->done();
    time.settle();
    CHECK(draining.ended());
    draining.rethrow();
}

TEST_CASE("an item may outlive the last copy of its queue, and a copy refers to the same queue")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    item kept;
    {
        work_queue<std::string> queue({.ex = io.get_executor(), .time = &time});
        auto const copy = queue;
        copy.add("a");
        kept = testing::run(io, time, queue.pop());
    }
    CHECK(kept->key() == "a");
}

TEST_CASE_METHOD(bench, "an item's key stays valid after done(), until the item is destroyed")
{
    std::string const key = "a name that is too long for a short string";
    queue.add(key);
    auto item = pop();
    item->done();
    queue.add("another");
    CHECK(item->key() == key);
}

TEST_CASE_METHOD(bench, "the oldest keys are known, those that are worked on and those that wait")
{
    using ages = std::vector<std::pair<std::string, std::string>>;
    auto const oldest = [&](std::size_t most) {
        ages all;
        for (auto const& [key, age] : queue.oldest_keys(most))
            all.emplace_back(
                key, (age.is_working ? "working " : "waits ") +
                         std::to_string(std::chrono::floor<std::chrono::seconds>(age.lasted).count()));
        return all;
    };
    CHECK(oldest(3).empty());
    for (auto const* const key : {"a", "b", "c"}) {
        queue.add(key);
        time.run_for(1s);
    }
    queue.add("urgent", priority::high);
    auto const first = pop(); // the urgent one
    time.run_for(1s);
    auto const second = pop(); // `a`
    time.run_for(10s);
    CHECK((oldest(3) ==
           ages{{"b", "waits 13"}, {"c", "waits 12"}, {"urgent", "working 11"}, {"a", "working 10"}}));
    CHECK((oldest(1) == ages{{"b", "waits 13"}, {"urgent", "working 11"}}));
}

TEST_CASE("keys come and go: the number of a finished key is used for the next one, without a mix-up")
{
    bench b;
    for (int i = 0; i < 1000; ++i) {
        b.queue.add("x" + std::to_string(i));
        b.queue.add("y" + std::to_string(i));
        CHECK(b.next() == "x" + std::to_string(i));
        CHECK(b.next() == "y" + std::to_string(i));
    }
    CHECK(b.queue.status().adds == 2000);
}

TEST_CASE("options that are out of range are refused")
{
    CHECK_THROWS_AS(bench({.limiter = nullptr}), api_error);
    CHECK_THROWS_AS(bench({.ageing = -1s}), api_error);
    CHECK_THROWS_AS(bench({.ageing = 1000h}), api_error);
    CHECK_NOTHROW(bench({.ageing = 0s}));
}

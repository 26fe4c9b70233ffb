#include <coinformer/controller/work_queue.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/io_context.hpp>

#include "catch.hpp"
#include "metrics_text.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

using queue_of_texts = work_queue<std::string>;

/// A queue in virtual time, and the registry that it counts in.
struct counted_queue {
    explicit counted_queue(std::string name = "pods") : queue(make(std::move(name))) {}

    queue_of_texts make(std::string name)
    {
        return queue_of_texts({.ex = io.get_executor(), .time = &time, .metrics = &registry},
                              {.name = std::move(name), .limiter = exponential_limiter(1s, 1h)});
    }
    work_item<std::string> pop() { return testing::run(io, time, queue.pop()).value(); }
    std::string of(std::string const& family) const { return metric_lines(registry, family); }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    metrics_registry registry;
    queue_of_texts queue;
};

std::string const labels = " controller=pods name=pods: ";

} // namespace

TEST_CASE_METHOD(counted_queue, "a queue with a name shows all its families from the beginning")
{
    CHECK(of("") == "coinformer_workqueue_oldest_waiting_seconds" + labels + "0\n" + "workqueue_adds_total" +
                        labels + "0\n" + "workqueue_depth" + labels + "0\n" +
                        "workqueue_longest_running_processor_seconds" + labels + "0\n" +
                        "workqueue_queue_duration_seconds" + labels + "sum 0\n" + "workqueue_retries_total" +
                        labels + "0\n" + "workqueue_unfinished_work_seconds" + labels + "0\n" +
                        "workqueue_work_duration_seconds" + labels + "sum 0\n");
}

TEST_CASE("a queue without a name is not in the registry")
{
    counted_queue const w("");
    w.queue.add("a");
    CHECK(w.of("").empty());
}

TEST_CASE("a queue with a name needs no registry")
{
    boost::asio::io_context io;
    testing::virtual_clock time(io);
    queue_of_texts const queue({.ex = io.get_executor(), .time = &time}, {.name = "pods"});
    queue.add("a");
    testing::run(io, time, queue.pop())->done();
    CHECK(queue.status().adds == 1);
}

TEST_CASE_METHOD(counted_queue, "an add of a key that waits already changes neither adds nor depth")
{
    queue.add("a");
    queue.add("b");
    queue.add("a");
    CHECK(of("workqueue_adds") == "workqueue_adds_total" + labels + "2\n");
    CHECK(of("workqueue_depth") == "workqueue_depth" + labels + "2\n");
}

TEST_CASE_METHOD(counted_queue, "a plain delay is no retry, a failure is one")
{
    queue.add_after("a", 5s);
    CHECK(of("workqueue_retries") == "workqueue_retries_total" + labels + "0\n");
    pop().failed();
    CHECK(of("workqueue_retries") == "workqueue_retries_total" + labels + "1\n");
}

TEST_CASE_METHOD(counted_queue, "the depth is without delayed keys; they count as added when they are due")
{
    queue.add_after("a", 5s);
    CHECK(of("workqueue_depth") == "workqueue_depth" + labels + "0\n");
    time.run_for(5s);
    CHECK(of("workqueue_depth") == "workqueue_depth" + labels + "1\n");
    CHECK(of("workqueue_adds") ==
          "workqueue_adds_total" + labels + "1\n"); // although nobody called the queue
}

TEST_CASE_METHOD(counted_queue, "the histograms sort keys by how long they were queued and worked on")
{
    queue.add("a");
    queue.add("b");
    time.run_for(2s);
    auto a = pop();
    time.run_for(198s);
    auto b = pop();
    a.done();
    b.done();
    CHECK(of("workqueue_queue_duration") ==
          "workqueue_queue_duration_seconds" + labels + "<=10:1 <=1000:1 sum 202\n");
    CHECK(of("workqueue_work_duration") ==
          "workqueue_work_duration_seconds" + labels + "<=1e-08:1 <=1000:1 sum 198\n");
}

TEST_CASE_METHOD(counted_queue,
                 "unfinished work is the sum over all workers, and the longest is shown as well")
{
    queue.add("a");
    queue.add("b");
    auto a = pop();
    time.run_for(30s);
    auto b = pop();
    time.run_for(12s);
    CHECK(of("workqueue_unf") == "workqueue_unfinished_work_seconds" + labels + "54\n");
    CHECK(of("workqueue_long") == "workqueue_longest_running_processor_seconds" + labels + "42\n");
    a.done();
    CHECK(of("workqueue_unf") == "workqueue_unfinished_work_seconds" + labels + "12\n");
    CHECK(of("workqueue_long") == "workqueue_longest_running_processor_seconds" + labels + "12\n");
    b.done();
    CHECK(of("workqueue_unf") == "workqueue_unfinished_work_seconds" + labels + "0\n");
}

TEST_CASE_METHOD(counted_queue,
                 "queues with the same name are added up, and the longest work of both is shown")
{
    auto const other = make("pods");
    queue.add("a");
    other.add("a");
    other.add("b");
    CHECK(of("workqueue_adds") == "workqueue_adds_total" + labels + "3\n");
    CHECK(of("workqueue_depth") == "workqueue_depth" + labels + "3\n");
    auto first = pop();
    time.run_for(5s);
    auto second = testing::run(io, time, other.pop()).value();
    time.run_for(2s);
    CHECK(of("workqueue_long") == "workqueue_longest_running_processor_seconds" + labels + "7\n");
    first.done();
    second.done();
}

TEST_CASE_METHOD(counted_queue, "the series go away with the last copy of the queue, and with its last item")
{
    std::optional made(make("nodes"));
    made->add("a");
    auto kept = testing::run(io, time, made->pop());
    made.reset();
    CHECK(of("workqueue_unf").find("name=nodes") != std::string::npos);
    kept->done();
    kept.reset();
    CHECK(of("").find("name=nodes") == std::string::npos);
}

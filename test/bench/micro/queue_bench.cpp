// Measures the queue between the watch and the store: 1,000 changes are pushed, then popped in runs of at
// most 256.

#include "cache/reflector/delta_fifo.hpp"
#include "micro.hpp"
#include "unit/cache/item.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

namespace {

namespace asio = boost::asio;
using namespace coinformer;
using namespace coinformer::detail;

constexpr std::size_t pushes = 1000;

task<> drain(delta_fifo& queue, std::size_t& popped)
{
    while (queue.size() != 0) {
        auto const run = co_await queue.pop(256);
        popped += run.size();
    }
}

// The changes are of this many objects: with fewer objects than pushes, some objects change more than once.
void push_and_pop(benchmark::State& state, queue_order order, std::size_t objects)
{
    std::vector<object_ref> changes;
    for (std::size_t i = 0; i < pushes; ++i)
        changes.push_back(
            make("shop/web-7d9c6b8f5d-" + std::to_string(10'000 + i % objects), std::to_string(i)));
    asio::io_context io{1};
    delta_fifo queue(2 * pushes, order);
    std::size_t popped = 0;
    auto const before = micro::allocations();
    for (auto _ : state) {
        for (auto const& object : changes) queue.push(object_updated(object));
        asio::co_spawn(io, drain(queue, popped), [](std::exception_ptr) {});
        io.restart();
        io.poll();
    }
    auto const events = static_cast<std::size_t>(state.iterations()) * pushes;
    bool const all = order == queue_order::by_arrival || objects == pushes;
    if (popped == 0 || popped > events || (all && popped != events))
        return micro::fail(state, "the changes that were popped are not those that were pushed");
    state.SetItemsProcessed(static_cast<std::int64_t>(events));
    state.counters["allocations"] =
        static_cast<double>(micro::allocations() - before) / static_cast<double>(events); // for each push
}

void add_queue_case(char const* name, queue_order order, std::size_t objects)
{
    benchmark::RegisterBenchmark(name, [=](benchmark::State& state) { push_and_pop(state, order, objects); });
}

} // namespace

void micro::add_queue(sizes const&)
{
    add_queue_case("queue/by_arrival/each_once", queue_order::by_arrival, pushes);
    add_queue_case("queue/by_arrival/each_10_times", queue_order::by_arrival, pushes / 10);
    add_queue_case("queue/by_key/each_once", queue_order::by_key, pushes);
    add_queue_case("queue/by_key/each_10_times", queue_order::by_key, pushes / 10);
}

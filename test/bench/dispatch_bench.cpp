// What it costs to tell handlers of a change: a log, N handlers, one thread, no network and no decoding.
// usage: dispatch_bench [handlers ...]     default: 1 10 1000 100000
// For each number and kind of handler: bytes a handler as malloc counts them, and ns of CPU a delivery and allocations
// an event, once in batches of 45 changes (what a network read brings in a burst), once in batches of one.

#include "cache/processor.hpp"
#include "cache/store.hpp"
#include "unit/cache/item.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <new>

namespace asio = boost::asio;
using namespace coinformer;
using namespace coinformer::detail;

namespace {

std::size_t allocations = 0;

} // namespace

#ifndef SANITIZED
void* operator new(std::size_t n)
{
    ++allocations;
    if (void* const p = std::malloc(n)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept
{
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept
{
    std::free(p);
}
#endif

namespace {

struct counter {
    std::size_t calls = 0;
};

handlers<item> plain(counter& n)
{
    return {.added = [&n](item const&) { ++n.calls; },
            .updated = [&n](object_ptr<item> const&, object_ptr<item> const&) { ++n.calls; },
            .deleted = [&n](item const&) { ++n.calls; }};
}

task<> count(counter& n)
{
    ++n.calls;
    co_return;
}

handlers<item> tasks(counter& n)
{
    return {.added = [&n](item const&) { return count(n); },
            .updated = [&n](object_ptr<item> const&, object_ptr<item> const&) { return count(n); },
            .deleted = [&n](item const&) { return count(n); }};
}

double cpu_ns()
{
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/// One processor and its handlers.
class bench {
public:
    bench(std::size_t n, bool with_tasks) : handlers_(n)
    {
        auto const before = mallinfo2().uordblks;
        for (std::size_t i = 0; i < n; ++i) {
            auto added = processor_->make(erase_type(with_tasks ? tasks(seen_) : plain(seen_)), {});
            asio::post(env_.ex, [this, added = std::move(added)] { processor_->add(added); });
            if (i % 64 == 0) run();
        }
        run();
        bytes = static_cast<double>(mallinfo2().uordblks - before) / static_cast<double>(n);
    }
    ~bench()
    {
        asio::co_spawn(env_.ex, processor_->stop(nullptr), [](std::exception_ptr) {});
        run();
    }

    void measure(char const* how, std::size_t batch, std::size_t events)
    {
        tell(batch); // warm
        tell(batch);
        auto const calls = seen_.calls;
        auto const allocated = allocations;
        auto const began = cpu_ns();
        std::size_t told = 0;
        for (; told < events; told += batch) tell(batch);
        auto const took = cpu_ns() - began;
        auto const deliveries = told * handlers_;
        if (seen_.calls - calls != deliveries) std::abort();
        std::printf("%-6s %10.1f ns a delivery %12.2f us an event %10.2f allocations an event\n", how,
                    took / static_cast<double>(deliveries), took / 1000 / static_cast<double>(told),
                    static_cast<double>(allocations - allocated) / static_cast<double>(told));
    }

    double bytes = 0;

private:
    void run()
    {
        io_.restart();
        io_.poll();
    }
    void tell(std::size_t batch)
    {
        std::vector<change> changes;
        changes.reserve(batch);
        for (std::size_t i = 0; i < batch; ++i)
            changes.push_back({.what = event_kind::updated, .old = objects_[0], .cur = objects_[1]});
        asio::co_spawn(env_.ex, processor_->distribute(std::move(changes)), [](std::exception_ptr) {});
        run();
    }

    std::size_t handlers_;
    asio::io_context io_{1};
    environment env_{.ex = asio::make_strand(io_), .time = &system_time(), .seed = 1};
    store store_;
    std::vector<object_ref> objects_{make("n/a", "1"), make("n/a", "2")};
    counter seen_;
    std::shared_ptr<processor> processor_ =
        processor::make_shared(env_, io_.get_executor(), [this] { return store_.snapshot(); });
};

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::size_t> numbers;
    for (int i = 1; i < argc; ++i) numbers.push_back(std::strtoul(argv[i], nullptr, 10));
    if (numbers.empty()) numbers = {1, 10, 1000, 100'000};
    for (bool const with_tasks : {false, true})
        for (auto const n : numbers) {
            bench b(n, with_tasks);
            auto const name = std::to_string(n) + (with_tasks ? " tasks" : " plain");
            std::printf("%-14s %8.0f bytes a handler\n", name.c_str(), b.bytes);
            auto const deliveries = std::max<std::size_t>(4'000'000, 20 * n);
            b.measure("  burst", 45, std::max<std::size_t>(deliveries / n / (with_tasks ? 4 : 1), 90));
            b.measure("  paced", 1, std::min<std::size_t>(std::max<std::size_t>(deliveries / n / 4, 20), 200'000));
        }
}

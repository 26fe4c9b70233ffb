// Measures what it costs to show handlers a change: a log and N handlers on one thread, without network and
// decoding. Changes come in bursts of 45 (the contents of a network read), or paced, one at a time.

#include "cache/handlers/fan_out.hpp"
#include "cache/store/store.hpp"
#include "micro.hpp"
#include "unit/cache/item.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <malloc.h>
#include <string>

namespace {

namespace asio = boost::asio;
using namespace coinformer;
using namespace coinformer::detail;

struct counter {
    std::size_t calls = 0;
};

handlers<item> plain_handlers(counter& n)
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

handlers<item> task_handlers(counter& n)
{
    return {.added = [&n](item const&) { return count(n); },
            .updated = [&n](object_ptr<item> const&, object_ptr<item> const&) { return count(n); },
            .deleted = [&n](item const&) { return count(n); }};
}

using kind = handlers<item> (*)(counter&);

/// The handlers of one informer, in a fan-out without a store.
class told {
public:
    told(std::size_t n, kind make_handler)
    {
        auto const before = mallinfo2().uordblks;
        for (std::size_t i = 0; i < n; ++i) {
            auto const added = fan_out_->submit(erase_type(make_handler(seen_)), {});
            if (added.is_first) asio::post(env_.ex, [this] { fan_out_->admit_submitted(); });
            if (i % 64 == 0) run();
        }
        run();
        bytes = static_cast<double>(mallinfo2().uordblks - before) / static_cast<double>(n);
    }
    ~told()
    {
        asio::co_spawn(env_.ex, fan_out_->stop(nullptr), [](std::exception_ptr) {});
        run();
    }

    void tell(std::size_t batch)
    {
        std::vector<change> changes;
        changes.reserve(batch);
        for (std::size_t i = 0; i < batch; ++i)
            changes.push_back({.what = event_kind::updated, .old = objects_[0], .cur = objects_[1]});
        asio::co_spawn(env_.ex, fan_out_->distribute(std::move(changes)), [](std::exception_ptr) {});
        run();
    }
    std::size_t calls() const { return seen_.calls; }

    double bytes = 0; ///< memory of each handler, as malloc counts it

private:
    void run()
    {
        io_.restart();
        io_.poll();
    }

    asio::io_context io_{1};
    environment env_{.ex = asio::make_strand(io_), .time = &system_time(), .log = &no_log(), .seed = 1};
    store store_;
    std::vector<object_ref> objects_{make("n/a", "1"), make("n/a", "2")};
    counter seen_;
    std::shared_ptr<fan_out> fan_out_ =
        fan_out::make_shared(env_, io_.get_executor(), [this] { return store_.snapshot(); });
};

void dispatch(benchmark::State& state, std::size_t handlers, kind make_handler, std::size_t batch)
{
    told all(handlers, make_handler);
    all.tell(batch); // warms up
    all.tell(batch);
    auto const calls = all.calls();
    auto const allocated = micro::allocations();
    for (auto _ : state) all.tell(batch);

    auto const events = static_cast<std::size_t>(state.iterations()) * batch;
    if (all.calls() - calls != events * handlers)
        return micro::fail(state, "some handler was not shown every change");
    using is = benchmark::Counter;
    auto const deliveries = static_cast<double>(events * handlers);
    state.SetItemsProcessed(static_cast<std::int64_t>(events));
    // printed with its unit: 2n is 2 ns
    state.counters["s_delivery"] = is(deliveries, is::kIsRate | is::kInvert);
    state.counters["handler_bytes"] = all.bytes;
    state.counters["allocations"] =
        static_cast<double>(micro::allocations() - allocated) / static_cast<double>(events);
}

} // namespace

void micro::add_dispatch(sizes const& how_many)
{
    for (bool const with_tasks : {false, true})
        for (auto const n : how_many.handlers)
            for (std::size_t const batch : {std::size_t(45), std::size_t(1)}) {
                auto const name = std::string("dispatch/") + (with_tasks ? "tasks/" : "plain/") +
                                  (batch == 1 ? "paced/" : "burst/") + std::to_string(n);
                benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
                    dispatch(state, n, with_tasks ? task_handlers : plain_handlers, batch);
                });
            }
}

// Contract: a fleet may be used from any thread, and its clusters may run on several.

#include "world.hpp"

#include <coinformer/core/wakeup.hpp>
#include <coinformer/fleet/fleet.hpp>

#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <future>

TEST_CASE("a fleet works on several threads")
{
    asio::thread_pool threads(3);
    auto const source = std::make_shared<manual_clusters>();
    environment const env{.ex = threads.get_executor(), .log = &no_log()};
    std::atomic<int> begun{0}, ended{0};
    std::promise<void> first_begun;
    struct count_end {
        std::atomic<int>& of;
        ~count_end() { ++of; }
    };
    fleet f(env, source,
            [&](cluster&) -> task<> {
                count_end const at_end{ended};
                if (++begun == 1) first_begun.set_value();
                wakeup nothing;
                co_await nothing.wait();
            },
            {.dial = [](std::string const&, endpoint const&) -> std::unique_ptr<dialer> { return nullptr; }});
    asio::cancellation_signal stop;
    auto const strand = asio::make_strand(threads);
    std::promise<void> over;
    asio::co_spawn(strand, f.run(),
                   asio::bind_cancellation_slot(stop.slot(), [&](std::exception_ptr) { over.set_value(); }));
    for (int round = 0; round != 20; ++round)
        for (int i = 0; i != 10; ++i) {
            auto const name = "c" + std::to_string(i);
            if ((round + i) % 3 == 0)
                source->remove(name);
            else
                source->put(name, {.server = "http://127.0.0.1:1"});
            (void)f.find(name);
            (void)f.status();
        }
    CHECK(first_begun.get_future().wait_for(1min) == std::future_status::ready);
    asio::post(strand, [&] { stop.emit(asio::cancellation_type::terminal); });
    over.get_future().wait();
    CHECK(begun == ended);
    threads.join();
}

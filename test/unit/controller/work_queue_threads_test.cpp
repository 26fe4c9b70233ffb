// Three threads add keys while four threads work on them, and one reads the metrics. Above all, this is work
// for the thread sanitizer.

#include <coinformer/controller/work_queue.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <array>
#include <atomic>
#include <future>
#include <thread>

#include "catch.hpp"
#include "metrics_text.hpp"

namespace asio = boost::asio;
using namespace coinformer;
using namespace std::chrono_literals;

namespace {

constexpr int keys = 20;

struct seen {
    std::atomic<int> wanted{0}, done{0};
    std::atomic<bool> busy{false};
};

task<> handle(work_item<int>& item, std::array<seen, keys>& all, std::atomic<int>& overlaps)
{
    auto& s = all[static_cast<std::size_t>(item.key())];
    if (s.busy.exchange(true)) ++overlaps;
    int const wanted = s.wanted;
    co_await asio::post(asio::use_awaitable);
    s.done = wanted;
    s.busy = false;
    if (wanted % 7 == 0)
        item.failed();
    else
        item.done();
}

task<> work(work_queue<int> queue, std::array<seen, keys>& all, std::atomic<int>& overlaps)
{
    while (auto item = co_await queue.pop()) co_await handle(*item, all, overlaps);
}

// Gives up whenever it has to wait for more than a moment, and pops again.
task<> work_impatiently(work_queue<int> queue, std::array<seen, keys>& all, std::atomic<int>& overlaps,
                        std::atomic<int>& given_up)
{
    for (;;) {
        std::optional<work_item<int>> item;
        try {
            item = co_await with_timeout(system_time(), 5us, queue.pop());
        } catch (api_error const& e) {
            if (e.code() != errc::timed_out) throw;
            ++given_up;
            continue;
        }
        if (!item) co_return;
        co_await handle(*item, all, overlaps);
    }
}

} // namespace

TEST_CASE("with many threads no key is worked on twice at once, and none is lost, even if pops are given up")
{
    bool const impatient = GENERATE(false, true);
    std::atomic<int> given_up{0};
    asio::io_context io(4);
    metrics_registry registry;
    work_queue<int> queue({.ex = io.get_executor(), .metrics = &registry},
                          {.name = "numbers", .limiter = exponential_limiter(1us, 1ms)});
    std::array<seen, keys> all;
    std::atomic<int> overlaps{0};
    std::vector<std::future<void>> workers;
    for (int i = 0; i < 4; ++i) {
        auto body = impatient ? work_impatiently(queue, all, overlaps, given_up) : work(queue, all, overlaps);
        workers.push_back(asio::co_spawn(asio::make_strand(io), std::move(body), asio::use_future));
    }
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&io] { io.run(); });
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&] {
            for (int n = 0; n < 3000; ++n) {
                auto const key = n % keys;
                ++all[static_cast<std::size_t>(key)].wanted;
                if (n % 3 == 0)
                    queue.add_after(key, 10us);
                else
                    queue.add(key, static_cast<priority>(n % 2));
            }
        });
    std::atomic<bool> is_over{false};
    std::thread visitor([&] {
        while (!is_over) metric_lines(registry);
    });
    for (std::size_t i = 4; i < threads.size(); ++i) threads[i].join();
    for (int key = 0; key < keys; ++key) queue.add(key);
    asio::co_spawn(io, queue.drain(), asio::use_future).get();
    for (auto& w : workers) w.get();
    for (std::size_t i = 0; i < 4; ++i) threads[i].join();
    is_over = true;
    visitor.join();

    CHECK(overlaps == 0);
    CHECK((given_up > 0) == impatient);
    for (auto const& s : all) CHECK(s.done == s.wanted);
    auto const end = queue.status();
    CHECK(end.working == 0);
    CHECK(metric_lines(registry, "workqueue_adds") ==
          "workqueue_adds_total controller=numbers name=numbers: " + std::to_string(end.adds) + "\n");
}

namespace {

task<> finish_each(work_queue<std::string> queue, std::string const& key, std::atomic<int>& reports,
                   std::atomic<int>& wrong)
{
    while (auto item = co_await queue.pop()) {
        if (item->key() != key) ++wrong;
        ++reports; // now the other thread adds the key
        item->done();
    }
}

} // namespace

TEST_CASE("a key that is added while another thread reports the end of the work on it stays a key")
{
    constexpr int rounds = 20'000;
    asio::io_context io;
    work_queue<std::string> queue({.ex = io.get_executor()});
    std::string const key = "a key that is too long for a string without an allocation";
    std::atomic<int> reports{0}, wrong{0};
    auto worker = asio::co_spawn(io, finish_each(queue, key, reports, wrong), asio::use_future);
    queue.add(key);
    std::thread runner([&] { io.run(); });
    for (int n = 0; n != rounds; ++n) {
        while (reports <= n) std::this_thread::yield();
        for (std::atomic<int> turns{n * 7 % 3'000}; turns > 0;)
            --turns; // meets the report at another place each time
        queue.add(key);
    }
    queue.shut_down(pending::hand_out);
    worker.get();
    runner.join();
    CHECK(wrong == 0);
    CHECK(reports > rounds);
}

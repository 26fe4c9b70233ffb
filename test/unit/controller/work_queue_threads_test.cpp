// Threads add keys while others work on them, and another one reads the metrics or the status. Above all,
// this is work for the thread sanitizer.

#include <coinformer/controller/work_queue.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <utility>

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

namespace {

thread_local bool reads_status = false; // this thread is the one that reads the status of the queue

/// A clock for one worker and one thread that reads the queue's status. It stands still, except between a
/// look of the worker for a key and the start of the worker's timer: if the status is read in between, an
/// hour has passed. A timer fires at once, and takes the clock to its time.
class clock_of_two_threads final : public time_source {
public:
    time_point now() const noexcept override
    {
        if (!reads_status)
            is_between_ = look_comes_.exchange(false);
        else if (is_between_.exchange(false))
            shown_ = shown_.load() + 1h;
        return shown_;
    }
    wall_time wall_now() const noexcept override { return system_time().wall_now(); }
    std::unique_ptr<timer> make_timer(executor ex) override
    {
        return std::make_unique<timer_at_once>(*this, system_time().make_timer(std::move(ex)));
    }

    void expect_look() { look_comes_ = true; } // the worker reads the time next when it looks for a key

private:
    struct timer_at_once final : timer {
        timer_at_once(clock_of_two_threads& the_clock, std::unique_ptr<timer> the_real)
            : clock(the_clock), real(std::move(the_real))
        {
        }
        void start(time_point when, std::function<void()> fire) override
        {
            clock.is_between_ = false;
            clock.shown_ = std::max(clock.shown_.load(), when);
            real->start(system_time().now(), std::move(fire));
        }
        void cancel() noexcept override { real->cancel(); }

        clock_of_two_threads& clock;
        std::unique_ptr<timer> real;
    };

    mutable std::atomic<time_point> shown_{time_point(1h)};
    mutable std::atomic<bool> look_comes_{false}, is_between_{false};
};

task<int> pop_delayed(work_queue<int> queue, clock_of_two_threads& clock, std::atomic<int> const& reads,
                      int rounds)
{
    int popped = 0;
    for (; popped != rounds; ++popped) {
        queue.add_after(popped, 30min);
        for (int const before = reads; reads == before;) std::this_thread::yield(); // it reads all the time
        clock.expect_look();
        auto item = co_await with_timeout(system_time(), 10s, queue.pop());
        item->done();
    }
    co_return popped;
}

} // namespace

TEST_CASE("a delayed key is popped although the status is read at the moment when the key becomes due")
{
    constexpr int rounds = 500;
    asio::io_context io;
    clock_of_two_threads clock;
    work_queue<int> queue({.ex = io.get_executor(), .time = &clock});
    std::atomic<int> reads{0};
    std::atomic<bool> is_over{false};
    std::thread reader([&] {
        reads_status = true;
        while (!is_over) {
            (void)queue.status();
            ++reads;
            for (std::atomic<int> turns{50}; turns > 0;) --turns; // or the worker would hardly get the lock
        }
    });
    auto popped = asio::co_spawn(io, pop_delayed(queue, clock, reads, rounds), asio::use_future);
    io.run();
    is_over = true;
    reader.join();
    CHECK(popped.get() == rounds);
}

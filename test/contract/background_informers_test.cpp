// Contract: a program without an event loop has informers on a thread of their own, asks them with blocking
// calls, and learns of changes by a file descriptor.

#include <coinformer/cache/background_informers.hpp>
#include <coinformer/testing/manual_source.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include "new_descriptors.hpp"
#include "world.hpp"

#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <future>
#include <poll.h>
#include <span>
#include <thread>

namespace {

std::string map_text(std::string const& name, std::string const& value)
{
    return R"({"metadata":{"name":")" + name + R"(","namespace":"shop"},"data":{"v":")" + value + R"("}})";
}

using source_of_maps = testing::manual_source<config_map>;

task<> put(std::shared_ptr<source_of_maps> source, std::string name, std::string value)
{
    source->put(map_text(name, value));
    co_return;
}

/// Waits until the descriptor is readable. The limit is that of the test.
bool becomes_readable(int descriptor, int milliseconds = 20'000)
{
    pollfd waited{.fd = descriptor, .events = POLLIN, .revents = 0};
    return ::poll(&waited, 1, milliseconds) == 1;
}

/// Keeps the first warning, for which a test can wait.
struct first_warning final : log_sink {
    bool enabled(log_level level) const noexcept override { return level >= log_level::warning; }
    void write(log_level, std::string_view message, std::span<log_field const>) noexcept override
    {
        if (!has_come.exchange(true)) text.set_value(std::string(message));
    }

    std::atomic<bool> has_come{false};
    std::promise<std::string> text;
};

/// Informers of a source that the test fills, on a thread of their own.
struct background_world {
    explicit background_world(log_sink& log = no_log()) : informers(log)
    {
        informer.on_change({.added = [this](config_map const&) { ++added; }});
    }
    void add(std::string const& name, std::string const& value) { informers.wait(put(source, name, value)); }

    std::shared_ptr<source_of_maps> source = std::make_shared<source_of_maps>();
    std::atomic<int> added{0};
    background_informers informers;
    informer_handle<config_map> informer = informers.factory().from<config_map>(source);
};

/// Background informers whose factory the program has run, which only they may do. The program's run
/// waited for their thread, and was the first one there, so that their own run has ended with an error.
/// The program has stopped its run.
struct wrongly_run_informers {
    wrongly_run_informers()
    {
        auto& factory = w->informers.factory();
        background run(elsewhere, factory.run()), stop(elsewhere, factory.stop());
        elsewhere.poll();
        w->informers.start();
        elsewhere.restart();
        elsewhere.run();
    }
    /// Waits until the informers have ended. Returns the error of a later wait.
    error_code end()
    {
        for (int waits = 0; waits != 1000; ++waits) { // each one takes some turns of the informers' thread
            try {
                (void)w->informers.wait_for_sync(0s);
            } catch (api_error const& e) {
                return e.code();
            }
        }
        return {};
    }

    asio::io_context elsewhere; // outlives the informers' thread, which resumes tasks on it
    std::ostringstream log_text;
    stream_log log{log_text, log_level::error};
    std::optional<background_world> w{std::in_place, log};
};

} // namespace

TEST_CASE("informers on a thread of their own are asked with blocking calls")
{
    background_world w;
    CHECK_FALSE(w.informer.has_synced());
    w.informers.start();
    CHECK(w.informers.wait_for_sync(20s).empty());
    CHECK(w.informer.has_synced());
    w.add("a", "1");
    w.informers.wait(w.informer.until([](snapshot<config_map> const& now) { return now.size() == 1; }));
    CHECK(w.informer.lister().get("shop", "a")->data.at("v") == "1");
    w.informers.wait(w.informer.at_least("1"));
    w.informers.stop();
    CHECK(w.added == 1);
    CHECK(w.informer.snapshot().size() == 1);
    w.informers.stop();
}

TEST_CASE("a descriptor becomes readable when something has changed, once for many changes")
{
    background_world w;
    w.informers.signal_changes_of(w.informer);
    w.informers.start();
    REQUIRE(w.informers.wait_for_sync(20s).empty());
    int const descriptor = w.informers.change_descriptor();
    CHECK(becomes_readable(descriptor)); // the first list is complete, and empty
    CHECK(w.informers.take_changes());
    CHECK_FALSE(becomes_readable(descriptor, 0));
    CHECK_FALSE(w.informers.take_changes());
    for (int i = 0; i != 100; ++i) w.add("a", std::to_string(i));
    REQUIRE(becomes_readable(descriptor));
    w.informers.wait(w.informer.at_least("100"));
    w.informers.wait(task<>(w.informer.synced()));
    while (w.informers.take_changes()) // a handler may still be busy with the last changes
        (void)becomes_readable(descriptor, 100);
    CHECK_FALSE(becomes_readable(descriptor, 0));
    w.add("b", "1");
    CHECK(becomes_readable(descriptor));
    CHECK(w.informers.take_changes());
}

TEST_CASE("a descriptor becomes readable when an informer is synced, also if another handler is slower")
{
    asio::thread_pool elsewhere(1);
    std::atomic<bool> is_open{false};
    background_world w;
    struct gate { // opens at the latest before the informers are stopped, which wait for the slow handler
        ~gate() { open(); }
        void open() const
        {
            is_open = true;
            is_open.notify_all();
        }
        std::atomic<bool>& is_open;
    } const for_slow_handler{is_open};
    w.source->put(map_text("a", "1"));
    w.informers.signal_changes_of(w.informer);
    w.informer.on_change({.added = [&](config_map const&) { is_open.wait(false); }},
                         {.executor = elsewhere.get_executor()});
    w.informers.start();
    int const descriptor = w.informers.change_descriptor();
    REQUIRE(becomes_readable(descriptor)); // the first list has an object
    do {
        (void)w.informers.take_changes();
    } while (becomes_readable(descriptor, 200));
    CHECK_FALSE(w.informer.has_synced());

    for_slow_handler.open();
    REQUIRE(becomes_readable(descriptor));
    CHECK(w.informer.has_synced());
}

TEST_CASE("a wait for the sync that takes too long says which informer is missing, and why")
{
    background_world w;
    w.source->fail(api_error(errc::forbidden, "manual source"), 1'000'000);
    w.informers.start();
    auto const missing = w.informers.wait_for_sync(0s);
    REQUIRE(missing.size() == 1);
    CHECK(missing.front().which == config_maps);
    CHECK_THROWS_WITH(w.informers.wait(w.informer.synced()), Catch::Contains("forbidden"));
}

TEST_CASE("a program that only waits for its descriptor finds a missing permission among the warnings")
{
    first_warning log;
    auto warned = log.text.get_future();
    background_world w(log);
    w.source->fail(api_error(errc::forbidden, "manual source"), 1'000'000);
    w.informers.signal_changes_of(w.informer);
    w.informers.start();
    REQUIRE(warned.wait_for(20s) == std::future_status::ready);
    CHECK_THAT(warned.get(), Catch::Contains("forbidden"));
    CHECK_FALSE(w.informers.take_changes());
}

TEST_CASE(
    "a wait before the start, after the stop, or on the informers' thread is refused, and does not hang")
{
    background_world w;
    CHECK_THROWS_WITH(w.informers.wait_for_sync(1s), Catch::Contains("start()"));
    CHECK_THROWS_AS(w.informers.api(), api_error);
    std::promise<std::string> refusal;
    w.informer.on_change({.added = [&](config_map const&) {
        try {
            w.informers.wait(w.informer.synced());
        } catch (api_error const& e) {
            refusal.set_value(e.what());
        }
    }});
    w.informers.start();
    CHECK_THROWS_AS(w.informers.start(), api_error);
    w.add("a", "1");
    CHECK(refusal.get_future().get().find("wait for itself") != std::string::npos);
    w.informers.stop();
    CHECK_THROWS_AS(w.informers.wait_for_sync(1s), api_error);
}

TEST_CASE("stopping ends the waits of other threads")
{
    background_world w;
    w.informers.start();
    REQUIRE(w.informers.wait_for_sync(20s).empty());
    std::promise<void> waits;
    std::string refused;
    std::thread waiting([&] {
        waits.set_value();
        try {
            w.informers.wait(w.informer.at_least("1000000"));
        } catch (api_error const& e) {
            refused = e.what();
        }
    });
    waits.get_future().get();
    w.informers.stop();
    waiting.join();
    CHECK_FALSE(refused.empty());
}

TEST_CASE("background informers that have ended with an error say so when they are stopped, or in the log")
{
    wrongly_run_informers ended;
    REQUIRE(ended.end() == errc::stopped);
    SECTION("stop() throws the error, once")
    {
        CHECK_THROWS_WITH(ended.w->informers.stop(), Catch::Contains("already running"));
        CHECK_NOTHROW(ended.w->informers.stop());
        ended.w.reset();
        CHECK(ended.log_text.str().empty());
    }
    SECTION("the destructor logs it")
    {
        ended.w.reset();
        auto const text = ended.log_text.str();
        CHECK(occurrences(text, "\n") == 1);
        CHECK_THAT(text, Catch::Contains("background_informers has ended with an error"));
        CHECK_THAT(text, Catch::Contains("already running"));
    }
}

TEST_CASE("handles of background informers may be kept when the thread and its context are gone")
{
    std::optional<background_world> w(std::in_place);
    w->informers.signal_changes_of(w->informer);
    w->informers.start();
    REQUIRE(w->informers.wait_for_sync(20s).empty());
    w->add("a", "1");
    w->informers.wait(w->informer.at_least("1"));
    auto const kept = w->informer;
    w.reset();
    CHECK(kept.snapshot().size() == 1);
}

TEST_CASE("background informers follow an API server, and send requests")
{
    asio::thread_pool server_thread(1);
    auto const strand = asio::make_strand(server_thread);
    testing::api_server server({.ex = strand});
    testing::tcp_listener listener(strand);
    server.create(config_maps, map_text("a", "1"));
    asio::cancellation_signal stop_server;
    auto served = asio::co_spawn(strand, server.run(listener),
                                 asio::bind_cancellation_slot(stop_server.slot(), asio::use_future));
    {
        background_informers cluster({.server = listener.url()}, {}, no_log());
        auto const maps = cluster.factory().of<config_map>();
        cluster.start();
        CHECK(cluster.wait_for_sync(20s).empty());
        CHECK(maps.snapshot().size() == 1);
        CHECK(cluster.wait(cluster.api().get<config_map>("shop", "a"))->data.at("v") == "1");
    }
    asio::post(strand, [&] { stop_server.emit(asio::cancellation_type::terminal); });
    CHECK_THROWS(served.get());
}

TEST_CASE("a program that this process starts inherits no descriptor of the informers' thread")
{
    test::new_descriptors const since;
    background_world w;
    w.informers.start();
    CHECK(w.informers.wait_for_sync(20s).empty());
    CHECK(since.count("pipe:") == 2);
    CHECK(since.inherited().empty());
    w.informers.stop();
}

// Contract: whatever a source of the user's does wrong, its informer goes on, and says what is wrong.

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <coinformer/testing/manual_source.hpp>
#include <coinformer/testing/memory_storage.hpp>

#include "world.hpp"

namespace {

/// A source that does one thing wrong.
struct odd_source final : list_watch<config_map> {
    enum class mistake {
        cancels,
        misuses,
        no_stream,
        no_object,
        throws_in_confirm,
        hangs_in_confirm,
        odd_end
    };
    explicit odd_source(mistake m, time_source& t) : what(m), time(t) {}

    struct odd_stream final : event_stream<config_map> {
        odd_stream(mistake m, time_source& t) : what(m), time(t) {}
        task<std::vector<source_event<config_map>>> next() & override
        {
            if (what == mistake::cancels) throw api_error(errc::cancelled, "a timer of the source");
            if (what == mistake::misuses) throw api_error(errc::stopped, "another informer");
            std::vector<source_event<config_map>> news;
            if (what == mistake::no_object) news.emplace_back(watch_event<config_map>());
            if (!news.empty()) co_return news;
            try {
                co_await time.sleep_for(1000h);
            } catch (boost::system::system_error const&) {
                if (what == mistake::odd_end)
                    throw api_error(errc::connection_closed, "the source's own words");
                throw;
            }
            co_return news;
        }
        mistake what;
        time_source& time;
    };

    std::string name() const override { return "an odd source"; }
    task<list_part<config_map>> list(list_request) override
    {
        ++lists;
        list_part<config_map> part;
        part.resource_version = "1";
        co_return part;
    }
    task<std::unique_ptr<event_stream<config_map>>> watch(watch_request) override
    {
        ++watches;
        co_await time.sleep_for(1ms);
        if (what == mistake::no_stream) co_return nullptr;
        co_return std::make_unique<odd_stream>(what, time);
    }
    task<> confirm(std::string) override // no coroutine
    {
        if (what == mistake::throws_in_confirm) throw std::runtime_error("not a coroutine");
        return what == mistake::hangs_in_confirm ? hang() : nothing();
    }
    bool has_lasting_versions() const override { return true; }
    static task<> nothing() { co_return; }
    task<> hang()
    {
        most_questions = std::max(most_questions, ++questions);
        try {
            co_await time.sleep_for(1000h);
        } catch (boost::system::system_error const&) {
            --questions;
            throw;
        }
    }

    mistake what;
    time_source& time;
    int lists = 0, watches = 0;
    int questions = 0, most_questions = 0; // that wait for an answer
};

/// A source whose watches switch their cancellation off at their end, to clean up.
struct tidy_source final : list_watch<config_map> {
    explicit tidy_source(time_source& t) : time(t) {}

    struct tidy_stream final : event_stream<config_map> {
        explicit tidy_stream(tidy_source& s) : of(s) {}
        task<std::vector<source_event<config_map>>> next() & override
        {
            auto const tidy = [this]() -> task<> {
                co_await asio::post(asio::use_awaitable);
                ++of.tidied;
            };
            co_await clean_up_after(of.time.sleep_for(1000h), tidy());
            co_return std::vector<source_event<config_map>>();
        }
        tidy_source& of;
    };

    std::string name() const override { return "a tidy source"; }
    task<list_part<config_map>> list(list_request) override
    {
        ++lists;
        list_part<config_map> part;
        part.resource_version = "1";
        co_return part;
    }
    task<std::unique_ptr<event_stream<config_map>>> watch(watch_request) override
    {
        co_return std::make_unique<tidy_stream>(*this);
    }
    task<> confirm(std::string) override { co_return; }

    time_source& time;
    int lists = 0, tidied = 0;
};

/// A source whose versions outlive the process. It has two objects, in which nothing happens.
struct lasting_source final : list_watch<config_map> {
    explicit lasting_source(time_source& t) : time(t) {}

    struct quiet_stream final : event_stream<config_map> {
        explicit quiet_stream(time_source& t) : time(t) {}
        task<std::vector<source_event<config_map>>> next() & override
        {
            co_await time.sleep_for(1000h);
            co_return std::vector<source_event<config_map>>();
        }
        time_source& time;
    };

    std::string name() const override { return "a lasting source"; }
    task<list_part<config_map>> list(list_request) override
    {
        ++lists;
        list_part<config_map> part;
        part.objects.push_back(decode_object<config_map>(
            R"({"metadata":{"name":"a","namespace":"shop","uid":"u1","resourceVersion":"3"}})"));
        part.objects.push_back(decode_object<config_map>(
            R"({"metadata":{"name":"b","namespace":"shop","uid":"u2","resourceVersion":"5"}})"));
        part.resource_version = "7";
        co_return part;
    }
    task<std::unique_ptr<event_stream<config_map>>> watch(watch_request) override
    {
        co_return std::make_unique<quiet_stream>(time);
    }
    task<> confirm(std::string) override { co_return; }
    bool has_lasting_versions() const override { return true; }

    time_source& time;
    int lists = 0;
};

} // namespace

TEST_CASE("no mistake of a source ends its informer")
{
    using enum odd_source::mistake;
    auto const what =
        GENERATE(cancels, misuses, no_stream, no_object, throws_in_confirm, hangs_in_confirm, odd_end);
    CAPTURE(static_cast<int>(what));
    asio::io_context io;
    testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    auto const source = std::make_shared<odd_source>(what, time);
    shared_informer<config_map> informer(env, source);
    ::background const running(io, informer.run());
    time.run_for(1h);
    CHECK_FALSE(running.ended);
    CHECK(source->watches > 1);
    auto const status = testing::run(io, time, informer.status());
    CHECK(status.synced);
    if (what == odd_end) {
        CHECK(status.reflector.failures == 0); // a watch whose time is over has not failed
        CHECK(source->lists == 1);
    } else if (what != throws_in_confirm) {
        CHECK(status.reflector.failures > 0);
    }
    CHECK(source->most_questions == (what == hangs_in_confirm ? 1 : 0));
}

TEST_CASE(
    "the normal end of a watch is no failure, although its stream switches cancellation off to clean up")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    auto const source = std::make_shared<tidy_source>(time);
    shared_informer<config_map> informer(env, source);
    testing::background const running(io, time, informer.run()); // its end waits for the clean-up
    time.run_for(1h);
    CHECK(source->tidied > 1);
    CHECK(source->lists == 1);
    auto const status = testing::run(io, time, informer.status());
    CHECK(status.reflector.failures == 0);
    CHECK_FALSE(running.ended());
}

TEST_CASE("an informer of a source with lasting versions goes on from a snapshot, and lists nothing")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    auto const source = std::make_shared<lasting_source>(time);
    auto const storage = std::make_shared<testing::memory_storage>();
    informer_options options;
    options.warm_start.storage = storage;
    // The first informer is kept, so that the second one and all its parts have other addresses.
    shared_informer<config_map> first(env, source, options);
    ::background running(io, first.run());
    time.run_for(10min);
    running.cancel();
    REQUIRE(source->lists == 1);
    REQUIRE(storage->saved == 1);

    shared_informer<config_map> second(env, source, options);
    running.start(io, second.run());
    time.run_for(1s);
    CHECK(second.has_synced());
    CHECK(second.snapshot().size() == 2);
    CHECK(testing::run(io, time, second.status()).reflector.restored == 2);
    time.run_for(10min);
    CHECK(source->lists == 1);
}

TEST_CASE("an informer lists if its source never says whether it knows the version of a snapshot")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    auto const source = std::make_shared<odd_source>(odd_source::mistake::hangs_in_confirm, time);
    auto const storage = std::make_shared<testing::memory_storage>();
    informer_options options;
    options.warm_start.storage = storage;
    // The first informer is kept, so that the second one and all its parts have other addresses.
    shared_informer<config_map> first(env, source, options);
    ::background running(io, first.run());
    time.run_for(10min);
    CHECK(testing::run(io, time, first.status()).synced);
    running.cancel();
    REQUIRE(source->lists == 1);
    REQUIRE(storage->saved == 1);

    shared_informer<config_map> second(env, source, options);
    running.start(io, second.run());
    time.run_for(1min);
    REQUIRE(source->lists == 1); // the snapshot was read, and waits for the word of the source
    CHECK_FALSE(second.has_synced());
    time.run_for(9min);
    CHECK(source->lists == 2);
    CHECK(testing::run(io, time, second.status()).synced);
}

TEST_CASE("a snapshot of a source whose versions begin anew with each process is refused before it is saved")
{
    asio::io_context io;
    environment const env{.ex = io.get_executor(), .log = &no_log()};
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    informer_options options;
    options.warm_start.storage = std::make_shared<testing::memory_storage>();
    CHECK_THROWS_WITH(shared_informer<config_map>(env, source, options),
                      Catch::Contains("has_lasting_versions"));
}

TEST_CASE("a source that is null is refused")
{
    asio::io_context io;
    environment const env{.ex = io.get_executor(), .log = &no_log()};
    std::shared_ptr<list_watch<config_map>> const none;
    CHECK_THROWS_WITH(shared_informer<config_map>(env, none), Catch::Contains("null"));
    informer_factory factory(env);
    CHECK_THROWS_WITH(factory.from<config_map>(none), Catch::Contains("null"));
}

// Contract: handler_options::executor. A handler's calls run where its options say, and an execution context
// that is run late, stopped or destroyed harms neither the informer nor other handlers.

#include "world.hpp"

#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <future>
#include <memory>
#include <optional>

namespace {

task<> take_a_second(time_source& time, lines& log, std::string value)
{
    log.push_back("begin " + value);
    co_await time.sleep_for(1s);
    log.push_back("end " + value);
}

task<> note_strand(std::function<void()> note)
{
    note();
    co_await asio::post(asio::use_awaitable);
    note();
}

/// An informer that has listed a=1 and b=1 and watches. One handler of it, `quick`, runs on the client's
/// executor. Other handlers run on `other`, a context that the test runs when it likes.
struct two_contexts : informed {
    handler_registration add(handlers<config_map> h, handler_options options = {})
    {
        options.executor = other->get_executor();
        auto const added = informer.on_change(std::move(h), options);
        time.run_for(1s);
        return added;
    }
    void run_other()
    {
        other->restart();
        other->poll();
    }
    /// Runs both contexts until neither has anything to do.
    void settle_both()
    {
        for (int i = 0; i < 10; ++i) {
            run_other();
            time.settle();
        }
    }
    void change(std::string const& value)
    {
        set("a", value);
        time.run_for(1s);
    }
    std::string end_of(handler_registration const& h)
    {
        auto const ended = run(h.status()).ended;
        return ended ? ended->what() : "";
    }

    std::unique_ptr<asio::io_context> other = std::make_unique<asio::io_context>();
    std::shared_ptr<int> const held = std::make_shared<int>(0); // by callables
};

/// An executor that never runs a function inline, such as that of a user interface.
struct posting_only {
    asio::io_context* io;

    asio::execution_context& query(asio::execution::context_t) const noexcept { return *io; }
    static constexpr asio::execution::blocking_t query(asio::execution::blocking_t) noexcept
    {
        return asio::execution::blocking.never;
    }
    template <class F>
    void execute(F&& f) const
    {
        asio::require(io->get_executor(), asio::execution::blocking.never).execute(std::forward<F>(f));
    }
    bool operator==(posting_only const&) const noexcept = default;
};

} // namespace

TEST_CASE_METHOD(informed,
                 "a handler's calls run on the strand that its options name, also while its task waits")
{
    auto const service = asio::make_strand(io);
    std::vector<bool> on_service, elsewhere;
    handler_options const options{.executor = service};
    informer.on_change(
        {.updated = [&](config_map const&) { on_service.push_back(service.running_in_this_thread()); }},
        options);
    auto const note = [&] { on_service.push_back(service.running_in_this_thread()); };
    informer.on_change({.updated = [&](config_map const&) { return note_strand(note); }}, options);
    informer.on_change(
        {.updated = [&](config_map const&) { elsewhere.push_back(service.running_in_this_thread()); }});
    time.run_for(1s);
    set("a", "2");
    set("b", "2");
    time.run_for(1s);
    CHECK(on_service == std::vector<bool>(6, true));
    CHECK(elsewhere == std::vector<bool>(2, false));
}

TEST_CASE_METHOD(informed,
                 "on a thread pool a handler's calls come one at a time and in order, beside the informer")
{
    asio::thread_pool pool(3);
    std::atomic<int> busy{0}, overlaps{0};
    std::vector<std::string> seen_there; // without a lock: each call sees what the one before has written
    std::promise<void> all_seen;
    auto const informer_thread = std::this_thread::get_id();
    std::atomic<int> on_informer_thread{0};
    auto const handler = informer.on_change({.updated =
                                                 [&](config_map const& m) {
                                                     overlaps += busy.fetch_add(1);
                                                     on_informer_thread +=
                                                         std::this_thread::get_id() == informer_thread;
                                                     seen_there.push_back(m.data.at("v"));
                                                     --busy;
                                                     if (seen_there.size() == 100) all_seen.set_value();
                                                 }},
                                            {.executor = pool.get_executor()});
    time.run_for(1s);
    for (int i = 0; i < 100; ++i) {
        set("a", std::to_string(i + 2));
        time.settle();
    }
    // The informer's thread goes on meanwhile: a handler that is behind gets its next changes from there.
    auto const all = all_seen.get_future();
    while (all.wait_for(1ms) != std::future_status::ready) time.settle(); // the test program limits the time
    CHECK(overlaps == 0);
    CHECK(on_informer_thread == 0);
    for (std::size_t i = 0; i < 100; ++i) CHECK(seen_there[i] == std::to_string(i + 2));
    background removal(io, handler.remove());
    while (!removal.ended) time.settle(); // it waits at most for a runner on the pool
    pool.join();
}

TEST_CASE_METHOD(two_contexts, "a context that is run later: the changes wait there, and nowhere else")
{
    lines late;
    auto const handler = add(recording(late));
    change("2");
    change("3");
    CHECK(late.empty());
    CHECK(seen == lines{"~ shop/a=1>2", "~ shop/a=2>3"});
    CHECK(run(handler.status()).waiting == 4);

    settle_both();
    CHECK(late == lines{"+i shop/a=1", "+i shop/b=1", "~ shop/a=1>2", "~ shop/a=2>3"});
    CHECK(run(handler.status()).waiting == 0);
    change("4");
    settle_both();
    CHECK(late.back() == "~ shop/a=3>4");
}

TEST_CASE_METHOD(two_contexts,
                 "a context that is not run: overflow::merge and overflow::fail bound what waits there")
{
    lines merged, failed;
    auto const merges = add(recording(merged), {.policy = overflow::merge, .capacity = 2});
    auto const fails = add(recording(failed), {.policy = overflow::fail, .capacity = 2});
    settle_both();
    for (int i = 2; i < 50; ++i) change(std::to_string(i));
    CHECK(seen.size() == 48);
    CHECK(run(merges.status()).waiting <= 4);
    CHECK(end_of(fails).find("more than 2 changes") != std::string::npos);
    settle_both();
    CHECK(merged.back().substr(merged.back().find('>')) == ">49");
    CHECK(failed.size() == 2);
}

TEST_CASE_METHOD(two_contexts,
                 "overflow::block on a context that is not run holds the informer up, until it is removed")
{
    lines blocked;
    auto const handler = add(recording(blocked), {.policy = overflow::block, .capacity = 0});
    settle_both();
    for (int i = 2; i < 6; ++i) change(std::to_string(i));
    CHECK(seen.size() < 4);
    run(handler.remove());
    time.run_for(1s);
    CHECK(seen.size() == 4);
    CHECK(blocked.size() == 2);
}

TEST_CASE_METHOD(two_contexts, "a context that is stopped: a handler that waits there can be removed at once")
{
    lines there;
    auto const handler = add(recording(there));
    settle_both();
    other->stop();
    change("2");
    CHECK(run(handler.status()).waiting == 1);
    run(handler.remove(), 1s);
    CHECK(there.size() == 2);
    change("3");
    CHECK(seen.size() == 2);
    settle_both();
    CHECK(there.size() == 2);
}

TEST_CASE_METHOD(two_contexts, "a context that is stopped during a task: only remove() waits for the task")
{
    lines there;
    auto const handler =
        add({.updated = [&](config_map const& m) { return take_a_second(time, there, m.data.at("v")); }});
    settle_both();
    change("2");
    run_other();
    CHECK(there == lines{"begin 2"});
    other->stop();
    background removal(io, handler.remove());
    change("3");
    CHECK_FALSE(removal.ended);
    CHECK(seen.back() == "~ shop/a=2>3");
    settle_both();
    CHECK(removal.ended);
    CHECK(there == lines{"begin 2"}); // the task was cancelled
}

TEST_CASE_METHOD(
    two_contexts,
    "a context that is destroyed takes its handlers' callables with it, whatever they were doing")
{
    lines there;
    auto const sleep = [this, &there, held = held](config_map const& m) {
        return take_a_second(time, there, m.data.at("v"));
    };
    auto const nothing = [held = held](config_map const&) {};
    auto const idle = add({.deleted = nothing});
    auto const asleep = add({.updated = sleep});
    settle_both();
    change("2");
    run_other(); // `asleep` is in the middle of a task
    time.settle();
    auto const ready = add({.added = nothing});
    CHECK(there == lines{"begin 2"});
    CHECK(held.use_count() == 6); // the copy in this test, and those of `sleep`, `nothing` and three handlers

    other.reset();
    CHECK(held.use_count() == 3);
    change("3");
    CHECK(seen.back() == "~ shop/a=2>3");
    for (auto const& h : {idle, asleep, ready}) {
        CHECK(end_of(h).find("the execution context of its executor was destroyed") != std::string::npos);
        run(h.remove(), 1s);
    }
    auto const status = run(informer.status());
    CHECK(status.handlers == 1);
    CHECK(there == lines{"begin 2"});
    other = std::make_unique<asio::io_context>();
    lines again;
    add(recording(again));
    settle_both();
    CHECK(again.size() == 2);
}

TEST_CASE_METHOD(
    two_contexts,
    "a context that is destroyed before the informer admits its handler destroys the callables, too")
{
    handler_options const options{.executor = other->get_executor()};
    auto const handler = informer.on_change({.added = [held = held](config_map const&) {}}, options);
    CHECK(held.use_count() == 2);
    other.reset();
    CHECK(held.use_count() == 1);
    time.run_for(1s);
    CHECK(end_of(handler).find("was destroyed") != std::string::npos);
    CHECK(run(informer.status()).handlers == 1);
}

TEST_CASE_METHOD(two_contexts,
                 "a context that is destroyed ends a drain, and the informer's end waits for nothing there")
{
    lines there;
    auto const handler =
        add({.updated = [&](config_map const& m) { return take_a_second(time, there, m.data.at("v")); }});
    settle_both();
    change("2");
    change("3");
    run_other();
    background removal(io, handler.remove(removal::drain));
    time.run_for(1s);
    CHECK_FALSE(removal.ended);
    other.reset();
    time.settle();
    CHECK(removal.ended);
    running.cancel();
    CHECK(running.ended);
}

TEST_CASE("the client's context may be destroyed before a handler's, in the middle of a task and with "
          "changes waiting")
{
    auto other = std::make_unique<asio::io_context>();
    auto const held = std::make_shared<int>(0);
    lines there;
    background running; // this is destroyed after the context that it runs on
    {
        world first;
        first.put("a", "1");
        shared_informer<config_map> informer(first.api);
        handler_options const options{.executor = other->get_executor()};
        auto const sleep = [&first, &there, held](config_map const& m) {
            return take_a_second(first.time, there, m.data.at("v"));
        };
        informer.on_change({.updated = sleep}, options);
        informer.on_change({.updated = [held](config_map const&) {}}, options);
        running.start(first.io, informer.run());
        for (int i = 2; i < 4; ++i) {
            first.time.run_for(1s);
            other->restart();
            other->poll();
            first.set("a", std::to_string(i));
        }
        CHECK(there == lines{"begin 2"});
    }
    other->restart();
    other->poll();
    other.reset();
    CHECK(held.use_count() == 1);
    CHECK(there == lines{"begin 2"});
}

TEST_CASE("a handler that is added after the client's context was destroyed is not called, and its callables "
          "are destroyed at once")
{
    std::optional<shared_informer<config_map>> informer; // this and the task are destroyed after the context
    background running;
    auto const held = std::make_shared<int>(0);
    {
        testing::fake_cluster first({}, {.log = &no_log(), .seed = 7});
        first.server.create(config_maps, R"({"metadata":{"name":"a","namespace":"shop"}})");
        informer.emplace(first.api);
        running.start(first.io, informer->run());
        first.run(informer->synced());
    }
    int calls = 0;
    auto const handler = informer->on_change({.added = [held, &calls](config_map const&) { ++calls; }});
    CHECK(held.use_count() == 1);
    CHECK(informer->has_synced());
    CHECK_FALSE(handler.has_synced());
    CHECK_NOTHROW(informer->events());
    informer.reset();
    CHECK_FALSE(handler.has_synced());
    CHECK(calls == 0);
}

TEST_CASE_METHOD(informed,
                 "an executor that never runs a function inline can call callables that return nothing")
{
    handler_options const options{.executor = posting_only{&io}};
    int calls = 0;
    informer.on_change({.updated = [&](config_map const&) { ++calls; }}, options);
    time.run_for(1s);
    set("a", "2");
    time.run_for(1s);
    CHECK(calls == 1);
    auto const with_task = [&] {
        informer.on_change({.updated = [](config_map const&) -> task<> { co_return; }}, options);
    };
    CHECK_THROWS_MATCHES(with_task(), api_error, Catch::Predicate<api_error>([](auto const& e) {
                             return e.code() == errc::bad_request;
                         }));
    set("a", "3");
    time.run_for(1s);
    CHECK(calls == 2);
}

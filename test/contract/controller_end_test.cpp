// Contract: how a hanging reconcile is ended, and how a controller ends.

#include "controlled.hpp"

TEST_CASE("a reconcile that does not end is cancelled at its deadline, reported, and repeated")
{
    controlled w(quick({.concurrency = 2, .deadline = 5s}));
    w.tested.watches(w.informer);
    w.put("a", "1");
    w.takes = 1h;
    w.start_controller();
    w.time.run_for(4s);
    CHECK(w.tested.status().queue.longest_running >= 4s);
    w.takes = 0s;
    w.put("b", "1");
    w.time.run_for(500ms);
    CHECK(w.ended == lines{"b"});
    w.time.run_for(2s);
    auto const s = w.tested.status();
    CHECK(s.timeouts == 1);
    CHECK(s.last_error == "shop/a: not done after 5000 ms, and cancelled");
    CHECK(w.ended == lines{"b", "a"});
    CHECK(s.queue.working == 0);
}

TEST_CASE("a reconcile that ignores its cancellation is reported at its deadline, and its own end counts")
{
    world w;
    bool const well = GENERATE(true, false);
    auto const deaf = [&w, well](object_name) -> task<reconcile_result> {
        co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
        co_await w.time.sleep_for(1h);
        if (!well) throw std::runtime_error("gave up");
        co_return reconcile_result::done();
    };
    controller<> tested(w.env, deaf, quick({.deadline = 5s}));
    auto const running = w.start(tested.run());
    tested.add({"shop", "a"});
    w.time.run_for(6s);
    auto s = tested.status();
    CHECK(s.timeouts == 1);
    CHECK(s.reconciles == 0);
    CHECK(s.last_error == "shop/a: not done after 5000 ms, and cancelled");
    CHECK(s.last_error_at == time_point(5s));
    CHECK(w.log_text.str().find("key=shop/a cause=not done after 5000 ms, and cancelled") !=
          std::string::npos);
    w.time.run_for(1h);
    s = tested.status();
    CHECK(s.reconciles == 1);
    CHECK(s.failures == (well ? 0 : 1));
    CHECK(s.timeouts == (well ? 1 : 2)); // the second attempt is running
    if (!well)
        CHECK(w.log_text.str().find("not done after 5000 ms, and cancelled: gave up") != std::string::npos);
    w.time.run_for(2h);
}

namespace {

struct nameless_key {
    int number = 0;
    friend bool operator==(nameless_key const&, nameless_key const&) = default;
};
struct hash_of_number {
    std::size_t operator()(nameless_key const& key) const noexcept { return std::hash<int>()(key.number); }
};
std::string to_string(nameless_key const&)
{
    throw std::runtime_error("no name");
}

} // namespace

TEST_CASE("a key whose to_string() throws is reported without its name, and repeated like any other")
{
    world w;
    int calls = 0;
    auto const slow = [&](nameless_key) -> task<reconcile_result> {
        ++calls;
        co_await w.time.sleep_for(1h);
        co_return reconcile_result::done();
    };
    controller<nameless_key, hash_of_number> tested(w.env, slow, quick({.deadline = 5s}));
    auto const running = w.start(tested.run());
    tested.add({1});
    w.time.run_for(1min);
    CHECK(calls > 1);
    CHECK(tested.status().timeouts > 1);
    CHECK(w.log_text.str().find("key=(a key whose to_string() has thrown)") != std::string::npos);
}

namespace {

struct textless_key {
    int number = 0;
    friend bool operator==(textless_key const&, textless_key const&) = default;
};
struct hash_of_textless_key {
    std::size_t operator()(textless_key const& key) const noexcept { return std::hash<int>()(key.number); }
};

} // namespace

TEST_CASE("a key that is a text is reported as it is, and a key that has no to_string() without its name")
{
    world w;
    auto const fail = [](auto const&) -> task<reconcile_result> {
        co_return reconcile_result::failed("no luck");
    };
    controller<std::string> of_texts(w.env, fail, quick());
    controller<textless_key, hash_of_textless_key> of_numbers(w.env, fail, quick());
    auto const running = w.start(of_texts.run());
    auto const running_too = w.start(of_numbers.run());
    of_texts.add("web");
    of_numbers.add({1});
    w.time.settle();
    CHECK(w.has_logged("key=web cause=no luck"));
    CHECK(of_texts.status().last_error == "web: no luck");
    CHECK(w.has_logged("key=(a key without to_string()) cause=no luck"));
    CHECK(of_numbers.status().last_error == "(a key without to_string()): no luck");
}

TEST_CASE("a cancelled controller takes no more keys and lets reconciles end within the grace period")
{
    controlled w(quick({.grace = 10s}));
    w.tested.watches(w.informer);
    w.put("a", "1");
    w.put("b", "1");
    w.takes = 5s;
    w.start_controller();
    w.running.cancel();
    CHECK_FALSE(w.running.ended);
    w.set("a", "2");
    w.time.run_for(6s);
    REQUIRE(w.running.ended);
    CHECK(w.running.code() == condition::cancelled);
    CHECK(w.ended == lines{"a"});
    CHECK(w.seen == lines{"a"});
    CHECK(testing::run(w.io, w.time, w.informer.status()).handlers == 0);
    CHECK(w.time.now() < time_point(7s));
}

TEST_CASE("a reconcile that does not end within the grace period is cancelled and joined; without a grace "
          "period, at once")
{
    auto const grace = GENERATE(as<duration>(), 0s, 10s);
    controlled w(quick({.concurrency = 2, .grace = grace}));
    w.tested.watches(w.informer);
    w.put("a", "1");
    w.put("b", "1");
    w.takes = 1h;
    w.start_controller();
    w.running.cancel();
    w.time.run_for(grace > 0s ? grace - 1s : 0s);
    CHECK(w.running.ended == (grace == 0s));
    w.time.run_for(2s);
    REQUIRE(w.running.ended);
    CHECK(w.running.code() == condition::cancelled);
    CHECK(w.busy.empty());
    CHECK(w.ended.empty());
    CHECK(w.tested.status().failures == 0);
    w.set("a", "2");
    w.time.run_for(1h);
    CHECK(w.seen.size() == 2);
}

TEST_CASE("a grace period of duration::max() lets reconciles end, however long they take")
{
    controlled w(quick({.grace = duration::max()}));
    w.tested.watches(w.informer);
    w.put("a", "1");
    w.takes = 100h;
    w.start_controller();
    w.running.cancel();
    w.time.run_for(99h);
    CHECK_FALSE(w.running.ended);
    w.time.run_for(2h);
    REQUIRE(w.running.ended);
    CHECK(w.running.code() == condition::cancelled);
    CHECK(w.ended == lines{"a"});
}

namespace {

// Cannot be cancelled, as clean-up cannot.
task<reconcile_result> clean_up(controlled& w, object_name key)
{
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    auto result = co_await w.reconcile(std::move(key));
    co_return result;
}

} // namespace

TEST_CASE("a reconcile that disables its own cancellation does so only for itself")
{
    controlled w;
    controller<> c(
        w.env,
        [&w](object_name key) {
            if (key.name == "clean-up") return clean_up(w, std::move(key));
            return w.reconcile(std::move(key));
        },
        quick());
    w.start_controller(); // its informer
    background running(w.io, c.run());
    c.add({"shop", "clean-up"});
    w.time.run_for(1s);
    CHECK(w.take() == lines{"clean-up"});
    w.takes = 1h;
    c.add({"shop", "a"});
    w.time.run_for(1s);
    CHECK(w.busy.contains("a"));
    running.cancel();
    CHECK(w.busy.empty());
    CHECK(running.ended);
    w.time.run_for(1h);
}

TEST_CASE("a second cancellation ends the grace period")
{
    controlled w(quick({.grace = 1h}));
    w.tested.watches(w.informer);
    w.put("a", "1");
    w.takes = 2h;
    w.start_controller();
    w.running.cancel();
    w.time.run_for(1min);
    CHECK_FALSE(w.running.ended);
    w.running.cancel();
    CHECK(w.running.ended);
}

TEST_CASE("a controller ends whenever it is cancelled, and calls nothing after that")
{
    for (int turns = 0; turns < 120; ++turns) {
        INFO("cancelled after " << turns << " turns");
        controlled w(quick({.concurrency = 2}));
        w.tested.watches(w.informer);
        w.put("a", "1");
        w.put("b", "1");
        w.throws = {"b"};
        w.informing.start(w.io, w.informer.run());
        w.time.run_for(1s);
        w.running.start(w.io, w.tested.run());
        w.io.restart();
        for (int i = 0; i < turns; ++i) w.io.poll_one();
        w.running.cancel();
        REQUIRE(w.running.ended);
        CHECK(w.running.code() == condition::cancelled);
        CHECK(testing::run(w.io, w.time, w.informer.status()).handlers == 0);
        w.take();
        w.set("a", "2");
        w.time.run_for(1min);
        CHECK(w.seen.empty());
    }
}

TEST_CASE_METHOD(controlled, "a controller that is cancelled before its source is synced ends at once")
{
    tested.watches(informer); // nobody runs it
    running.start(io, tested.run());
    time.run_for(1s);
    REQUIRE_FALSE(tested.status().synced);
    running.cancel();
    REQUIRE(running.ended);
    CHECK(running.code() == condition::cancelled);
    CHECK_FALSE(has_logged("controller waits for a source"));
}

TEST_CASE_METHOD(controlled,
                 "when the informer of a source ends, the controller ends, too, and names the informer")
{
    tested.watches(informer);
    put("a", "1");
    start_controller();
    informing.cancel();
    REQUIRE(running.ended);
    CHECK(running.code() == errc::stopped);
    CHECK(running.what().find("configmaps") != std::string::npos);
}

TEST_CASE_METHOD(controlled,
                 "when an informer ends that was always refused, the controller ends, too, and says why")
{
    server.inject(faults::status(403).on("watch").of("configmaps").times(fault::always));
    server.inject(faults::status(403).on("list").of("configmaps").times(fault::always));
    tested.watches(informer);
    start_controller();
    time.run_for(10s);
    CHECK_FALSE(running.ended);
    informing.cancel();
    REQUIRE(running.ended);
    CHECK(running.code() == errc::stopped);
    CHECK_THAT(running.what(),
               Catch::Contains("the informer of configmaps has ended, and was never synced: ") &&
                   Catch::Contains("forbidden"));
    CHECK(seen.empty());
}

TEST_CASE_METHOD(controlled,
                 "a controller that has ended may run again, and begins with the objects that exist then")
{
    tested.watches(informer);
    throws = {"bad"};
    put("a", "1");
    put("bad", "1");
    start_controller();
    time.run_for(1500ms);
    CHECK(take() == lines{"a", "bad", "bad"});
    running.cancel();
    REQUIRE(running.ended);
    CHECK_FALSE(tested.status().synced);
    CHECK(tested.status().waiting_for == lines{"configmaps"});
    set("a", "2");
    put("b", "1");
    tested.add({"shop", "meanwhile"});
    time.run_for(1min);
    CHECK(take().empty());

    background again(io, tested.run());
    time.run_for(10ms);
    CHECK(take() == lines{"meanwhile", "a", "bad", "b"});
    CHECK(tested.status().synced);
    set("b", "2");
    time.run_for(1500ms);
    CHECK(take() == lines{"b", "bad"}); // after the first back-off: failures were forgotten
    again.cancel();
    CHECK(again.code() == condition::cancelled);
}

TEST_CASE_METHOD(controlled,
                 "a controller that has waited for a source in vain names no old cause when it runs again")
{
    server.inject(faults::status(403).on("watch").of("configmaps").times(fault::always));
    server.inject(faults::status(403).on("list").of("configmaps").times(fault::always));
    tested.watches(informer);
    put("a", "1");
    start_controller();
    time.run_for(10s);
    REQUIRE(tested.status().waiting_for.size() == 1);
    CHECK_THAT(tested.status().waiting_for[0],
               Catch::Contains("configmaps: ") && Catch::Contains("forbidden"));
    running.cancel();
    REQUIRE(running.code() == condition::cancelled);
    CHECK(tested.status().waiting_for == lines{"configmaps"});

    server.heal();
    time.run_for(5min);
    REQUIRE(informer.has_synced());
    running.start(io, tested.run());
    io.restart();
    while (!tested.status().synced) {
        REQUIRE(tested.status().waiting_for == lines{"configmaps"});
        if (io.poll_one() == 0) break; // what follows needs time
    }
    time.run_for(10ms);
    CHECK(tested.status().synced);
    CHECK(tested.status().waiting_for.empty());
    CHECK(take() == lines{"a"});
}

TEST_CASE_METHOD(controlled, "a controller runs once at a time, and accepts no sources meanwhile")
{
    tested.watches(informer);
    start_controller();
    background again(io, tested.run());
    time.settle();
    CHECK(again.code() == errc::already_running);
    CHECK_THROWS_AS(tested.watches(informer), api_error);
    auto const nothing = [](object_name) -> task<reconcile_result> { co_return reconcile_result::done(); };
    CHECK_THROWS_AS(controller<>(env, nothing, {.concurrency = 0}), api_error);
    CHECK_THROWS_AS(owner_key(resource{.version = "v1", .plural = "pods"}), api_error);
}

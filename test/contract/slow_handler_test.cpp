// Contract: a slow handler delays nobody else, unless its policy says so.

#include "world.hpp"

namespace {

struct slow : informed {
    task<> handle(object_ptr<config_map> o)
    {
        log.push_back(std::string(o.key().name) + "=" + o->data.at("v"));
        co_await time.sleep_for(10s);
    }
    handler_registration add(handler_options options)
    {
        auto const handler =
            informer.on_change({.updated = [this](object_ptr<config_map> const&,
                                                  object_ptr<config_map> const& o) { return handle(o); }},
                               options);
        time.run_for(1s);
        return handler;
    }
    handler_status status(handler_registration const& handler)
    {
        return testing::run(io, time, handler.status());
    }
    // one object changes each second
    void change(int from, int to)
    {
        for (int i = from; i <= to; ++i) {
            set("a", std::to_string(i));
            time.run_for(1s);
        }
    }

    lines log;
};

} // namespace

TEST_CASE_METHOD(
    slow, "with overflow::merge a slow handler delays no other, and gets the newest state of each object")
{
    add({.policy = overflow::merge, .capacity = 4});
    change(2, 60);
    CHECK(seen.size() == 59); // the other handler, in time
    set("b", "2");
    time.run_for(1min);
    CHECK(log.size() < 12);
    CHECK(std::count(log.begin(), log.end(), "a=60") == 1);
    CHECK(std::count(log.begin(), log.end(), "b=2") == 1);
}

TEST_CASE_METHOD(slow, "with overflow::block a slow handler gets every change, and the informer waits for it")
{
    add({.policy = overflow::block, .capacity = 4});
    change(2, 11);
    CHECK(listed(informer).front() != "a=11");
    time.run_for(2min);
    CHECK(log == lines{"a=2", "a=3", "a=4", "a=5", "a=6", "a=7", "a=8", "a=9", "a=10", "a=11"});
    CHECK(seen.size() == 10);
}

TEST_CASE("while nothing is read because a handler has no room, the connection does not count as dead")
{
    auto const each_call =
        GENERATE(1min, 3min); // shorter and longer than the silence after which a watch counts as dead
    informed w(listing({.watch_timeout = 1h, .queue_capacity = 1}));
    auto const handle = [&w, each_call](object_ptr<config_map> const&, object_ptr<config_map> const&) {
        return w.time.sleep_for(each_call);
    };
    w.informer.on_change({.updated = handle}, {.policy = overflow::block, .capacity = 1});
    for (int i = 2; i <= 7; ++i) {
        w.set("a", std::to_string(i));
        w.time.run_for(1s);
    }
    w.time.run_for(4 * each_call);
    CHECK(w.watches() == 1);
    CHECK(testing::run(w.io, w.time, w.informer.status()).reflector.failures == 0);
    w.time.run_for(3 * each_call);
    CHECK(w.watches() == 1);
    CHECK(w.listed(w.informer).front() == "a=7");
}

TEST_CASE("with queue_order::by_key an object that changes while it waits comes once, in its newest state")
{
    informed w(listing({.order = queue_order::by_key}));
    lines log;
    auto const handle = [&](object_ptr<config_map> const&, object_ptr<config_map> const& o) {
        log.push_back(std::string(o.key().name) + "=" + o->data.at("v"));
        return w.time.sleep_for(10s);
    };
    w.informer.on_change({.updated = handle}, {.policy = overflow::block, .capacity = 1});
    w.time.run_for(1s);
    for (int i = 2; i <= 100; ++i) {
        w.set("a", std::to_string(i));
        w.time.run_for(1s);
        CHECK(testing::run(w.io, w.time, w.informer.status()).queued <=
              3); // the object, and the objects before and behind it as they were
    }
    w.set("b", "2");
    auto const written = w.server.resource_version();
    background reached(w.io, w.informer.at_least(written));
    for (int i = 0; i != 600 && !reached.ended; ++i) {
        w.time.run_for(1s);
        auto const version = w.informer.snapshot().resource_version();
        bool const says_so = compare_resource_versions(version, written) >= 0;
        CHECK(says_so == (w.informer.snapshot().get("shop", "b")->data.at("v") == "2"));
    }
    CHECK(reached.ended);
    w.time.run_for(2min);
    CHECK(log.size() < 20);
    CHECK(std::count(log.begin(), log.end(), "a=100") == 1);
    CHECK(log.back() == "b=2");
    CHECK(w.informer.snapshot().resource_version() == written);
}

TEST_CASE_METHOD(slow,
                 "with overflow::fail a handler that is too slow is removed, says so, and the others go on")
{
    auto const handler = add({.policy = overflow::fail, .capacity = 4});
    change(2, 20);
    background synced(io, handler.synced());
    time.run_for(1min);

    CHECK(log == lines{"a=2"});
    CHECK(seen.size() == 19);
    auto const now = status(handler);
    REQUIRE(now.ended);
    CHECK(now.ended->code() == errc::queue_overflow);
    CHECK(synced.code() == errc::queue_overflow);
    CHECK(synced.what().find("more than 4 changes") != std::string::npos);
    CHECK(log_text.str().find("too slow") != std::string::npos);
}

TEST_CASE_METHOD(slow, "a handler that stays slow has one line in the log, with numbers, and one when it has "
                       "caught up")
{
    auto const policy = GENERATE(overflow::block, overflow::merge);
    add({.policy = policy, .capacity = 100, .name = "router"});
    change(2, 6); // 50 s of work
    time.run_for(10min);
    CHECK(log_text.str().find("slow handler") == std::string::npos);

    change(7, 26); // 200 s
    time.run_for(10min);
    auto const text = log_text.str();
    auto const said = text.find("WARNING a handler is slow: ");
    REQUIRE(said != std::string::npos);
    auto const line = text.substr(said, text.find('\n', said) - said);
    CHECK(line.find(" changes wait for it, the oldest for 6") != std::string::npos);
    CHECK(line.ends_with(
        "collection=/api/v1/configmaps handler=router next=the handler goes on with the changes that wait"));
    CHECK(text.find("a handler is slow", said + line.size()) == std::string::npos);
    CHECK(text.find(
              "WARNING a slow handler has caught up collection=/api/v1/configmaps handler=router after=") !=
          std::string::npos);
}

TEST_CASE_METHOD(slow, "the line about a handler that has caught up says for how long it was slow")
{
    add({.policy = overflow::block, .capacity = 1000});
    for (int i = 2; i <= 200; ++i) { // 8 s between changes, of which each takes 10 s
        set("a", std::to_string(i));
        time.run_for(8s);
    }
    time.run_for(20min);
    auto const text = log_text.str();
    auto const after = text.find(" after=", text.find("a slow handler has caught up"));
    REQUIRE(after != std::string::npos);
    CHECK(std::stoi(text.substr(after + 7)) > 1500);
}

TEST_CASE_METHOD(slow, "the line about a slow handler comes again after ten minutes, also if it holds the "
                       "informer up")
{
    add({.policy = overflow::block, .capacity = 10});
    change(2, 200);
    time.run_for(5min);
    CHECK(times_logged("a handler is slow") == 1);
    time.run_for(5min);
    CHECK(times_logged("a handler is slow") == 2);
}

TEST_CASE_METHOD(slow, "a slow handler that is removed has not caught up")
{
    auto const handler = add({.policy = overflow::block, .capacity = 100, .name = "router"});
    change(2, 26);
    time.run_for(1min);
    CHECK(log_text.str().find("a handler is slow") != std::string::npos);
    testing::run(io, time, handler.remove(removal::drop));
    change(27, 28);
    time.run_for(5min);
    CHECK(log_text.str().find("caught up") == std::string::npos);
}

TEST_CASE_METHOD(slow, "how far a handler is behind can be asked at any time: changes, age, version")
{
    auto const handler = add({.policy = overflow::block, .capacity = 100});
    auto now = status(handler);
    CHECK(now.synced);
    CHECK(now.waiting == 0);
    CHECK(now.oldest == 0s);
    CHECK(now.handled == 2); // the two adds
    CHECK(now.resource_version == server.resource_version());
    auto const first = server.resource_version();

    change(2, 6); // five changes, five seconds
    now = status(handler);
    CHECK(now.waiting == 5);
    CHECK(now.oldest >= 4s);
    CHECK(now.oldest <= 6s);
    CHECK(now.resource_version == first);
    CHECK_FALSE(now.ended);

    time.run_for(6s); // the first call ended at ten seconds
    now = status(handler);
    CHECK(now.waiting == 4);
    CHECK(now.handled == 3);
    CHECK(now.resource_version != first);
    CHECK(now.resource_version != server.resource_version());

    time.run_for(1min);
    now = status(handler);
    CHECK(now.waiting == 0);
    CHECK(now.handled == 7);
    CHECK(now.resource_version == server.resource_version());
}

TEST_CASE_METHOD(slow,
                 "a merging handler that is behind says so, too, and its version never runs ahead of it")
{
    auto const handler = add({.policy = overflow::merge, .capacity = 1});
    auto const first = server.resource_version();
    change(2, 9);
    set("b", "2");
    time.run_for(0s);
    auto now = status(handler);
    CHECK(now.waiting == 3); // a=2 is being handled, then a and b, once each
    bool const behind = compare_resource_versions(now.resource_version, server.resource_version()) < 0;
    CHECK(behind);
    bool const not_back = compare_resource_versions(now.resource_version, first) >= 0;
    CHECK(not_back);
    time.run_for(1min);
    now = status(handler);
    CHECK(now.waiting == 0);
    CHECK(now.resource_version == server.resource_version());
}

TEST_CASE_METHOD(world, "overflow::fail removes no handler for a list that is larger than its capacity")
{
    for (int i = 0; i < 3000; ++i) put("o-" + std::to_string(i), "1");
    shared_informer<config_map> informer(api, listing());
    std::size_t plain = 0, tasks = 0;
    handler_options const options{.policy = overflow::fail, .capacity = 100};
    auto const first = informer.on_change({.added = [&](config_map const&) { ++plain; }}, options);
    auto const second = informer.on_change({.added = [&](object_ptr<config_map>) -> task<> {
                                               ++tasks;
                                               co_return;
                                           }},
                                           options);
    auto const running = start(informer.run());
    time.run_for(10s);
    CHECK(plain == 3000);
    CHECK(tasks == 3000);
    CHECK_FALSE(testing::run(io, first.status()).ended);
    CHECK_FALSE(testing::run(io, second.status()).ended);
}

TEST_CASE_METHOD(world,
                 "with overflow::block `capacity` changes and two portions of a list wait, and no more")
{
    for (int i = 0; i < 2000; ++i) put("o-" + std::to_string(i), "1");
    auto const capacity = GENERATE(as<std::size_t>(), 0, 2, 300);
    shared_informer<config_map> informer(api, listing());
    auto const handle = [this](object_ptr<config_map> const&, initial_list) { return time.sleep_for(1h); };
    auto const handler =
        informer.on_change({.added = handle}, {.policy = overflow::block, .capacity = capacity});
    auto const running = start(informer.run());
    time.run_for(10min);
    auto const waiting = testing::run(io, handler.status()).waiting;
    CHECK(waiting > capacity + 256);
    CHECK(waiting <= capacity + 512);
}

TEST_CASE("a handler that blocks keeps the store behind what was read, and at_least() has no cause to throw")
{
    informed w(listing({.unreachable_after = 1min}));
    auto const handle = [&w](object_ptr<config_map> const&, object_ptr<config_map> const&) {
        return w.time.sleep_for(24h);
    };
    w.informer.on_change({.updated = handle}, {.policy = overflow::block, .capacity = 0});
    w.time.run_for(1s);
    for (auto const* const value : {"2", "3", "4"}) {
        w.set("a", value);
        w.time.run_for(1s);
    }
    background wait(w.io, w.informer.at_least(w.server.resource_version()));
    w.time.run_for(1h);
    CHECK_FALSE(wait.ended);
    CHECK(w.listed(w.informer).front() == "a=3");
    auto const now = testing::run(w.io, w.informer.status());
    CHECK(now.queued > 0);
    CHECK(now.reflector.fresh_as_of.value() > w.time.now() - 2min); // by bookmarks
}

TEST_CASE_METHOD(world,
                 "overflow::fail removes no handler that is still busy with the first list, but one that "
                 "is too slow for the changes after it")
{
    for (int i = 0; i < 3000; ++i) put("o-" + std::to_string(i), "1");
    shared_informer<config_map> informer(api, listing());
    auto const handler = informer.on_change(
        {.added = [this](object_ptr<config_map> const&, initial_list) { return time.sleep_for(1ms); },
         .updated = [this](object_ptr<config_map> const&,
                           object_ptr<config_map> const&) { return time.sleep_for(1ms); }},
        {.policy = overflow::fail, .capacity = 100});
    auto const running = start(informer.run());
    time.run_for(1s);
    CHECK(testing::run(io, handler.status()).waiting > 1000);
    set("o-1", "2");
    time.run_for(10s);
    auto now = testing::run(io, handler.status());
    CHECK_FALSE(now.ended);
    CHECK(now.handled == 3001);

    for (int i = 0; i < 150; ++i) {
        set("o-1", std::to_string(i + 3));
        time.settle();
    }
    now = testing::run(io, handler.status());
    REQUIRE(now.ended);
    CHECK(now.ended->code() == errc::queue_overflow);
}

TEST_CASE_METHOD(world, "overflow::fail counts the changes between lists, however many lists come")
{
    put("a", "1");
    shared_informer<config_map> informer(api, listing());
    auto const handler =
        informer.on_change({.updated = [this](object_ptr<config_map> const&,
                                              object_ptr<config_map> const&) { return time.sleep_for(24h); }},
                           {.policy = overflow::fail, .capacity = 100});
    auto const running = start(informer.run());
    time.run_for(1s);
    auto const lists = server.requests("list", config_maps);
    for (int i = 2; i < 200; ++i) {
        set("a", std::to_string(i));
        time.settle();
        if (i % 60 != 0) continue;
        server.disconnect();
        put("b-" + std::to_string(i), "1");
        server.compact();
        time.run_for(1min);
    }
    CHECK(server.requests("list", config_maps) >= lists + 3);
    auto const now = testing::run(io, handler.status());
    REQUIRE(now.ended);
    CHECK(now.ended->code() == errc::queue_overflow);
}

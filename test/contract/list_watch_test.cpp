// Contract: an informer of a source of the user's own does all that an informer of an API server does: it
// lists, watches, resumes, lists again when changes are forgotten, and survives whatever the source throws.

#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/manual_source.hpp>

#include "world.hpp"

namespace {

/// The changes that a handler has seen, each as one word.
struct seen {
    std::vector<std::string> changes;

    handlers<config_map> handler()
    {
        return {.added =
                    [this](config_map const& m) {
                        changes.push_back("+" + m.metadata.name.to_owned() + m.data.at("v"));
                    },
                .updated =
                    [this](config_map const&, config_map const& m) {
                        changes.push_back("=" + m.metadata.name.to_owned() + m.data.at("v"));
                    },
                .deleted =
                    [this](config_map const& m) {
                        changes.push_back("-" + m.metadata.name.to_owned() + m.data.at("v"));
                    }};
    }
    std::vector<std::string> take() { return std::exchange(changes, {}); }
};

std::string map_text(std::string const& name, std::string const& value, std::string const& ns = "shop")
{
    return R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns + R"("},"data":{"v":")" + value +
           R"("}})";
}

/// An informer of a manual source, in virtual time.
struct own_world {
    explicit own_world(informer_options options = {}) : informer(env, source, std::move(options))
    {
        source->put(map_text("a", "1"));
        source->put(map_text("b", "1"));
        informer.on_change(handler.handler());
    }
    void start()
    {
        running.start(io, informer.run());
        time.run_for(1s);
    }
    reflector_status status() { return testing::run(io, time, informer.status()).reflector; }

    asio::io_context io;
    testing::virtual_clock time{io};
    environment env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    std::shared_ptr<testing::manual_source<config_map>> source =
        std::make_shared<testing::manual_source<config_map>>();
    seen handler;
    shared_informer<config_map> informer;
    ::background running;
};

using words = std::vector<std::string>;

} // namespace

TEST_CASE("an informer of a source of one's own lists, watches, and answers questions")
{
    own_world w;
    w.informer.index("value", [](config_map const& m) { return m.data.at("v"); });
    w.start();
    testing::run(w.io, w.time, w.informer.synced());
    CHECK(w.handler.take() == words{"+a1", "+b1"});
    w.source->put(map_text("a", "2"));
    w.source->put(map_text("c", "1"));
    w.source->remove("shop", "b");
    w.time.run_for(1s);
    CHECK(w.handler.take() == words{"=a2", "+c1", "-b1"});
    auto const now = w.informer.snapshot();
    CHECK(now.size() == 2);
    CHECK(now.by_index("value", "2").size() == 1);
    CHECK(now.resource_version() == w.source->version());
    testing::run(w.io, w.time, w.informer.at_least(w.source->version()));
    CHECK(w.source->lists() == 1);
    CHECK(w.source->watches() == 1);
}

TEST_CASE("many changes of one object that a source returns at once make no handler slow: "
          "each is called for all of them")
{
    own_world w;
    w.start();
    int strict_calls = 0;
    auto const strict = w.informer.on_change({.updated = [&](config_map const&) { ++strict_calls; }},
                                             {.policy = overflow::fail});
    w.time.run_for(1s);
    (void)w.handler.take();
    for (int i = 2; i <= 2'001; ++i) w.source->put(map_text("a", std::to_string(i)));
    w.time.run_for(1s);
    auto const changes = w.handler.take();
    CHECK(changes.size() == 2'000);
    CHECK(changes.back() == "=a2001");
    CHECK(strict_calls == 2'000);
    CHECK_FALSE(testing::run(w.io, w.time, strict.status()).ended);
}

TEST_CASE("a watch of a source that ends is resumed where it stopped, without a list")
{
    own_world w;
    w.start();
    (void)w.handler.take();
    bool const in_order = GENERATE(true, false);
    w.source->end_watches(in_order ? nullptr
                                   : std::make_exception_ptr(api_error(errc::connection_reset, "pipe")));
    w.source->put(map_text("c", "1"));
    w.time.run_for(1min);
    CHECK(w.handler.take() == words{"+c1"});
    CHECK(w.source->lists() == 1);
    CHECK(w.source->watches() == 2);
}

TEST_CASE("a source that has forgotten the version is listed again, and handlers get the differences")
{
    own_world w;
    w.start();
    (void)w.handler.take();
    w.source->put(map_text("a", "2"));
    w.source->remove("shop", "b");
    w.source->forget_changes();
    w.time.run_for(1min);
    auto const changes = w.handler.take();
    CHECK(std::count(changes.begin(), changes.end(), "=a2") == 1);
    CHECK(std::count(changes.begin(), changes.end(), "-b1") == 1);
    CHECK(changes.size() == 2);
    CHECK(w.source->lists() == 2);
}

TEST_CASE("a list of a source comes in pages of the size that the options say")
{
    own_world w({.page_size = 2});
    for (auto const* name : {"c", "d", "e"}) w.source->put(map_text(name, "1"));
    w.start();
    CHECK(w.handler.take().size() == 5);
    CHECK(w.source->lists() == 3);
}

TEST_CASE("an informer of two namespaces asks its source for each of them")
{
    own_world w({.namespaces = {"shop", "yard"}});
    w.source->put(map_text("x", "1", "yard"));
    w.source->put(map_text("y", "1", "attic"));
    w.start();
    auto changes = w.handler.take();
    std::sort(changes.begin(), changes.end());
    CHECK(changes == words{"+a1", "+b1", "+x1"});
    w.source->put(map_text("x", "2", "yard"));
    w.source->put(map_text("y", "2", "attic"));
    w.time.run_for(1s);
    CHECK(w.handler.take() == words{"=x2"});
}

TEST_CASE("an informer survives every exception of a source, and tells waiters what time does not cure")
{
    own_world w;
    SECTION("an error of the network")
    {
        w.source->fail(api_error(errc::connect_failed, "pipe"), 3);
    }
    SECTION("an exception that says nothing about a source")
    {
        w.source->fail(std::runtime_error("disk on fire"), 3);
    }
    SECTION("something that is no exception class")
    {
        w.source->fail(42, 3);
    }
    w.start();
    CHECK(w.status().failures >= 1);
    w.time.run_for(5min);
    CHECK(w.handler.take() == words{"+a1", "+b1"});
    CHECK_FALSE(w.status().failing_since);
}

TEST_CASE("the words of an exception of a source are in the status, and reach a waiter when they last")
{
    own_world w;
    w.source->fail(std::runtime_error("disk on fire"), 1'000'000);
    w.start();
    CHECK(w.status().last_failure.find("manual source") != std::string::npos);
    CHECK(w.status().last_failure.find("disk on fire") != std::string::npos);
    CHECK_THROWS_WITH(testing::run(w.io, w.time, w.informer.synced()), Catch::Contains("disk on fire"));
    w.source->fail(api_error(errc::forbidden, "manual source"), 1);
    CHECK_THROWS_WITH(testing::run(w.io, w.time, w.informer.synced()), Catch::Contains("forbidden"));
}

TEST_CASE("an object that a source cannot decode keeps its last state, and is reported")
{
    own_world w;
    std::vector<std::string> faults;
    w.start();
    (void)w.handler.take();
    decode_fault fault;
    fault.ns = "shop";
    fault.name = "a";
    fault.found = "half a file";
    w.source->report(fault);
    w.time.run_for(1s);
    CHECK(w.handler.take().empty());
    CHECK(w.informer.snapshot().get("shop", "a"));
    CHECK(w.status().faults == 1);
    w.source->forget_changes(); // also in a list
    w.time.run_for(1min);
    CHECK(w.handler.take().empty());
    CHECK(w.informer.snapshot().get("shop", "a"));
    w.source->put(map_text("a", "2"));
    w.time.run_for(1s);
    CHECK(w.handler.take() == words{"=a2"});
}

TEST_CASE("a source that is silent for an hour does not look failed, and is not listed again")
{
    own_world w;
    w.start();
    for (int minute = 0; minute != 60; ++minute) {
        w.time.run_for(1min);
        CHECK_FALSE(w.status().failing_since);
    }
    CHECK(w.source->lists() < 60); // these are questions: confirm()
    CHECK(w.status().lists == 1);
    w.source->put(map_text("a", "2"));
    w.time.run_for(1s);
    CHECK(w.handler.take().back() == "=a2");
}

TEST_CASE("a list without a version is refused with a message that names it")
{
    struct nameless final : list_watch<config_map> {
        std::string name() const override { return "a broken source"; }
        task<list_part<config_map>> list(list_request) override { co_return list_part<config_map>(); }
        task<std::unique_ptr<event_stream<config_map>>> watch(watch_request) override { co_return nullptr; }
    };
    asio::io_context io;
    testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    shared_informer<config_map> informer(env, std::make_shared<nameless>());
    ::background const running(io, informer.run());
    CHECK_THROWS_WITH(testing::run(io, time, informer.synced()),
                      Catch::Contains("a broken source") && Catch::Contains("resource_version"));
}

TEST_CASE("an informer with a source of its own may be destroyed before and after what it was made from")
{
    auto source = std::make_shared<testing::manual_source<config_map>>();
    source->put(map_text("a", "1"));
    auto io = std::make_unique<asio::io_context>();
    auto time = std::make_unique<testing::virtual_clock>(*io);
    environment const env{.ex = io->get_executor(), .time = time.get(), .log = &no_log(), .seed = 1};
    auto informer = std::make_unique<shared_informer<config_map>>(env, source);
    asio::co_spawn(*io, informer->run(), [](std::exception_ptr) {});
    time->run_for(1s);
    CHECK(informer->snapshot().size() == 1);
    int const order = GENERATE(0, 1, 2);
    source.reset();
    if (order == 0) {
        informer.reset();
        time.reset();
        io.reset();
    } else if (order == 1) {
        time.reset();
        io.reset();
        CHECK(informer->snapshot().size() == 1);
        informer.reset();
    } else {
        io.reset();
        informer.reset();
        time.reset();
    }
}

TEST_CASE("a factory shares the informer of a source, and runs it beside those of other sources")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    auto const one = std::make_shared<testing::manual_source<config_map>>();
    auto const two = std::make_shared<testing::manual_source<config_map>>();
    one->put(map_text("a", "1"));
    two->put(map_text("a", "1"));
    two->put(map_text("b", "1"));
    informer_factory factory(env);
    auto const first = factory.from<config_map>(one);
    auto const again = factory.from<config_map>(one);
    auto const other = factory.from<config_map>(two);
    ::background const running(io, factory.run());
    testing::run(io, time, factory.synced());
    CHECK(first.snapshot().size() == 1);
    CHECK(again.snapshot().size() == 1);
    CHECK(other.snapshot().size() == 2);
    CHECK(one->lists() == 1);
    CHECK(testing::run(io, time, factory.status()).size() == 2);
    CHECK_THROWS_WITH(factory.of<config_map>(), Catch::Contains("without a client"));
}

TEST_CASE("on_failure is called once for each cause until an attempt succeeds, and what it throws is logged")
{
    std::vector<error_code> causes;
    bool const throws = GENERATE(false, true);
    auto const note = [&causes, throws](api_error const& e) {
        causes.push_back(e.code());
        if (throws) throw std::runtime_error("not now");
    };
    own_world w({.on_failure = note});
    w.source->fail(api_error(errc::connect_failed, "pipe"), 3);
    w.start();
    w.time.run_for(1min);
    CHECK(causes == std::vector<error_code>{errc::connect_failed});
    CHECK(w.informer.has_synced());
    w.source->fail(api_error(errc::forbidden, "manual source"), 2);
    w.source->end_watches();
    w.time.run_for(5min);
    CHECK(causes == std::vector<error_code>{errc::connect_failed, errc::forbidden});
    w.source->fail(api_error(errc::forbidden, "manual source"), 1); // after a success it is news again
    w.source->end_watches();
    w.time.run_for(5min);
    CHECK(causes.size() == 3);
}

TEST_CASE("has_synced() of an informer, a registration and a factory says what synced() would wait for")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    source->put(map_text("a", "1"));
    informer_factory factory(env);
    CHECK(factory.has_synced()); // it has no informers
    auto const informer = factory.from<config_map>(source);
    wakeup let_go;
    auto const slow = informer.on_change({.added = [&](config_map const&) { return let_go.wait(); }});
    ::background const running(io, factory.run());
    CHECK_FALSE(factory.has_synced());
    time.run_for(1s); // the list is in the store, and the handler has not handled it
    CHECK(informer.snapshot().size() == 1);
    CHECK_FALSE(informer.has_synced());
    CHECK_FALSE(slow.has_synced());
    CHECK_FALSE(factory.has_synced());
    let_go.notify();
    time.run_for(1s);
    CHECK(informer.has_synced());
    CHECK(slow.has_synced());
    CHECK(factory.has_synced());
    CHECK_FALSE(handler_registration().has_synced());
    auto const late = informer.on_change({.added = [&](config_map const&) { return let_go.wait(); }});
    time.run_for(1s);
    CHECK_FALSE(late.has_synced());
    CHECK(informer.has_synced());
    let_go.notify();
    time.run_for(1s);
    CHECK(late.has_synced());
}

TEST_CASE("the first change of a source that was empty is not lost if the watch ends at once")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    shared_informer<config_map> informer(env, source);
    ::background const running(io, informer.run());
    time.run_for(1s);
    source->end_watches();
    source->put(map_text("a", "1"));
    time.run_for(1min);
    CHECK(informer.snapshot().size() == 1);
}

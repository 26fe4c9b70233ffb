// Contract: what the parts of an informer refuse, whom they tell of a failure, and how they end.

#include "parts_world.hpp"
#include "test_share.hpp"

#include <coinformer/api/transform.hpp>

#include <set>

TEST_CASE("an index without a name, a list beside a change and a negative resync interval are refused")
{
    parts_world w;
    parts::indexer<config_map> store(w.env);
    auto const values = [](config_map const&) { return std::string("any"); };
    CHECK_THROWS_WITH(store.index("", values), Catch::Contains("name is empty"));
    CHECK_THROWS_WITH(store.index("namespace", values), Catch::Contains("index of this name exists"));
    CHECK(store.index_names() == words{"namespace"});

    std::vector<parts::delta<config_map>> both;
    both.push_back(parts::delta<config_map>::updated(object_of("a", "1")));
    both.push_back(parts::delta<config_map>::replaced({}, "2"));
    CHECK_THROWS_WITH(store.apply(std::move(both)), Catch::Contains("no single step"));
    CHECK(store.size() == 0);
    CHECK(store.apply(std::vector<parts::delta<config_map>>()).take().empty()); // nothing was popped

    parts::fan_out<config_map> handlers(w.env, store);
    CHECK_THROWS_WITH(handlers.on_change({}, {.resync = -1s}), Catch::Contains("resync is negative"));
    w.run(handlers.stop());
}

TEST_CASE("a reflector of one's own refuses the options that only an informer can keep")
{
    testing::fake_cluster w;
    parts::delta_fifo<config_map> queue(w.env);
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    bool const reads_server = GENERATE(true, false);
    auto const make = [&](informer_options const& asked) {
        if (reads_server)
            (void)parts::reflector<config_map>(w.api, queue, asked);
        else
            (void)parts::reflector<config_map>(w.env, source, queue, asked);
    };
    informer_options options;
    std::string named;
    auto const recorder = std::make_shared<flight_recorder>();
    auto const choice = GENERATE(0, 1, 2, 3, 4);
    if (choice == 0) options.recorder = recorder, named = "recorder";
    if (choice == 1) options.warm_start.file = "snapshot", named = "warm_start";
    if (choice == 2) options.audit.interval = 1min, named = "audit_options::interval";
    if (choice == 3) options.memory_budget = 1, named = "memory_budget";
    if (choice == 4) options.shard = std::make_shared<test_share>(), named = "shard";
    CAPTURE(reads_server, named);
    CHECK_THROWS_WITH(make(options), Catch::Contains(named));
    // An informer of a list_watch is refused for some of them as well, in other words.
    CHECK_THROWS_WITH(make(options), Catch::Contains("only an informer"));
    options = {};
    options.shard = fixed_share(shard_ranges::all());
    CHECK_NOTHROW(make(options));
}

// ---- objects without a last state

TEST_CASE("a list names the objects that could not be decoded, and the indexer keeps them")
{
    parts_world w;
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    parts::delta_fifo<config_map> queue(w.env);
    parts::indexer<config_map> store(w.env);
    parts::reflector<config_map> from(w.env, source, queue);
    (void)store.put(object_of("b", "1"));
    (void)store.put(object_of("old", "1"));
    source->put(object_text("a", "1"));
    bool const is_named = GENERATE(true, false);
    decode_fault fault;
    fault.code = errc::wrong_type;
    if (is_named) {
        fault.ns = "shop";
        fault.name = "b";
    }
    source->report(fault);
    ::background const reading(w.io, from.run());

    auto popped = w.run(queue.pop());
    REQUIRE(popped.size() == 1);
    auto const& list = popped.front();
    REQUIRE(list.kind() == delta_kind::replaced);
    CHECK(list.objects().size() == 1);
    CHECK_FALSE(list.object());
    CHECK(list.key() == object_key{});
    CHECK(list.is_complete() == is_named);
    std::vector<std::pair<std::string, std::string>> undecoded;
    if (is_named) undecoded.emplace_back("shop", "b");
    CHECK(list.undecoded() == undecoded);

    (void)store.apply(std::move(popped));
    CHECK(store.get("shop", "a"));
    CHECK(store.get("shop", "b"));
    bool const is_kept = !is_named; // the nameless object may be any
    CHECK(bool(store.get("shop", "old")) == is_kept);
}

TEST_CASE(
    "a failed deletion without a last state comes again, and leaves the version of the indexer as it is")
{
    parts_world w;
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    source->put(object_text("a", "1"));
    parts::delta_fifo<config_map> queue(w.env, {.retry = {.first = 5s, .cap = 5s, .jitter_percent = 0}});
    parts::indexer<config_map> store(w.env);
    auto const is_shown = [](config_map const& m) { return m.data.at("v") != "hidden"; };
    parts::reflector<config_map> from(w.env, source, queue, transform<config_map>().keep(is_shown));
    ::background const reading(w.io, from.run());
    auto const pop = [&] { return w.run(queue.pop()); };
    (void)store.apply(pop());
    REQUIRE(store.size() == 1);

    source->put(object_text("a", "hidden"));
    auto failed = pop();
    REQUIRE(failed.size() == 1);
    auto const& lost = failed.front();
    REQUIRE(lost.kind() == delta_kind::lost);
    CHECK(to_string(lost.key()) == "shop/a");
    CHECK(lost.resource_version() == source->version());
    CHECK_FALSE(lost.object());
    CHECK(lost.objects().empty());
    CHECK(lost.ns().empty());
    CHECK(lost.undecoded().empty());
    CHECK(lost.is_complete());
    queue.requeue(std::move(failed.front()));

    source->put(object_text("b", "1"));
    (void)store.apply(pop());
    CHECK(store.snapshot().resource_version() == source->version());
    auto const began = w.time.now();
    auto const changes = store.apply(pop()).take();
    CHECK(w.time.now() - began == 5s);
    REQUIRE(changes.size() == 1);
    CHECK(changes[0].kind == event_kind::deleted);
    CHECK(changes[0].final == final_state::unknown);
    CHECK_FALSE(store.get("shop", "a"));
    CHECK(store.snapshot().resource_version() == source->version());
}

// ---- handlers

TEST_CASE("handlers of a fan_out that has stopped are not called, and waits for the first list end")
{
    parts_world w;
    parts::indexer<config_map> store(w.env);
    parts::fan_out<config_map> handlers(w.env, store);
    words seen;
    auto const note = [&seen](config_map const& m) { seen.push_back(m.metadata.name.to_owned()); };
    handlers.on_change({.added = note});
    handlers.on_change({.added = note}); // both are added in one turn
    ::background const waiting(w.io, handlers.synced());
    w.time.settle();
    w.run(handlers.distribute(store.put(object_of("a", "1"))));
    w.time.settle();
    CHECK(seen == words{"a", "a"});
    REQUIRE_FALSE(waiting.ended);

    w.run(handlers.stop());
    w.time.settle();
    CHECK(waiting.code() == errc::stopped);
    handlers.on_change({.added = note});
    w.run(handlers.distribute(store.put(object_of("b", "1"))));
    w.run(handlers.stop()); // it may be stopped twice
    w.time.settle();
    CHECK(seen.size() == 2);
}

TEST_CASE("a fan_out says whether a cause reaches anybody, and a cause that is over reaches nobody")
{
    parts_world w;
    parts::indexer<config_map> store(w.env);
    parts::fan_out<config_map> handlers(w.env, store);
    auto const cause = std::make_exception_ptr(api_error(errc::forbidden, "a test"));
    CHECK_FALSE(handlers.report(cause));
    CHECK_FALSE(handlers.report(nullptr));
    ::background const waiting(w.io, handlers.synced());
    w.time.settle();
    REQUIRE_FALSE(waiting.ended);
    CHECK(handlers.report(cause));
    w.time.settle();
    CHECK(waiting.code() == errc::forbidden);
    CHECK_FALSE(handlers.report(nullptr));
    w.run(handlers.stop());
}

// ---- reflectors

TEST_CASE("a cause of which nobody was told is a warning in the log, and any other is none")
{
    std::ostringstream log_text;
    stream_log log{log_text, log_level::warning};
    parts_world w;
    w.env.log = &log;
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    source->fail(api_error(errc::forbidden, "manual source"));
    parts::delta_fifo<config_map> queue(w.env);
    parts::reflector<config_map> from(w.env, source, queue);
    words told;
    bool has_function = true, is_told = false;
    SECTION("there is no function")
    {
        has_function = false;
    }
    SECTION("the function has told nobody") {}
    SECTION("the function has told somebody")
    {
        is_told = true;
    }
    if (has_function)
        from.on_cause([&told, is_told](std::exception_ptr cause) {
            told.emplace_back(cause ? "a cause" : "it is over");
            return is_told;
        });
    ::background const reading(w.io, from.run());
    w.time.run_for(30s);
    CHECK(queue.size() == 1); // the list has come
    CHECK(told == (has_function ? words{"a cause", "it is over"} : words()));
    CHECK((log_text.str().find("forbidden") == std::string::npos) == is_told);
    CHECK(log_text.str().find("on_cause") == std::string::npos);
}

TEST_CASE("reflectors of two namespaces fill one queue, and the indexer of both namespaces")
{
    parts_world w;
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    auto const put = [&source](std::string const& ns, std::string const& name) {
        source->put(R"({"metadata":{"namespace":")" + ns + R"(","name":")" + name + R"("}})");
    };
    put("shop", "a");
    put("yard", "b");
    put("attic", "c");
    parts::delta_fifo<config_map> queue(w.env);
    parts::indexer<config_map> store(w.env, {"shop", "yard"});
    parts::reflector<config_map> shop(w.env, source, queue, {.namespaces = {"shop"}});
    parts::reflector<config_map> yard(w.env, source, queue, {.namespaces = {"yard"}});
    ::background const reading_shop(w.io, shop.run()), reading_yard(w.io, yard.run());
    w.time.run_for(1s);
    std::set<std::string> listed;
    while (queue.size() != 0) {
        auto popped = w.run(queue.pop());
        REQUIRE(popped.at(0).kind() == delta_kind::replaced);
        CHECK(store.snapshot().resource_version().empty()); // one of the lists is still missing
        listed.emplace(popped.at(0).ns());
        (void)store.apply(std::move(popped));
    }
    CHECK(listed == std::set<std::string>{"shop", "yard"});
    CHECK(store.size() == 2);
    CHECK(store.snapshot().resource_version() == source->version());

    put("attic", "d");
    put("yard", "e");
    w.time.run_for(1s);
    REQUIRE(queue.size() == 1);
    auto const change = w.run(queue.pop());
    CHECK(to_string(change.at(0).key()) == "yard/e");
}

TEST_CASE("a reflector that was not run has done nothing, and one that was cancelled cannot be run again")
{
    parts_world w;
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    parts::delta_fifo<config_map> queue(w.env);
    parts::reflector<config_map> from(w.env, source, queue);
    CHECK(w.run(from.status()).now == phase::idle);
    CHECK(w.run(from.status()).lists == 0);
    ::background reading(w.io, from.run());
    w.time.run_for(1s);
    reading.cancel();
    CHECK(reading.code() == condition::cancelled);
    CHECK(w.run(from.status()).lists == 1);

    ::background const again(w.io, from.run());
    w.time.settle();
    CHECK(again.code() == errc::already_running);
    source->put(object_text("a", "1"));
    w.time.run_for(1min);
    CHECK(queue.size() == 1); // nothing but the list has come
}

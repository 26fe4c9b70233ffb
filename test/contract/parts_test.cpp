// Contract: the store of an informer by itself, and an informer that is composed of its parts by hand.

#include "parts_world.hpp"

#include <set>

// ---- indexer

TEST_CASE("an indexer is filled by hand, and says what each step has changed")
{
    parts::indexer<config_map> store;
    store.index("value", [](config_map const& m) { return m.data.at("v"); });
    auto added = store.put(object_of("a", "1", "1")).take();
    REQUIRE(added.size() == 1);
    CHECK(added[0].kind == event_kind::added);
    auto updated = store.put(object_of("a", "2", "2")).take();
    REQUIRE(updated.size() == 1);
    CHECK(updated[0].kind == event_kind::updated);
    CHECK(updated[0].old->data.at("v") == "1");
    CHECK(store.put(object_of("a", "2", "2")).take().empty());
    (void)store.put(object_of("b", "2", "3"));
    CHECK(store.size() == 2);
    CHECK(store.by_index("value", "2").size() == 2);
    CHECK(store.index_names() == words{"namespace", "value"});
    CHECK(store.index_values("value") == words{"2"});
    CHECK(store.in_namespace("shop").size() == 2);
    CHECK(store.in_namespace("").size() == 2);
    CHECK(store.in_namespace("yard").empty());
    auto keys = store.keys();
    std::sort(keys.begin(), keys.end());
    CHECK(keys == words{"shop/a", "shop/b"});
    auto removed = store.remove("shop", "a").take();
    REQUIRE(removed.size() == 1);
    CHECK(removed[0].kind == event_kind::deleted);
    CHECK(store.remove("shop", "a").take().empty());
    CHECK_FALSE(store.get("shop", "a"));
    CHECK(store.get("shop", "b"));
}

TEST_CASE("an indexer that is replaced says which objects are new, changed and gone")
{
    parts::indexer<config_map> store;
    auto first = store.replace({object_of("a", "1", "1"), object_of("b", "1", "2")}, "2").take();
    CHECK(first.size() == 2);
    CHECK(first[0].initial == initial_list::yes);
    auto second = store.replace({object_of("b", "2", "3"), object_of("c", "1", "4")}, "4").take();
    CHECK(second.size() == 3);
    CHECK(std::count_if(second.begin(), second.end(), [](auto const& e) {
              return e.kind == event_kind::deleted && e.final == final_state::unknown;
          }) == 1);
    CHECK(store.snapshot().resource_version() == "4");
    CHECK(store.snapshot().size() == 2);
}

TEST_CASE("an indexer replaces one namespace, keeps its version when an older state is put, and refuses null")
{
    parts::indexer<config_map> store({}, {"shop", "yard"});
    (void)store.replace({object_of("a", "1", "3")}, "5", "shop");
    CHECK(store.snapshot().resource_version().empty());
    auto const changes = store.replace({}, "6", "yard").take();
    CHECK(changes.empty());
    CHECK(store.size() == 1);
    CHECK(store.snapshot().resource_version() == "5");
    (void)store.put(object_of("a", "2", "4"));
    CHECK(store.snapshot().resource_version() == "5");
    CHECK_THROWS_WITH(store.put({}), Catch::Contains("null"));
}

TEST_CASE("an indexer that is given two objects of one key keeps the last one, and can be replaced again")
{
    parts::indexer<config_map> store;
    store.index("value", [](config_map const& m) { return m.data.at("v"); });
    (void)store.replace({object_of("a", "1", "1"), object_of("b", "1", "2"), object_of("a", "2", "3")}, "3");
    REQUIRE(store.size() == 2);
    CHECK(store.get("shop", "a")->data.at("v") == "2");
    CHECK(store.by_index("value", "1").size() == 1);
    CHECK(store.by_index("value", "2").size() == 1);
    CHECK(store.replace({}, "4").take().size() == 2);
    CHECK(store.size() == 0);
}

TEST_CASE("a delta refuses an object that is null")
{
    using delta = parts::delta<config_map>;
    auto const is_refused = Catch::Predicate<api_error>(
        [](api_error const& e) { return e.code() == errc::bad_request; }, "is a bad request");
    CHECK_THROWS_MATCHES(delta::added({}), api_error, is_refused);
    CHECK_THROWS_MATCHES(delta::updated({}), api_error, is_refused);
    CHECK_THROWS_MATCHES(delta::deleted({}), api_error, is_refused);
    CHECK_THROWS_MATCHES(delta::replaced({object_of("a", "1"), {}}, "2"), api_error, is_refused);
}

TEST_CASE("an indexer refuses deltas that are no single step, and an index that exists")
{
    parts::indexer<config_map> store;
    std::vector<parts::delta<config_map>> twice;
    twice.push_back(parts::delta<config_map>::updated(object_of("a", "1")));
    twice.push_back(parts::delta<config_map>::updated(object_of("a", "2")));
    CHECK_THROWS_WITH(store.apply(std::move(twice)), Catch::Contains("no single step"));
    CHECK(store.size() == 0);
    store.index("value", [](config_map const& m) { return m.data.at("v"); });
    CHECK_THROWS_WITH(store.index("value", [](config_map const&) { return ""; }), Catch::Contains("value"));
}

// ---- the parts together

namespace {

/// Takes deltas from the queue into the store, and hands the changes to the handlers, as an informer does.
task<> update(parts::delta_fifo<config_map> queue, parts::indexer<config_map> store,
              parts::fan_out<config_map> handlers)
{
    for (;;) {
        auto deltas = co_await queue.pop(100);
        if (deltas.empty()) co_return;
        auto changes = store.apply(std::move(deltas));
        co_await handlers.distribute(std::move(changes));
    }
}

/// An informer that is made of parts by hand.
struct composed : parts_world {
    explicit composed(parts::delta_fifo_options options = {}) : queue(env, options)
    {
        source->put(object_text("a", "1"));
        source->put(object_text("b", "1"));
        from.on_cause(
            [h = handlers](std::exception_ptr cause) mutable { return h.report(std::move(cause)); });
        handlers.on_change(
            {.added = [this](config_map const& m) { seen.push_back("+" + m.metadata.name.to_owned()); },
             .updated = [this](config_map const&,
                               config_map const& m) { seen.push_back("=" + m.metadata.name.to_owned()); },
             .deleted = [this](config_map const& m) { seen.push_back("-" + m.metadata.name.to_owned()); }});
    }
    void start()
    {
        reading.start(io, from.run());
        updating.start(io, update(queue, store, handlers));
        time.run_for(1s);
    }
    words take() { return std::exchange(seen, {}); }

    std::shared_ptr<testing::manual_source<config_map>> source =
        std::make_shared<testing::manual_source<config_map>>();
    parts::delta_fifo<config_map> queue;
    parts::indexer<config_map> store{env};
    parts::fan_out<config_map> handlers{env, store, "configmaps"};
    parts::reflector<config_map> from{env, source, queue};
    words seen;
    ::background reading, updating;
};

} // namespace

TEST_CASE("parts that are composed by hand follow a source as an informer does")
{
    composed w;
    bool const skips = GENERATE(false, true);
    if (skips) w.from.skip_unchanged(w.store);
    w.start();
    testing::run(w.io, w.time, w.handlers.synced());
    CHECK(w.take() == words{"+a", "+b"});
    w.source->put(object_text("a", "2"));
    w.source->remove("shop", "b");
    w.source->put(object_text("c", "1"));
    w.time.run_for(1s);
    CHECK(w.take() == words{"=a", "-b", "+c"});
    CHECK(w.store.snapshot().resource_version() == w.source->version());
    w.source->put(object_text("c", "2"));
    w.source->forget_changes();
    w.time.run_for(1min);
    CHECK(w.take() == words{"=c"});
    auto const status = w.run(w.from.status());
    CHECK(status.lists == 2);
    CHECK(status.now == phase::watching);
    testing::run(w.io, w.time, w.handlers.stop());
}

TEST_CASE("waiters of a fan_out are told the cause for which its reflector cannot read")
{
    composed w;
    w.source->fail(api_error(errc::forbidden, "manual source"), 1'000'000);
    w.start();
    CHECK_THROWS_WITH(testing::run(w.io, w.time, w.handlers.synced()), Catch::Contains("forbidden"));
    w.source->fail(api_error(errc::forbidden, "manual source"), 0);
    testing::run(w.io, w.time, w.handlers.synced());
    CHECK(w.take().size() == 2);
}

TEST_CASE("what the function of on_cause() throws does not end a reflector, and options come before run()")
{
    composed w;
    w.from.on_cause([](std::exception_ptr) -> bool { throw std::runtime_error("not now"); });
    w.source->fail(api_error(errc::forbidden, "manual source"), 2);
    w.start();
    w.time.run_for(5min);
    CHECK(w.take() == words{"+a", "+b"});
    CHECK_THROWS_AS(w.from.skip_unchanged(w.store), api_error);
    CHECK_THROWS_AS(w.from.on_cause(nullptr), api_error);
}

TEST_CASE("what the loop over a queue throws stays with the loop")
{
    composed w;
    auto fails = [](parts::delta_fifo<config_map> queue) -> task<> {
        (void)co_await queue.pop();
        throw api_error(errc::expired, "the loop");
    };
    w.reading.start(w.io, w.from.run());
    w.updating.start(w.io, fails(w.queue));
    w.time.run_for(1min);
    CHECK(w.updating.failure);
    CHECK_FALSE(w.reading.ended);
    CHECK(w.run(w.from.status()).failures == 0);
}

TEST_CASE("a reflector reads no more while its queue is full")
{
    composed w({.capacity = 4});
    w.reading.start(w.io, w.from.run());
    w.time.run_for(1s);
    for (int i = 0; i != 20; ++i) {
        w.source->put(object_text("a", std::to_string(i)));
        w.time.run_for(1s);
    }
    CHECK(w.queue.size() <= 5);
    w.updating.start(w.io, update(w.queue, w.store, w.handlers));
    w.time.run_for(1s);
    CHECK(w.store.get("shop", "a")->data.at("v") == "19");
    CHECK(w.queue.size() == 0);
}

TEST_CASE("a handler that is added after a distribution was cancelled gets all objects of the indexer")
{
    parts_world w;
    parts::indexer<config_map> store(w.env);
    parts::fan_out<config_map> handlers(w.env, store);
    handlers.on_change({.added = [&w](config_map const&) { return w.time.sleep_for(1h); }},
                       {.policy = overflow::block, .capacity = 1});
    w.time.settle();
    std::vector<object_ptr<config_map>> all;
    for (int i = 0; i != 600; ++i) all.push_back(object_of("m" + std::to_string(i), "1"));
    ::background distributing(w.io, handlers.distribute(store.replace(all, "1")));
    w.time.settle();
    REQUIRE_FALSE(distributing.ended); // the slow handler holds up what the log has no room for
    distributing.cancel();
    REQUIRE(distributing.ended);

    std::set<std::string> seen;
    handlers.on_change({.added = [&seen](config_map const& m) { seen.insert(m.metadata.name.to_owned()); }});
    w.time.settle();
    CHECK(seen.size() == all.size());
    testing::run(w.io, w.time, handlers.stop());
}

TEST_CASE("a handler that merges, and whose queue never empties, says how far it has come")
{
    parts_world w;
    parts::indexer<config_map> store(w.env);
    parts::fan_out<config_map> handlers(w.env, store);
    auto const handle = [&w](config_map const&, config_map const&) { return w.time.sleep_for(10ms); };
    auto const handler = handlers.on_change({.updated = handle}, {.policy = overflow::merge, .capacity = 4});
    w.time.settle();
    int version = 0;
    auto const change_all = [&](std::string const& value) {
        std::vector<parts::delta<config_map>> all;
        for (int i = 0; i != 300; ++i)
            all.push_back(parts::delta<config_map>::updated(
                object_of("m" + std::to_string(i), value, std::to_string(++version))));
        w.run(handlers.distribute(store.apply(std::move(all))));
    };
    change_all("0");
    w.time.settle();
    ::background reached; // it waits for the second state of all objects
    for (int round = 1; round != 10; ++round) {
        change_all(std::to_string(round));
        CHECK(w.run(handler.status()).waiting >= 300);
        if (round == 2) reached.start(w.io, handler.at_least(std::to_string(version)));
        w.time.run_for(2500ms); // less than the 2,560 ms that 256 calls take
    }
    CHECK(reached.ended);
    CHECK(reached.what().empty());
    testing::run(w.io, w.time, handlers.stop());
}

TEST_CASE("a reflector of the API server feeds a queue, and can be run once")
{
    testing::fake_cluster w;
    w.server.create(config_maps, R"({"metadata":{"name":"a","namespace":"n1"},"data":{"v":"1"}})");
    parts::delta_fifo<config_map> queue(w.env);
    parts::reflector<config_map> from(w.api, queue);
    auto const running = w.start(from.run());
    auto const first = w.run(queue.pop());
    REQUIRE(first.size() == 1);
    CHECK(first[0].kind() == delta_kind::replaced);
    CHECK(first[0].objects().size() == 1);
    w.server.create(config_maps, R"({"metadata":{"name":"b","namespace":"n1"},"data":{"v":"1"}})");
    auto const second = w.run(queue.pop());
    REQUIRE(second.size() == 1);
    CHECK(second[0].kind() == delta_kind::added);
    CHECK_THROWS_AS(w.run(from.run()), api_error);
    CHECK_THROWS_WITH(parts::reflector<config_map>(w.api, queue, {.namespaces = {"n1", "n2"}}),
                      Catch::Contains("a reflector for each"));
}

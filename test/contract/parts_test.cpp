// Contract: the parts of an informer do by themselves what they do inside of it, and can be composed by hand.

#include <coinformer/parts/fan_out.hpp>
#include <coinformer/parts/reflector.hpp>
#include <coinformer/testing/manual_source.hpp>

#include <boost/asio/thread_pool.hpp>

#include "world.hpp"

namespace {

using words = std::vector<std::string>;
using parts::delta_kind;

std::string object_text(std::string const& name, std::string const& value, std::string const& version = "1")
{
    return R"({"metadata":{"name":")" + name + R"(","namespace":"shop","resourceVersion":")" + version +
           R"("},"data":{"v":")" + value + R"("}})";
}

object_ptr<config_map> object_of(std::string const& name, std::string const& value, std::string const& version = "1")
{
    return decode_object<config_map>(object_text(name, value, version));
}

/// Returns a delta as one word, such as "+a1" for an addition.
std::string word_of(parts::delta<config_map> const& d)
{
    switch (d.kind()) {
    case delta_kind::added: return "+" + std::string(d.key().name) + d.object()->data.at("v");
    case delta_kind::updated: return "=" + std::string(d.key().name) + d.object()->data.at("v");
    case delta_kind::deleted: return "-" + std::string(d.key().name) + d.object()->data.at("v");
    case delta_kind::lost: return "?" + std::string(d.key().name);
    case delta_kind::replaced: return "all " + std::to_string(d.objects().size());
    case delta_kind::bookmark: return "@" + std::string(d.resource_version());
    }
    return "";
}

/// An environment in virtual time, and what tests with parts do there.
struct parts_world {
    asio::io_context io;
    testing::virtual_clock time{io};
    environment env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};

    template <class T>
    T run(task<T> body)
    {
        return testing::run(io, time, std::move(body));
    }
};

/// A queue, whose deltas are popped as words.
struct queue_world : parts_world {
    explicit queue_world(parts::delta_fifo_options options = {}) : queue(env, options) {}
    void push_updated(std::string const& name, std::string const& value, std::string const& version = "1")
    {
        queue.push(parts::delta<config_map>::updated(object_of(name, value, version)));
    }
    words pop(std::size_t most = 100)
    {
        last = run(queue.pop(most));
        words all;
        for (auto const& d : last) all.push_back(word_of(d));
        return all;
    }

    parts::delta_fifo<config_map> queue;
    std::vector<parts::delta<config_map>> last;
};

} // namespace

// ---- delta_fifo

TEST_CASE("a queue of parts returns changes in their order, and one object at most once in a pop")
{
    queue_world w;
    w.push_updated("a", "1");
    w.push_updated("b", "1");
    w.push_updated("a", "2");
    w.queue.push(parts::delta<config_map>::bookmark("9"));
    w.queue.push(parts::delta<config_map>::added(object_of("c", "1")));
    w.queue.push(parts::delta<config_map>::deleted(object_of("c", "1")));
    w.queue.push(parts::delta<config_map>::replaced({object_of("d", "1")}, "10"));
    CHECK(w.queue.size() == 7);
    CHECK(w.pop() == words{"=a1", "=b1"});
    CHECK(w.pop() == words{"=a2"});
    CHECK(w.pop() == words{"@9"});
    CHECK(w.pop() == words{"+c1"});
    CHECK(w.pop() == words{"-c1"});
    CHECK(w.pop() == words{"all 1"});
    w.push_updated("a", "3");
    w.queue.close();
    CHECK(w.pop() == words{"=a3"});
    CHECK(w.pop().empty());
}

TEST_CASE("a waiting pop of a queue of parts returns as soon as a delta comes, and can be cancelled without loss")
{
    queue_world w;
    std::vector<parts::delta<config_map>> got;
    auto take = [](parts::delta_fifo<config_map> q, std::vector<parts::delta<config_map>>& to) -> task<> {
        to = co_await q.pop(10);
    };
    {
        ::background cancelled(w.io, take(w.queue, got));
        w.time.run_for(1s);
    }
    ::background waiting(w.io, take(w.queue, got));
    w.time.run_for(1s);
    CHECK(got.empty());
    w.push_updated("a", "1");
    w.time.settle();
    CHECK(waiting.ended);
    CHECK(got.size() == 1);
}

TEST_CASE("by key, a change takes the place of the queued change of its object")
{
    queue_world w({.order = queue_order::by_key});
    w.push_updated("a", "1", "1");
    w.push_updated("b", "1", "2");
    w.push_updated("a", "2", "3");
    CHECK(w.pop() == words{"=a2", "=b1"});
    CHECK(w.pop() == words{"@3"});
}

TEST_CASE("a delta that was given back comes again after a pause that grows, and holds up no other object")
{
    queue_world w({.retry = {.first = 1s, .cap = 8s, .jitter_percent = 0}});
    w.push_updated("a", "1");
    duration expected = 1s;
    for (int failure = 0; failure != 4; ++failure, expected *= 2) {
        REQUIRE(w.pop(1) == words{"=a1"});
        w.queue.requeue(std::move(w.last.front()));
        CHECK(w.queue.size() == 0);
        w.push_updated("b", "1");
        CHECK(w.pop(1) == words{"=b1"});
        auto const began = w.time.now();
        REQUIRE(w.pop(1) == words{"=a1"});
        CHECK(w.time.now() - began == expected);
        w.push_updated("a", "1");
    }
}

TEST_CASE("a newer change, or a list, takes the place of a delta that was given back")
{
    queue_world w;
    w.push_updated("a", "1");
    REQUIRE(w.pop(1) == words{"=a1"});
    auto failed = std::move(w.last.front());
    SECTION("a change that is queued when the delta is given back")
    {
        w.push_updated("a", "2");
        w.queue.requeue(std::move(failed));
        CHECK(w.pop() == words{"=a2"});
    }
    SECTION("a change that is popped during the pause")
    {
        w.queue.requeue(std::move(failed));
        w.push_updated("a", "2");
        CHECK(w.pop() == words{"=a2"});
    }
    SECTION("a change that is still queued when the pause is over")
    {
        w.queue.requeue(std::move(failed));
        w.push_updated("a", "2");
        w.time.run_for(1h);
        CHECK(w.pop() == words{"=a2"});
    }
    SECTION("a list")
    {
        w.queue.requeue(std::move(failed));
        w.queue.push(parts::delta<config_map>::replaced({object_of("a", "2")}, "10"));
        CHECK(w.pop() == words{"all 1"});
    }
    w.time.run_for(1h);
    CHECK(w.queue.size() == 0);
}

TEST_CASE("a list that was given back comes again before everything else")
{
    queue_world w({.retry = {.first = 5s, .cap = 5s, .jitter_percent = 0}});
    w.queue.push(parts::delta<config_map>::replaced({object_of("a", "1")}, "10"));
    w.push_updated("a", "2");
    REQUIRE(w.pop() == words{"all 1"});
    w.queue.requeue(std::move(w.last.front()));
    auto const began = w.time.now();
    CHECK(w.pop() == words{"all 1"});
    CHECK(w.time.now() - began == 5s);
    CHECK(w.pop() == words{"=a2"});
}

TEST_CASE("a list of one namespace does not take the place of a failed delta of another one")
{
    queue_world w;
    w.push_updated("a", "1");
    REQUIRE(w.pop(1) == words{"=a1"});
    w.queue.requeue(std::move(w.last.front()));
    w.queue.push(parts::delta<config_map>::replaced({}, "10", "yard"));
    CHECK(w.pop() == words{"all 0"});
    CHECK(w.last.front().ns() == "yard");
    w.queue.push(parts::delta<config_map>::replaced({}, "11", "attic"));
    w.time.run_for(1h);
    CHECK(w.pop() == words{"all 0"});
    CHECK(w.pop() == words{"=a1"});
}

TEST_CASE("a resync does not show a state that the loop is about to replace")
{
    queue_world w;
    parts::indexer<config_map> store(w.env);
    (void)store.put(object_of("a", "1", "1"));
    w.queue.push(parts::delta<config_map>::deleted(object_of("a", "1", "2")));
    REQUIRE(w.pop() == words{"-a1"});
    w.queue.resync(store.snapshot()); // the deletion was popped, and is not applied yet
    (void)store.apply(std::move(w.last));
    CHECK(w.queue.size() == 0);
    w.push_updated("b", "1");
    CHECK(w.pop() == words{"=b1"});
    CHECK(store.size() == 0);
}

TEST_CASE("the deltas of a queue are processed by one loop")
{
    queue_world w;
    w.push_updated("a", "1");
    REQUIRE(w.pop(1) == words{"=a1"});
    auto take = [](parts::delta_fifo<config_map> q) -> task<> { (void)co_await q.pop(); };
    ::background const waiting(w.io, take(w.queue));
    w.time.settle();
    CHECK_THROWS_AS(w.run(w.queue.pop()), api_error);
    CHECK_THROWS_AS(w.queue.requeue(std::move(w.last.front())), api_error);
}

TEST_CASE("a closed queue takes nothing more, and forgets what has failed")
{
    queue_world w;
    w.push_updated("a", "1");
    REQUIRE(w.pop(1) == words{"=a1"});
    w.queue.requeue(std::move(w.last.front()));
    w.queue.close();
    w.push_updated("b", "1");
    CHECK(w.queue.size() == 0);
    CHECK(w.pop().empty());
    w.time.run_for(1h);
    CHECK(w.pop().empty());
    CHECK(w.time.armed() == 0);
}

TEST_CASE("parts refuse an executor that is not serial")
{
    asio::thread_pool pool(2);
    environment const env{.ex = pool.get_executor(), .log = &no_log()};
    CHECK_THROWS_WITH(parts::delta_fifo<config_map>(env), Catch::Contains("make_strand"));
    parts::indexer<config_map> const store;
    CHECK_THROWS_WITH(parts::fan_out<config_map>(env, store), Catch::Contains("make_strand"));
}

TEST_CASE("a resync queues every object that is not queued already")
{
    queue_world w;
    parts::indexer<config_map> store(w.env);
    for (auto const* name : {"a", "b", "c"}) (void)store.put(object_of(name, "1"));
    w.push_updated("b", "2");
    w.queue.resync(store.snapshot());
    auto all = w.pop();
    std::sort(all.begin(), all.end());
    CHECK(all == words{"=a1", "=b2", "=c1"});
    w.queue.push(parts::delta<config_map>::replaced({}, "10"));
    w.queue.resync(store.snapshot());
    CHECK(w.queue.size() == 1);
}

TEST_CASE("the options of a queue of parts are checked")
{
    parts_world w;
    CHECK_THROWS_WITH(parts::delta_fifo<config_map>(w.env, {.capacity = 0}), Catch::Contains("capacity"));
    CHECK_THROWS_WITH(parts::delta_fifo<config_map>(w.env, {.retry = {.first = 0s}}), Catch::Contains("retry"));
}

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
        from.on_cause([h = handlers](std::exception_ptr cause) mutable { return h.report(std::move(cause)); });
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

    std::shared_ptr<testing::manual_source<config_map>> source = std::make_shared<testing::manual_source<config_map>>();
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

// Contract: what a controller reconciles, and when.

#include "controlled.hpp"

/// An owner reference as strict as the API has it: `controller` may be absent, or false.
struct strict_reference {
    text apiVersion, kind, name;
    std::optional<bool> controller;
};
BOOST_DESCRIBE_STRUCT(strict_reference, (), (apiVersion, kind, name, controller))
struct strict_metadata {
    list<strict_reference> ownerReferences;
};
BOOST_DESCRIBE_STRUCT(strict_metadata, (), (ownerReferences))
struct strict_pod {
    strict_metadata metadata;
};
BOOST_DESCRIBE_STRUCT(strict_pod, (), (metadata))
template <>
inline constexpr resource coinformer::resource_of<strict_pod> = pods;

namespace {

std::string owned_by(std::string const& name, std::string const& owner)
{
    return R"({"metadata":{"name":")" + name + R"(","namespace":"shop","ownerReferences":[
        {"apiVersion":"apps/v1","kind":"ConfigMap","name":"other-group","uid":"1"},
        {"apiVersion":"v1","kind":"ConfigMap","name":"no-controller","uid":"2"},
        {"apiVersion":"v1","kind":"ConfigMap","name":")" +
           owner + R"(","uid":"3","controller":true}]}})";
}

} // namespace

TEST_CASE_METHOD(
    controlled,
    "each object of the first list is reconciled once, and again when it is added, updated or deleted")
{
    tested.watches(informer);
    put("a", "1");
    put("b", "1");
    start_controller();
    CHECK(take() == lines{"a", "b"});
    time.run_for(1h);
    CHECK(take().empty());

    set("a", "2");
    time.settle();
    CHECK(take() == lines{"a"});
    put("c", "1");
    time.settle();
    remove("b");
    time.settle();
    CHECK(take() == lines{"c", "b"});
    auto const s = tested.status();
    CHECK(s.synced);
    CHECK(s.reconciles == 5);
    CHECK(s.failures == 0);
    CHECK(s.queue.depth + s.queue.working + s.queue.delayed == 0);
}

TEST_CASE_METHOD(
    controlled,
    "no key is reconciled before every source is synced; the status says which source is waited for")
{
    shared_informer<pod> other(api);
    tested.watches(informer);
    tested.watches(other, owner_key<config_map>());
    put("a", "1");
    start_controller();
    time.run_for(5min);
    CHECK(seen.empty());
    CHECK_FALSE(tested.status().synced);
    CHECK(tested.status().waiting_for == lines{"pods"});
    set("a", "2"); // remembered, and merged

    auto const listing = start(other.run());
    time.run_for(1s);
    CHECK(take() == lines{"a"});
    CHECK(tested.status().synced);
    CHECK(tested.status().waiting_for.empty());
}

TEST_CASE_METHOD(controlled,
                 "a source that may not be listed is waited for; the cause is in the log and in the status")
{
    server.inject(faults::status(403).on("watch").of("configmaps").times(20));
    server.inject(faults::status(403).on("list").of("configmaps").times(20));
    tested.watches(informer);
    put("a", "1");
    start_controller();
    time.run_for(10s);
    REQUIRE(tested.status().waiting_for.size() == 1);
    CHECK(tested.status().waiting_for[0].find("forbidden") != std::string::npos);
    CHECK(log_text.str().find("controller waits for a source") != std::string::npos);
    CHECK_FALSE(running.ended);
    server.heal();
    time.run_for(5min);
    CHECK(take() == lines{"a"});
}

TEST_CASE_METHOD(
    controlled, "live changes are reconciled before the first list, and the first list is reconciled as well")
{
    tested.watches(informer);
    for (int i = 0; i < 50; ++i) put("o" + std::to_string(i), "1");
    takes = 1s;
    start_controller();
    time.run_for(1500ms);
    set("o40", "2");
    put("new", "1");
    time.run_for(2s);
    REQUIRE(seen.size() == 4);
    CHECK(seen[2] == "o40");
    CHECK(seen[3] == "new");
    time.run_for(1min);
    CHECK(std::set<std::string>(seen.begin(), seen.end()).size() == 51);
    CHECK(seen.size() == 51);
}

TEST_CASE("resyncs are reconciled after live changes")
{
    controlled w;
    shared_informer<config_map> resyncing(w.api, {.resync = 10s});
    w.tested.watches(resyncing);
    for (int i = 0; i < 20; ++i) w.put("o" + std::to_string(i), "1");
    auto const informing = w.start(resyncing.run());
    w.running.start(w.io, w.tested.run());
    w.time.run_for(9s);
    w.take();
    w.takes = 100ms;
    w.time.run_for(1500ms); // the resync has come
    REQUIRE(!w.seen.empty());
    REQUIRE(w.seen.size() < 10);
    w.take();
    w.set("o19", "2");
    w.time.run_for(200ms);
    REQUIRE(!w.seen.empty());
    CHECK(w.seen.front() == "o19");
    w.running.cancel();
}

TEST_CASE("`concurrency` keys are reconciled at the same time, and never one key twice")
{
    controlled w(quick({.concurrency = 3}));
    w.tested.watches(w.informer);
    for (int i = 0; i < 6; ++i) w.put("o" + std::to_string(i), "1");
    w.takes = 1s;
    w.start_controller();
    w.time.run_for(10ms);
    CHECK(w.tested.status().queue.working == 3);
    w.set("o0", "2"); // while it is being reconciled
    w.set("o0", "3");
    w.time.run_for(10s);
    CHECK(w.most_at_once == 3);
    CHECK_FALSE(w.twice);
    CHECK(std::ranges::count(w.seen, "o0") == 2);
    CHECK(w.seen.size() == 7);
}

TEST_CASE_METHOD(
    controlled,
    "a reconcile that throws is logged with key and cause, counted, and repeated after growing pauses")
{
    tested.watches(informer);
    throws = {"a"};
    put("a", "1");
    put("b", "1");
    start_controller();
    CHECK(take() == lines{"a", "b"});
    CHECK(log_text.str().find("reconcile failed") != std::string::npos);
    CHECK(log_text.str().find("key=shop/a cause=no luck next=after 1000 ms") != std::string::npos);
    time.run_for(60s); // after 1, 3, 7, 15 and 31 seconds
    CHECK(take() == lines(5, "a"));
    auto s = tested.status();
    CHECK(s.failures == 6);
    CHECK(s.queue.delayed == 1);
    CHECK(s.last_error == "shop/a: no luck");
    CHECK(s.last_error_at == time_point(31s));

    throws.clear();
    time.run_for(1h);
    CHECK(take() == lines{"a"});
    throws = {"a"};
    set("a", "2");
    time.run_for(1500ms); // the success has reset the back-off
    CHECK(take() == lines{"a", "a"});
}

TEST_CASE_METHOD(controlled,
                 "reconciles that fail for one cause are one warning, which is repeated after ten minutes")
{
    tested.watches(informer);
    throws = {"a", "b", "c"};
    for (auto const* const name : {"a", "b", "c"}) put(name, "1");
    start_controller();
    time.run_for(5min);
    CHECK(tested.status().failures > 20);
    CHECK(times_logged("reconcile failed") == 1);
    CHECK_FALSE(has_logged("times since the last such line"));
    time.run_for(15min); // a key is repeated after 17 minutes
    CHECK(times_logged("reconcile failed") == 2);
    CHECK(has_logged("reconcile failed, "));
    CHECK(has_logged("times since the last such line"));
}

TEST_CASE_METHOD(controlled,
                 "failed() is a failure, and again_after() repeats the reconcile without any change")
{
    tested.watches(informer);
    put("a", "1");
    answer = reconcile_result::failed("not yet");
    start_controller();
    CHECK(tested.status().last_error == "shop/a: not yet");
    answer = reconcile_result::again_after(10min);
    time.run_for(1500ms);
    CHECK(take() == lines{"a", "a"});
    time.run_for(10min);
    CHECK(take() == lines{"a"});
    answer = reconcile_result::done();
    time.run_for(1h);
    CHECK(take() == lines{"a"});
    CHECK(tested.status().failures == 1);
}

TEST_CASE("predicates accept updates that change their part of the object, and every add and delete")
{
    controlled w;
    using event_of = event<config_map>;
    auto const which = GENERATE(0, 1, 2, 3, 4);
    if (which == 0) w.tested.watches(w.informer, own_key, changed::labels);
    if (which == 1) w.tested.watches(w.informer, own_key, changed::annotations);
    if (which == 2) w.tested.watches(w.informer, own_key, changed::generation);
    if (which == 3) w.tested.watches(w.informer, own_key, changed::resource_version);
    if (which == 4)
        w.tested.watches(w.informer, own_key, [](event_of const& e) {
            return changed::labels(e) || (changed::annotations(e) && !changed::generation(e));
        });
    auto const patch = [&](char const* metadata) {
        w.server.patch(config_maps, {"shop", "a"}, std::string(R"({"metadata":)") + metadata + "}");
        w.time.settle();
        return w.take().size() == 1;
    };
    w.put("a", "1");
    w.start_controller();
    CHECK(w.take() == lines{"a"});

    CHECK(patch(R"({"labels":{"x":"1","y":"2"}})") == (which == 0 || which == 3 || which == 4));
    CHECK(patch(R"({"labels":{"x":"2"}})") == (which == 0 || which == 3 || which == 4));
    CHECK(patch(R"({"annotations":{"x":"1"}})") == (which == 1 || which == 3 || which == 4));
    CHECK(patch(R"({"finalizers":["example.io/x"]})") == (which == 3));
    CHECK(patch(R"({"finalizers":null})") == (which == 3));
    w.remove("a");
    w.time.settle();
    CHECK(w.take() == lines{"a"});
}

TEST_CASE("the predicate resource_version leaves resyncs out")
{
    controlled w;
    shared_informer<config_map> resyncing(w.api, {.resync = 10s});
    w.tested.watches(resyncing, own_key, changed::resource_version);
    w.put("a", "1");
    auto const informing = w.start(resyncing.run());
    w.running.start(w.io, w.tested.run());
    w.time.run_for(1min);
    CHECK(w.take() == lines{"a"});
    w.running.cancel();
}

TEST_CASE_METHOD(controlled,
                 "a change of an owned object reconciles its owner; a change of owner reconciles both")
{
    shared_informer<pod> owned(api);
    tested.watches(owned, owner_key<config_map>());
    server.create(pods, owned_by("p", "a"));
    server.create(pods, R"({"metadata":{"name":"free","namespace":"shop"}})");
    auto const listing = start(owned.run());
    start_controller();
    CHECK(take() == lines{"a"});
    auto changed = owned_by("p", "b");
    server.replace(pods, changed);
    time.settle();
    CHECK(take() == lines{"b", "a"});
    server.remove(pods, {"shop", "p"});
    time.settle();
    CHECK(take() == lines{"b"});

    server.create(pods, R"({"metadata":{"name":"q","namespace":"shop","ownerReferences":[
        {"apiVersion":"apps/v1","kind":"ConfigMap","name":"other-group","uid":"1","controller":true}]}})");
    time.settle();
    CHECK(take().empty());
}

TEST_CASE_METHOD(
    world,
    "an owner whose reference says that it is no controller is ignored, however the projection declares it")
{
    auto const owner_of = [&](std::string const& controller) {
        server.create(pods,
                      R"({"metadata":{"name":"p","namespace":"shop","ownerReferences":[{"apiVersion":"v1",
            "kind":"ConfigMap","name":"x","uid":"1")" +
                          controller + "}]}}");
        auto const strict = testing::run(io, time, api.get<strict_pod>("shop", "p"));
        auto const plain = testing::run(io, time, api.get<pod>("shop", "p"));
        server.remove(pods, {"shop", "p"});
        auto const owner = owner_key<config_map>();
        CHECK(owner(strict) == owner(plain));
        return owner(strict).has_value();
    };
    CHECK(owner_of(R"(,"controller":true)"));
    CHECK_FALSE(owner_of(R"(,"controller":false)"));
    CHECK_FALSE(owner_of(""));
}

TEST_CASE_METHOD(controlled, "a mapping gives any number of keys, of any namespace")
{
    auto const listed = [](config_map const& m) {
        std::vector<object_name> keys;
        for (auto const& [name, value] : m.data) keys.emplace_back("elsewhere", name);
        return keys;
    };
    tested.watches(informer, listed);
    server.create(config_maps, R"({"metadata":{"name":"m","namespace":"shop"},"data":{"x":"1","y":"2"}})");
    start_controller();
    CHECK(take() == lines{"x", "y"});
}

TEST_CASE("keys may be of any type")
{
    world w;
    std::vector<int> seen;
    auto const reconcile = [&seen](int key) -> task<reconcile_result> {
        seen.push_back(key);
        if (seen.size() == 1) throw std::runtime_error("first");
        co_return reconcile_result::done();
    };
    controller<int> tested(w.env, reconcile, quick());
    auto const running = w.start(tested.run());
    tested.add(7);
    tested.add_after(8, 5s);
    w.time.run_for(10s);
    CHECK(seen == std::vector<int>{7, 7, 8});
    CHECK(tested.status().last_error == "7: first");
}

TEST_CASE("a reconcile may take its key by reference: the key exists until the reconcile has ended")
{
    world w;
    object_name const key("shop", "a-name-that-is-too-long-for-a-short-string");
    std::vector<object_name> seen;
    auto const reconcile = [&](object_name const& asked) -> task<reconcile_result> {
        seen.push_back(asked);
        co_await w.time.sleep_for(1s);
        seen.push_back(asked);
        co_return reconcile_result::done();
    };
    auto const limit = GENERATE(as<duration>(), 0s, 1min);
    controller<> tested(w.env, reconcile, quick({.deadline = limit}));
    auto const running = w.start(tested.run());
    tested.add(key);
    w.time.run_for(10s);
    CHECK(seen == std::vector{key, key});
}

TEST_CASE_METHOD(controlled,
                 "a predicate that throws counts as true; a mapping that throws loses only its own event")
{
    auto const moody = [](event<config_map> const&) -> bool { throw std::runtime_error("no idea"); };
    auto const picky = [](object_ptr<config_map> const& o) {
        if (o.key().name == "bad") throw std::runtime_error("what is that");
        return object_name(o.key());
    };
    tested.watches(informer, picky, moody);
    put("a", "1");
    put("bad", "1");
    put("c", "1");
    start_controller();
    CHECK(take() == lines{"a", "c"});
    CHECK(log_text.str().find("a predicate threw, so its event is not ignored key=shop/a cause=no idea") !=
          std::string::npos);
    CHECK(testing::run(io, time, informer.status()).handler_failures == 1);
}

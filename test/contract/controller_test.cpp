// Contract: what a controller reconciles, when, and how it ends.

#include "world.hpp"

#include <coinformer/controller/controller.hpp>

#include <set>

struct pod {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata))
template <>
inline constexpr resource coinformer::resource_of<pod>{.version = "v1", .plural = "pods", .kind = "Pod"};

namespace {

constexpr auto pods = resource_of<pod>;

controller_options quick(controller_options options = {})
{
    options.queue.limiter = exponential_limiter(1s, 1h);
    return options;
}

/// An informer of config maps, and a controller whose reconciles are written down.
struct controlled : world {
    explicit controlled(controller_options options = quick())
        : informer(api), tested(env, [this](object_name key) { return reconcile(std::move(key)); }, std::move(options))
    {
    }
    ~controlled()
    {
        stop_controller();
        informing.stop.emit(asio::cancellation_type::terminal);
        time.settle();
    }

    void start_controller()
    {
        informing.start(io, informer.run());
        running.start(io, tested.run());
        time.run_for(10ms);
    }
    void stop_controller()
    {
        running.stop.emit(asio::cancellation_type::terminal);
        time.settle();
    }

    task<reconcile_result> reconcile(object_name key)
    {
        seen.push_back(key.name);
        most_at_once = std::max(most_at_once, busy.size() + 1);
        twice |= !busy.insert(key.name).second;
        struct leave {
            controlled& self;
            std::string name;
            ~leave() { self.busy.erase(name); }
        } const at_end{*this, key.name};
        if (takes > 0s) co_await time.sleep_for(takes);
        ended.push_back(key.name);
        if (throws.contains(key.name)) throw std::runtime_error("no luck");
        co_return answer;
    }
    lines take() { return std::exchange(seen, {}); }

    shared_informer<config_map> informer;
    background informing, running;
    lines seen, ended;
    std::set<std::string> busy, throws;
    std::size_t most_at_once = 0;
    bool twice = false;
    duration takes = 0s;
    reconcile_result answer = reconcile_result::done();
    controller<> tested;
};

std::string owned_by(std::string const& name, std::string const& owner)
{
    return R"({"metadata":{"name":")" + name + R"(","namespace":"shop","ownerReferences":[
        {"apiVersion":"apps/v1","kind":"ConfigMap","name":"other-group","uid":"1","controller":true},
        {"apiVersion":"v1","kind":"ConfigMap","name":"no-controller","uid":"2"},
        {"apiVersion":"v1","kind":"ConfigMap","name":")" +
           owner + R"(","uid":"3","controller":true}]}})";
}

} // namespace

TEST_CASE_METHOD(controlled, "each object of the first list is reconciled once, and what changes, comes or goes again")
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

TEST_CASE_METHOD(controlled, "nothing is reconciled before every source is here; status says which one is waited for")
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
    set("a", "2"); // noted, and merged

    auto const listing = start(other.run());
    time.run_for(1s);
    CHECK(take() == lines{"a"});
    CHECK(tested.status().synced);
    CHECK(tested.status().waiting_for.empty());
}

TEST_CASE_METHOD(controlled, "a source that may not be listed is waited for; the cause is logged and in the status")
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

TEST_CASE_METHOD(controlled, "live changes are reconciled before the first list, and the first list all the same")
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
    w.stop_controller();
}

TEST_CASE("so many keys are reconciled at once, and never one twice")
{
    controlled w(quick({.concurrency = 3}));
    w.tested.watches(w.informer);
    for (int i = 0; i < 6; ++i) w.put("o" + std::to_string(i), "1");
    w.takes = 1s;
    w.start_controller();
    w.time.run_for(10ms);
    CHECK(w.tested.status().queue.working == 3);
    w.set("o0", "2"); // while it is at it
    w.set("o0", "3");
    w.time.run_for(10s);
    CHECK(w.most_at_once == 3);
    CHECK_FALSE(w.twice);
    CHECK(std::ranges::count(w.seen, "o0") == 2);
    CHECK(w.seen.size() == 7);
}

TEST_CASE_METHOD(controlled,
                 "who throws is logged with key and cause, counted, and tried again after longer and longer")
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
    time.run_for(1500ms); // success has made it begin anew
    CHECK(take() == lines{"a", "a"});
}

TEST_CASE_METHOD(controlled, "a failure that is told is one, and again_after comes again without any change")
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

TEST_CASE("a reconcile that does not end is cancelled at its deadline, reported, and tried again")
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

TEST_CASE("predicates: updates pass that change that part, what comes and goes passes always")
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

TEST_CASE("resource_version leaves resyncs out")
{
    controlled w;
    shared_informer<config_map> resyncing(w.api, {.resync = 10s});
    w.tested.watches(resyncing, own_key, changed::resource_version);
    w.put("a", "1");
    auto const informing = w.start(resyncing.run());
    w.running.start(w.io, w.tested.run());
    w.time.run_for(1min);
    CHECK(w.take() == lines{"a"});
    w.stop_controller();
}

TEST_CASE_METHOD(controlled, "what is owned makes its owner be reconciled; handed over, both")
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

TEST_CASE_METHOD(controlled, "a predicate that throws counts as true; a mapping that throws spoils its own event alone")
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
    CHECK(log_text.str().find("a predicate failed, and counts as true key=shop/a cause=no idea") != std::string::npos);
    CHECK(testing::run(io, time, informer.status()).handler_failures == 1);
}

TEST_CASE("cancelled, a controller takes no more keys and lets reconciles end within the grace period")
{
    controlled w(quick({.grace = 10s}));
    w.tested.watches(w.informer);
    w.put("a", "1");
    w.put("b", "1");
    w.takes = 5s;
    w.start_controller();
    w.stop_controller();
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

TEST_CASE("what does not end within the grace period is cancelled, and joined; so at once without one")
{
    auto const grace = GENERATE(as<duration>(), 0s, 10s);
    controlled w(quick({.concurrency = 2, .grace = grace}));
    w.tested.watches(w.informer);
    w.put("a", "1");
    w.put("b", "1");
    w.takes = 1h;
    w.start_controller();
    w.stop_controller();
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

TEST_CASE("a second cancellation ends the grace period")
{
    controlled w(quick({.grace = 1h}));
    w.tested.watches(w.informer);
    w.put("a", "1");
    w.takes = 2h;
    w.start_controller();
    w.stop_controller();
    w.time.run_for(1min);
    CHECK_FALSE(w.running.ended);
    w.stop_controller();
    CHECK(w.running.ended);
}

TEST_CASE("cancelled in whichever turn, a controller ends, and nothing of it is called after that")
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
        w.running.stop.emit(asio::cancellation_type::terminal);
        w.time.settle();
        REQUIRE(w.running.ended);
        CHECK(w.running.code() == condition::cancelled);
        CHECK(testing::run(w.io, w.time, w.informer.status()).handlers == 0);
        w.take();
        w.set("a", "2");
        w.time.run_for(1min);
        CHECK(w.seen.empty());
    }
}

TEST_CASE_METHOD(controlled, "when the informer of a source ends, so does the controller, and says so")
{
    tested.watches(informer);
    put("a", "1");
    start_controller();
    informing.stop.emit(asio::cancellation_type::terminal);
    time.settle();
    REQUIRE(running.ended);
    CHECK(running.code() == errc::stopped);
    CHECK(running.what().find("configmaps") != std::string::npos);
}

TEST_CASE_METHOD(controlled, "a controller runs once, and takes sources before that")
{
    tested.watches(informer);
    start_controller();
    background again;
    again.start(io, tested.run());
    time.settle();
    CHECK(again.code() == errc::already_running);
    CHECK_THROWS_AS(tested.watches(informer), api_error);
    auto const nothing = [](object_name) -> task<reconcile_result> { co_return reconcile_result::done(); };
    CHECK_THROWS_AS(controller<>(env, nothing, {.concurrency = 0}), api_error);
    CHECK_THROWS_AS(owner_key(resource{.version = "v1", .plural = "pods"}), api_error);
}

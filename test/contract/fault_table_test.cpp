// Contract: for each fault the informer does what the tables of docs/testing.md say.

#include "world.hpp"

#include "unit/transport/temporary_directory.hpp"
#include <coinformer/testing/tls_listener.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace {

/// One fault, injected before the first list or before a watch is opened again, and how that ends.
struct row {
    std::string name;
    fault wrong;
    std::size_t lists;                  // requests in all
    duration within;                    // when the copy is complete
    std::optional<condition> told = {}; // the error that a waiter for the sync gets
    std::size_t undecoded = 0;          // objects in the store
};

row const first_list[] = {
    {"400", faults::status(400), 2, 2s, condition::rejected},
    {"401", faults::unauthorized(), 2, 2s, condition::unauthorized},
    {"403", faults::forbidden(), 2, 2s, condition::forbidden},
    {"404", faults::status(404), 2, 2s, condition::not_found},
    {"409", faults::status(409), 2, 2s, condition::conflict},
    {"422", faults::status(422), 2, 2s, condition::rejected},
    {"429", faults::throttled(20s), 2, 22s},
    {"500", faults::internal_error(), 2, 2s},
    {"503", faults::unavailable(), 2, 2s},
    {"503, later", faults::unavailable(20s), 2, 22s},
    {"a page of HTML", faults::html(), 2, 2s, condition::malformed},
    {"a page of HTML, 502", faults::html(502), 2, 2s},
    {"JSON that ends in the middle", faults::truncated_json(), 2, 2s},
    {"nothing", faults::empty_answer(), 2, 2s},
    {"late", faults::late(20s), 1, 21s},
    {"too late", faults::late(40s), 2, 32s},
    {"cut off in the header", faults::cut(50), 2, 2s},
    {"cut off in the body", faults::cut(300), 2, 2s},
    {"stalled in the header", faults::stall(50), 2, 32s},
    {"stalled in the body", faults::stall(300), 2, 77s},
};

// Answers to a watch that have no events in them.
constexpr char const* list_text = R"({"kind":"ConfigMapList","metadata":{"resourceVersion":"9"},"items":[]})";
constexpr char const* error_text = R"({"error":"no route"})";

row const next_watch[] = {
    {"401", faults::unauthorized(), 1, 8s},
    {"403", faults::forbidden(), 1, 8s},
    {"404", faults::status(404), 2, 8s},
    {"410", faults::gone(), 2, 8s},
    {"422", faults::status(422), 2, 8s},
    {"429", faults::throttled(20s), 1, 27s},
    {"500", faults::internal_error(), 1, 8s},
    {"503", faults::unavailable(), 1, 8s},
    {"504", faults::status(504), 1, 8s},
    {"a page of HTML", faults::html(), 2, 8s},
    {"JSON that ends in the middle", faults::truncated_json(), 1, 8s},
    {"nothing", faults::empty_answer(), 1, 8s},
    {"late", faults::late(20s), 1, 25s},
    {"cut off", faults::cut(300), 1, 8s},
    {"stalled", faults::stall(300), 1, 83s},
    {"closed at once", faults::close_watch(), 1, 8s},
    {"closed after an event", faults::close_watch(1), 1, 8s},
    {"410 in the stream", faults::error_event(410), 2, 8s},
    {"410 in the stream after an event", faults::error_event(410, 1), 2, 8s},
    {"429 in the stream", faults::error_event(429), 1, 8s},
    {"500 in the stream", faults::error_event(500), 1, 8s},
    {"an event over the limit", faults::oversized_event(17 << 20), 1, 8s, {}, 1},
    {"an event of unknown type", faults::odd_line(R"({"type":"NEWS","object":{}})"), 1, 8s, {}, 1},
    {"a line that is no JSON", faults::odd_line("oops"), 2, 8s},
    {"the answer to a list", faults::answer({.body = list_text}), 2, 8s, {}, 1},
    {"an error of a proxy with the status 200", faults::answer({.body = error_text}), 2, 8s, {}, 1},
    {"no closing bookmark", faults::no_initial_end(), 1, 8s},
};

/// Something that is done to the network of an informer with an open watch, until it is undone.
struct trouble {
    std::string name;
    void (*begin)(informed&);
    void (*end)(informed&);
    duration lasts;
    bool seen_meanwhile; // changes arrive all the same
    bool new_watch;
};

trouble const on_the_network[] = {
    {"reset", [](informed& w) { w.network.reset(); }, [](informed&) {}, 3s, true, true},
    {"silence", [](informed& w) { w.network.silence(); }, [](informed&) {}, 80s, true, true},
    {"hold", [](informed& w) { w.network.hold(true); }, [](informed& w) { w.network.hold(false); }, 20s,
     false, false},
    {"refuse",
     [](informed& w) {
         w.network.refuse(true);
         w.network.reset();
     },
     [](informed& w) { w.network.refuse(false); }, 10min, false, true},
    {"hang",
     [](informed& w) {
         w.network.hang(true);
         w.network.reset();
     },
     [](informed& w) {
         CHECK(w.network.dialed() > 3); // given up, and tried again
         w.network.hang(false);
     },
     5min, false, true},
    {"delay",
     [](informed& w) {
         w.network.conditions({.delay = 1s}, {.delay = 1s});
         w.network.reset();
     },
     [](informed&) {}, 5s, true, true},
    {"drip",
     [](informed& w) {
         w.network.conditions({}, {.most_at_once = 1});
         w.network.reset();
     },
     [](informed&) {}, 3s, true, true},
    {"reset after some bytes",
     [](informed& w) {
         w.network.conditions({}, {.reset_after = 100});
         w.network.reset();
     },
     [](informed& w) { w.network.conditions({}, {}); }, 30s, false, true},
    {"half-open after some bytes",
     [](informed& w) {
         w.network.conditions({}, {.silent_after = 200});
         w.network.reset();
     },
     [](informed& w) { w.network.conditions({}, {}); }, 60s, false, true},
};

/// A server with TLS and a client that trusts its certificate, over sockets and so in real time.
struct tls_world {
    asio::io_context io;
    environment env{.ex = io.get_executor()};
    testing::certificate_authority ca;
    testing::api_server server{env};
    testing::tls_listener listener{env.ex, {.identity = ca.server()}};
    endpoint here{.server = listener.url(), .tls = {.ca = {.data = ca.certificate()}}};
    client api{env, here};
    shared_informer<config_map> before{api, listing()}, after{api, listing({.retry = {.first = 1ms}})};
    nursery work{env.ex};
};

task<> exchange_certificates(tls_world& w, error_code& told)
{
    co_await w.before.synced();
    w.listener.use(testing::certificate_authority("other-ca").server());
    w.server.create(config_maps, R"({"metadata":{"name":"a"}})");
    // open connections stay
    while (w.before.snapshot().size() == 0) co_await asio::post(w.io, asio::use_awaitable);
    w.server.disconnect();
    w.work.start(w.after.run());
    try {
        co_await w.after.synced();
    } catch (api_error const& e) {
        told = e.code();
    }
    w.listener.use(w.ca.server());
    // it went on trying
    while (w.after.snapshot().size() == 0) co_await asio::post(w.io, asio::use_awaitable);
    w.work.request_stop();
}

} // namespace

TEST_CASE_METHOD(
    world, "a list that fails is repeated, and waiters for the sync are told causes that time does not cure")
{
    auto const& r = first_list[GENERATE(range(std::size_t(0), std::size(first_list)))];
    CAPTURE(r.name);
    put("a", std::string(500, 'x'));
    server.inject(r.wrong.on("list"));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    background synced(io, informer.synced());

    time.run_for(500ms);
    CHECK(synced.ended == r.told.has_value());
    if (r.told) CHECK(synced.code() == *r.told);
    if (r.within > 2s) time.run_for(r.within - 2500ms);
    CHECK(informer.snapshot().size() == 0);
    time.run_for(3s);
    CHECK(informer.snapshot().size() == 1);
    CHECK(server.requests("list", config_maps) == r.lists);
}

TEST_CASE("a watch that fails is opened again from the last version, or followed by a list")
{
    auto const& r = next_watch[GENERATE(range(std::size_t(0), std::size(next_watch)))];
    CAPTURE(r.name);
    informed w;
    w.server.inject(r.wrong.on("watch"));
    w.server.disconnect();
    w.set("a", "2");
    w.set("b", std::string(500, 'x'));

    if (r.within > 8s) {
        w.time.run_for(r.within - 8s);
        CHECK(w.listed(w.informer).back() == "b=1");
        w.time.run_for(8s);
    }
    w.time.run_for(8s);
    CHECK(w.listed(w.informer) == lines{"a=2", "b=" + std::string(500, 'x')});
    CHECK(w.lists() == r.lists);
    CHECK(testing::run(w.io, w.informer.status()).reflector.faults == r.undecoded);
}

TEST_CASE("whatever happens on the network, a watch goes on from the last version, without a list")
{
    auto const& t = on_the_network[GENERATE(range(std::size_t(0), std::size(on_the_network)))];
    CAPTURE(t.name);
    informed w;
    t.begin(w);
    w.set("a", "2");
    w.time.run_for(t.lasts);
    CHECK(w.seen.empty() != t.seen_meanwhile);
    t.end(w);
    w.time.run_for(76s);

    CHECK(w.seen == lines{"~ shop/a=1>2"});
    CHECK(w.lists() == 1);
    CHECK((w.watches() > 1) == t.new_watch);
}

TEST_CASE_METHOD(informed, "a server that restarts leads to a list only if something changed meanwhile")
{
    server.restart();
    time.run_for(2s);
    CHECK(lists() == 1);
    CHECK(watches() == 2);

    server.disconnect();
    set("a", "2");
    server.restart();
    time.run_for(10s);
    CHECK(lists() == 2);
    CHECK(seen == lines{"~ shop/a=1>2"});
}

TEST_CASE_METHOD(informed,
                 "a server that was restored says nothing to the watch, is asked about it, and listed anew")
{
    auto const then = server.backup();
    set("a", "2");
    put("c", "1");
    time.run_for(1s);
    server.restore(*then);
    time.run_for(30s);
    CHECK(listed(informer) == lines{"a=2", "b=1", "c=1"});

    time.run_for(90s); // it is asked several times, because it may merely lag behind another server
    CHECK(listed(informer) == lines{"a=1", "b=1"});
    CHECK(lists() == 2);
    CHECK(server.requests("get", config_maps) == 4);
}

TEST_CASE(
    "a restored server is followed even if the informer gives up before the server answers about a version")
{
    informed w(listing({.silence = 2s}));
    auto const then = w.server.backup();
    w.set("a", "2");
    w.time.run_for(1s);
    w.server.restore(*then);
    w.server.inject(faults::gone().on("watch"));
    w.server.disconnect();
    w.time.run_for(20s);
    CHECK(w.listed(w.informer) == lines{"a=1", "b=1"});
    CHECK(w.lists() == 3); // including the one that was not answered in time
}

// An object that the store has in the version that a list shows is not decoded again. Here that version
// belongs to another state of the object.
TEST_CASE("a list that turns out to be of another history is read again, without objects of the store")
{
    informed w(listing({.page_size = 1}));
    auto const then = w.server.backup();
    w.set("a", "2");
    w.set("b", "2");
    w.time.run_for(1s);
    w.server.inject(faults::gone().on("watch"));
    w.server.inject(faults::gone().on_later_pages());
    w.server.disconnect();
    // two lists, and two pages of the third
    for (int n = 0; w.lists() < 4 && n != 100; ++n) w.time.run_for(100ms);
    REQUIRE(w.lists() == 4);
    w.server.restore(*then);
    w.set("a", "other"); // the version that a=2 had in the old history
    w.time.run_for(20s);

    CHECK(w.listed(w.informer) == lines{"a=other", "b=1"});
    CHECK(w.seen == lines{"~ shop/a=1>2", "~ shop/b=1>2", "~ shop/a=2>other", "~ shop/b=2>1"});
}

TEST_CASE_METHOD(
    informed,
    "a list of a server that lags is not older than the known version, and the watch brings the rest")
{
    set("a", "2");
    time.run_for(1s);
    server.lag(10);
    server.inject(faults::gone().on("watch"));
    server.disconnect();
    set("a", "3");
    seen.clear();
    time.run_for(8s);

    CHECK(lists() == 2);
    CHECK(seen == lines{"~ shop/a=2>3"});
}

TEST_CASE_METHOD(world, "a token that was replaced is read from its file again")
{
    temporary_directory dir;
    testing::api_server guarded(env, {.token = "old"});
    testing::memory_network to_guarded;
    auto const serving = start(guarded.run(to_guarded));
    endpoint here{.server = "http://in-memory"};
    here.user.token_file = dir.write("token", "old");
    client known(env, here, {}, to_guarded.dialer());
    shared_informer<config_map> informer(known, listing());
    background running(io, informer.run());
    time.run_for(1s);

    guarded.rotate_token("old", "new");
    guarded.create(config_maps, R"({"metadata":{"name":"a"}})");
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 1); // the watch goes on
    guarded.disconnect();
    guarded.create(config_maps, R"({"metadata":{"name":"b"}})");
    time.run_for(5s);
    CHECK(informer.snapshot().size() == 1); // 401
    dir.write("token", "new");
    time.run_for(10s);
    CHECK(informer.snapshot().size() == 2);
    CHECK(guarded.requests("list", config_maps) == 1);
}

TEST_CASE("a replaced certificate leaves open connections alone; one that is not trusted is reported")
{
    tls_world w;
    w.work.start(w.server.run(w.listener));
    w.work.start(w.before.run());
    error_code told;
    w.work.start(exchange_certificates(w, told));
    testing::run(w.io, w.work.join());
    CHECK(told == errc::tls_untrusted);
    CHECK(w.after.snapshot().size() == 1);
}

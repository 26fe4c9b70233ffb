// Contract: an answer that trickles, repeats itself or does not end costs nobody but the informer that asked
// for it, and is given up.

#include "world.hpp"

#include "transport/config/http2_support.hpp"

#include <coinformer/api/table.hpp>

#include <array>

namespace {

/// A client whose connections carry a limited number of bytes a second, until it is told otherwise.
struct trickling : world {
    trickling()
    {
        put("a", std::string(600, 'x'));
        for (int i = 0; i != 100; ++i) put("b" + std::to_string(i), "1");
        narrow.conditions({}, {.delay = 10s}); // 512 bytes each 10 s: one or two objects
    }

    testing::memory_network narrow{env, 512};
    client slow_api{env,
                    {.server = "http://narrow"},
                    {.concurrent_lists = 2, .compression = compression::none},
                    narrow.dialer()};
    testing::background serving{io, time, server.run(narrow)};
    std::array<background, 3> running;
};

task<> read_one(client& by)
{
    (void)co_await by.get(config_maps, "shop", "a");
}

// The three forms of a list without an informer.
task<> list_as_json(client by, list_options which)
{
    (void)co_await by.list(config_maps, "shop", std::move(which));
}
task<> list_as_objects(client by, list_options which)
{
    (void)co_await by.list<config_map>("shop", std::move(which));
}
task<> list_as_table(client by, list_options which)
{
    (void)co_await list_table(by, config_maps, "shop", std::move(which));
}
// A deletion of what a list would bring takes the same options.
task<> remove_listed(client by, list_options which)
{
    (void)co_await by.remove_collection(config_maps, "shop", std::move(which));
}

/// A request that takes list_options.
struct optioned_request {
    task<> (*start)(client, list_options);
    char const* verb; ///< as the server counts it
};

/// Answers each list with the same page, which promises another one.
testing::api_server::interceptor endless(std::string const& token, std::string const& items)
{
    return [n = std::make_shared<int>(0), token,
            items](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "list") return std::nullopt;
        auto const next = token.empty() ? std::to_string(++*n) : token;
        return testing::canned_answer{.status = 200,
                                      .body = R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":)"
                                              R"({"resourceVersion":"5","continue":")" +
                                              next + R"("},"items":[)" + items + "]}"};
    };
}

} // namespace

TEST_CASE_METHOD(
    trickling,
    "slow lists do not keep other informers of the client from reading, and waiters learn why they wait")
{
    shared_informer<config_map> first(slow_api, listing()), second(slow_api, {}), third(slow_api, listing());
    running[0].start(io, first.run());
    running[1].start(io, second.run());
    background waits(io, first.synced());
    time.run_for(1s);
    narrow.conditions({}, {});
    running[2].start(io, third.run());
    time.run_for(50s);
    CHECK(third.snapshot().size() == 0); // both permits are taken
    time.run_for(40s);
    CHECK(third.snapshot().size() == 101);
    CHECK(waits.code() == errc::slow_answer);
    CHECK(waits.what().find("list /api/v1/configmaps") != std::string::npos);
    auto const status = testing::run(io, first.status()).reflector;
    CHECK(waits.what().find(status.last_failure) == 0); // the status shows what waiters are told
    CHECK_FALSE(status.last_failure.empty());
    CHECK(status.failing_since);
    CHECK(status.failures == 0); // nothing has failed yet

    time.run_for(2min);
    CHECK(testing::run(io, first.status()).reflector.now == phase::reading);
    CHECK(testing::run(io, first.status()).reflector.failing_since);
}

TEST_CASE_METHOD(trickling, "a list that is slow shares its HTTP/2 connection with no later request")
{
    if (!has_http2()) return;
    narrow.agree_on("h2");
    shared_informer<config_map> informer(slow_api, listing());
    running[0].start(io, informer.run());
    time.run_for(90s); // it is known to be slow after its first minute
    REQUIRE(narrow.dialed() == 1);
    running[1].start(io, read_one(slow_api));
    time.run_for(1s);
    CHECK(narrow.dialed() == 2);
}

TEST_CASE_METHOD(trickling,
                 "a slow page shares its HTTP/2 connection with no later request, whichever page it is")
{
    if (!has_http2()) return;
    narrow.agree_on("h2");
    shared_informer<config_map> informer(slow_api, listing({.page_size = 60}));
    running[0].start(io, informer.run());
    REQUIRE(time.run_until([this] { return server.requests("list", config_maps) == 2; }, 15min));
    time.run_for(90s);
    REQUIRE(testing::run(io, time, informer.status()).reflector.now == phase::reading);
    auto const before = narrow.dialed();
    running[1].start(io, read_one(slow_api));
    time.run_for(1s);
    CHECK(narrow.dialed() == before + 1);
}

TEST_CASE_METHOD(trickling, "a list over a slow link is read to its end, once")
{
    auto const mode = GENERATE(fetch_mode::list, fetch_mode::stream);
    shared_informer<config_map> informer(slow_api, {.fetch = mode});
    running[0].start(io, informer.run());
    time.run_for(6min);
    auto const by_now = testing::run(io, informer.status()).reflector.listed;
    CHECK(by_now > 50);
    CHECK(by_now < 101);
    time.run_for(24min);
    CHECK(informer.snapshot().size() == 101);
    auto const status = testing::run(io, informer.status()).reflector;
    CHECK(status.lists + status.streams == 1);
    CHECK(status.failures == 0);
    auto const warned = log_text.str().find("the answer comes slowly");
    REQUIRE(warned != std::string::npos);
    CHECK(log_text.str().find("the answer comes slowly", warned + 1) ==
          std::string::npos); // one line, not one a minute
    CHECK(log_text.str().find("a slow list is complete collection=/api/v1/configmaps objects=101 after=") !=
          std::string::npos);
}

TEST_CASE_METHOD(trickling,
                 "a list whose first object comes long after the beginning of its answer is read on")
{
    // The head comes after 10 s, and the whole of the first object with the third part of the answer.
    set("a", std::string(800, 'x'));
    shared_informer<config_map> informer(slow_api, listing({.silence = 25s}));
    running[0].start(io, informer.run());
    time.run_for(26s);
    REQUIRE(testing::run(io, time, informer.status()).reflector.listed == 0);
    time.run_for(20s);
    auto const status = testing::run(io, time, informer.status()).reflector;
    CHECK(status.listed != 0);
    CHECK(status.failures == 0);
    CHECK(status.lists == 1);
}

TEST_CASE_METHOD(trickling, "a slow list whose next page is refused goes on, and keeps nobody from reading")
{
    narrow.agree_on(""); // so that requests at the same time have connections of their own, slow or fast
    client one(env, {.server = "http://narrow"}, {.concurrent_lists = 1, .compression = compression::none},
               narrow.dialer());
    shared_informer<config_map> first(one, listing({.page_size = 60})), second(one, listing());
    running[0].start(io, first.run());
    time.run_for(90s);
    REQUIRE(has_logged("the answer comes slowly")); // after a minute, and has given its permit back
    server.inject(faults::throttled(20s).on_later_pages());
    auto const is_asked_again = [this] { return server.requests("list", config_maps) == 3; };
    REQUIRE(time.run_until(is_asked_again, 15min));
    narrow.conditions({}, {});
    running[1].start(io, second.run());
    time.run_for(1s);
    CHECK(second.snapshot().size() == 101);
    CHECK(run(first.status()).reflector.now == phase::reading);
    time.run_for(15min);
    CHECK(first.snapshot().size() == 101);
    auto const status = run(first.status()).reflector;
    CHECK(status.lists == 1);
    CHECK(status.failures == 0);
    CHECK(times_logged("the answer comes slowly") == 1);
    CHECK(times_logged("a slow list is complete") == 1);
}

TEST_CASE_METHOD(trickling, "a list that stays slow for slow_list_limit is given up, and read again")
{
    auto const mode = GENERATE(fetch_mode::list, fetch_mode::stream);
    shared_informer<config_map> informer(slow_api, {.fetch = mode, .slow_list_limit = 5min});
    running[0].start(io, informer.run());
    time.run_for(1s);
    narrow.conditions({}, {});
    time.run_for(7min);
    CHECK(informer.snapshot().size() == 101);
    auto const status = testing::run(io, informer.status()).reflector;
    CHECK(status.lists + status.streams == 2);
    CHECK(
        log_text.str().find("/api/v1/configmaps: the answer comes slowly: the reading was given up after ") !=
        std::string::npos);
    CHECK(status.last_failure.empty());
}

TEST_CASE_METHOD(world,
                 "a list whose pages make no progress is given up, and tried again at the pace of failures")
{
    auto const token = GENERATE(std::string("again"), std::string());
    server.intercept(endless(token, ""));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    background synced(io, informer.synced());
    time.run_for(10s);
    CHECK(synced.code() == errc::unexpected_content);
    CHECK(synced.what().find("makes no progress") != std::string::npos);
    // about four attempts, of 1,001 empty pages each if the token is always another one
    CHECK(server.requests("list", config_maps) < (token.empty() ? 6000 : 100));
}

TEST_CASE_METHOD(world, "a list that brings the same object again and again is given up")
{
    std::string const one = R"({"metadata":{"name":"a","namespace":"shop","uid":"u","resourceVersion":"1"}})";
    auto items = one;
    for (int i = 0; i != 500; ++i) items += "," + one;
    server.intercept(endless("", items));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    background synced(io, informer.synced());
    time.run_for(10s);
    CHECK(synced.code() == errc::unexpected_content);
    CHECK(synced.what().find("again and again") != std::string::npos);
    CHECK(server.requests("list", config_maps) < 200);
}

TEST_CASE_METHOD(
    world,
    "a streamed list that brings the same object again and again keeps few of its states, or is given up")
{
    std::string const event = R"({"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":)"
                              R"({"name":"a","namespace":"shop","uid":"u","resourceVersion":"1"}}})"
                              "\n";
    auto const times = GENERATE(30'000, 150'000);
    std::string body;
    for (int i = 0; i != times; ++i) body += event;
    server.intercept([body](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "watch") return std::nullopt;
        return testing::canned_answer{.status = 200, .body = body};
    });
    shared_informer<config_map> informer(api, {});
    background running(io, informer.run());
    time.run_for(100ms);
    auto const why = testing::run(io, informer.status()).reflector.why_not_streamed;
    if (times > 100'000) {
        CHECK(why.find("the same objects again and again") != std::string::npos);
    } else {
        std::string const after = "after ";
        REQUIRE(why.find(after) != std::string::npos); // it ends with "after <number> objects"
        CHECK(std::stoul(why.substr(why.find(after) + after.size())) < 15'000);
    }
}

TEST_CASE_METHOD(world, "a watch that the server does not end in time is ended by the informer, and goes on")
{
    put("a", "1");
    shared_informer<config_map> informer(api, listing({.watch_timeout = 10s, .silence = 20s}));
    server.inject(faults::endless_watch());
    background running(io, informer.run());
    time.run_for(1s);
    for (int i = 0; i != 50; ++i) { // an event each second: it is never silent
        set("a", std::to_string(i));
        time.run_for(1s);
    }
    CHECK(server.requests("watch", config_maps) >= 2);
    CHECK(server.requests("list", config_maps) == 1);
    CHECK(testing::run(io, informer.status()).reflector.failures == 0);
}

TEST_CASE_METHOD(world, "a watch that the server does not end in time is ended, however fast its events come")
{
    put("a", "1");
    shared_informer<config_map> informer(api, listing({.watch_timeout = 1s, .silence = 4s}));
    server.inject(faults::endless_watch());
    background running(io, informer.run());
    time.run_for(100ms);
    for (int i = 0; i != 14'000; ++i) { // the watch should be ended after 6 s at most
        set("a", std::to_string(i));
        time.run_for(500us);
    }
    CHECK(server.requests("watch", config_maps) >= 2);
    CHECK(server.requests("list", config_maps) == 1);
}

// http_options::header_timeout is 30 s.
TEST_CASE_METHOD(world, "a server that needs 50 or 110 seconds until it begins an answer is followed")
{
    auto const mode = GENERATE(fetch_mode::list, fetch_mode::stream);
    auto const late = GENERATE(50s, 110s);
    put("a", "1");
    for (auto const* const verb : {"list", "watch"})
        server.inject(faults::late(late).on(verb).times(fault::always));
    shared_informer<config_map> informer(api, {.fetch = mode});
    background running(io, informer.run());
    time.run_for(10min);
    CHECK(informer.snapshot().size() == 1);
    auto const asked = server.requests("list", config_maps) + server.requests("watch", config_maps);
    CHECK(asked <= 6); // a server that is slow is not asked more often

    set("a", "2");
    time.run_for(5min);
    CHECK(informer.snapshot().get("shop", "a")->data.at("v") == "2");
    auto const watches = server.requests("watch", config_maps);
    auto const failures = testing::run(io, informer.status()).reflector.failures;
    time.run_for(1h);
    CHECK(testing::run(io, informer.status()).reflector.failures == failures); // it waits for long enough
    CHECK(server.requests("watch", config_maps) - watches <= 12);
}

TEST_CASE_METHOD(world, "when a slow server is fast again, a request that gets no answer is given up as soon "
                        "as before")
{
    put("a", "1");
    server.inject(faults::late(50s).on("list").times(2));
    shared_informer<config_map> informer(api, listing({.watch_timeout = 1min}));
    background running(io, informer.run());
    time.run_for(3min); // the list has taken two attempts, and a fast watch has followed
    REQUIRE(informer.snapshot().size() == 1);
    while (server.requests("watch", config_maps) < 3) time.run_for(1s);
    server.inject(faults::late(1h).on("watch"));
    auto const before = server.requests("watch", config_maps);
    while (server.requests("watch", config_maps) == before) time.run_for(1s);
    set("a", "2");
    time.run_for(35s);
    CHECK(informer.snapshot().get("shop", "a")->data.at("v") == "2");
}

// http_options::header_timeout is 30 s.
TEST_CASE_METHOD(world, "a request waits for its answer as many times longer as list_options::patience says")
{
    auto const [start, verb] = GENERATE(
        optioned_request{&list_as_json, "list"}, optioned_request{&list_as_objects, "list"},
        optioned_request{&list_as_table, "list"}, optioned_request{&remove_listed, "deletecollection"});
    put("a", "1");
    server.inject(faults::late(60s).on(verb).times(2));
    auto const once = api.without_retries();
    background hasty(io, start(once, list_options()));
    background patient(io, start(once, list_options().patience(4)));
    time.run_for(29s);
    CHECK_FALSE(hasty.ended);
    time.run_for(2s);
    CHECK(hasty.code() == errc::timed_out);
    CHECK_FALSE(patient.ended);
    time.run_for(30s);
    CHECK(patient.ended);
    CHECK(patient.what().empty());
    CHECK(server.requests(verb, config_maps) == 2);
}

TEST_CASE_METHOD(world, "a connection that is made slowly, but within its own limit, does not end a list")
{
    client slow(env, {.server = "http://in-memory"},
                {.http = {.connect_timeout = 1min, .header_timeout = 5s}}, network.dialer());
    put("a", "1");
    network.hang(true);
    background listing_objects(io, list_as_objects(slow.without_retries(), list_options()));
    time.run_for(30s);
    CHECK_FALSE(listing_objects.ended);
    network.hang(false);
    time.run_for(1s);
    CHECK(listing_objects.ended);
    CHECK(listing_objects.what().empty());
}

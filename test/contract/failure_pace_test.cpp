// Contract: each attempt after a failure waits, with growing pauses and jitter, whatever else the server
// answers and however its answers fail; and the log gets few lines about it.

#include "world.hpp"

#include "unit/transport/temporary_directory.hpp"

#include <algorithm>
#include <deque>

namespace {

std::size_t line_count(std::string const& text)
{
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// What else a process does with its client: as a leader election does, it sends a request every two seconds.
task<> renew(client& api, time_source& time)
{
    resource const secrets{.version = "v1", .plural = "secrets", .kind = "Secret"};
    for (;;) {
        try {
            co_await api.get(secrets, "shop", "lease");
        } catch (api_error const&) {
        }
        co_await time.sleep_for(2s);
    }
}

std::string event_line(std::string const& type, std::string const& object)
{
    return R"({"type":")" + type + R"(","object":)" + object + "}\n";
}

std::string bookmark(std::string const& version)
{
    return event_line("BOOKMARK", R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":")" +
                                      version + R"("}})");
}

std::string error(int code, std::string const& reason, std::string const& message = "no")
{
    return event_line("ERROR", R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":")" +
                                   message + R"(","reason":")" + reason + R"(","code":)" +
                                   std::to_string(code) + "}");
}

/// Many informers of one client, each of a namespace of its own.
struct many : world {
    void start_informers(std::size_t count, informer_options options = listing())
    {
        for (std::size_t i = 0; i != count; ++i) {
            options.namespaces = {"n" + std::to_string(i)};
            informers.push_back(std::make_unique<shared_informer<config_map>>(api, options));
            running.emplace_back(io, informers.back()->run());
        }
    }
    std::size_t lists() const { return server.requests("list", config_maps); }

    std::vector<std::unique_ptr<shared_informer<config_map>>> informers;
    std::deque<background> running;
    background renewal;
};

} // namespace

TEST_CASE_METHOD(
    many,
    "an informer whose own request is never answered keeps its pauses, whatever else the client requests")
{
    auto const wrong = GENERATE(faults::cut(5), faults::unauthorized());
    server.inject(fault(wrong).on("list").times(fault::always));
    renewal.start(io, renew(api, time));
    start_informers(1);
    time.run_for(10min);
    CHECK(lists() > 10);
    CHECK(lists() < 60);
    CHECK(line_count(log_text.str()) < 60);
}

TEST_CASE_METHOD(many,
                 "informers that are never answered keep their pauses beside informers that are refused")
{
    server.intercept([](testing::action const& asked) -> std::optional<testing::canned_answer> {
        auto const number = std::stoi(asked.ns.substr(1));
        return number % 2 == 0 ? testing::canned_answer{.status = 403}
                               : testing::canned_answer{.body = "{", .cut = true};
    });
    start_informers(40);
    time.run_for(10min);
    CHECK(lists() < 40 * 40);
    CHECK(line_count(log_text.str()) < 40 * 40);
}

TEST_CASE_METHOD(many, "a refusal whose body breaks off is a refusal: each informer waits by itself")
{
    server.intercept([](testing::action const&) -> std::optional<testing::canned_answer> {
        return testing::canned_answer{
            .status = 403, .body = R"({"kind":"Status","message":"no")", .cut = true};
    });
    start_informers(1);
    time.run_for(10min);
    auto const status = testing::run(io, informers[0]->status()).reflector;
    CHECK(status.last_failure.find("403") != std::string::npos);
    CHECK(lists() > 10);
    CHECK(lists() < 30);
    CHECK(line_count(log_text.str()) < 30);
}

TEST_CASE_METHOD(many, "a gateway that answers for a server which is away is an outage like any other")
{
    start_informers(50);
    time.run_for(5s);
    log_text.str("");
    server.inject(faults::status(GENERATE(502, 503)).times(fault::always));
    server.disconnect();
    auto const requests = [&] { return lists() + server.requests("watch", config_maps); };
    auto const before = requests();
    time.run_for(10min);
    CHECK(requests() - before <= 200);
    CHECK(line_count(log_text.str()) <= 100);

    server.heal();
    for (int i = 0; i != 50; ++i) put("a", "1", "n" + std::to_string(i));
    time.run_for(20s);
    for (auto const& informer : informers) CHECK(informer->snapshot().size() == 1);
}

TEST_CASE_METHOD(many, "a server that comes and goes does not fill the log")
{
    start_informers(10);
    time.run_for(5s);
    log_text.str("");
    for (int i = 0; i != 60; ++i) { // for twenty minutes
        network.refuse(true);
        server.disconnect();
        time.run_for(10s);
        network.refuse(false);
        time.run_for(10s);
    }
    INFO(log_text.str());
    auto const outages = times_logged("no request gets through to the API server");
    CHECK(outages >= 2);
    CHECK(outages <= 8);
}

TEST_CASE_METHOD(
    many, "a server that forgets its history after each event does not lead to a list after each event")
{
    put("a", "1", "n0");
    network.conditions({}, {.delay = 10ms});
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "watch") return std::nullopt;
        return testing::canned_answer{.body = bookmark(server.resource_version()) + error(410, "Expired")};
    });
    start_informers(1);
    time.run_for(1min);
    CHECK(lists() > 2);
    CHECK(lists() < 15);
}

TEST_CASE_METHOD(
    many, "a watch that fails at one version is followed by a list, however late its error event comes")
{
    put("a", "1", "n0");
    auto const alive = GENERATE(false, true); // after a bookmark that says nothing new
    testing::memory_network narrow{env, 512};
    client slow_api{env, {.server = "http://narrow"}, {}, narrow.dialer()};
    auto const serving = start(server.run(narrow));
    narrow.conditions({}, {.delay = 1s}); // a long answer takes some seconds
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "watch") return std::nullopt;
        auto const failure = error(500, "InternalError", std::string(2000, 'x'));
        return testing::canned_answer{.body = (alive ? bookmark(server.resource_version()) : "") + failure};
    });
    shared_informer<config_map> informer(slow_api, listing());
    background informing(io, informer.run());
    time.run_for(1h);
    auto const watches = server.requests("watch", config_maps);
    CHECK(lists() > watches / 6); // every third attempt is a list
    CHECK(watches < 120);
}

TEST_CASE_METHOD(world,
                 "a token file that is replaced ends the pause of one informer while another one is watching")
{
    temporary_directory dir;
    testing::api_server guarded(env, {.token = "old"});
    testing::memory_network to_guarded(env);
    auto const serving = start(guarded.run(to_guarded));
    endpoint here{.server = "http://in-memory"};
    here.user.token_file = dir.write("token", "old");
    client known(env, here, {}, to_guarded.dialer());
    shared_informer<config_map> first(known, listing({.namespaces = {"a"}, .watch_timeout = 1h}));
    shared_informer<config_map> second(known, listing({.namespaces = {"b"}}));
    background running_first(io, first.run());
    time.run_for(1min);
    guarded.rotate_token("old", "new"); // which ends no open watch
    background running_second(io, second.run());
    time.run_for(6min + std::chrono::seconds(GENERATE(0, 13, 26, 40)));
    CHECK(testing::run(io, first.status()).reflector.now == phase::watching);
    CHECK_FALSE(testing::run(io, second.status()).synced);

    dir.write("token", "new");
    time.run_for(6s);
    CHECK(testing::run(io, second.status()).synced);
}

TEST_CASE_METHOD(many, "a handler that holds up its informer does not hide an outage from other informers")
{
    auto options = listing();
    options.queue_capacity = 1;
    start_informers(50, options);
    auto const slow = [this](object_ptr<config_map> const&, initial_list) { return time.sleep_for(24h); };
    informers[0]->on_change({.added = slow}, {.policy = overflow::block, .capacity = 0});
    time.run_for(5s);
    for (int i = 0; i != 5; ++i) {
        put("x" + std::to_string(i), "1", "n0");
        time.run_for(1s);
    }
    log_text.str("");
    network.refuse(true);
    server.disconnect();
    auto const dialed = network.dialed();
    time.run_for(10min);
    CHECK(network.dialed() - dialed <= 150);
    CHECK(line_count(log_text.str()) <= 100);
}

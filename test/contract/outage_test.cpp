// Contract: while no request gets through to the server, one attempt speaks for all informers of a client,
// and recovery begins with the server's first answer.

#include "world.hpp"

#include "unit/transport/temporary_directory.hpp"

#include <algorithm>
#include <deque>

namespace {

/// Fifty informers of one client, each with its own namespace.
struct fifty : world {
    static constexpr int count = 50;

    fifty()
    {
        for (int i = 0; i != count; ++i) {
            auto const ns = "n" + std::to_string(i);
            put("a", "1", ns);
            informers.push_back(
                std::make_unique<shared_informer<config_map>>(api, informer_options{.namespaces = {ns}}));
            running.emplace_back(io, informers.back()->run());
        }
        time.run_for(5s);
        log_text.str("");
    }

    void write(std::string const& value)
    {
        for (int i = 0; i != count; ++i) set("a", value, "n" + std::to_string(i));
    }
    std::size_t with(std::string const& value) const
    {
        std::size_t found = 0;
        for (auto const& informer : informers) found += listed(*informer) == lines{"a=" + value} ? 1 : 0;
        return found;
    }
    std::size_t log_lines() const
    {
        auto const text = log_text.str();
        return static_cast<std::size_t>(std::ranges::count(text, '\n'));
    }

    std::vector<std::unique_ptr<shared_informer<config_map>>> informers;
    std::deque<background> running;
};

} // namespace

TEST_CASE_METHOD(fifty, "after ten minutes of outage all informers are fresh within 25 seconds, even if the "
                        "history was forgotten")
{
    REQUIRE(with("1") == count);
    network.refuse(true);
    server.disconnect();
    auto const dialed = network.dialed();
    write("2");
    time.run_for(10min);
    CHECK(network.dialed() - dialed <=
          150); // about one request in twelve seconds, after the first one of each informer

    server.restart(); // every version is too old now
    network.refuse(false);
    time.run_for(25s);
    CHECK(with("2") == count);
    CHECK(log_lines() <= 100);
    INFO(log_text.str());
    CHECK(log_text.str().find("the API server answers again") != std::string::npos);
}

TEST_CASE_METHOD(
    informed,
    "a version that is too old is answered by a list at once, however long the pauses of an outage were")
{
    network.refuse(true);
    server.disconnect();
    set("a", "2");
    time.run_for(10min);
    server.restart();
    network.refuse(false);
    while (watches() == 1) time.run_for(100ms);
    time.run_for(1s);
    CHECK(lists() == 2);
    CHECK(seen == lines{"~ shop/a=1>2"});
}

TEST_CASE_METHOD(informed, "a server that forgets the version again and again is asked at growing intervals")
{
    server.inject(faults::gone().on("watch").times(fault::always));
    server.disconnect();
    time.run_for(10min);
    CHECK(lists() > 5);
    CHECK(lists() < 25);
}

TEST_CASE_METHOD(
    world, "a refusal after an outage is followed by short pauses, which do not continue those of the outage")
{
    put("a", "1");
    network.refuse(true);
    shared_informer<config_map> informer(api);
    background running(io, informer.run());
    time.run_for(10min);
    // as a restarted server does that does not know its roles yet
    server.inject(faults::forbidden().times(2));
    network.refuse(false);
    while (server.pending_faults() == 2) time.run_for(100ms);
    time.run_for(8s);
    CHECK(informer.snapshot().size() == 1);
}

TEST_CASE_METHOD(world, "an outage with a bad token file is a handful of lines in the log")
{
    temporary_directory dir;
    testing::api_server guarded(env, {.token = "new"});
    testing::memory_network to_guarded;
    auto const serving = start(guarded.run(to_guarded));
    endpoint here{.server = "http://in-memory"};
    here.user.token_file = dir.write("token", "expired");
    client known(env, here, {}, to_guarded.dialer());
    shared_informer<config_map> informer(known);
    background running(io, informer.run());
    time.run_for(1s);
    auto const bad = GENERATE(as<std::string>(), "absent", "", "two words");
    if (bad == "absent")
        std::filesystem::remove(dir.path("token"));
    else
        dir.write("token", bad);
    time.run_for(10min);
    auto const said = log_text.str();
    INFO(said);
    CHECK(std::ranges::count(said, '\n') <= 8); // five lines about the outage, two about the token file
    CHECK(said.find("the token file cannot be read any more") != said.npos);
    CHECK(said.find("file has changed") == said.npos);

    dir.write("token", "new");
    time.run_for(6s);
    CHECK(testing::run(io, informer.status()).synced);
    CHECK(log_text.str().find("the token file can be read again") != std::string::npos);
}

TEST_CASE_METHOD(world, "a token file that is replaced ends the pause of informers whose token was refused")
{
    temporary_directory dir;
    testing::api_server guarded(env, {.token = "old"});
    testing::memory_network to_guarded;
    auto const serving = start(guarded.run(to_guarded));
    endpoint here{.server = "http://in-memory"};
    here.user.token_file = dir.write("token", "revoked");
    client known(env, here, {}, to_guarded.dialer());
    shared_informer<config_map> informer(known);
    background running(io, informer.run());
    time.run_for(10min);
    CHECK_FALSE(testing::run(io, informer.status()).synced);

    auto const attempts = guarded.requests("watch", config_maps);
    while (guarded.requests("watch", config_maps) == attempts) time.run_for(100ms);
    dir.write("token", "old"); // right after an attempt: the next turn is at least ten seconds away
    time.run_for(5s);
    CHECK(testing::run(io, informer.status()).synced);
}

TEST_CASE_METHOD(
    informed,
    "a watch that fails at one version again and again is followed by one list, which gets past the cause")
{
    auto const wrong = GENERATE(faults::error_event(500), faults::status(501), faults::cut(300));
    time.run_for(5s);
    server.inject(fault(wrong).on("watch").times(3));
    server.disconnect();
    set("a", "2"); // the event with which the next watch would begin
    time.run_for(2min);
    CHECK(lists() == 2);
    CHECK(watches() == 5);
    CHECK(listed(informer) == lines{"a=2", "b=1"});
}

// A proxy behaves like this if it answers each watch with "200" and forwards nothing.
TEST_CASE_METHOD(
    world, "if watches always end at once and bring nothing, that is a failure, and lists take their place")
{
    auto const wrong = GENERATE(faults::close_watch(), faults::empty_answer(), faults::truncated_json());
    auto const mode = GENERATE(fetch_mode::list, fetch_mode::stream);
    bool const slow = GENERATE(false, true); // as if the proxy waits for the whole answer
    if (slow) network.conditions({.delay = 600ms}, {.delay = 600ms});
    put("a", "1");
    shared_informer<config_map> informer(api, {.fetch = mode});
    background running(io, informer.run());
    time.run_for(5s);
    server.inject(fault(wrong).on("watch").times(fault::always));
    network.reset(); // the first failure has another cause than the later ones
    time.run_for(2min);
    auto const lists_before = server.requests("list", config_maps);
    set("a", "2");
    background waits(io, informer.at_least("1000000"));
    time.run_for(5min);

    CHECK(listed(informer) == lines{"a=2"});
    auto const lists = server.requests("list", config_maps) - lists_before;
    CHECK(lists >= 1);
    CHECK(lists <= 6);
    auto const status = testing::run(io, informer.status()).reflector;
    CHECK(status.failing_since);
    CHECK(status.last_failure.find("watch /api/v1/configmaps: the watch ended at once") == 0);
    CHECK(waits.code() == errc::watch_cut_short);

    server.heal();
    time.run_for(2min);
    auto const lists_then = server.requests("list", config_maps);
    time.run_for(10min);
    CHECK(server.requests("list", config_maps) == lists_then);
    CHECK_FALSE(testing::run(io, informer.status()).reflector.failing_since);
}

TEST_CASE_METHOD(world,
                 "if streamed lists pass and watches do not, a streamed list is read at most once a minute")
{
    network.conditions({.delay = 600ms}, {.delay = 600ms});
    server.intercept([](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "watch" || asked.target.find("sendInitialEvents") != asked.target.npos)
            return std::nullopt;
        return testing::canned_answer{.status = 200};
    });
    put("a", "1");
    // the object, and the bookmark behind it
    server.inject(faults::close_watch(2).on("watch").times(fault::always));
    shared_informer<config_map> informer(api, {.fetch = fetch_mode::stream});
    background running(io, informer.run());
    time.run_for(30min);
    auto const status = testing::run(io, informer.status()).reflector;
    CHECK(status.streams >= 10);
    CHECK(status.streams <= 30);
    CHECK(status.failing_since);
}

TEST_CASE_METHOD(
    world, "a watch that the server ends when its time is over is no failure, however short that time is")
{
    auto const mode = GENERATE(fetch_mode::list, fetch_mode::stream);
    auto const lasts = GENERATE(1s, 2s, 3s);
    put("a", "1");
    shared_informer<config_map> informer(api, {.fetch = mode, .watch_timeout = lasts});
    background running(io, informer.run());
    for (int i = 0; i != 300; ++i) {
        time.run_for(1s);
        CHECK_FALSE(testing::run(io, informer.status()).reflector.failing_since);
    }
    auto const status = testing::run(io, informer.status()).reflector;
    CHECK(status.failures == 0);
    CHECK(status.lists + status.streams == 1);
}

TEST_CASE_METHOD(informed, "lost connections and a busy server lead to no list, however often they come")
{
    server.inject(faults::throttled(1s).on("watch").times(10));
    server.inject(faults::unavailable().times(10)); // also for the question whether only watches are refused
    server.disconnect();
    time.run_for(20min);
    for (int i = 0; i != 10; ++i) {
        server.disconnect();
        time.run_for(5s);
    }
    network.refuse(true);
    server.disconnect();
    time.run_for(30min);
    network.refuse(false);
    time.run_for(1min);
    CHECK(server.pending_faults() == 0);
    CHECK(lists() == 1);
    set("a", "3");
    time.run_for(1s);
    CHECK(seen.back() == "~ shop/a=1>3");
}

TEST_CASE_METHOD(world, "a list that breaks off in the middle is no outage, and the log says what follows")
{
    put("a", "1");
    server.inject(faults::answer({.body = R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":)"
                                          R"({"resourceVersion":"1"},"items":[]})",
                                  .cut = true})
                      .on("list"));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    time.run_for(5s);
    CHECK(informer.has_synced());
    CHECK(times_logged("WARNING list /api/v1/configmaps: ") == 1);
    CHECK(has_logged("next=list, after a pause"));
}

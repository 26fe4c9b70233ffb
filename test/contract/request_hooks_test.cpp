// Contract: a program may add header fields to each request, and is told once what became of each.

#include "tapped_network.hpp"
#include "world.hpp"

namespace {

struct hooked : world {
    ~hooked() { api_with_hooks.close(); }

    client_options options()
    {
        client_options o;
        o.on_request = [this](std::string_view verb, http_request& what) {
            if (refuses) throw std::runtime_error("no trace");
            what.headers.emplace_back("Traceparent", "00-" + std::string(verb));
        };
        o.on_response = [this](request_report const& r) {
            auto const in_ms = [](duration d) {
                return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(d).count());
            };
            auto line = std::string(r.verb) + ' ' + std::string(r.path) + " #" + std::to_string(r.attempt) +
                        ' ' + std::to_string(r.status);
            if (r.failure) line += r.failure == condition::cancelled ? " given up" : " failed";
            for (auto const& w : r.warnings) line += " warns of " + w;
            told.push_back(line);
            times.push_back(in_ms(r.until_answer) + ".." + in_ms(r.until_end));
            bytes.push_back(r.received_bytes);
            if (throws) throw std::runtime_error("no metrics");
        };
        return o;
    }

    conversation said;
    bool refuses = false, throws = false;
    lines told, times;
    std::vector<std::uint64_t> bytes;
    client api_with_hooks{env, endpoint{.server = "http://in-memory"}, options(),
                          std::make_unique<tapped_dialer>(network.dialer(), said)};
};

} // namespace

TEST_CASE_METHOD(hooked, "each request is reported once, with its verb, its path and the size of its answer")
{
    put("a", "1");
    testing::run(io, time, api_with_hooks.get<config_map>("shop", "a"));
    testing::run(io, time, api_with_hooks.list<config_map>("shop"));
    auto const path = std::string("/api/v1/namespaces/shop/configmaps");
    CHECK(told == lines{"get " + path + "/a #1 200", "list " + path + " #1 200"});
    CHECK(bytes.at(0) > 50);
    CHECK(bytes.at(1) > bytes.at(0));
    CHECK(said.sent.find("Traceparent: 00-get\r\n") != said.sent.npos);
    CHECK(said.sent.find("Traceparent: 00-list\r\n") != said.sent.npos);
}

TEST_CASE_METHOD(hooked, "each attempt is reported, and so are a refusal, a warning and a failure")
{
    put("a", "1");
    server.inject(faults::throttled(2s).on("get"));
    server.inject(faults::warning("an old version").on("get"));
    testing::run(io, time, api_with_hooks.get<config_map>("shop", "a"));
    CHECK_THROWS_AS(testing::run(io, time, api_with_hooks.get<config_map>("shop", "none")), api_error);
    network.refuse(true);
    network.reset();
    CHECK_THROWS_AS(testing::run(io, time, api_with_hooks.get<config_map>("shop", "a")), api_error);
    auto const path = std::string("/api/v1/namespaces/shop/configmaps");
    CHECK(told == lines{"get " + path + "/a #1 429", "get " + path + "/a #2 200 warns of an old version",
                        "get " + path + "/none #1 404", "get " + path + "/a #1 0 failed"});
}

TEST_CASE_METHOD(hooked, "a watch is reported at its end, with the time until its answer and until its end")
{
    put("a", "1");
    informer_options how = listing();
    shared_informer<config_map> informer(api_with_hooks, how);
    ::background running(io, informer.run());
    time.run_for(10s);
    CHECK(told == lines{"list /api/v1/configmaps #1 200"});
    time.run_for(20s);
    running.cancel();
    time.settle();
    REQUIRE(told.size() == 2);
    CHECK(told.back() == "watch /api/v1/configmaps #1 200 given up");
    CHECK(times.back() == "0..30000");
}

TEST_CASE_METHOD(hooked, "an answer that the client does not read to its end is reported as given up")
{
    put("a", std::string(200'000, 'x'));
    auto limits = options();
    limits.max_object_bytes = 1000;
    client api(env, endpoint{.server = "http://in-memory"}, limits, network.dialer());
    CHECK_THROWS_AS(testing::run(io, time, api.get<config_map>("shop", "a")), api_error);
    time.settle();
    CHECK(told == lines{"get /api/v1/namespaces/shop/configmaps/a #1 200 given up"});
    api.close();
    time.settle();
}

TEST_CASE_METHOD(hooked, "a request that is cancelled before its answer is reported as given up")
{
    server.inject(faults::late(10s).on("get"));
    background asking(
        io, [](client api) -> task<> { co_await api.get<config_map>("shop", "a"); }(api_with_hooks));
    time.run_for(2s);
    CHECK(told.empty());
    asking.cancel();
    time.settle();
    CHECK(told == lines{"get /api/v1/namespaces/shop/configmaps/a #1 0 given up"});
    CHECK(times.back() == "2000..2000");
}

TEST_CASE_METHOD(hooked, "what on_request throws fails the request, and what on_response throws is logged")
{
    put("a", "1");
    refuses = true;
    CHECK_THROWS_WITH(testing::run(io, time, api_with_hooks.get<config_map>("shop", "a")),
                      Catch::Contains("on_request threw: no trace"));
    CHECK(told.empty()); // nothing was sent
    refuses = false;
    throws = true;
    testing::run(io, time, api_with_hooks.get<config_map>("shop", "a"));
    CHECK(log_text.str().find("client_options::on_response threw") != std::string::npos);
}

TEST_CASE_METHOD(hooked,
                 "the error of a request that on_request has refused names the request once, whatever it is")
{
    refuses = true;
    shared_informer<config_map> informer(api_with_hooks, listing());
    auto const ask_get = [](client from) -> task<> { co_await from.get<config_map>("shop", "a"); };
    auto const ask_list = [](client from) -> task<> { co_await from.list<config_map>("shop"); };
    auto const ask_create = [](client from) -> task<> { co_await from.create(config_maps, "shop", "{}"); };
    background const getting(io, ask_get(api_with_hooks)), reading(io, ask_list(api_with_hooks)),
        creating(io, ask_create(api_with_hooks)), running(io, informer.run()), synced(io, informer.synced());
    time.run_for(2min);
    std::string const maps = "/api/v1/namespaces/shop/configmaps", all = "/api/v1/configmaps";
    auto const names_once = [](background const& asked, std::string const& verb, std::string const& path) {
        INFO(asked.what());
        CHECK(
            asked.what().starts_with(verb + ' ' + path + ": bad request: client_options::on_request threw"));
        CHECK(occurrences(asked.what(), path) == 1);
    };
    names_once(getting, "get", maps + "/a");
    names_once(reading, "list", maps);
    names_once(creating, "create", maps);
    names_once(synced, "list", all);
}

TEST_CASE_METHOD(hooked,
                 "a header field that the library writes itself, or that would begin another one, is refused")
{
    put("a", "1");
    for (auto const& [name, value] :
         std::vector<std::pair<std::string, std::string>>{{"Authorization", "Bearer x"},
                                                          {"host", "x"},
                                                          {"Content-Length", "1"},
                                                          {"transfer-encoding", "chunked"},
                                                          {"Connection", "close"},
                                                          {"Keep-Alive", "timeout=5"},
                                                          {"proxy-connection", "close"},
                                                          {"Accept-Encoding", "br"},
                                                          {"Upgrade", "websocket"},
                                                          {"Expect", "100-continue"},
                                                          {"TE", "trailers"},
                                                          {"X", "a\r\nY: b"},
                                                          {"X Y", "a"},
                                                          {"", "a"}}) {
        INFO(name);
        http_request asked("GET", "/api/v1/namespaces/shop/configmaps/a");
        asked.headers.emplace_back(name, value);
        CHECK_THROWS_WITH(testing::run(io, time, api.request("get", asked)), Catch::Contains("header field"));
    }
    http_request asked("GET", "/api/v1/namespaces/shop/configmaps/a");
    asked.headers.emplace_back("X-Trace", "a b");
    CHECK_NOTHROW(testing::run(io, time, api.request("get", asked)));
    asked.headers.emplace_back(std::string(1000, '('), "a"); // such a name is not cited to its end
    CHECK_THROWS_WITH(testing::run(io, time, api.request("get", asked)),
                      Catch::Contains("header field " + std::string(100, '(') + "...:"));
}

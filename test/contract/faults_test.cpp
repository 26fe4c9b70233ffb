// Contract: bad answers are named, survived where that is possible, and cost only the bad part.

#include "world.hpp"

namespace {

struct number_map { // declares data.v as a number, so that JSON strings have the wrong type
    std::map<std::string, std::string> data;
    std::int32_t count = 0;
};
BOOST_DESCRIBE_STRUCT(number_map, (), (data, count))

} // namespace

template <>
inline constexpr resource coinformer::resource_of<number_map>{
    .group = "", .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

TEST_CASE_METHOD(world,
                 "a refused list ends the wait for the sync with the server's words, and is tried again")
{
    put("a", "1");
    server.inject(faults::forbidden().on("list").times(2));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    background synced(io, informer.synced());
    time.run_for(500ms);

    REQUIRE(synced.ended);
    CHECK(synced.code() == condition::forbidden);
    CHECK(synced.what() == "list /api/v1/configmaps: forbidden: injected fault: Forbidden "
                           "(grant this user the verb on this resource)");
    CHECK_FALSE(running.ended);

    time.run_for(1min);
    background again(io, informer.synced());
    time.settle();
    CHECK(again.ended);
    CHECK(again.what().empty());
    CHECK(informer.snapshot().size() == 1);
}

TEST_CASE_METHOD(world, "an HTML page in place of a list is named as such")
{
    server.inject(faults::html().on("list").times(fault::always));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    background synced(io, informer.synced());
    time.run_for(500ms);

    CHECK(synced.code() == errc::unexpected_content);
    CHECK(synced.what().find("Please log in.") != std::string::npos);
}

TEST_CASE_METHOD(world, "Retry-After is honoured")
{
    put("a", "1");
    server.inject(faults::throttled(20s).on("list"));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());

    time.run_for(19s);
    CHECK(server.requests("list", config_maps) == 1);
    time.run_for(4s); // not all at the same moment
    CHECK(server.requests("list", config_maps) == 2);
    CHECK(informer.snapshot().size() == 1);
}

TEST_CASE_METHOD(world,
                 "a server that has refused for long and asks for short pauses is not left alone for longer")
{
    put("a", "1");
    server.inject(faults::throttled(1s).on("list").times(fault::always));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    time.run_for(2min);
    auto const asked = server.requests("list", config_maps);
    CHECK(asked <= 40); // the pauses have grown to more than the second that the server names
    server.heal();
    time.run_for(6s);
    CHECK(informer.snapshot().size() == 1);
}

TEST_CASE_METHOD(world, "a watch that ends behind each event is opened again about once a second")
{
    put("a", "0");
    server.inject(faults::close_watch(1).times(fault::always));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    time.run_for(1s);
    for (int i = 0; i != 100; ++i) { // there is always an event for the next watch, which ends at once
        set("a", std::to_string(i));
        time.run_for(700ms);
    }
    auto const watches = server.requests("watch", config_maps);
    CHECK(watches > 40);
    CHECK(watches < 90);
}

TEST_CASE_METHOD(world, "half a list is nothing: the store stays empty until a whole one came")
{
    put("a", "1");
    put("b", std::string(10'000, 'x'));
    server.inject(faults::cut(5'000).on("list")); // the second page breaks off; the first one is complete
    auto [informer, seen, running] = recorded_informer(io, api);
    time.run_for(500ms);
    CHECK(seen.empty());
    CHECK(informer.snapshot().size() == 0);

    time.run_for(10s);
    CHECK(informer.snapshot().size() == 2);
    CHECK(seen.size() == 2);
}

TEST_CASE_METHOD(world, "an object that does not decode is named, counted and left out; the others are there")
{
    put("a", "1");
    server.create(config_maps, R"({"metadata":{"name":"b","namespace":"shop"},"count":"many"})");
    put("c", "1");
    informer_options options;
    std::vector<std::string> faults;
    options.on_fault = [&](decode_fault const& f) { faults.push_back(f.message()); };
    shared_informer<number_map> informer(api, listing(options));
    background running(io, informer.run());
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 2);
    REQUIRE(faults.size() == 1);
    CHECK(faults.front().find("shop/b") != std::string::npos);
    CHECK(faults.front().find("count") != std::string::npos);
    CHECK(faults.front().find("string") != std::string::npos);

    // the same in a watch
    server.create(config_maps, R"({"metadata":{"name":"d","namespace":"shop"},"count":1.5})");
    put("e", "1");
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 3);
    CHECK(informer.snapshot().get("shop", "e"));
    auto const status = testing::run(io, informer.status());
    CHECK(status.reflector.faults == 2);
    CHECK(server.requests("watch", config_maps) == 1); // the watch went on
}

TEST_CASE_METHOD(world, "an object over the limit is a fault, and the watch goes on")
{
    client_options limits;
    limits.max_object_bytes = 64 * 1024;
    client small(env, endpoint{.server = "http://in-memory"}, limits, network.dialer());
    put("a", "1");
    put("big", std::string(100 * 1024, 'x'));
    put("c", "1");
    shared_informer<config_map> informer(small);
    background running(io, informer.run());
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 2);

    put("huge", std::string(1024 * 1024, 'x'));
    put("d", "1");
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 3);
    auto const status = testing::run(io, informer.status());
    CHECK(status.reflector.faults == 2);
}

TEST_CASE_METHOD(world, "a server that ends every watch at once does not get a storm of requests")
{
    put("a", "1");
    server.inject(faults::close_watch().times(fault::always));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    time.run_for(10min);

    CHECK(server.requests("watch", config_maps) > 5);
    CHECK(server.requests("watch", config_maps) < 40);
    CHECK(server.requests("list", config_maps) > 2); // nothing else shows the change
    CHECK(server.requests("list", config_maps) < 10);
}

TEST_CASE_METHOD(world,
                 "a 410 on a later page is followed by a list in pages again, which grow if it happens again")
{
    for (int i = 0; i < 40; ++i) put("o" + std::to_string(100 + i), "1");
    lines limits; // those of the lists that the server answers itself
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        auto const at = asked.target.find("limit=");
        if (asked.verb != "list") return std::nullopt;
        auto const rest = at == std::string::npos ? "none" : asked.target.substr(at + 6);
        limits.push_back(rest.substr(0, rest.find('&')));
        return std::nullopt;
    });
    server.inject(faults::gone().on_later_pages().times(3));
    informer_options options;
    options.page_size = 2;
    shared_informer<config_map> informer(api, listing(options));
    background running(io, informer.run());
    time.run_for(1min);

    CHECK(informer.snapshot().size() == 40);
    CHECK(limits == lines{"2", "2", "8", "32", "32"});
}

TEST_CASE_METHOD(world, "no token ever gets into the log or a message")
{
    testing::api_server guarded(env, {.token = "correct-horse"});
    testing::memory_network to_guarded;
    auto const serving = start(guarded.run(to_guarded));
    endpoint wrong{.server = "http://in-memory"};
    wrong.user.token = secret("battery-staple");
    client refused(env, wrong, {}, to_guarded.dialer());
    shared_informer<config_map> informer(refused);
    background running(io, informer.run());
    background synced(io, informer.synced());
    time.run_for(1min);

    CHECK(synced.code() == condition::unauthorized);
    CHECK((synced.what() + log_text.str()).find("staple") == std::string::npos);
}

TEST_CASE_METHOD(world, "Retry-After: 0 does not lead to a storm, and one of a day is not waited for")
{
    put("a", "1");
    server.inject(faults::throttled(0s).on("list").times(20));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    time.run_for(1min);
    CHECK(server.requests("list", config_maps) < 12);

    server.heal();
    server.inject(faults::unavailable(86'400s).on("list"));
    time.run_for(11min);
    CHECK(informer.snapshot().size() == 1);
}

TEST_CASE_METHOD(world, "a list whose second page always fails is tried with growing pauses")
{
    for (int i = 0; i < 9; ++i) put("o" + std::to_string(i), "1");
    server.inject(faults::internal_error().on_later_pages().times(fault::always));
    informer_options options;
    options.page_size = 4;
    shared_informer<config_map> informer(api, listing(options));
    background running(io, informer.run());
    time.run_for(10min);

    CHECK(server.requests("list", config_maps) > 20);
    CHECK(server.requests("list", config_maps) < 80); // two requests in each attempt
}

TEST_CASE_METHOD(
    world,
    "an object that cannot be decoded any more does not count as deleted in a list, and its deletion is told")
{
    put("a", "1");
    put("b", "1");
    shared_informer<number_map> informer(api, listing());
    std::vector<std::string> gone;
    informer.on_change({.deleted = [&](object_ptr<number_map> const& o, final_state f) {
        gone.push_back(std::string(o.key().name) + (f == final_state::unknown ? "?" : ""));
    }});
    background running(io, informer.run());
    time.run_for(1s);

    server.patch(config_maps, {"shop", "a"}, R"({"count":"many"})"); // a fault in the watch
    time.run_for(1s);
    server.disconnect(); // and one in a list
    network.refuse(true);
    put("c", "1");
    server.compact();
    network.refuse(false);
    time.run_for(1min);
    CHECK(server.requests("list", config_maps) == 2);
    CHECK(gone.empty());
    CHECK(informer.snapshot().size() == 3);

    remove("a"); // the last state cannot be decoded either
    time.run_for(1s);
    CHECK(gone == std::vector<std::string>{"a?"});
    CHECK(informer.snapshot().size() == 2);
}

TEST_CASE_METHOD(world, "an on_fault that throws does not end the informer")
{
    server.create(config_maps, R"({"metadata":{"name":"b","namespace":"shop"},"count":"many"})");
    put("c", "1");
    informer_options options;
    options.on_fault = [](decode_fault const&) { throw std::runtime_error("mine"); };
    shared_informer<number_map> informer(api, listing(options));
    background running(io, informer.run());
    time.run_for(1s);

    CHECK_FALSE(running.ended);
    CHECK(informer.snapshot().size() == 1);
}

TEST_CASE_METHOD(world, "a delete without a name and a redirect are errors")
{
    CHECK_THROWS_AS(api.remove(config_maps, "shop", ""), api_error);

    fault redirect;
    redirect.answer = {.status = 302, .body = "elsewhere"};
    server.inject(redirect.on("get"));
    auto ask = [](client& c) -> task<> { co_await c.get(config_maps, "shop", "a"); };
    background asked(io, ask(api));
    time.run_for(1s);
    CHECK(asked.code() == errc::unexpected_status);
}

TEST_CASE_METHOD(world, "a connection that cannot be made is given up, and the error names it")
{
    network.hang(true);
    shared_informer<config_map> informer(api, listing());
    auto const running = start(informer.run());
    time.run_for(21s);

    auto const why = run(informer.status()).reflector.last_failure;
    INFO(why);
    CHECK(why.starts_with("list /api/v1/configmaps: timed out: connect to in-memory: after 20000 ms"));
    network.hang(false);
    run(informer.synced());
}

TEST_CASE("a deletion that cannot be decoded also removes an object that was still in the queue")
{
    informed w(listing({.order = GENERATE(queue_order::by_arrival, queue_order::by_key)}));
    w.put("x", "1");
    w.server.patch(config_maps, {"shop", "x"}, R"({"data":{"v":7}})");
    w.server.remove(config_maps, {"shop", "x"});
    w.set("a", "2");
    w.server.patch(config_maps, {"shop", "a"}, R"({"data":{"v":7}})");
    w.server.remove(config_maps, {"shop", "a"});
    auto const end = w.server.resource_version();
    w.time.run_for(1s);

    CHECK(w.seen == lines{"+ shop/x=1", "-? shop/x", "~ shop/a=1>2", "-? shop/a"});
    CHECK(w.listed(w.informer) == lines{"b=1"});
    CHECK(w.informer.snapshot().resource_version() == end);
}

TEST_CASE_METHOD(
    world,
    "a list without a version is followed by a watch that begins with all objects, and by nothing else")
{
    std::string items;
    for (auto const* name : {"c", "b", "a"}) put(name, "1");
    set("c", "2");
    for (auto const* name : {"a", "b", "c"})
        items += (items.empty() ? "" : ",") + server.get(config_maps, {"shop", name});
    server.intercept([=](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "list") return std::nullopt;
        return testing::canned_answer{.body = R"({"kind":"List","metadata":{},"items":[)" + items + "]}"};
    });
    shared_informer<config_map> informer(api, listing());
    lines seen;
    informer.on_change(recording(seen));
    auto const running = start(informer.run());
    time.run_for(10min);
    CHECK(server.requests("list", config_maps) == 1);
    CHECK(seen.size() == 3); // the watch shows each object again in the known version, which is no change
    CHECK(testing::run(io, informer.status()).reflector.last_failure.empty());
}

TEST_CASE_METHOD(
    world,
    "with validate_json, bad bytes that no projection declares end the answer, and it is requested again")
{
    put("a", "1");
    client strict{env, endpoint{.server = "http://in-memory"}, {.validate_json = true}, network.dialer()};
    shared_informer<config_map> careful(strict, listing()), trusting(api, listing());
    background first(io, careful.run());
    background second(io, trusting.run());
    time.run_for(1s);
    auto const odd = [&](std::string_view name, std::string_view rest) {
        return R"({"type":"ADDED","object":{"metadata":{"name":")" + std::string(name) +
               R"(","namespace":"shop","uid":"u","resourceVersion":")" + server.resource_version() +
               R"("},"data":{"v":"1"},"other":)" + std::string(rest) + "}}";
    };
    server.inject(faults::odd_line(odd("good", "[true]")).times(fault::always));
    server.disconnect();
    time.run_for(10s);
    CHECK(careful.snapshot().get("shop", "good"));
    CHECK(trusting.snapshot().get("shop", "good"));
    server.heal();
    server.inject(faults::odd_line(odd("bad", "[tru]")).times(fault::always));
    server.disconnect();
    time.run_for(10s);
    CHECK_FALSE(careful.snapshot().get("shop", "bad"));
    CHECK(trusting.snapshot().get("shop", "bad"));
    server.heal();
    server.disconnect();
    time.run_for(1min);
    CHECK(listed(careful) == lines{"a=1"});
    CHECK(log_text.str().find("malformed") != std::string::npos);
}

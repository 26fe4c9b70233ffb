// Contract: a request that the server turns away for a moment is sent again when the server has asked for it,
// and not earlier; every other failure is the caller's. A client may limit how many requests it sends in a
// second.

#include "controlled.hpp"

#include <coinformer/api/pager.hpp>

namespace {

std::string const body = R"({"metadata":{"name":"a"},"data":{"v":"1"}})";

struct retrying : world {
    client with(retry_options retry)
    {
        client_options options;
        options.retry = retry;
        return client(env, {.server = "http://in-memory"}, options, network.dialer());
    }
    /// Awaits the task. Returns how long that took, in seconds.
    template <class T>
    long seconds(task<T> what)
    {
        auto const began = time.now();
        (void)testing::run(io, time, std::move(what));
        return std::chrono::duration_cast<std::chrono::seconds>(time.now() - began).count();
    }
    /// A task whose result does not matter.
    template <class T>
    static task<> ignoring(task<T> what)
    {
        (void)co_await std::move(what);
    }
    /// Returns the error that the task throws.
    template <class T>
    api_error failure(task<T> what)
    {
        try {
            (void)testing::run(io, time, std::move(what));
        } catch (api_error const& e) {
            return e;
        }
        FAIL("no api_error was thrown");
        throw;
    }
};

} // namespace

TEST_CASE_METHOD(retrying,
                 "a request of any verb is sent again when the time that the server has asked for is over")
{
    put("old", "1");
    auto const broken = faults::answer({.status = 500, .body = "{}", .retry_after = 5s});
    auto const refusal = GENERATE_COPY(faults::throttled(5s), faults::unavailable(5s), broken);
    for (auto const* const verb : {"create", "get", "patch", "list", "delete"})
        server.inject(refusal.on(verb).times(2));
    auto const within = [](long s) { return s >= 10 && s <= 12; }; // at most a tenth later, by chance
    CHECK(within(seconds(api.create(config_maps, "shop", body))));
    CHECK(within(seconds(api.get<config_map>("shop", "a"))));
    CHECK(within(seconds(api.patch(config_maps, "shop", "a", merge_patch(R"({"data":{"v":"2"}})")))));
    CHECK(within(seconds(api.list<config_map>("shop"))));
    CHECK(within(seconds(api.remove(config_maps, "shop", "a"))));
    CHECK(server.requests("create", config_maps) == 3);
    CHECK(server.requests("patch", config_maps) == 3);
    CHECK(server.requests("delete", config_maps) == 3);
}

TEST_CASE_METHOD(retrying, "what is sent again is the same request, with its body")
{
    put("old", "1"); // makes the namespace
    server.inject(faults::throttled(1s).on("create"));
    auto const made = testing::run(io, time, api.create<config_map>("shop", body));
    CHECK(made->data.at("v") == "1");
}

TEST_CASE_METHOD(retrying,
                 "a refusal that says no time is thrown at once, because the caller knows better what to do")
{
    server.inject(faults::internal_error().on("create"));
    server.inject(faults::unavailable().on("get"));
    CHECK(failure(api.create(config_maps, "shop", body)).status().code == 500);
    CHECK(failure(api.get(config_maps, "shop", "a")).status().code == 503);
    CHECK(server.requests("create", config_maps) == 1);
    CHECK(server.requests("get", config_maps) == 1);
    CHECK(time.now() == time_point());
}

TEST_CASE_METHOD(retrying, "a read whose connection breaks is sent again, and a write is not")
{
    put("a", "1");
    server.inject(faults::cut(0).on("get").times(2));
    server.inject(faults::cut(200).on("list")); // in the body
    CHECK(testing::run(io, time, api.get<config_map>("shop", "a"))->data.at("v") == "1");
    CHECK(testing::run(io, time, api.list(config_maps, "shop")).find("\"a\"") != std::string::npos);
    server.inject(faults::cut(0).on("patch"));
    auto const e = failure(api.patch(config_maps, "shop", "a", merge_patch(R"({"data":{"v":"2"}})")));
    CHECK(e.code() == condition::unavailable);
    CHECK(server.requests("patch", config_maps) == 1);
}

TEST_CASE_METHOD(retrying, "a page that ends in the middle is not asked for again if its answer was whole")
{
    put("a", "1");
    server.inject(faults::truncated_json().on("list"));
    auto const e = failure(api.list<config_map>("shop"));
    CHECK(e.code() == errc::truncated);
    CHECK(e.verb() + ' ' + e.path() == "list /api/v1/namespaces/shop/configmaps");
    CHECK(server.requests("list", config_maps) == 1);
    CHECK(time.now() == time_point());
}

TEST_CASE_METHOD(retrying, "the error of the last attempt says how many there were, and how long they took")
{
    server.inject(faults::throttled(2s).on("create").times(fault::always));
    auto const attempts = GENERATE(1u, 3u);
    auto const e = failure(with({.attempts = attempts}).create(config_maps, "shop", body));
    CHECK(server.requests("create", config_maps) == attempts);
    CHECK(e.retry_after() == 2s);
    if (attempts == 1)
        CHECK_THAT(e.what(), !Catch::Contains("attempts"));
    else
        CHECK_THAT(e.what(), Catch::Contains(", after 3 attempts in 4 s"));
}

TEST_CASE_METHOD(retrying,
                 "a server that asks for too much patience is an error at once, which says for how much")
{
    put("old", "1");
    server.inject(faults::throttled(61s).on("create").times(2));
    auto const e = failure(api.create(config_maps, "shop", body));
    CHECK(e.code() == condition::throttled);
    CHECK(e.retry_after() == 61s);
    CHECK(time.now() == time_point());
    CHECK(seconds(with({.longest_pause = 2min}).create(config_maps, "shop", body)) >= 61);
}

TEST_CASE_METHOD(retrying, "a handle without retries sends a request once, and shares everything else")
{
    server.inject(faults::throttled(1s).times(3));
    auto once = api.without_retries();
    CHECK(failure(once.create(config_maps, "shop", body)).code() == condition::throttled);
    CHECK(failure(once.get<config_map>("shop", "a")).code() == condition::throttled);
    CHECK(failure(once.list<config_map>("shop")).code() == condition::throttled);
    CHECK(time.now() == time_point());
}

TEST_CASE_METHOD(retrying, "a request that waits to be sent again can be cancelled")
{
    server.inject(faults::throttled(50s).on("create"));
    {
        background waiting(io, ignoring(api.create(config_maps, "shop", body)));
        time.run_for(1s);
        CHECK_FALSE(waiting.ended);
    }
    time.run_for(1min);
    CHECK(server.requests("create", config_maps) == 1);
}

TEST_CASE_METHOD(retrying, "a pager waits for a throttled page, and loses no object")
{
    for (auto const* const name : {"a", "b", "c"}) put(name, "1");
    server.inject(faults::throttled(3s).on_later_pages().times(2));
    auto const all = testing::run(io, time, api.list<config_map>("shop", list_options().limit(2)));
    CHECK(all.objects.size() == 3);
}

TEST_CASE_METHOD(
    retrying, "a client keeps to its number of requests in a second, and may send a burst after a quiet time")
{
    client_options options;
    options.requests_per_second = 2;
    options.burst = 3;
    client slow(env, {.server = "http://in-memory"}, options, network.dialer());
    put("a", "1");
    std::vector<long> sent; // in milliseconds
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb == "get")
            sent.push_back(
                std::chrono::duration_cast<std::chrono::milliseconds>(time.now() - time_point()).count());
        return std::nullopt;
    });
    auto const ask = [&](int times) {
        sent.clear();
        std::vector<std::unique_ptr<background>> all;
        for (int i = 0; i != times; ++i)
            all.push_back(std::make_unique<background>(io, ignoring(slow.get<config_map>("shop", "a"))));
        time.run_for(10s);
        auto const first = sent.at(0);
        for (auto& t : sent) t -= first;
        return sent;
    };
    CHECK(ask(5) == std::vector<long>{0, 0, 0, 500, 1000});
    CHECK(ask(4) == std::vector<long>{0, 0, 0, 500}); // the quiet seconds have filled the burst, and no more
}

TEST_CASE_METHOD(retrying, "options of retries and rates that make no sense are refused with their names")
{
    auto const refused = [this](client_options const& options) {
        try {
            client made(env, {.server = "http://in-memory"}, options, network.dialer());
        } catch (api_error const& e) {
            return std::string(e.what());
        }
        return std::string("accepted");
    };
    client_options options;
    options.retry.attempts = 0;
    CHECK_THAT(refused(options), Catch::Contains("retry.attempts"));
    options = {};
    options.retry.longest_pause = -1s;
    CHECK_THAT(refused(options), Catch::Contains("retry.longest_pause"));
    options = {};
    options.requests_per_second = -1;
    CHECK_THAT(refused(options), Catch::Contains("requests_per_second"));
    options = {};
    options.burst = 0;
    CHECK_THAT(refused(options), Catch::Contains("burst"));
}

TEST_CASE_METHOD(
    controlled,
    "a reconcile that the API server throttles is not repeated before the server has asked for it")
{
    tested.watches(informer);
    throttled = {"a"};
    put("a", "1");
    start_controller();
    CHECK(take() == lines{"a"});
    CHECK(log_text.str().find("next=after 20000 ms") != std::string::npos);
    time.run_for(19s);
    CHECK(take().empty());
    time.run_for(2s);
    CHECK(take() == lines{"a"});
}

// Contract: warnings of the API server are logged once, and never with a secret.

#include "world.hpp"

namespace {

struct warned : world {
    void make(std::string const& name)
    {
        testing::run(io, time,
                     api.create(config_maps, "default", R"({"metadata":{"name":")" + name + "\"}}"));
    }
    // Makes requests whose answers bring the warnings "number `from`" up to the one before `to`.
    void flood(int from, int to)
    {
        for (int i = from; i < to; ++i) {
            server.inject(faults::warning("number " + std::to_string(i)));
            testing::run(io, time, api.list(config_maps));
        }
    }
};

} // namespace

TEST_CASE_METHOD(warned, "each warning is logged once, with the request that brought it")
{
    server.inject(faults::warning(R"(unknown field "data\x")").on("create").times(3));
    for (auto const* name : {"a", "b", "c"}) make(name);
    CHECK(times_logged("WARNING the API server warns of=unknown field \"data\\x\" "
                       "request=POST /api/v1/namespaces/default/configmaps\n") == 1);

    server.inject(faults::warning("another").on("create"));
    make("d");
    CHECK(times_logged("the API server warns") == 2);
    CHECK(server.pending_faults() == 0);
}

TEST_CASE_METHOD(warned, "of a long warning only the beginning is logged")
{
    server.inject(faults::warning(std::string(1000, 'x')).on("create"));
    make("a");
    CHECK(times_logged("of=" + std::string(1000, 'x') + " request=POST") == 1);
    server.inject(faults::warning(std::string(1001, 'y')).on("create"));
    make("b");
    CHECK(times_logged("of=" + std::string(1000, 'y') + "... request=POST") == 1);
}

TEST_CASE_METHOD(warned, "lists, watches and refusals bring warnings, too")
{
    auto refusal = faults::status(422);
    refusal.answer->warning = "of a refusal";
    server.inject(refusal.on("create"));
    CHECK_THROWS_AS(make("a"), api_error);
    CHECK(times_logged("of=of a refusal") == 1);

    put("a", "1");
    server.inject(faults::warning("of a list").on("list"));
    testing::run(io, time, api.list<config_map>("shop"));
    CHECK(times_logged("of=of a list request=GET /api/v1/namespaces/shop/configmaps\n") == 1);

    server.inject(faults::warning("of a watch").on("watch").times(2));
    shared_informer<config_map> informer(api);
    auto const running = start(informer.run());
    testing::run(io, time, informer.synced());
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 1);
    CHECK(times_logged("of=of a watch") == 1);
}

TEST_CASE_METHOD(warned, "a server with an endless number of different warnings gets twenty lines a minute")
{
    flood(0, 50);
    CHECK(times_logged("of=number") == 20);
    CHECK(times_logged("sends more warnings than are shown here") == 1);
    time.run_for(1min);
    flood(49, 50 + 4); // 49 was left out before, and is logged now
    CHECK(times_logged("of=number") == 25);
    CHECK(times_logged("of=number 49 ") == 1);
}

TEST_CASE_METHOD(warned, "a thousand warnings are remembered, and for another one the first is forgotten")
{
    constexpr int many = 1000;
    for (int i = 0; i != many; i += 20) { // no more than 20 are logged in a minute
        flood(i, i + 20);
        time.run_for(1min);
    }
    CHECK(times_logged("of=number ") == many);
    flood(0, 1);
    CHECK(times_logged("of=number 0 ") == 1);

    flood(many, many + 1);
    flood(1, 2);
    flood(0, 1);
    flood(many, many + 1);
    CHECK(times_logged("of=number 1000 ") == 1);
    CHECK(times_logged("of=number 1 ") == 1);
    CHECK(times_logged("of=number 0 ") == 2);
}

TEST_CASE("a token that the server quotes, and the query of a request, are not logged")
{
    std::ostringstream text;
    stream_log log(text, log_level::warning);
    testing::fake_cluster test({.token = "opaque"}, {.log = &log, .seed = 1});
    endpoint there{.server = "http://in-memory"};
    there.user.token = secret("opaque");
    client api(test.env, there, {}, test.network.dialer());
    test.server.inject(faults::warning("who sends opaque is opaque to us"));
    test.run(api.list<config_map>("shop", list_options().labels("private=yes")));
    CHECK(text.str().find("of=who sends *** is *** to us") != std::string::npos);
    CHECK(text.str().find("opaque") == std::string::npos);
    CHECK(text.str().find("private") == std::string::npos);
    api.close();
    test.time.settle();
}

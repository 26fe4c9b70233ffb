#include "issuing_world.hpp"
#include "metrics_text.hpp"

using namespace http_world;

TEST_CASE_METHOD(issuing_world, "requests without a credential wait for one call of the source, all together")
{
    source->takes = 5s;
    serve_with(texts(20, hello));
    for (int i = 0; i != 20; ++i) ask();
    for (int i = 0; i != 19; ++i) serve_with({hello});
    time.run_for(4900ms);
    CHECK(answered() == 0);
    time.run_for(200ms);
    CHECK(answered() == 20);
    CHECK(source->calls == 1);
    CHECK(tokens() == texts(20, "token-1"));
}

TEST_CASE_METHOD(issuing_world, "a credential is renewed ahead of its end, and no request waits for that")
{
    source->lasts = 15min;
    serve_with(texts(200, hello));
    ask();
    time.run_for(1s);
    source->takes = 5s;
    time.run_for(9min);
    ask();
    time.settle();
    CHECK(source->calls == 1);

    time.run_for(2min);             // the last third of its life has begun
    for (int i = 0; i != 50; ++i) { // for five seconds, in which the source works
        auto const before = time.now();
        auto const& request = ask();
        time.settle();
        CHECK(request.done());
        CHECK(time.now() == before);
        time.run_for(100ms);
    }
    CHECK(source->calls == 2);
    ask();
    time.run_for(1s);
    auto const seen = tokens();
    CHECK(std::ranges::count(seen, "token-1") == 52);
    CHECK(seen.back() == "token-2");
}

TEST_CASE_METHOD(issuing_world, "issued credentials, and attempts that fail, are counted")
{
    source->lasts = 15min;
    serve_with({hello, hello});
    ask();
    time.run_for(11min);
    source->failure = "it is out of order";
    ask();
    time.run_for(1s);
    CHECK(metric_lines(registry) ==
          "coinformer_credential_renewals_total kind=token source result=failed: 1\n"
          "coinformer_credential_renewals_total kind=token source result=renewed: 1\n");
}

TEST_CASE_METHOD(issuing_world, "a credential that has ended is not sent")
{
    source->lasts = 15min;
    serve_with({hello, hello});
    ask();
    time.run_for(16min);
    serve_with({hello});
    ask();
    time.run_for(1s);
    CHECK(tokens() == texts{"token-1", "token-2"});
}

TEST_CASE_METHOD(issuing_world, "after a 401 the source is called once, before the next request")
{
    serve_with({hello, unauthorized, hello, hello});
    ask();
    time.run_for(1min);
    ask();
    time.run_for(1s);
    CHECK(source->calls == 1);
    ask();
    time.run_for(1s);
    ask();
    time.run_for(1s);
    CHECK(source->calls == 2);
    CHECK(tokens() == texts{"token-1", "token-1", "token-2", "token-2"});
}

TEST_CASE_METHOD(issuing_world, "requests that were refused together cause one call of the source")
{
    ask();
    serve_with({unauthorized, hello});
    ask();
    serve_with({unauthorized, hello});
    time.run_for(1s);
    ask();
    ask();
    time.run_for(1s);
    CHECK(source->calls == 2);
    CHECK(answered() == 2);
}

TEST_CASE_METHOD(issuing_world,
                 "while the server refuses every credential, the source is called with growing pauses")
{
    serve_with(texts(3000, unauthorized));
    for (int i = 0; i != 3000; ++i) { // ten minutes
        ask();
        time.run_for(200ms);
    }
    CHECK(answers.back().status == 401); // the server's own words, and not an error of the cache
    CHECK(source->calls >= 8);
    CHECK(source->calls <= 20);
}

TEST_CASE_METHOD(issuing_world,
                 "a failure of the source reaches all requests that wait, and is followed by a pause")
{
    source->failure = "the vault is sealed";
    auto& first = ask();
    auto& second = ask();
    time.settle();
    for (auto* const request : {&first, &second}) {
        CHECK(request->code() == errc::credentials_not_issued);
        CHECK(request->code() == condition::misconfigured);
        CHECK(request->what() == "token source: no credential was issued: the vault is sealed");
    }
    auto& third = ask();
    time.settle();
    CHECK(third.code() == errc::credentials_not_issued);
    CHECK(source->calls == 1);

    source->failure.clear();
    serve_with({hello});
    time.run_for(3s); // longer than the first pause
    ask();
    time.settle();
    CHECK(answered() == 1);
    CHECK(source->calls == 2);
}

TEST_CASE_METHOD(issuing_world, "a credential that cannot be renewed is used to its end")
{
    source->lasts = 15min;
    serve_with(texts(2000, hello));
    ask();
    time.run_for(1s);
    source->failure = "the vault is sealed";
    while (source->calls < 3) {
        auto const& request = ask();
        time.settle();
        REQUIRE(request.code() == error_code());
        time.run_for(1s);
    }
    time.run_for(15min);
    auto const& late = ask();
    time.settle();
    CHECK(late.code() == errc::credentials_not_issued);
    auto const text = lines.str();
    CHECK(text.find("cannot be renewed") != text.npos);
    CHECK(text.find("can be renewed again") == text.npos);
    CHECK(text.find("token-") == text.npos);

    source->failure.clear();
    time.run_for(2min); // longer than the pause after a failure
    ask();
    time.settle();
    CHECK(answers.back().status == 200);
    CHECK(lines.str().find("the credential can be renewed again") != std::string::npos);
}

TEST_CASE_METHOD(issuing_world,
                 "a token that one API refuses, and others accept, stays in use while the source fails")
{
    serve_with({hello, unauthorized, hello, unauthorized, hello});
    for (int i = 0; i != 2; ++i) {
        ask();
        time.settle();
    }
    REQUIRE(answers.back().status == 401);
    source->failure = "the vault is sealed";
    for (int i = 0; i != 3; ++i) {
        auto const& request = ask();
        time.settle();
        CHECK(request.code() == error_code());
    }
    CHECK(answered() == 3);
    CHECK(tokens() == texts(5, "token-1"));
    CHECK(source->calls == 2);
}

TEST_CASE_METHOD(issuing_world,
                 "a source that does not end is given up at the limit, and the waiters learn it")
{
    source->takes = 24h;
    auto const& request = ask();
    time.run_for(64s);
    CHECK_FALSE(request.done());
    time.run_for(2s);
    CHECK(request.code() == errc::credentials_not_issued);
    CHECK(request.what().find("it did not end within 60 s") != std::string::npos);
    CHECK(source->under_way == 0);
}

TEST_CASE_METHOD(issuing_world,
                 "a request that waits for a credential can be cancelled, and the others go on")
{
    source->takes = 5s;
    serve_with({hello});
    auto& cancelled = ask();
    ask();
    time.run_for(1s);
    cancelled.cancel();
    time.settle();
    CHECK(cancelled.code() == condition::cancelled);
    time.run_for(5s);
    CHECK(answered() == 1);
    CHECK(source->calls == 1);
}

TEST_CASE_METHOD(issuing_world, "a client that is closed or destroyed cancels its source")
{
    bool const closes = GENERATE(true, false);
    source->takes = 1h;
    source->lasts = 15min;
    auto const& request = ask();
    time.run_for(1s);
    REQUIRE(source->under_way == 1);
    if (closes) {
        client->close();
    } else {
        tasks.front().cancel();
        time.settle();
        client.reset();
    }
    time.settle();
    CHECK(request.done());
    CHECK(source->under_way == 0);
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(issuing_world, "close() ends the waits for a credential, and later ones at once")
{
    source->takes = 1h;
    auto const& waiting = start(client->ready());
    time.run_for(1s);
    client->close();
    time.settle();
    CHECK(waiting.code() == errc::connection_closed);
    auto const& late = start(client->ready());
    time.settle();
    CHECK(late.code() == errc::stopped);
}

TEST_CASE("a client with a source may be destroyed after its io_context")
{
    auto const source = std::make_shared<fake_source>();
    source->takes = 1h;
    endpoint server = at("http://api:8080");
    server.user.source = source;
    std::optional<http_client> late;
    {
        world w;
        environment const env{.ex = w.io.get_executor(), .time = &w.time, .log = &no_log()};
        late.emplace(env, server, http_options{}, w.net.dialer());
        started asking(w.io, fetch(*late, get(), w.answers.emplace_back()));
        w.time.run_for(1s);
        REQUIRE(source->under_way == 1);
        asking.cancel(); // the request ends, and the source works on
        w.time.settle();
        REQUIRE(asking.done());
    }
    CHECK(source->under_way == 0);
    late.reset();
}

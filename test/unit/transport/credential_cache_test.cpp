#include "catch.hpp"
#include "fake_source.hpp"
#include "http_world.hpp"

#include <algorithm>
#include <sstream>

using namespace http_world;
using namespace std::chrono_literals;

namespace {

// A client whose credentials come from a source. Its server answers every request, on as many connections as
// the test needs.
struct issuing_world : world {
    issuing_world()
    {
        server.user.source = source;
        options.idle_timeout = 24h;
        environment const env{.ex = io.get_executor(), .time = &time, .log = &log};
        client.emplace(env, server, options, net.dialer());
    }
    ~issuing_world()
    {
        for (auto& task : tasks) task.cancel();
        time.settle();
    }

    void serve_with(std::vector<std::string> answers)
    {
        start(serve(net, std::move(answers), afterwards::keep, visits.emplace_back()));
    }
    started& ask() { return start(fetch(*client, get(), answers.emplace_back())); }
    std::size_t answered() const
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(answers, [](received const& r) { return r.status == 200; }));
    }
    // Returns the tokens that the server saw, in their order.
    std::vector<std::string> tokens() const
    {
        std::vector<std::string> seen;
        for (auto const& v : visits)
            for (auto const& request : v.requests) {
                auto const begin = request.find("Bearer ");
                if (begin == request.npos) continue;
                seen.push_back(request.substr(begin + 7, request.find("\r\n", begin) - begin - 7));
            }
        return seen;
    }

    std::shared_ptr<fake_source> source = std::make_shared<fake_source>();
    std::ostringstream lines;
    stream_log log{lines, log_level::info};
};

using texts = std::vector<std::string>;

} // namespace

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
    CHECK(text.find("token-") == text.npos);
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

TEST_CASE_METHOD(issuing_world,
                 "a source may give a token that cannot be sent, or nothing: the error says so")
{
    auto const [token, why] = GENERATE(table<std::string, std::string>({
        {"", "it gave neither a token nor a client certificate"},
        {"a b", "its token holds white space"},
        {"a\r\nX-Other: b", "its token holds white space"},
    }));
    source->token = token;
    auto const& request = ask();
    time.settle();
    CHECK(request.code() == errc::credentials_not_issued);
    CHECK(request.what().find(why) != std::string::npos);
    CHECK(request.what().find("Other") == std::string::npos);
}

TEST_CASE_METHOD(issuing_world, "a credential that was issued with a past end is used for a moment")
{
    source->lasts = -1min; // this machine's clock is wrong
    serve_with({hello, hello, hello});
    ask();
    time.run_for(5s);
    ask();
    time.run_for(6s);
    ask();
    time.run_for(1s);
    CHECK(answered() == 3);
    CHECK(source->calls == 2);
    auto const text = lines.str();
    CHECK(text.find("a credential was issued that has expired already") != text.npos);
    CHECK(text.find("check the clock of this machine") != text.npos);
}

TEST_CASE_METHOD(issuing_world, "while the issued credentials have a past end, the log says so now and then")
{
    source->lasts = -1min;
    serve_with(texts(100, hello));
    for (int i = 0; i != 60; ++i) { // ten minutes
        ask();
        time.run_for(10s);
    }
    CHECK(source->calls == 60);
    CHECK(std::ranges::count(lines.str(), '\n') == 2);

    source->lasts = 15min;
    ask();
    time.run_for(1s);
    CHECK(lines.str().find("INFO the issued credentials are valid again") != std::string::npos);
}

TEST_CASE_METHOD(issuing_world, "an end that is as late or as early as a time can be is no mistake")
{
    source->ends = GENERATE(wall_time::max(), wall_time::min(), wall_time());
    serve_with(texts(3, hello));
    ask();
    time.run_for(5s);
    ask();
    time.run_for(20s);
    ask();
    time.run_for(1s);
    CHECK(answered() == 3);
    CHECK(source->calls == (source->ends == wall_time::max() ? 1 : 2));
}

TEST_CASE_METHOD(issuing_world,
                 "a client certificate that TLS cannot use is refused, and the source asked again")
{
    testing::certificate_authority const ca;
    auto const joe = ca.client("joe");
    auto const broken = GENERATE_COPY(values<testing::tls_identity>({
        {"garbage", "hunter2"},
        {joe.certificate, "hunter2"},
        {joe.certificate, ca.client("joe").key},
        {joe.key, joe.key},
    }));
    source->identity = broken;
    auto const& refused = ask();
    time.settle();
    CHECK(refused.code() == errc::credentials_not_issued);
    CHECK(refused.what() == "token source: no credential was issued: its client certificate and key are not "
                            "PEM, or do not fit together");
    source->identity = joe;
    serve_with({hello});
    time.run_for(3s); // longer than the first pause
    ask();
    time.settle();
    CHECK(answered() == 1);
    CHECK(source->calls == 2);
}

TEST_CASE("a source may have all the time that there is")
{
    issuing_world w;
    w.server.user.source_limit = duration::max();
    w.source->takes = 20h;
    environment const env{.ex = w.io.get_executor(), .time = &w.time, .log = &w.log};
    w.client.emplace(env, w.server, w.options, w.net.dialer());
    w.serve_with({hello});
    w.ask();
    w.time.run_for(21h);
    CHECK(w.answered() == 1);
}

TEST_CASE_METHOD(issuing_world, "closing a client while its credential is renewed is no failure to log")
{
    source->lasts = 15min;
    serve_with(texts(9, hello));
    ask();
    time.run_for(12min);
    source->takes = 1h;
    ask(); // renews the credential
    time.run_for(1s);
    REQUIRE(source->under_way == 1);
    client->close();
    time.settle();
    CHECK(source->under_way == 0);
    CHECK(lines.str().empty());
}

TEST_CASE_METHOD(issuing_world, "a failure that quotes the present credential does not show it")
{
    source->token = "hunter2-and-more";
    source->lasts = 15min;
    serve_with({hello});
    ask();
    time.run_for(12min);
    source->failure = "the vault does not know hunter2-and-more";
    serve_with({hello});
    ask(); // renews the credential
    time.run_for(1s);
    CHECK(lines.str().find("the vault does not know ***") != std::string::npos);
    time.run_for(10min); // it has ended
    auto const& late = ask();
    time.settle();
    CHECK(late.code() == errc::credentials_not_issued);
    CHECK(late.what() == "token source: no credential was issued: the vault does not know ***");
    CHECK(lines.str().find("hunter2") == std::string::npos);
}

TEST_CASE_METHOD(issuing_world, "another client certificate is used at once: no connection is used again")
{
    testing::certificate_authority const ca;
    auto const one = source->identity = ca.client("joe");
    source->lasts = 15min;
    serve_with(texts(9, hello));
    ask();
    time.run_for(1s);
    ask();
    time.run_for(12min);
    CHECK(net.dialed() == 1);
    auto const is_other = GENERATE(false, true);
    source->identity = is_other ? ca.client("joe") : one;
    serve_with(texts(9, hello));
    ask(); // renews the credential
    time.run_for(1s);
    ask();
    time.run_for(1s);
    CHECK(source->calls == 2);
    CHECK(net.dialed() == (is_other ? 2 : 1));
    CHECK(answered() == 4);
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

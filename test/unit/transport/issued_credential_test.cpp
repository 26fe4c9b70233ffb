// The credentials that a token source issues: which of them are refused, and how long each is used.

#include "issuing_world.hpp"

using namespace http_world;

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
    CHECK(std::ranges::count(said(), '\n') == 2);

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

TEST_CASE_METHOD(issuing_world,
                 "a client certificate without a key, or a key alone, is refused beside a token")
{
    auto const joe = testing::certificate_authority().client("joe");
    source->identity = GENERATE_COPY(values<testing::tls_identity>({{joe.certificate, ""}, {"", joe.key}}));
    auto const& refused = ask();
    time.settle();
    CHECK(refused.code() == errc::credentials_not_issued);
    CHECK(refused.what() == "token source: no credential was issued: it gave a client certificate without a "
                            "key, or a key alone");
    CHECK(net.dialed() == 0);
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
    CHECK(said().empty());
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

TEST_CASE_METHOD(issuing_world,
                 "another client certificate, or none, is used at once: no connection is used again")
{
    testing::certificate_authority const ca;
    source->identity = ca.client("joe");
    source->lasts = 15min;
    serve_with(texts(9, hello));
    ask();
    time.run_for(1s);
    ask();
    time.run_for(12min);
    CHECK(net.dialed() == 1);
    auto const next = GENERATE(as<std::string>(), "the same", "another", "none");
    if (next == "another") source->identity = ca.client("joe");
    if (next == "none") source->identity = {};
    serve_with(texts(9, hello));
    ask(); // renews the credential
    time.run_for(1s);
    ask();
    time.run_for(1s);
    CHECK(source->calls == 2);
    CHECK(net.dialed() == (next == "the same" ? 1 : 2));
    CHECK(answered() == 4);
}

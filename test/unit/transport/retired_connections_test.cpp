#include "catch.hpp"
#include "http_world.hpp"

// When connections are not used again, because they were made with a client certificate of before.

using namespace http_world;
using namespace std::chrono_literals;

TEST_CASE("after a 401, connections with a client certificate are not used again, and others are")
{
    bool const with_certificate = GENERATE(true, false);
    world w;
    if (with_certificate)
        w.server.tls.client_certificate.data = w.server.tls.client_key.data = "not looked at here";
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& fresh = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {unauthorized, hello}, afterwards::keep, seen));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK(r.status == 401);
    if (with_certificate) w.start(serve(w.net, {hello}, afterwards::keep, fresh));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(r.status == 200);
    CHECK(w.net.dialed() == (with_certificate ? 2 : 1));
}

TEST_CASE("a 401 leaves connections in use whose client certificate is accepted by other answers")
{
    world w;
    w.server.tls.client_certificate.data = w.server.tls.client_key.data = "not looked at here";
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello, unauthorized, hello}, afterwards::keep, seen));
    for (int i = 0; i != 3; ++i) {
        w.start(fetch(*w.client, get(), r));
        w.time.settle();
    }
    CHECK(r.body == "hellohello");
    CHECK(w.net.dialed() == 1);
}

TEST_CASE("a 401 on a connection of before says nothing about the connections that were made since")
{
    world w;
    w.server.tls.client_certificate.data = w.server.tls.client_key.data = "not looked at here";
    w.open();
    auto& r = w.answers.emplace_back();
    auto answer_after = [](world& of, duration pause, std::vector<std::string> all) -> task<> {
        auto const stream = co_await of.net.accept();
        for (auto const& one : all) {
            co_await read_request(*stream);
            co_await of.time.sleep_for(pause);
            co_await stream->write(one);
        }
        co_await read_request(*stream);
    };
    w.start(answer_after(w, 1s, {unauthorized}));
    w.start(answer_after(w, 2s, {unauthorized}));
    w.start(fetch(*w.client, get(), r));
    w.start(fetch(*w.client, get(), r));
    w.time.run_for(1s);
    w.start(answer_after(w, 2s, {hello, hello}));
    w.start(fetch(*w.client, get(), r)); // on the third connection, while the second brings its 401
    w.time.run_for(2s);
    CHECK(r.body == "hello");
    w.start(fetch(*w.client, get(), r));
    w.time.run_for(2s);
    CHECK(r.body == "hellohello");
    CHECK(w.net.dialed() == 3);
}

TEST_CASE("after credentials were replaced, neither idle nor busy connections are used again")
{
    world w;
    w.open();
    auto& idle = w.visits.emplace_back();
    auto& in_use = w.visits.emplace_back();
    auto& fresh = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    std::optional<http_response> response;
    w.start(serve(w.net, {hello}, afterwards::keep, idle));
    w.start(serve(w.net, {hello}, afterwards::keep, in_use));
    std::optional<http_response> other;
    w.start(fetch_header(*w.client, get(), other));
    w.start(fetch_header(*w.client, get(), response));
    w.time.settle();
    REQUIRE((response && other));
    other.reset(); // its whole answer has arrived, so that the connection is idle

    w.client->reread_credentials();
    w.time.settle();
    CHECK(idle.ended != in_use.ended); // the answer in progress is not disturbed
    response.reset();
    w.time.settle();
    CHECK((idle.ended && in_use.ended));

    w.start(serve(w.net, {hello}, afterwards::keep, fresh));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK(r.body == "hello");
    CHECK(w.net.dialed() == 3);
}

TEST_CASE("a connection that was being made while credentials were replaced serves one request")
{
    world w;
    w.open();
    auto& early = w.visits.emplace_back();
    auto& fresh = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.net.hang(true);
    w.start(serve(w.net, {hello, hello}, afterwards::keep, early));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    w.client->reread_credentials();
    w.net.hang(false);
    w.time.settle();
    CHECK(r.body == "hello");
    CHECK(early.ended);

    w.start(serve(w.net, {hello}, afterwards::keep, fresh));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK(r.body == "hellohello");
    CHECK(w.net.dialed() == 2);
    CHECK_FALSE(fresh.ended);
}

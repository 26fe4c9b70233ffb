#include "catch.hpp"
#include "http_world.hpp"
#include "temporary_directory.hpp"

using namespace http_world;
using namespace std::chrono_literals;

TEST_CASE("a request goes to the endpoint's host and prefix, and its answer comes back")
{
    world w;
    w.server.user.token = secret("opaque");
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello}, afterwards::keep, seen));

    w.start(fetch(*w.client, get("/api/v1/pods?watch=1"), r));
    w.time.settle();

    CHECK(r.status == 200);
    CHECK(r.type == "text/plain");
    CHECK(r.body == "hello");
    REQUIRE(seen.requests.size() == 1);
    CHECK(seen.requests[0] ==
          "GET /prefix/api/v1/pods?watch=1 HTTP/1.1\r\nHost: api:8080\r\nUser-Agent: coinformer\r\n"
          "Accept: application/json\r\nAuthorization: Bearer opaque\r\n\r\n");
}

TEST_CASE("a server that does not answer in time is given up with an error that names it")
{
    world w;
    w.options.header_timeout = 30s;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {}, afterwards::keep, seen));
    auto& client = w.start(fetch(*w.client, get(), r));

    w.time.run_for(29s);
    CHECK_FALSE(client.done());
    w.time.run_for(1s);

    CHECK(client.code() == errc::timed_out);
    CHECK(client.what().find("api:8080") != std::string::npos);
    CHECK(seen.ended);
    CHECK(w.time.armed() == 0);
}

TEST_CASE("making a connection has a time limit, which is twice as long with a proxy")
{
    bool const has_proxy = GENERATE(false, true);
    world w;
    if (has_proxy) w.server.proxy.url = "http://proxy:3128";
    w.options.connect_timeout = w.options.tls_timeout = 10s;
    w.open();
    w.net.hang(true);
    auto& r = w.answers.emplace_back();
    auto& client = w.start(fetch(*w.client, get(), r));

    w.time.run_for(has_proxy ? 39s : 19s);
    CHECK_FALSE(client.done());
    w.time.run_for(1s);
    CHECK(client.code() == errc::timed_out);
}

TEST_CASE("the longest time-outs that can be written mean no limit")
{
    bool const has_proxy = GENERATE(false, true);
    world w;
    if (has_proxy) w.server.proxy.url = "http://proxy:3128";
    w.options.connect_timeout = w.options.tls_timeout = duration::max();
    w.open();
    w.net.hang(true);
    auto& r = w.answers.emplace_back();
    auto& client = w.start(fetch(*w.client, get(), r));

    w.time.run_for(1h);
    CHECK_FALSE(client.done());
}

TEST_CASE("the longest time to wait for an answer means no limit, also for a request with patience")
{
    world w;
    w.options.header_timeout = duration::max();
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {}, afterwards::keep, seen));
    auto request = get();
    request.patience = GENERATE(1u, 2u, http_request::most_patience);
    auto& client = w.start(fetch(*w.client, request, r));

    w.time.run_for(24h);
    CHECK_FALSE(client.done());
}

TEST_CASE("with the longest idle time-out, a connection is used again however late")
{
    world w;
    w.options.idle_timeout = duration::max();
    w.open();
    w.time.run_for(1h);
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello, hello}, afterwards::keep, seen));
    w.start(fetch(*w.client, get(), r));
    w.time.run_for(24h);
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK(r.body == "hellohello");
    CHECK(w.net.dialed() == 1);
}

TEST_CASE("the body of an answer has no time limit")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {chunked + "5\r\nhello\r\n"}, afterwards::keep, seen));
    auto& client = w.start(fetch(*w.client, get(), r));

    w.time.run_for(1h);

    CHECK(r.body == "hello");
    CHECK_FALSE(client.done());
    client.cancel();
    w.time.settle();
    CHECK(client.code() == condition::cancelled);
    CHECK(seen.ended);
}

TEST_CASE("one read returns all pieces that have arrived")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(
        serve(w.net, {chunked + "5\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\n\r\n"}, afterwards::keep, seen));

    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(r.body == "hello world");
    CHECK(r.reads == std::vector<std::size_t>(1, 3));
}

TEST_CASE("a body that ends too early is an error after its last piece")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {chunked + "5\r\nhello\r\n9\r\nwor"}, afterwards::close, seen));

    auto& client = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(r.body == "hellowor");
    CHECK(client.code() == errc::truncated);
}

TEST_CASE("a malformed body is an error after its last sound piece")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {chunked + "5\r\nhello\r\nwrong\r\n"}, afterwards::keep, seen));

    auto& client = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(r.body == "hello");
    CHECK(client.code() == errc::protocol_error);
    CHECK(seen.ended);
}

TEST_CASE("read_all() returns the body, up to its limit")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& again = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello}, afterwards::keep, seen));
    w.start(fetch_all(*w.client, 5, r));
    w.time.settle();
    CHECK(r.body == "hello");

    w.client->close();
    w.open();
    w.start(serve(w.net, {hello}, afterwards::keep, again));
    auto& short_of = w.start(fetch_all(*w.client, 4, r));
    w.time.settle();
    CHECK(short_of.code() == errc::object_too_large);
}

TEST_CASE("after a 401 a token file is read again")
{
    world w;
    temporary_directory dir;
    w.server.user.token_file = dir.write("token", "old");
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {unauthorized, hello}, afterwards::keep, seen));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK(r.status == 401);

    dir.write("token", "new");
    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    REQUIRE(seen.requests.size() == 2);
    CHECK(seen.requests[0].find("Bearer old\r\n") != std::string::npos);
    CHECK(seen.requests[1].find("Bearer new\r\n") != std::string::npos);
}

TEST_CASE("a request that would smuggle in another header is not sent")
{
    world w;
    w.open();
    auto& r = w.answers.emplace_back();
    auto const target = GENERATE(as<std::string>(), "/a b", "/a\r\nX: y", "a", "", std::string("/a\0b", 4));
    auto& client = w.start(fetch(*w.client, get(target), r));
    http_request accept = get("/");
    accept.accept = "text\r\nX: y";
    auto& other = w.start(fetch(*w.client, accept, r));
    w.time.settle();

    CHECK(client.code() == condition::rejected);
    CHECK(other.code() == condition::rejected);
    CHECK(w.net.dialed() == 0);
}

TEST_CASE("a request to a server that is down fails, and one to a server that is up again does not")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.net.refuse(true);
    auto& refused = w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK(refused.code() == errc::connect_failed);

    w.net.refuse(false);
    w.start(serve(w.net, {hello}, afterwards::keep, seen));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK(r.body == "hello");
}

TEST_CASE("an exchange can be cancelled at every step, and leaves nothing behind")
{
    std::size_t steps = 0;
    bool ran_to_its_end = false;
    for (; !ran_to_its_end; ++steps) {
        INFO("cancelled after " << steps << " steps");
        REQUIRE(steps < 1000);
        world w(8); // few bytes at a time, which makes many steps
        w.open();
        auto& seen = w.visits.emplace_back();
        auto& r = w.answers.emplace_back();
        std::string const answer = chunked + "5\r\nhello\r\n" + std::string("6\r\n world\r\n0\r\n\r\n");
        auto& server = w.start(serve(w.net, {answer, answer}, afterwards::keep, seen));
        w.start(fetch(*w.client, get(), r));
        w.time.settle();
        r = {};
        w.io.restart();
        auto& client = w.start(fetch(*w.client, get(), r)); // on a reused connection
        for (std::size_t i = 0; i < steps && w.io.poll_one() != 0; ++i) {
        }
        ran_to_its_end = client.done();

        client.cancel();
        w.time.run_for(1s);

        REQUIRE(client.done());
        if (client.code()) {
            CHECK(client.code() == condition::cancelled);
            CHECK((server.done() || seen.requests.size() == 1)); // closed, or not yet taken from the pool
        } else {
            CHECK(r.body == "hello world");
        }
        w.client->close();
        w.time.settle();
        CHECK(w.time.armed() == 0);
    }
    CHECK(steps > 20);
}

TEST_CASE("an HTTP client refuses options that make no sense, and names the option")
{
    auto const why = [](http_options const& options) {
        world w;
        w.options = options;
        try {
            w.open();
        } catch (api_error const& e) {
            CHECK(e.code() == errc::bad_request);
            return std::string(e.what());
        }
        return std::string("accepted");
    };
    CHECK(why({}) == "accepted");
    CHECK(why({.idle_connections = 0}) == "accepted"); // no idle connection is kept
    CHECK(why({.idle_timeout = 0s}) == "accepted");    // nor here
    using Catch::Contains;
    CHECK_THAT(why({.connect_timeout = 0s}), Contains("http_options::connect_timeout is not positive"));
    CHECK_THAT(why({.tls_timeout = -1s}), Contains("http_options::tls_timeout is not positive"));
    CHECK_THAT(why({.header_timeout = 0s}), Contains("http_options::header_timeout is not positive"));
    CHECK_THAT(why({.idle_timeout = -1s}), Contains("http_options::idle_timeout is negative"));
    CHECK_THAT(why({.read_buffer_bytes = 0}), Contains("http_options::read_buffer_bytes is 0"));
}

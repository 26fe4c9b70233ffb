#include "catch.hpp"
#include "http2_server.hpp"
#include "transport/http/interruption.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>

using namespace http2_world;
using namespace std::chrono_literals;

namespace {

/// Sends a request that `cut` ends, and in the turn in which it ends another one.
task<> fetch_twice(http_client& client, interruption& cut, received& first, received& second)
{
    try {
        co_await cut.run(fetch(client, get("/first"), first));
    } catch (boost::system::system_error const&) { // it was cut
    }
    co_await fetch(client, get("/second"), second);
}

} // namespace

TEST_CASE("requests share one HTTP/2 connection, and are answered in any order")
{
    world2 w;
    auto& server = w.serve();
    auto& first = w.get_it("/first");
    auto& second = w.get_it("/second");
    w.time.settle();
    CHECK(w.net.dialed() == 1);
    CHECK(server.peer.requests[1].header[":path"] == "/prefix/first");
    CHECK(server.peer.requests[1].header[":scheme"] == "http");

    server.peer.answer(3, "two");
    server.flush();
    CHECK(second.body == "two");
    CHECK(second.status == 200);
    CHECK(second.type == "text/plain");
    CHECK(first.body.empty());
    server.peer.answer(1, "one");
    server.flush();
    CHECK(first.body == "one");
    CHECK(w.time.armed() == 0);

    auto& third = w.get_it();
    w.time.settle();
    server.peer.answer(5, "three");
    server.flush();
    CHECK(third.body == "three");
    CHECK(w.net.dialed() == 1);
}

TEST_CASE("a watch whose consumer stands still stops neither the others nor the connection")
{
    world2 w;
    auto& server = w.serve();
    std::optional<http_response> still;
    w.start(fetch_header(*w.client, get("/still"), still));
    auto& lively = w.get_it("/lively");
    w.time.settle();
    server.peer.head(200, 1);
    server.peer.body(1, std::string(3'000'000, 's'));
    server.flush();
    REQUIRE(still);
    auto const unsent = server.peer.unsent(1);
    CHECK(unsent > 2'700'000); // no more than the window of this stream has come

    server.peer.answer(3, std::string(2'000'000, 'l'));
    server.flush();
    w.time.run_for(1s);
    CHECK(lively.body.size() == 2'000'000);
    CHECK(server.peer.unsent(1) == unsent);
}

TEST_CASE("200 requests at once dial once, and again when the server's limit of streams is used up")
{
    world2 w;
    auto& one = w.serve({{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 150}});
    auto& two = w.serve({{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 150}});
    for (int i = 0; i < 200; ++i) w.get_it();
    w.time.settle();
    CHECK(w.net.dialed() == 2);
    CHECK(one.peer.requests.size() + two.peer.requests.size() == 200);
    CHECK(one.peer.requests.size() >= 100);
    CHECK(one.peer.requests.size() <= 150);
}

TEST_CASE("60 requests at once are answered by a server that takes ten on a connection, and none is refused")
{
    world2 w;
    for (int i = 0; i < 6; ++i) w.serve({{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 10}});
    for (int i = 0; i < 60; ++i) w.get_it();
    w.time.settle();
    CHECK(w.net.dialed() == 6);
    for (auto& server : w.servers) {
        for (auto const& [id, request] : server.peer.requests)
            if (request.complete && !request.reset) server.peer.answer(id, "hello");
        if (server.stream) server.flush();
    }
    CHECK(std::ranges::count(w.answers, "hello", &received::body) == 60);
}

TEST_CASE("a dial that fails is not repeated by each request that waits for it")
{
    world2 w;
    w.net.hang(true);
    for (int i = 0; i < 10; ++i) w.get_it();
    w.time.settle();
    CHECK(w.net.dialed() == 1);
    auto const longest = w.options.connect_timeout + w.options.tls_timeout;
    w.time.run_for(longest);
    CHECK(w.net.dialed() == 6); // after 0, 1, 3, 6, 10 and 15 s, in case another server answers
    CHECK(std::ranges::count(w.tasks, errc::timed_out, [](auto const& t) { return t.code(); }) == 5);
    w.time.run_for(longest);
    CHECK(w.net.dialed() == 6);
    for (auto& t : w.tasks) CHECK(t.code() == errc::timed_out);
}

TEST_CASE("a cancelled request resets its stream, and the connection is used again")
{
    world2 w;
    auto& server = w.serve();
    w.get_it();
    auto& cancelled = *w.last;
    auto& other = w.get_it();
    w.time.settle();
    cancelled.cancel();
    w.time.settle();
    CHECK(cancelled.code() == condition::cancelled);
    CHECK(server.peer.requests[1].reset);
    server.peer.answer(3, "fine");
    server.flush();
    CHECK(other.body == "fine");

    w.get_it();
    auto& alone = *w.last;
    w.time.settle();
    alone.cancel(); // nothing is under way then
    w.time.settle();
    CHECK(w.time.armed() == 0);
    CHECK(server.peer.requests[5].reset);
    auto& after = w.get_it();
    w.time.settle();
    server.peer.answer(7, "still here");
    server.flush();
    CHECK(after.body == "still here");
    CHECK(w.net.dialed() == 1);
    CHECK_FALSE(server.ended);
}

// The first cancellation stops the coroutine that reads, and its end starts another one for the second
// request. In some of these turns, the second cancellation stops that one before it has begun.
TEST_CASE("two requests that are cancelled, one right after the other, leave a connection that still reads")
{
    for (int turns = 0; turns != 40; ++turns) {
        INFO("the second request is cancelled " << turns << " turns after the first");
        interruption cut;
        world2 w;
        auto& server = w.serve();
        auto& first = w.answers.emplace_back();
        auto& second = w.answers.emplace_back();
        auto& both = w.start(fetch_twice(*w.client, cut, first, second));
        w.time.settle();
        w.io.restart();
        asio::post(w.io, [&] { cut.interrupt(); });
        for (int i = 0; i != turns; ++i) w.io.poll_one();
        asio::post(w.io, [&] { both.cancel(); });
        w.time.settle();
        REQUIRE(both.code() == condition::cancelled);

        for (auto const& [id, request] : server.peer.requests) server.answered[id] = true; // nobody waits
        server.answers_all = true;
        auto const& next = w.get_it();
        w.time.settle();
        REQUIRE(next.body == "hello");
        REQUIRE(w.net.dialed() == 1);
    }
}

TEST_CASE("after a GOAWAY the exchanges go on, and new ones use a new connection")
{
    world2 w;
    auto& old = w.serve();
    auto& going_on = w.get_it();
    w.time.settle();
    old.peer.head(200, 1);
    old.peer.go_away(1);
    old.flush();

    auto& fresh = w.serve();
    fresh.answers_all = true;
    auto& next = w.get_it();
    w.time.settle();
    CHECK(next.body == "hello");
    CHECK(w.net.dialed() == 2);

    old.peer.body(1, "the end", true);
    old.flush();
    CHECK(going_on.body == "the end");
    CHECK(old.ended); // the client closes it when nothing is under way
}

TEST_CASE("a request that the server has not acted on is sent again, even a POST")
{
    world2 w;
    auto& old = w.serve();
    auto& fresh = w.serve();
    fresh.answers_all = true;
    auto& r = w.answers.emplace_back();
    http_request post("POST", "/api/v1/events");
    post.body = "{}";
    auto& task = w.start(fetch(*w.client, post, r));
    w.time.settle();
    old.peer.go_away(0);
    old.flush();
    CHECK(r.body == "hello");
    CHECK_FALSE(task.code());
    CHECK(fresh.peer.requests[1].body == "{}");
}

TEST_CASE("a request that is always refused fails after three attempts")
{
    world2 w;
    auto& server = w.serve();
    w.get_it();
    auto& task = *w.last;
    w.time.settle();
    for (std::int32_t id = 1; id < 20 && !task.done(); id += 2) {
        server.peer.reset(id, NGHTTP2_REFUSED_STREAM);
        server.flush();
    }
    CHECK(task.code() == errc::request_refused);
    CHECK(server.peer.requests.size() == 3);
}

TEST_CASE("a POST whose stream is reset is not sent again")
{
    world2 w;
    auto& server = w.serve();
    auto& r = w.answers.emplace_back();
    auto& task = w.start(fetch(*w.client, http_request("POST", "/api/v1/events"), r));
    w.time.settle();
    server.peer.reset(1, NGHTTP2_INTERNAL_ERROR);
    server.flush();
    CHECK(task.code() == errc::connection_reset);
    CHECK(server.peer.requests.size() == 1);
}

TEST_CASE("a GET is sent again if its connection was lost unused, not if its stream was reset")
{
    world2 w;
    auto& server = w.serve();
    server.answers_all = true;
    w.get_it();
    w.time.settle();
    server.answers_all = false;
    w.get_it();
    auto& reset = *w.last;
    w.time.settle();
    server.peer.reset(3, NGHTTP2_INTERNAL_ERROR);
    server.flush();
    CHECK(reset.code() == errc::connection_reset);
    CHECK(server.peer.requests.size() == 2);

    server.stream->close(); // while it is unused
    w.serve().answers_all = true;
    auto& again = w.get_it();
    w.time.settle();
    CHECK(again.body == "hello");
    CHECK(w.net.dialed() == 2);
}

TEST_CASE("a POST is not sent over a connection that the server has closed while it was unused")
{
    world2 w;
    auto& old = w.serve();
    old.answers_all = true;
    w.get_it();
    w.time.settle();
    old.stream->close();
    w.serve().answers_all = true;
    auto& r = w.answers.emplace_back();
    auto const& post = w.start(fetch(*w.client, http_request("POST", "/api/v1/events"), r));
    w.time.settle();
    CHECK_FALSE(post.code());
    CHECK(r.body == "hello");
    CHECK(w.net.dialed() == 2);
    CHECK(old.peer.requests.size() == 1);
}

TEST_CASE("the end of the connection ends every exchange")
{
    world2 w;
    auto& server = w.serve();
    w.get_it();
    auto& begun = *w.last;
    auto& r = w.answers.emplace_back();
    auto& waiting = w.start(fetch(*w.client, http_request("POST", "/x"), r));
    w.time.settle();
    server.peer.head(200, 1);
    server.peer.body(1, "part");
    server.flush();
    server.stream->close();
    w.time.settle();
    CHECK(begun.code() == errc::truncated);
    CHECK(waiting.code() == errc::connection_closed);
    CHECK(w.answers.front().body == "part");
    CHECK(w.time.armed() == 0);
}

TEST_CASE("close() ends the exchanges of a shared connection, and responses may outlive it")
{
    world2 w;
    auto& server = w.serve();
    std::optional<http_response> kept;
    w.start(fetch_header(*w.client, get(), kept));
    w.time.settle();
    server.peer.head(200, 1);
    server.flush();
    w.get_it();
    auto& waiting = *w.last;
    w.time.settle();
    w.client->close();
    w.time.settle();
    CHECK(waiting.code() == errc::connection_closed);
    CHECK(server.ended);
    CHECK(w.time.armed() == 0);
}

TEST_CASE("an unused connection is closed after the idle time-out, and no timer waits for that")
{
    world2 w;
    auto& server = w.serve();
    server.answers_all = true;
    w.get_it();
    w.time.settle();
    CHECK(w.time.armed() == 0);
    w.time.run_for(w.options.idle_timeout);
    CHECK_FALSE(server.ended);
    w.serve().answers_all = true;
    auto& next = w.get_it();
    w.time.settle();
    CHECK(next.body == "hello");
    CHECK(server.ended);
}

TEST_CASE("a server that takes no further request on a connection leaves none of them open")
{
    world2 w;
    for (std::size_t i = 0; i != 20; ++i) {
        auto& server = w.serve();
        auto& r = w.get_it();
        w.time.settle();
        server.peer.answer(1, "hello");
        server.peer.settings({NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 0});
        server.flush();
        REQUIRE(r.body == "hello");
        REQUIRE(w.net.dialed() == i + 1);
    }
    CHECK(std::ranges::count(w.servers, true, &http2_server::ended) == 20);
}

TEST_CASE(
    "after a burst that needs a connection for each request, as many stay open as idle_connections says")
{
    world2 w;
    for (int i = 0; i != 20; ++i) {
        w.serve({{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 1}});
        w.get_it();
        w.time.settle();
    }
    REQUIRE(w.net.dialed() == 20);
    for (auto& server : w.servers) {
        server.peer.answer(1, "hello");
        server.flush();
        w.time.run_for(1ms);
    }
    CHECK(std::ranges::count(w.answers, "hello", &received::body) == 20);
    CHECK(std::ranges::count(w.servers, false, &http2_server::ended) == 8);
    CHECK_FALSE(w.servers.back().ended); // the one that was used last stays
}

// A shared connection whose peer goes silent, or takes nothing, or loses what it takes.
#include "catch.hpp"
#include "http2_server.hpp"

using namespace http2_world;
using namespace std::chrono_literals;

namespace {

// Makes a request, and returns true if it is answered over a second connection.
bool next_gets_a_second_connection(world2& w)
{
    w.serve().answers_all = true;
    auto& next = w.get_it();
    w.time.settle();
    return next.body == "hello" && w.net.dialed() == 2;
}

} // namespace

TEST_CASE("a silent connection is asked after 30 s, and ended 15 s later")
{
    world2 w;
    auto& server = w.serve();
    std::optional<http_response> watch;
    received silent;
    w.start(fetch_header(*w.client, get(), watch));
    w.time.settle();
    server.peer.head(200, 1);
    server.flush();
    auto read_it = [](http_response& from) -> task<> { co_await from.read(); };
    auto& reading = w.start(read_it(*watch));

    w.time.run_for(29s);
    CHECK(server.peer.pings == 0);
    w.time.run_for(1s);
    CHECK(server.peer.pings == 1);
    w.time.run_for(10min); // the server answers each of them
    CHECK(server.peer.pings == 21);
    CHECK_FALSE(reading.done());

    w.net.silence();
    w.time.run_for(44s);
    CHECK_FALSE(reading.done());
    w.time.run_for(2s);
    CHECK(reading.code() == errc::silent_connection);
    CHECK(w.time.armed() == 0);
}

TEST_CASE("a connection that takes no bytes is closed soon after its last exchange")
{
    world2 w(10); // the server reads nothing
    w.get_it();
    auto& cancelled = *w.last;
    w.time.settle();
    cancelled.cancel();
    w.time.settle();
    CHECK(cancelled.code() == condition::cancelled);
    w.time.run_for(15s);
    CHECK(w.time.armed() == 0);
    bool reset = false;
    auto ends = [](http_world::world& of, bool& end) -> task<> {
        auto const stream = co_await of.net.accept();
        char buffer[100];
        auto n = co_await stream->read_some(buffer);
        while (n != 0) n = co_await stream->read_some(buffer);
        end = true;
    };
    w.start(ends(w, reset));
    w.time.settle();
    CHECK(reset);
}

TEST_CASE("a request that was given up on a silent connection leaves it to no other")
{
    world2 w;
    w.options.header_timeout = 20s;
    w.open(w.ticking);
    w.serve();
    w.get_it();
    auto& given_up = *w.last;
    w.time.run_for(20s + 1us);
    CHECK(given_up.code() == errc::timed_out);

    CHECK(next_gets_a_second_connection(w));
}

TEST_CASE("requests that are given up early, one after the other, leave a dead connection, too")
{
    world2 w;
    w.open(w.ticking);
    w.serve(); // answers nothing
    for (int i = 0; i != 3; ++i) {
        w.get_it();
        auto& impatient = *w.last;
        w.time.run_for(400ms);
        impatient.cancel();
        w.time.run_for(1min);
    }
    CHECK(w.net.dialed() == 1);

    CHECK(next_gets_a_second_connection(w));
}

TEST_CASE("a connection that brings events and answers nothing is left to its watch alone")
{
    world2 w;
    w.options.header_timeout = 10s;
    w.open();
    auto& server = w.serve();
    std::optional<http_response> watch;
    w.start(fetch_header(*w.client, get("/watch"), watch));
    w.time.settle();
    server.peer.head(200, 1);
    server.flush();
    server.deaf = true; // it takes bytes, and does not look at them
    auto const events_for = [&](int seconds) {
        for (int i = 0; i != seconds; ++i) {
            server.peer.body(1, "event");
            server.flush();
            w.time.run_for(1s);
        }
    };
    w.get_it();
    auto& given_up = *w.last;
    events_for(11);
    CHECK(given_up.code() == errc::timed_out);
    events_for(15);

    CHECK(next_gets_a_second_connection(w));
    CHECK_FALSE(server.ended); // its watch goes on
}

TEST_CASE("a connection that was given up while it could not write ends when another one is needed")
{
    world2 w(10); // the server reads nothing
    w.options.header_timeout = 2s;
    w.open();
    w.get_it();
    w.time.run_for(2s);
    CHECK(w.last->code() == errc::timed_out);
    CHECK(w.time.armed() == 1); // its unsent bytes have some time left
    w.net.refuse(true);
    w.get_it();
    w.time.settle();
    CHECK(w.last->code() == errc::connect_failed);
    CHECK(w.time.armed() == 0);
}

TEST_CASE("a watch that was quiet when it was given up leaves its connection to other requests")
{
    world2 w;
    auto& server = w.serve();
    std::optional<http_response> watch;
    w.start(fetch_header(*w.client, get("/watch"), watch));
    w.time.settle();
    server.peer.head(200, 1);
    server.flush();
    REQUIRE(watch);
    w.time.run_for(20s); // a watch may be quiet, unlike a server that is to answer a request
    watch.reset();
    w.time.settle();

    auto& next = w.get_it();
    w.time.settle();
    CHECK(w.net.dialed() == 1);
    server.peer.answer(3, "hello");
    server.flush();
    CHECK(next.body == "hello");
}

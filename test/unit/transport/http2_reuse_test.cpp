// When a connection of HTTP/2 serves one request only.
#include "catch.hpp"
#include "http2_server.hpp"

#include <algorithm>

using namespace http2_world;

TEST_CASE("with idle_connections = 0, each request over HTTP/2 has its own connection, also beside a watch")
{
    world2 w;
    w.options.idle_connections = 0;
    w.open();
    auto& watched = w.serve();
    auto const& watch = w.get_it("/watch");
    w.time.settle();
    watched.peer.head(200, 1);
    watched.peer.body(1, "an event");
    watched.flush();

    for (std::size_t dialed = 2; dialed != 4; ++dialed) {
        auto& own = w.serve();
        own.answers_all = true;
        auto const& r = w.get_it();
        w.time.settle();
        CHECK(r.body == "hello");
        CHECK(w.net.dialed() == dialed);
        CHECK(own.ended); // with its answer
    }

    CHECK_FALSE(watched.ended);
    watched.peer.body(1, ", and the last one", true);
    watched.flush();
    CHECK(watch.body == "an event, and the last one");
    CHECK(watched.peer.requests.size() == 1);
    CHECK(watched.ended);
    CHECK(w.time.armed() == 0);
}

// A request waits for the dial of another one only if it may share the connection.
TEST_CASE("with idle_connections = 0, requests over HTTP/2 that begin together dial together")
{
    world2 w;
    w.options.idle_connections = 0;
    w.open();
    for (std::size_t dialed = 3; dialed != 9; dialed += 3) { // with a new client, and with a used one
        w.net.hang(true);
        for (int i = 0; i != 3; ++i) {
            w.serve().answers_all = true;
            w.get_it();
        }
        w.time.settle();
        CHECK(w.net.dialed() == dialed);

        w.net.hang(false);
        w.time.settle();
        CHECK(std::ranges::all_of(w.answers, [](received const& r) { return r.body == "hello"; }));
        CHECK(std::ranges::all_of(w.servers, [](http2_server const& s) { return s.ended; }));
        CHECK(w.net.dialed() == dialed);
        CHECK(w.time.armed() == 0);
    }
}

TEST_CASE("an HTTP/2 connection that was being made while credentials were replaced serves one request")
{
    world2 w;
    w.net.hang(true);
    auto& early = w.serve();
    early.answers_all = true;
    auto const& first = w.get_it();
    w.time.settle();
    w.client->reread_credentials();
    w.net.hang(false);
    w.time.settle();
    CHECK(first.body == "hello");
    CHECK(early.ended);

    w.serve().answers_all = true;
    auto const& next = w.get_it();
    w.time.settle();
    CHECK(next.body == "hello");
    CHECK(w.net.dialed() == 2);
}

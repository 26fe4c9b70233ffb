#include "catch.hpp"
#include "http_world.hpp"

using namespace http_world;
using namespace std::chrono_literals;

TEST_CASE("a connection is used again after its answer was read")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello, hello}, afterwards::keep, seen));

    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(r.body == "hellohello");
    CHECK(seen.requests.size() == 2);
    CHECK(w.net.dialed() == 1);
}

TEST_CASE("an answer that is destroyed before its end closes its connection")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    std::optional<http_response> response;
    w.start(serve(w.net, {ok + "Content-Length: 9\r\n\r\nhello"}, afterwards::keep, seen));
    w.start(fetch_header(*w.client, get(), response));
    w.time.settle();
    REQUIRE(response);

    response.reset();
    w.time.settle();

    CHECK(seen.ended);
}

TEST_CASE("a complete answer that is destroyed unread leaves its connection open")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    std::optional<http_response> response;
    w.start(serve(w.net, {hello}, afterwards::keep, seen));
    w.start(fetch_header(*w.client, get(), response));
    w.time.settle();

    response.reset();
    w.time.settle();

    CHECK_FALSE(seen.ended);
}

TEST_CASE("a connection that was unused for the idle time-out is not used again, and no timer waits for that")
{
    world w;
    w.options.idle_timeout = 60s;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello, hello}, afterwards::keep, seen));
    w.start(fetch(*w.client, get(), r));
    w.time.run_for(59s);
    w.start(fetch(*w.client, get(), r)); // the time begins anew
    w.time.run_for(59s);
    CHECK_FALSE(seen.ended);
    CHECK(w.time.armed() == 0);

    w.time.run_for(1s);
    auto& again = w.visits.emplace_back();
    w.start(serve(w.net, {hello}, afterwards::keep, again));
    w.start(fetch(*w.client, get(), r));
    w.time.run_for(1s);
    CHECK(seen.ended);
    CHECK_FALSE(again.ended);
}

TEST_CASE("no more idle connections are kept than the option says, and the one used last is used next")
{
    world w;
    w.options.idle_connections = 2;
    w.open();
    w.visits.resize(3);
    auto& seen = w.visits;
    w.answers.resize(3);
    auto& r = w.answers;
    for (auto& v : seen) w.start(serve(w.net, {hello, hello}, afterwards::keep, v));
    for (auto& one : r) w.start(fetch(*w.client, get(), one));
    w.time.settle();
    CHECK(w.net.dialed() == 3);
    CHECK(seen[0].ended);
    CHECK_FALSE(seen[1].ended);
    CHECK_FALSE(seen[2].ended);

    w.start(fetch(*w.client, get(), r[0]));
    w.time.settle();

    CHECK(seen[2].requests.size() == 2);
}

TEST_CASE("with idle_connections = 0, each request makes a connection, which ends with its answer")
{
    world w;
    w.options.idle_connections = 0;
    w.open();
    auto& r = w.answers.emplace_back();
    for (std::size_t dialed = 1; dialed != 3; ++dialed) {
        auto& seen = w.visits.emplace_back();
        w.start(serve(w.net, {hello, hello}, afterwards::keep, seen));
        w.start(fetch(*w.client, get(), r));
        w.time.settle();
        CHECK(w.net.dialed() == dialed);
        CHECK(seen.ended);
    }
    CHECK(r.body == "hellohello");
    CHECK(w.time.armed() == 0);
}

TEST_CASE("a connection that the server has closed meanwhile is not used again, whatever is to be sent")
{
    auto const method = GENERATE(as<std::string>(), "GET", "POST");
    world w;
    w.open();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello}, afterwards::close, w.visits.emplace_back()));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    w.start(serve(w.net, {hello}, afterwards::keep, w.visits.emplace_back()));
    auto const& second = w.start(fetch(*w.client, http_request(method, "/api/v1/events"), r));
    w.time.settle();

    CHECK(second.what().empty());
    CHECK(r.body == "hellohello");
    CHECK(w.net.dialed() == 2);
}

TEST_CASE("an answer that comes before its request is not taken for the answer to the next one")
{
    world w;
    w.open();
    auto& r = w.answers.emplace_back();
    auto const time_out = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n";
    auto tired_server = [](world& of, std::string last_words) -> task<> {
        auto const stream = co_await of.net.accept();
        co_await read_request(*stream);
        co_await stream->write(hello);
        co_await of.time.sleep_for(10s);
        co_await stream->write(last_words);
        co_await read_request(*stream);
    };
    w.start(tired_server(w, time_out));
    w.start(fetch(*w.client, get(), r));
    w.time.run_for(1min);

    w.start(serve(w.net, {hello}, afterwards::keep, w.visits.emplace_back()));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK(r.status == 200);
    CHECK(r.body == "hellohello");
    CHECK(w.net.dialed() == 2);
}

TEST_CASE("a GET whose connection the server closes at that moment is sent again, on a new one")
{
    world w;
    w.open();
    auto& again = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello, ""}, afterwards::close, w.visits.emplace_back()));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    w.start(serve(w.net, {hello}, afterwards::keep, again));
    auto& second = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(second.done());
    CHECK_FALSE(second.code());
    CHECK(r.body == "hellohello");
    CHECK(w.net.dialed() == 2);
}

TEST_CASE(
    "a POST whose connection the server closes at that moment fails, because it may have been carried out")
{
    world w;
    w.open();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello, ""}, afterwards::close, w.visits.emplace_back()));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    http_request post("POST", "/api/v1/events");
    post.body = "{}";
    auto& second = w.start(fetch(*w.client, post, r));
    w.time.settle();

    CHECK(second.done());
    CHECK(second.code() == condition::unavailable);
    CHECK(w.net.dialed() == 1);
}

TEST_CASE("a GET that a new connection does not answer is not sent again")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {""}, afterwards::close, seen));

    auto& client = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(client.code() == errc::connection_closed);
    CHECK(w.net.dialed() == 1);
}

TEST_CASE("close() ends the present requests, and later ones")
{
    world w;
    w.open();
    w.visits.resize(2);
    auto& seen = w.visits;
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello}, afterwards::keep, seen[0])); // it answers once, then it is silent
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    w.start(serve(w.net, {chunked + "5\r\nhello\r\n"}, afterwards::keep, seen[1]));
    auto& waiting = w.start(fetch(*w.client, get(), r)); // on the kept connection
    auto& reading = w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK_FALSE(reading.done());
    CHECK_FALSE(waiting.done());

    w.client->close();
    auto& late = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(reading.code() == errc::connection_closed);
    CHECK(waiting.code() == errc::connection_closed);
    CHECK(late.code() == errc::stopped);
    CHECK(w.time.armed() == 0);
}

TEST_CASE("an answer that was read to its end gives its connection back before it is destroyed")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    w.start(serve(w.net, {hello, hello}, afterwards::keep, seen));
    std::optional<http_response> response;
    auto& r = w.answers.emplace_back();
    w.start(fetch_header(*w.client, get(), response));
    w.time.settle();
    auto read_to_end = [](http_response& from) -> task<> {
        auto pieces = co_await from.read();
        while (!pieces.empty()) pieces = co_await from.read();
    };
    w.start(read_to_end(*response));
    w.time.settle();

    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(r.body == "hello");
    CHECK(w.net.dialed() == 1);
    CHECK(response->header("CONTENT-TYPE") == "text/plain"); // still readable
}

namespace {

class hanging_dialer final : public dialer {
public:
    explicit hanging_dialer(time_source& time) : time_(time) {}
    task<std::unique_ptr<byte_stream>> dial() override
    {
        co_await time_.sleep_for(1h);
        co_return nullptr;
    }

private:
    time_source& time_;
};

} // namespace

TEST_CASE("close() and cancellation end a dial, too")
{
    world w;
    environment const env{.ex = w.io.get_executor(), .time = &w.time};
    w.client.emplace(env, w.server, w.options, std::make_unique<hanging_dialer>(w.time));
    auto& r = w.answers.emplace_back();
    auto& cancelled = w.start(fetch(*w.client, get(), r));
    auto& closed = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    cancelled.cancel();
    w.time.settle();
    CHECK(cancelled.code() == condition::cancelled);
    CHECK_FALSE(closed.done());

    w.client->close();
    w.time.settle();
    CHECK(closed.code() == errc::connection_closed);
}

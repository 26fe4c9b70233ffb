#include "catch.hpp"
#include "http_world.hpp"

using namespace http_world;

namespace {

/// A server that fills the whole buffer of `full` reads, then sends ten bytes at a time. It records the sizes
/// of the buffers.
class measuring_stream final : public byte_stream {
public:
    measuring_stream(std::vector<std::size_t>& rooms, std::size_t full) : rooms_(rooms), full_(full) {}

    task<std::size_t> read_some(std::span<char> into) override
    {
        rooms_.push_back(into.size());
        std::string_view const head = "HTTP/1.1 200 OK\r\n\r\n";
        auto const n = rooms_.size() <= full_ ? into.size() : std::min<std::size_t>(into.size(), 10);
        std::fill_n(into.begin(), n, 'x');
        if (rooms_.size() == 1) std::copy(head.begin(), head.end(), into.begin());
        if (rooms_.size() > 60) co_return 0;
        co_return n;
    }
    task<> write(std::span<char const>) override { co_return; }
    void close() noexcept override {}

private:
    std::vector<std::size_t>& rooms_;
    std::size_t full_;
};

class measuring_dialer final : public dialer {
public:
    explicit measuring_dialer(std::vector<std::size_t>& rooms) : rooms_(rooms) {}
    task<std::unique_ptr<byte_stream>> dial() override
    {
        co_return std::make_unique<measuring_stream>(rooms_, 8);
    }

private:
    std::vector<std::size_t>& rooms_;
};

} // namespace

TEST_CASE("the read buffer grows while reads fill it, and shrinks when they no longer do")
{
    world w;
    w.options.read_buffer_bytes = 100 * 1024;
    std::vector<std::size_t> rooms;
    auto& r = w.answers.emplace_back();
    environment const env{.ex = w.io.get_executor(), .time = &w.time};
    w.client.emplace(env, w.server, w.options, std::make_unique<measuring_dialer>(rooms));

    auto& client = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(client.done());
    REQUIRE(rooms.size() > 40);
    CHECK(rooms[0] == 2 * 1024);
    CHECK(rooms[1] == 8 * 1024);
    CHECK(rooms[3] == 100 * 1024);
    CHECK(rooms[4] == 100 * 1024);
    CHECK(rooms.back() == 2 * 1024);
}

TEST_CASE("a server that refuses a long body before it has read all of it is heard")
{
    world w(16 * 1024);
    w.open();
    auto& r = w.answers.emplace_back();
    auto const refusal = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 8\r\n\r\ntoo long";
    w.start(serve(w.net, {refusal}, afterwards::close, w.visits.emplace_back()));
    http_request post("POST", "/api/v1/events");
    post.body = std::string(1'000'000, 'x');
    auto const& refused = w.start(fetch(*w.client, post, r));
    w.time.settle();
    CHECK(refused.what().empty());
    CHECK(r.status == 413);
    CHECK(r.body == "too long");

    w.start(serve(w.net, {hello}, afterwards::keep, w.visits.emplace_back()));
    w.start(fetch(*w.client, get(), r)); // the connection is in the middle of a request, and not used again
    w.time.settle();
    CHECK(r.status == 200);
    CHECK(w.net.dialed() == 2);
}

TEST_CASE("a server that ends the connection in the middle of a long body, and says nothing, has reset it")
{
    world w(16 * 1024);
    w.open();
    auto& r = w.answers.emplace_back();
    auto const answer = GENERATE(as<std::string>(), "", "HTTP/1.1 41");
    w.start(serve(w.net, {answer}, afterwards::close, w.visits.emplace_back()));
    http_request post("POST", "/api/v1/events");
    post.body = std::string(1'000'000, 'x');
    auto const& request = w.start(fetch(*w.client, post, r));
    w.time.settle();
    CHECK(request.code() == errc::connection_reset);
}

TEST_CASE("a server that ends the connection in the middle of a long body has broken the protocol, if it has")
{
    world w(16 * 1024);
    w.open();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {"no HTTP at all\r\n\r\n"}, afterwards::close, w.visits.emplace_back()));
    http_request post("POST", "/api/v1/events");
    post.body = std::string(1'000'000, 'x');
    auto const& request = w.start(fetch(*w.client, post, r));
    w.time.settle();
    CHECK(request.code() == errc::protocol_error);
}

#include "catch.hpp"
#include "http2_server.hpp"

#include <algorithm>
#include <utility>

using namespace http2_world;

namespace {

/// Says that TLS has agreed on a protocol.
class agreed_stream final : public byte_stream {
public:
    agreed_stream(std::unique_ptr<byte_stream> under, std::string_view protocol)
        : under_(std::move(under)), protocol_(protocol)
    {
    }
    task<std::size_t> read_some(std::span<char> into) override { return under_->read_some(into); }
    task<> write(std::span<char const> bytes) override { return under_->write(bytes); }
    void close() noexcept override { under_->close(); }
    std::string_view protocol() const noexcept override { return protocol_; }

private:
    std::unique_ptr<byte_stream> under_;
    std::string_view protocol_;
};

class agreed_dialer final : public dialer {
public:
    agreed_dialer(std::unique_ptr<dialer> under, std::string_view protocol)
        : under_(std::move(under)), protocol_(protocol)
    {
    }
    task<std::unique_ptr<byte_stream>> dial() override
    {
        auto stream = co_await under_->dial();
        co_return std::make_unique<agreed_stream>(std::move(stream), protocol_);
    }

private:
    std::unique_ptr<dialer> under_;
    std::string_view protocol_;
};

void use_protocol(world2& w, std::string_view protocol, http_version version,
                  std::string url = "https://api:8080/prefix")
{
    w.options.version = version;
    w.server.server = std::move(url);
    environment const env{.ex = w.io.get_executor(), .time = &w.time, .log = &w.log};
    auto dial = std::make_unique<agreed_dialer>(w.net.dialer(), protocol);
    w.client.emplace(env, w.server, w.options, std::move(dial));
}

} // namespace

TEST_CASE("ALPN decides about the version, and a server without the one that was asked for is an error")
{
    world2 w;
    use_protocol(w, "h2", http_version::automatic);
    w.serve().answers_all = true;
    auto& over_http2 = w.get_it();
    w.time.settle();
    CHECK(over_http2.body == "hello");
    w.get_it(); // on the same connection
    w.time.settle();
    CHECK(w.text.str() == "INFO connected to the API server server=api:8080 protocol=HTTP/2 because=that is "
                          "what the server agrees to (ALPN)\n");

    use_protocol(w, "http/1.1", http_version::automatic);
    auto& seen = w.visits.emplace_back();
    w.start(http_world::serve(w.net, {hello}, afterwards::keep, seen));
    auto& over_http1 = w.get_it();
    w.time.settle();
    CHECK(over_http1.body == "hello");
    CHECK(w.text.str().find("protocol=HTTP/1.1") != std::string::npos);

    use_protocol(w, "http/1.1", http_version::http2);
    auto& unused = w.visits.emplace_back();
    w.start(http_world::serve(w.net, {}, afterwards::keep, unused));
    w.get_it();
    auto& refused = *w.last;
    w.time.settle();
    CHECK(refused.code() == errc::config_invalid);
    CHECK(refused.what().find("http_options::version") != std::string::npos);
}

TEST_CASE("a stream that does not survive a cancelled read ends with its last exchange")
{
    world2 w;
    use_protocol(w, "h2", http_version::automatic);
    auto& server = w.serve();
    w.get_it();
    auto& cancelled = *w.last;
    w.time.settle();
    cancelled.cancel();
    w.time.settle();
    CHECK(cancelled.code() == condition::cancelled);
    CHECK(server.ended);
}

TEST_CASE("the first requests over TLS wait for one dial if HTTP/2 may be agreed on, and not for HTTP/1.1")
{
    world2 w;
    use_protocol(w, "h2", http_version::automatic);
    w.serve().answers_all = true;
    for (int i = 0; i != 3; ++i) w.get_it();
    w.time.settle();
    CHECK(w.net.dialed() == 1);
    CHECK(std::ranges::count(w.answers, "hello", &received::body) == 3);

    w.net.hang(true);
    use_protocol(w, "http/1.1", http_version::http1);
    for (int i = 0; i != 3; ++i) w.get_it();
    w.time.settle();
    CHECK(w.net.dialed() == 4);
}

// The stream's protocol is then that of TLS to the proxy, for which the client offers HTTP/1.1 only.
TEST_CASE("for a server without TLS, the version does not depend on what TLS to a proxy has agreed on")
{
    world2 w;
    w.server.proxy.url = "https://proxy:3128";
    use_protocol(w, "http/1.1", http_version::http2, "http://api:8080");
    auto& server = w.serve();
    server.answers_all = true;
    auto const& over_http2 = w.get_it();
    w.time.settle();
    CHECK(over_http2.body == "hello");
    CHECK(w.last->what().empty());
    CHECK(server.peer.requests[1].header[":scheme"] == "http");

    use_protocol(w, "http/1.1", http_version::automatic, "http://api:8080");
    auto& seen = w.visits.emplace_back();
    w.start(http_world::serve(w.net, {hello}, afterwards::keep, seen));
    auto const& over_http1 = w.get_it();
    w.time.settle();
    CHECK(over_http1.body == "hello");
    REQUIRE(seen.requests.size() == 1);
    CHECK(seen.requests[0].starts_with("GET /api/v1/pods HTTP/1.1\r\n"));
}

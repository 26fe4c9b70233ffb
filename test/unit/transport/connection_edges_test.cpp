// Connections that live long: what one answer, one read or one silence leaves behind for the next.

#include "transport/http/http1_codec.hpp"
#include "transport/http/liveness.hpp"
#include "transport/http/read_buffer.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

/// Counts the exchanges that have ended, and those that have ended well.
struct ended_exchanges final : codec_sink {
    void head(stream_id, int, std::span<header_field const>) override {}
    void data(stream_id, std::string_view) override {}
    void done(stream_id, error_code why, std::string_view) override
    {
        ++all;
        good += why ? 0 : 1;
    }
    int all = 0, good = 0;
};

} // namespace

TEST_CASE("the headers of a connection's earlier answers do not count to the limit of the next one")
{
    auto const codec = make_http1_codec();
    ended_exchanges ends;
    auto const answer =
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Filling: " + std::string(500, 'x') + "\r\n\r\n";
    constexpr int many = 300; // together more than 64 KB
    for (int i = 0; i != many; ++i) {
        codec->open({"GET", "api:6443", "/", {}, {}});
        codec->written(codec->output().size());
        codec->feed(answer, ends);
    }
    CHECK(ends.all == many);
    CHECK(ends.good == many);
}

TEST_CASE("a read buffer that has grown stays large until several reads in a row were small")
{
    read_buffer buffer(1024 * 1024);
    buffer.received(buffer.fit().size());
    auto const large = buffer.fit().size();
    buffer.received(large / 2);
    for (int i = 0; i != 10; ++i) {
        CHECK(buffer.fit().size() == large);
        buffer.received(10);
    }
    for (int i = 0; i != 10; ++i) {
        (void)buffer.fit();
        buffer.received(10);
    }
    CHECK(buffer.fit().size() < large);
}

TEST_CASE("liveness: each time that a process was stopped it looks first at what has come meanwhile")
{
    constexpr time_point start{1h};
    liveness peer;
    peer.begin(start);
    for (auto const begin : {start + 30s, start + 1h}) {
        peer.asked(begin);
        CHECK(peer.judge(begin + 10min) == liveness::verdict::wait);
        peer.byte_came(begin + 10min + 500ms, true);
        peer.answer_came();
        CHECK_FALSE(peer.is_doubted());
    }
}

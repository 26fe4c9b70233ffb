#include "catch.hpp"
#include "http_world.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

using namespace http_world;

namespace {

// Takes a turn of the executor again and again, until the request has ended.
task<> count_turns(started const& request, int& turns)
{
    for (; !request.done(); ++turns) co_await asio::post(asio::use_awaitable);
}

} // namespace

TEST_CASE("other tasks get their turn while a server sends nothing but empty gzip members")
{
    using namespace std::string_literals;
    constexpr std::size_t members = 20'000;
    auto const empty_member = "\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0"s;
    std::string answer =
        ok + "Content-Encoding: gzip\r\nContent-Length: " + std::to_string(members * empty_member.size()) +
        "\r\n\r\n";
    for (std::size_t i = 0; i != members; ++i) answer += empty_member;
    world w(1024 * 1024);
    w.open();
    w.start(serve(w.net, {answer}, afterwards::keep, w.visits.emplace_back()));
    auto& r = w.answers.emplace_back();
    auto request = get();
    request.accepts_gzip = true;
    auto const& reading = w.start(fetch(*w.client, request, r));
    int turns = 0;
    w.start(count_turns(reading, turns));
    w.time.settle();
    CHECK(reading.done());
    CHECK(reading.what().empty());
    CHECK(r.status == 200);
    CHECK(r.body.empty());
    CHECK(turns > 100); // one for some hundred members
}

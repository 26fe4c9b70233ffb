#include "transport/stream/proxy_tunnel.hpp"

#include "transport/stream/within.hpp"

#include <coinformer/testing/memory_stream.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include "asio_run.hpp"
#include "catch.hpp"

#include <optional>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

tunnel_request asked(std::string const& proxy, std::string const& host, std::string const& user = {})
{
    auto address = parse_proxy_options({.url = proxy}, "proxy");
    return tunnel_request(std::move(address), user, secret(user.empty() ? "" : "hunter2"), host, 6443);
}

/// A proxy whose part the test plays, at one end of a connection in memory.
struct tunnel_world {
    asio::io_context io;
    testing::virtual_clock time{io};
    std::unique_ptr<testing::memory_stream> ours, theirs;
    std::string heard; // what the client has said
    std::optional<started> opening, listening;

    explicit tunnel_world(tunnel_request request, duration limit = 10s)
    {
        std::tie(ours, theirs) = testing::memory_stream_pair();
        listening.emplace(io, listen());
        opening.emplace(io, within(time, limit, open_tunnel(*ours, std::move(request)), "ask"));
        time.settle();
    }

    ~tunnel_world()
    {
        opening->cancel();
        listening->cancel();
        time.settle();
    }

    task<> listen()
    {
        char buffer[100];
        for (;;) {
            auto const n = co_await theirs->read_some(buffer);
            if (n == 0) co_return;
            heard.append(buffer, n);
        }
    }

    task<> send(std::string text) { co_await theirs->write(text); }
    void say(std::string_view text)
    {
        started const writing(io, send(std::string(text)));
        time.settle();
        REQUIRE(writing.done());
    }

    std::string take_heard() { return std::exchange(heard, {}); }

    void check_failure(errc code, std::string const& part)
    {
        std::string const what = opening->what();
        INFO(what);
        REQUIRE(opening->done());
        CHECK(opening->code() == code);
        CHECK(what.starts_with("connect to api.shop:6443 through proxy "));
        CHECK(what.find(part) != what.npos);
        CHECK(what.find("hunter2") == what.npos);
        CHECK(what.find("am9lOmh1bnRlcjI") == what.npos); // joe:hunter2
    }

    // Returns what the client has read of the tunnel after the proxy's answer.
    std::string arrived()
    {
        std::string text(100, '\0');
        std::size_t n = 0;
        started reading(io, receive(text, n));
        time.settle();
        if (!reading.done()) {
            reading.cancel();
            time.settle();
        }
        return text.substr(0, n);
    }
    task<> receive(std::string& text, std::size_t& n) { n = co_await ours->read_some(text); }
};

std::string const http = "http://proxy:3128", socks = "socks5://proxy:1080";

std::string bytes(std::initializer_list<int> values)
{
    std::string text;
    for (int const v : values) text += static_cast<char>(v);
    return text;
}

} // namespace

TEST_CASE("a tunnel is asked for with CONNECT, and opens with any 2xx")
{
    auto const answer = GENERATE(as<std::string>(), "HTTP/1.1 200 Connection established\r\n\r\n",
                                 "HTTP/1.0 200 OK\r\nProxy-agent: x\r\nContent-Length: 5\r\n\r\n",
                                 "HTTP/1.1 200\r\n\r\n", "HTTP/1.1 204 \r\n\r\n");
    auto const at_once = GENERATE(true, false);
    tunnel_world w(asked(http, "api.shop"));
    CHECK(w.heard == "CONNECT api.shop:6443 HTTP/1.1\r\nHost: api.shop:6443\r\n\r\n");

    if (at_once) w.say(answer);
    for (char const c : at_once ? std::string() : answer) {
        CHECK_FALSE(w.opening->done());
        w.say(std::string(1, c));
    }
    CHECK(w.opening->done());
    CHECK(w.opening->what() == "");
    w.say("tunnelled");
    CHECK(w.arrived() == "tunnelled");
}

TEST_CASE("CONNECT names an IPv6 server in brackets, and carries the user name and password")
{
    tunnel_world w(asked(http, "fd00::1", "joe"));
    CHECK(w.heard == "CONNECT [fd00::1]:6443 HTTP/1.1\r\nHost: [fd00::1]:6443\r\n"
                     "Proxy-Authorization: Basic am9lOmh1bnRlcjI=\r\n\r\n");
}

TEST_CASE("a refusal of an HTTP proxy is one line with the proxy's reason")
{
    auto const [answer, part] = GENERATE(table<std::string, std::string>({
        {"HTTP/1.1 403 Forbidden\r\n\r\n<html>",
         "http://proxy:3128: the proxy refuses to connect to the server: "
         "403 Forbidden"},
        {"HTTP/1.1 502 no such host\x1b[2J\r\nX: y\r\n\r\n", "502 no such host?[2J"},
        {"HTTP/1.1 504\r\n\r\n", "504"},
        {"HTTP/1.1 100 Continue\r\n\r\n", "100 Continue"},
        {"HTTP/1.1 301 Moved\r\nLocation: http://login\r\n\r\n", "301 Moved"},
        {"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n",
         "407 Proxy Authentication Required (it does not accept the user name and password)"},
        {"HTTP/1.1 401 Unauthorized\r\n\r\n",
         "401 Unauthorized (it does not accept the user name and password)"},
        {"HTTP/1.1 400 joe:hunter2 Basic am9lOmh1bnRlcjI=\r\n\r\n", "400 joe:*** Basic ***"},
        {"HTTP/1.1 400 " + std::string(5000, 'x') + "\r\n\r\n", "xxx..."},
    }));
    INFO(answer);
    tunnel_world w(asked(http, "api.shop", "joe"));
    w.say(answer);

    w.check_failure(errc::proxy_refused, part);
    CHECK(w.opening->what().size() < 500);
}

TEST_CASE("a proxy that wants a login says so")
{
    tunnel_world w(asked(http, "api.shop"));
    w.say("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n");
    w.check_failure(errc::proxy_refused, "(it wants a user name and a password)");
}

TEST_CASE("an HTTP proxy that does not speak as it should is a failure of the proxy")
{
    auto const [answer, part] = GENERATE(table<std::string, std::string>({
        {"HTTP/1.1 200 OK\r\n\r\nsurplus", "it sent bytes behind its answer"},
        {"HTTP/1.1 200 OK\r\n\r\n\r\n\r\n", "it sent bytes behind its answer"},
        {"SSH-2.0-OpenSSH_9.2\r\n", "it does not answer in HTTP"},
        {"HTTP/2 200 OK\r\n\r\n", "it does not answer in HTTP"},
        {"HTTP/1.1 2000 OK\r\n\r\n", "it does not answer in HTTP"},
        {"HTTP/1.1 -20 OK\r\n\r\n", "it does not answer in HTTP"},
        {"\r\n\r\n", "it does not answer in HTTP"},
        {std::string("\x15\x03\x03\0\x02\x02\x46", 7) + std::string(20, '\0'), "it does not answer in HTTP"},
    }));
    INFO(answer);
    tunnel_world w(asked(http, "api.shop", "joe"));
    w.say(answer);

    w.check_failure(errc::proxy_failed, part);
}

TEST_CASE("the header of a proxy's answer may have 16 KB, and not a byte more")
{
    auto const answer_of = [](std::size_t bytes) {
        std::string const begin = "HTTP/1.1 200 OK\r\nX: ", end = "\r\n\r\n";
        return begin + std::string(bytes - begin.size() - end.size(), 'x') + end;
    };
    auto const most = answer_of(16 * 1024);
    tunnel_world w(asked(http, "api.shop"));
    w.say(most.substr(0, most.size() - 1)); // The limit is checked between two reads.
    CHECK_FALSE(w.opening->done());
    w.say(most.substr(most.size() - 1));
    CHECK(w.opening->done());
    CHECK(w.opening->what() == "");

    tunnel_world refused(asked(http, "api.shop"));
    refused.say(answer_of(16 * 1024 + 1));
    refused.check_failure(errc::proxy_failed, "the header of its answer is too large");
}

TEST_CASE("an endless header of a proxy is given up")
{
    tunnel_world w(asked(http, "api.shop"));
    w.say("HTTP/1.1 200 OK\r\n");
    for (int i = 0; i != 100 && !w.opening->done(); ++i) {
        CHECK(i * 1000 < 20'000);
        w.say("X: " + std::string(995, 'x') + "\r\n");
    }
    w.check_failure(errc::proxy_failed, "the header of its answer is too large");
}

TEST_CASE("a proxy that ends the connection, or breaks it, has failed")
{
    auto const [proxy, begin] = GENERATE(table<std::string, std::string>({
        {"http://proxy:3128", ""},
        {"http://proxy:3128", "HTTP/1.1 200 OK\r\n"},
        {"socks5://proxy:1080", ""},
        {"socks5://proxy:1080", "\x05"},
        {"socks5://proxy:1080", std::string("\5\0", 2)},
        {"socks5://proxy:1080", std::string("\5\0\5\0\0\1\1", 7)},
    }));
    auto const breaks = GENERATE(true, false);
    INFO(proxy << ' ' << begin.size());
    tunnel_world w(asked(proxy, "api.shop"));
    if (!begin.empty()) w.say(begin);
    CHECK_FALSE(w.opening->done());
    if (breaks)
        w.theirs->reset();
    else
        w.theirs->close();
    w.time.settle();

    w.check_failure(errc::proxy_failed, "it closed the connection before it had answered");
}

TEST_CASE("a silent proxy is given up at the time limit, and can be cancelled")
{
    auto const proxy = GENERATE(as<std::string>(), "http://proxy:3128", "socks5://proxy:1080");
    tunnel_world late(asked(proxy, "api.shop"));
    late.time.run_for(9s);
    CHECK_FALSE(late.opening->done());
    late.time.run_for(2s);
    CHECK(late.opening->code() == errc::timed_out);

    tunnel_world stopped(asked(proxy, "api.shop"));
    stopped.opening->cancel();
    stopped.time.settle();
    CHECK(stopped.opening->code() == condition::cancelled);
}

TEST_CASE("SOCKS 5 sends a name to the proxy, and an address as its bytes")
{
    auto const [host, address] = GENERATE(table<std::string, std::string>({
        {"api.shop", "\x03\x08"
                     "api.shop"},
        {"10.0.0.7", bytes({1, 10, 0, 0, 7})},
        {"fd00::1", bytes({4, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1})},
    }));
    auto const bound =
        GENERATE(bytes({1, 0, 0, 0, 0, 0, 0}), bytes({3, 2, 'a', 'b', 1, 2}), bytes({3, 0, 1, 2}),
                 bytes({4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
    tunnel_world w(asked(socks, host));
    CHECK(w.take_heard() == bytes({5, 1, 0}));
    w.say(bytes({5, 0}));
    CHECK(w.take_heard() == bytes({5, 1, 0}) + address + bytes({6443 / 256, 6443 % 256}));

    w.say(bytes({5, 0, 0}) + bound + "tunnelled");
    CHECK(w.opening->done());
    CHECK(w.opening->what() == "");
    CHECK(w.arrived() == "tunnelled");
}

TEST_CASE("SOCKS 5 logs in with user name and password if the proxy chooses that")
{
    tunnel_world w(asked(socks, "api.shop", "joe"));
    CHECK(w.take_heard() == bytes({5, 2, 0, 2}));
    SECTION("accepted")
    {
        w.say(bytes({5, 2}));
        CHECK(w.take_heard() == "\x01\x03joe\x07hunter2");
        w.say(bytes({1, 0}));
        CHECK(w.take_heard().starts_with(bytes({5, 1, 0, 3, 8})));
        w.say(bytes({5, 0, 0, 1, 0, 0, 0, 0, 0, 0}));
        CHECK(w.opening->what() == "");
    }
    SECTION("not wanted")
    {
        w.say(bytes({5, 0}));
        CHECK(w.take_heard().starts_with(bytes({5, 1, 0, 3, 8})));
    }
    SECTION("refused")
    {
        w.say(bytes({5, 2}));
        w.say(bytes({1, 1}));
        w.check_failure(errc::proxy_refused, "it does not accept the user name and password");
    }
}

TEST_CASE("each refusal of a SOCKS proxy is in words")
{
    auto const [code, part] = GENERATE(table<int, std::string>({
        {1, "general SOCKS server failure"},
        {2, "its rules do not allow the connection"},
        {3, "the network is unreachable"},
        {4, "the host is unreachable"},
        {5, "the server refuses the connection"},
        {6, "the connection took too long (TTL expired)"},
        {7, "it does not support CONNECT"},
        {8, "it does not support addresses of this type"},
        {9, "for a reason that SOCKS 5 does not define: 9"},
        {255, "for a reason that SOCKS 5 does not define: 255"},
    }));
    tunnel_world w(asked(socks, "api.shop"));
    w.say(bytes({5, 0}));
    w.say(bytes({5, code})); // some proxies end here

    w.check_failure(errc::proxy_refused, part);
}

TEST_CASE("a SOCKS proxy that does not speak as it should is a failure of the proxy")
{
    auto const [first, second, part] = GENERATE(table<std::string, std::string, std::string>({
        {bytes({4, 0}), "", "it does not answer in SOCKS 5"},
        {"HTTP/1.1 400 Bad Request\r\n\r\n", "", "it does not answer in SOCKS 5"},
        {bytes({5, 2}), "", "a way to log in that it was not offered"},
        {bytes({5, 1}), "", "a way to log in that it was not offered"},
        {bytes({5, 0}), bytes({4, 0}), "it does not answer in SOCKS 5"},
        {bytes({5, 0}), bytes({5, 0, 0, 2, 0, 0, 0, 0, 0, 0}), "it does not answer in SOCKS 5"},
    }));
    tunnel_world w(asked(socks, "api.shop"));
    w.say(first);
    if (!second.empty()) w.say(second);

    w.check_failure(errc::proxy_failed, part);
}

TEST_CASE("a SOCKS proxy that accepts no way to log in refuses")
{
    tunnel_world w(asked(socks, "api.shop"));
    w.say(bytes({5, 255}));
    w.check_failure(errc::proxy_refused, "it wants a user name and a password");

    tunnel_world known(asked(socks, "api.shop", "joe"));
    known.say(bytes({5, 255}));
    known.check_failure(errc::proxy_refused, "it accepts neither a user name and password nor");
}

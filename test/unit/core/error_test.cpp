#include <coinformer/core/error.hpp>

#include <boost/asio/error.hpp>

#include "catch.hpp"

using namespace coinformer;

TEST_CASE("each code belongs to one condition, on which callers branch")
{
    CHECK(error_code(errc::expired) == condition::gone);
    CHECK(error_code(errc::expired) != condition::forbidden);
    CHECK(error_code(errc::connect_failed) == condition::unavailable);
    CHECK(error_code(errc::tls_wrong_host) == condition::untrusted);
    CHECK(error_code(errc::wrong_type) == condition::malformed);
    CHECK(error_code(errc::too_many_faults) == condition::malformed);
    CHECK(error_code(errc::invalid_name) == condition::misconfigured);
    CHECK(error_code(errc::already_exists) == condition::conflict);
}

TEST_CASE("codes of Asio and of the system have a condition as well")
{
    CHECK(error_code(boost::asio::error::operation_aborted) == condition::cancelled);
    CHECK(error_code(boost::asio::error::connection_refused) == condition::unavailable);
    CHECK_FALSE(error_code() == condition::unavailable);
}

TEST_CASE("every code has a message and a condition")
{
    for (int code = static_cast<int>(errc::cancelled); code <= static_cast<int>(errc::unknown_field);
         ++code) {
        INFO(code);
        CHECK(error_category().message(code) != "unknown error");
        auto const belongs_to = condition_of(error_code(code, error_category()));
        CHECK(error_code(code, error_category()) == belongs_to);
    }
}

TEST_CASE("a condition has a name")
{
    auto const name = [](int code) { return condition_category().message(code); };
    CHECK(name(static_cast<int>(condition::gone)) == "gone");
    CHECK(name(static_cast<int>(condition::misused)) == "misused");
    CHECK(name(static_cast<int>(condition::misused) + 1) == "unknown");
}

TEST_CASE("what() says where, what and what to do, in one line")
{
    api_error const e(errc::forbidden, "list", "/api/v1/pods",
                      {.code = 403, .reason = "Forbidden", .message = "user \"joe\" cannot list pods"},
                      std::nullopt);

    CHECK(std::string(e.what()) == "list /api/v1/pods: forbidden: user \"joe\" cannot list pods (grant this "
                                   "user the verb on this resource)");
    CHECK(e.code() == condition::forbidden);
    CHECK(e.verb() == "list");
    CHECK(e.path() == "/api/v1/pods");
    CHECK(e.status().reason == "Forbidden");
}

TEST_CASE("the advice of a time-out holds for every wait, and names the server only for requests")
{
    CHECK(advice(errc::timed_out) == "raise the time-out, or find out what took so long; for a request, "
                                     "check that the server is reachable");
}

TEST_CASE("a long message is shown without its middle, and no character is cut")
{
    std::string umlauts;
    for (int i = 0; i < 600; ++i) umlauts += "\u00e4";
    for (std::string const first : {"", "x"}) {
        api_error const e(errc::invalid, "patch", "/p", {.code = 422, .message = first + umlauts + "end"},
                          {});
        std::string const line = e.what();
        CHECK(line.size() < 1100);
        CHECK(line.ends_with("end"));
        auto const cut = line.find(" ... ");
        REQUIRE(cut != line.npos);
        CHECK(line.substr(cut - 2, 2) == "\u00e4");
        CHECK(line.substr(cut + 5, 2) == "\u00e4");
        CHECK(e.status().message.size() > 1200);
    }
}

TEST_CASE("a text up to the limit is kept whole; a longer one loses its middle, and no character is cut")
{
    constexpr auto kept = status_limits::message_bytes / 2; // bytes kept at either end
    auto const message_of = [](std::string text) {
        server_status status{.code = 422, .message = text};
        status.causes.push_back({.field = "spec", .message = text});
        api_error const e(errc::invalid, "patch", "/p", std::move(status), {});
        CHECK(e.status().causes.front().message == e.status().message);
        return e.status().message;
    };
    std::string const longest(2 * kept + 5, 'x');
    CHECK(message_of(longest) == longest);
    CHECK(message_of(longest + 'x') == std::string(kept, 'x') + " ... " + std::string(kept, 'x'));

    for (std::size_t before = 0; before < 4; ++before) {
        std::string text(before, 'x');
        while (text.size() < 2 * kept + 100) text += "\U0001f601"; // characters of four bytes, at odd places
        auto const from = kept - (kept - before) % 4;
        auto const to = text.size() - kept + (4 - (text.size() - kept - before) % 4) % 4;
        CHECK(message_of(text) == text.substr(0, from) + " ... " + text.substr(to));
    }
    std::string const no_utf8(2 * kept + 100, '\x80'); // not UTF-8: it may be cut anywhere, and must be
    CHECK(message_of(no_utf8).size() == 2 * (kept - 4) + 5);
}

TEST_CASE("an error outside of a request says the place and the detail")
{
    api_error const e(errc::connect_failed, "connect 127.0.0.1:1", "connection refused");

    CHECK(std::string(e.what()) ==
          "connect 127.0.0.1:1: connection failed: connection refused (check the server's "
          "address, and that it runs)");
}

TEST_CASE("during() adds the request to an error that does not name one")
{
    api_error const lost(errc::connection_reset, "127.0.0.1:6443");
    auto const located = lost.during("watch", "/api/v1/pods");

    CHECK(std::string(located.what()) ==
          "watch /api/v1/pods: connection reset by the server: 127.0.0.1:6443");
    CHECK(located.verb() == "watch");
    CHECK(located.path() == "/api/v1/pods");
    CHECK(std::string(located.during("list", "/other").what()) == located.what());
}

namespace {

server_status with_causes(std::size_t count)
{
    server_status status{.code = 422, .message = "invalid"};
    for (std::size_t i = 0; i < count; ++i)
        status.causes.push_back(
            {.field = "spec.f" + std::to_string(i) + '.', .reason = "R", .message = "is wrong"});
    return status;
}

} // namespace

TEST_CASE("an error keeps and shows some of a refusal's causes, and counts the others")
{
    api_error const few(errc::invalid, "patch", "/p", with_causes(3), {});
    CHECK(few.status().causes.size() == 3);
    CHECK(few.status().causes_left_out == 0);
    CHECK(std::string(few.what())
              .ends_with("invalid; spec.f0.: is wrong; spec.f1.: is wrong; spec.f2.: is wrong"));

    for (std::size_t const count : {status_limits::causes, status_limits::causes + 1}) {
        api_error const some(errc::invalid, "patch", "/p", with_causes(count), {});
        CHECK(some.status().causes.size() == status_limits::causes);
        CHECK(some.status().causes_left_out == count - status_limits::causes);
    }

    api_error const many(errc::invalid, "patch", "/p", with_causes(50'000), {});
    CHECK(many.status().causes.size() == status_limits::causes);
    CHECK(many.status().causes_left_out == 50'000 - status_limits::causes);
    std::string const line = many.what();
    CHECK(line.size() < 1200);
    CHECK(line.find("; spec.f0.: is wrong; ") != line.npos);
    // Each cause is either shown or counted. A cause takes two dozen bytes, and about a thousand bytes are
    // shown.
    auto const last = line.rfind(" more causes");
    REQUIRE(last != line.npos);
    auto const counted = line.substr(line.rfind(' ', last - 1) + 1);
    CHECK(std::stoul(counted) > 49'900);
    CHECK(std::stoul(counted) < 50'000);
}

TEST_CASE("causes are shown until a thousand bytes are full")
{
    auto const line = [](std::size_t first) {
        server_status status{.code = 422, .message = std::string(first, 'a')};
        status.causes.push_back({.field = "f1", .message = std::string(494, 'b')}); // 500 with "; f1: "
        status.causes.push_back({.field = "f2", .message = "is wrong"});
        return std::string(api_error(errc::invalid, "patch", "/p", std::move(status), {}).what());
    };
    CHECK(line(500).ends_with("bbb; f2: is wrong"));
    CHECK(line(500).find("aaa ... bbb") != std::string::npos); // the whole is shortened again
    CHECK(line(501).ends_with("bbb; and 1 more causes"));
}

TEST_CASE("an error keeps no more of a server's answer than its limits allow")
{
    using limit = status_limits;
    std::string const endless(1'000'000, 'x');
    server_status status{.code = 500, .reason = endless, .message = endless};
    for (int i = 0; i < 3; ++i)
        status.causes.push_back({.field = endless, .reason = endless, .message = endless});

    api_error const e(errc::internal_server_error, "get", "/p", std::move(status), {});

    CHECK(e.status().reason.size() == limit::name_bytes);
    CHECK(e.status().message.size() < limit::message_bytes + 10);
    for (auto const& cause : e.status().causes) {
        CHECK(cause.field.size() == limit::name_bytes);
        CHECK(cause.reason.size() == limit::name_bytes);
        CHECK(cause.message.size() < limit::message_bytes + 10);
    }
    CHECK(std::string(e.what()).size() < 1200);
    CHECK(std::string(api_error(errc::connect_failed, endless, endless).what()).size() < 9000);
}

TEST_CASE("an error is one line, and cannot control a terminal")
{
    api_error const refused(errc::forbidden, "list", "/api/v1/pods\n",
                            {.message = "no\nERROR forged \x1b[2J"}, {});
    api_error const broken(errc::protocol_error, "host\n", "a\rb\u202e");

    CHECK(std::string(refused.what()) ==
          "list /api/v1/pods : forbidden: no ERROR forged ?[2J (grant this user the verb "
          "on this resource)");
    CHECK(std::string(broken.what()) ==
          "host : answer is not HTTP as it should be: a b? (check that the address is an API server's)");
    CHECK(std::string(broken.during("get\n", "/p\x07").what()).starts_with("get  /p?: "));
    CHECK(refused.status().message == "no\nERROR forged \x1b[2J"); // status() holds the server's own text
}

TEST_CASE("a Retry-After beyond the limit counts as the limit")
{
    auto const pause_of = [](std::chrono::seconds said) {
        return api_error(errc::throttled, "get", "/p", server_status(), said).retry_after();
    };
    CHECK(pause_of(std::chrono::seconds(7)) == std::chrono::seconds(7));
    CHECK(pause_of(std::chrono::seconds::max()) == status_limits::retry_after);
    CHECK(pause_of(std::chrono::seconds::min()) == std::chrono::seconds(0));
}
